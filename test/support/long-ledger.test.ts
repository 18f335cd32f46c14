import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from './cli.ts';
import { GIT_ENV, git } from './git-repository.ts';
import { TEST_KEY, TEST_URL, testService } from './in-process.ts';
import { longLedgerEdit, longLedgerEntries, longLedgerStream } from './long-ledger.ts';
import { tempWorkspace } from './temp-workspace.ts';

const REF = 'refs/lexform/ledger/prod';
const ROWS = Array.from({ length: 30 }, (_, row) => [`term ${row}`, `Begriff ${row}`] as const);
const csv = (rows: readonly (readonly [string, string])[]): string => rows.map((row) => `${row.join(',')}\n`).join('');

test('a long ledger has what applies write', async () => {
  const root = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: product\ndictionaries: auto\n',
    'glossaries/product/en-de.csv': csv(ROWS),
  });
  git(root, 'init', '--quiet');
  const service = testService();
  const apply = async (): Promise<void> => {
    const ran = await runLexform(
      { cwd: root, env: { KEY: TEST_KEY, USER: 'ana' }, fetch: inProcessFetch(service) },
      'apply',
      '--auto-approve',
    );
    expect(ran).toMatchObject({ code: 0 });
  };
  await apply();
  const first = git(root, 'rev-parse', REF).trim();
  const id = /"id": "([^"]+)"/.exec(git(root, 'show', `${REF}:ledger.json`))?.[1] ?? '';
  let rows: readonly (readonly [string, string])[] = ROWS;
  for (const number of [1, 2, 3]) {
    const edit = longLedgerEdit(rows, number);
    rows = rows.map(([source, target], at) => [source, at === edit.at ? edit.target : target]);
    writeFileSync(join(root, 'glossaries/product/en-de.csv'), csv(rows));
    await apply();
  }
  const made = longLedgerEntries(
    {
      target: { name: 'prod', baseUrl: TEST_URL },
      address: 'glossary.product',
      id,
      pair: 'en->de',
      rows: ROWS,
      actor: 'Tester',
    },
    3,
  );
  const input = Buffer.concat([...longLedgerStream('refs/lexform/ledger/made', first, made)]);
  expect(spawnSync('git', ['fast-import', '--quiet'], { cwd: root, env: GIT_ENV, input }).status).toBe(0);
  const told = (ref: string): string => git(root, 'log', '--format=%T %s%n%b', `${first}..${ref}`);
  expect(git(root, 'show', 'refs/lexform/ledger/made:plan.json')).toBe(git(root, 'show', `${REF}:plan.json`));
  const actor = /Lexform-Actor: .*/g;
  expect(told('refs/lexform/ledger/made').replaceAll(actor, '')).toBe(told(REF).replaceAll(actor, ''));
});
