import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';

import { gitLedger, ledgerRef } from '../../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../../src/ledger/git-repository.ts';
import type { Ledger, LedgerVersion } from '../../../src/ledger/ledger.ts';
import { localRefs } from '../../../src/ledger/ref-updates.ts';
import { parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { readLog } from '../../../src/steps/ledger/ledger-log.ts';
import { entries } from '../../support/build.ts';
import { git, tempRepository } from '../../support/git-repository.ts';
import { idsInOrder } from '../../support/in-process.ts';
import { ledgerState } from '../../support/ledger-states.ts';
import { runs } from '../../support/runs.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const REF = ledgerRef('prod');

/** A ledger in git with one entry for each state, and every file that was read of it. */
async function gitLedgerOf(states: readonly LedgerState[]) {
  const { folder, port } = tempRepository();
  const repository = gitRepository(port, idsInOrder());
  const now = (): Date => new Date('2026-01-02T03:04:05Z');
  const opened = gitLedger(repository, localRefs(repository, port), TARGET, { now, isWorkspace: async () => true });
  let after: LedgerVersion | undefined;
  for (const [index, state] of states.entries()) {
    const written = await opened.write({
      after,
      state,
      note: { summary: `entry ${index + 1}`, facts: [] },
      time: now(),
    });
    if (written.kind !== 'written') throw new Error('somebody else has written');
    after = written.version;
  }
  const read: string[] = [];
  const ledger: Ledger = {
    ...opened,
    readMany: (wanted) => {
      read.push(...wanted.map(({ path }) => path));
      return opened.readMany(wanted);
    },
  };
  return { folder, ledger, read };
}

/** The ledger without the short way, so that every entry is read. */
function readWhole({ changedLines: _, ...ledger }: Ledger): Ledger {
  return ledger;
}

const glossary = (rows: Readonly<Record<string, string>>, name = 'product'): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map([
    [
      `glossary.${name}` as const,
      {
        id: glossaryId('g1'),
        protect: false,
        content: {
          name,
          dictionaries: new Map([['en->de', { pair: parsePairKey('en->de'), entries: entries(rows) }]]),
        },
      },
    ],
  ]),
});

test('of any term has the entries that reading every entry finds, whatever users have set for their diffs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ledgerState, { minLength: 2, maxLength: 7 }), fc.nat(), async (states, pick) => {
      const phrases = states.flatMap(({ glossaries }) =>
        [...glossaries.values()].flatMap(({ content }) =>
          [...content.dictionaries.values()].flatMap(({ entries: rows }) => [...rows].flat()),
        ),
      );
      const { folder, ledger } = await gitLedgerOf(states);
      git(folder, 'config', 'diff.external', 'false');
      git(folder, 'config', 'color.ui', 'always');
      git(folder, 'config', 'log.showRoot', 'false');
      git(folder, 'config', 'diff.renames', 'copies');
      mkdirSync(join(folder, '.git/info'), { recursive: true });
      writeFileSync(join(folder, '.git/info/attributes'), '*.csv -diff\n');
      const term = phrases[pick % Math.max(1, phrases.length)] ?? 'none';
      for (const asked of [term, term.toUpperCase(), 'a phrase of none'])
        for (const limit of [1, 100]) {
          const question = { kind: 'term', term: asked } as const;
          expect(await readLog(ledger, question, limit)).toEqual(await readLog(readWhole(ledger), question, limit));
        }
    }),
    { numRuns: runs(5) },
  );
});

test('of a term reads the entries alone with which a row came or went', async () => {
  const { ledger, read } = await gitLedgerOf([
    glossary({ cat: 'Katze' }),
    glossary({ cat: 'Katze', 'a "b"': 'x' }),
    glossary({ cat: 'Katze', 'a "b"': 'y' }),
    glossary({ cat: 'Katze' }),
    glossary({ cat: 'Katze' }, 'legal'),
  ]);
  const found = await readLog(ledger, { kind: 'term', term: 'Katze' }, 100);
  expect(found.entries.map(({ summary }) => summary)).toEqual(['entry 1']);
  // That of the move too: its files have other names.
  expect(read.filter((path) => path.endsWith('ledger.json'))).toHaveLength(3);
  expect((await readLog(ledger, { kind: 'term', term: 'a "b"' }, 9)).entries.map(({ summary }) => summary)).toEqual([
    'entry 4',
    'entry 3',
    'entry 2',
  ]);
});

test('of a term reads every entry beside one that somebody has merged in', async () => {
  const { folder, ledger } = await gitLedgerOf([glossary({ cat: 'Katze' }), glossary({ cat: 'Kater' })]);
  const tree = git(folder, 'rev-parse', `${REF}~1^{tree}`).trim();
  const [tip, first] = git(folder, 'rev-parse', REF, `${REF}~1`).trim().split('\n') as [string, string];
  const side = git(folder, 'commit-tree', tree, '-p', first, '-m', 'on the side').trim();
  const merge = git(folder, 'commit-tree', tree, '-p', tip, '-p', side, '-m', 'merged').trim();
  git(folder, 'update-ref', REF, merge);
  const question = { kind: 'term', term: 'Katze' } as const;
  const found = await readLog(ledger, question, 100);
  expect(found).toEqual(await readLog(readWhole(ledger), question, 100));
  expect(found.entries.length).toBeGreaterThan(1);
});

test('of a term looks through more entries than are compared at once', async () => {
  const { folder, ledger } = await gitLedgerOf([glossary({ cat: 'Katze' }), glossary({ cat: 'Kater' })]);
  const [tip = '', first = ''] = git(folder, 'rev-parse', `${REF}^{tree}`, `${REF}~1^{tree}`).trim().split('\n');
  let last = git(folder, 'rev-parse', REF).trim();
  const stream = Array.from({ length: 3000 }, (_, at) => {
    const tree = at % 700 === 0 ? first : tip;
    return `commit ${REF}\ncommitter L <l@localhost> ${1_800_000_000 + at} +0000\ndata 1\nx\n${at === 0 ? `from ${last}\n` : ''}M 040000 ${tree} \n`;
  }).join('');
  const { execFileSync } = await import('node:child_process');
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: folder, input: stream });
  last = git(folder, 'rev-parse', REF).trim();
  const found = await readLog(ledger, { kind: 'term', term: 'Katze' }, 100);
  // Each of the five entries brings the term back, and the next one takes it away; the first two made it.
  expect(found.entries).toHaveLength(12);
  expect(found.more).toBe(false);
});
