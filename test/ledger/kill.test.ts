import { readdirSync } from 'node:fs';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../src/kinds/states.ts';
import { instructionDigest } from '../../src/kinds/style-list/style-list.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { gitLedger } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { localRefs, remoteRefs } from '../../src/ledger/ref-updates.ts';
import { applyPlan } from '../../src/steps/apply/apply-plan.ts';
import { applyUnderLedger, type UnderLedger } from '../../src/steps/ledger/apply-under-ledger.ts';
import { desiredGlossary, desiredStyleList } from '../support/build.ts';
import { GIT_ENV, git, tempFolder, tempRepository } from '../support/git-repository.ts';
import { idsInOrder, TEST_URL, testService } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Life, lifeOf, mortalFolder, mortalGit, mortalWrites } from '../support/mortal.ts';
import { planTarget } from '../support/plan-target.ts';
import { allowAll, clientOf } from '../support/target.ts';

const TARGET = { name: 'test', baseUrl: TEST_URL, workspace: '' };

/**
 * From either to the other a run creates, changes and deletes: glossaries, dictionaries, entries, an instruction; and
 * it replaces a list.
 */
const STATES: readonly [DesiredState, DesiredState] = [
  {
    glossaries: [
      desiredGlossary('a', { 'en->de': { a: 'b', c: 'd' } }),
      desiredGlossary('b', { 'en->fr': { a: 'x' } }),
    ],
    styleLists: [
      desiredStyleList('l', { instructions: [{ label: 'one', prompt: 'be kind' }] }),
      desiredStyleList('m', { language: 'de' }),
    ],
  },
  {
    glossaries: [
      desiredGlossary('a', { 'en->de': { a: 'B' }, 'de->en': { b: 'a' } }),
      desiredGlossary('c', { 'en->de': { c: 'd' } }),
    ],
    styleLists: [
      desiredStyleList('l', { instructions: [{ label: 'two', prompt: 'be brief' }] }),
      desiredStyleList('m', { language: 'fr' }),
    ],
  },
];
const NAMES = [
  ['a', 'b'],
  ['a', 'c'],
];

interface Form {
  /** Whether the calls to the service are steps too. */
  readonly calls: boolean;
  /** The ledger, as a process opens it that lives so long. */
  readonly open: (life: Life, id: () => string, now: () => Date) => Ledger;
  /** What lies there beside the entries. */
  readonly left: () => readonly string[];
}

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** Entries and their files, of which a history has ever more, and the number of the last lock. */
const KEPT = /^(?:entries.\d{6}\.json|files.*\.[0-9a-f]{16}\.\w+|locks.\d{6}\.json)$/;

const forms: Readonly<Record<string, () => Form>> = {
  'in this repository': () => {
    const { folder, port } = tempRepository();
    return {
      calls: true,
      open(life, id, now) {
        const mortal = mortalGit(port, life);
        const repository = gitRepository(mortal, id);
        return gitLedger(repository, localRefs(repository, mortal), TARGET, { now, isWorkspace: async () => false });
      },
      left: () => lines(git(folder, 'for-each-ref', '--format=%(refname)')),
    };
  },
  'on a remote': () => {
    const bare = tempRepository('--bare').folder;
    const folder = tempFolder();
    git(folder, 'clone', '--quiet', `file://${bare}`, '.');
    return {
      calls: false,
      open(life, id, now) {
        const mortal = mortalGit(gitProgram(folder, GIT_ENV), life);
        const repository = gitRepository(mortal, id);
        const refs = remoteRefs(repository, mortal, 'origin');
        return gitLedger(repository, refs, TARGET, { now, isWorkspace: async () => false });
      },
      left: () => lines(git(bare, 'for-each-ref', '--format=%(refname)')),
    };
  },
  'in a folder': () => {
    const folder = tempFolder();
    return {
      calls: true,
      open: (life, _id, now) => folderLedger(folder, mortalFolder(life), TARGET, now),
      left: () =>
        readdirSync(folder, { recursive: true })
          .map(String)
          .filter((path) => !KEPT.test(path))
          .sort(),
    };
  },
};

/** What the ledger says and what is there, in the same words. */
function inWords({ glossaries, styleLists }: LedgerState): readonly unknown[] {
  return [
    ...[...glossaries.values()].map(({ id, content }) => [
      id,
      content.name,
      [...content.dictionaries].map(([pair, { entries }]) => `${pair} ${entries.digest}`).sort(),
    ]),
    ...[...styleLists.values()].map(({ id, content }) => [
      id,
      content.name,
      content.instructions.map((each) => instructionDigest(each, content.language)),
    ]),
  ].sort();
}
function liveInWords({ glossaries = [], styleLists = [] }: LiveState): readonly unknown[] {
  return [
    ...glossaries.map(({ id, name, dictionaries }) => [
      id,
      name,
      [...dictionaries].map(([pair, { entries }]) => `${pair} ${entries?.digest}`).sort(),
    ]),
    ...styleLists.map(({ id, content }) => [
      id,
      content.name,
      content.instructions.map((each) => instructionDigest(each, content.language)),
    ]),
  ].sort();
}

function bench(form: Form) {
  const service = testService();
  const clock = manualClock('2026-01-02T03:00:00Z');
  let processes = 0;

  function open(life: Life) {
    processes += 1;
    const [name, ids] = [`process-${processes}`, idsInOrder()];
    const ledger = form.open(life, () => `${name}-${ids()}`, clock.now);
    return { name, ledger, client: form.calls ? clientOf(service, mortalWrites(life)) : clientOf(service) };
  }
  async function plan(desired: DesiredState, { ledger, client }: ReturnType<typeof open>) {
    const snapshot = await ledger.read();
    const made = await planTarget(client, pLimit(4), {
      target: TARGET,
      desired,
      ledger: snapshot?.state ?? EMPTY_LEDGER,
      only: [],
      deletable: ['*'],
    });
    return { ...made, snapshot };
  }
  /** A process that plans and applies. */
  async function run(who: string, desired: DesiredState, life: Life = lifeOf(Infinity)): Promise<UnderLedger> {
    const opened = open(life);
    const { ledger, client, name } = opened;
    const { plan: made, live, snapshot } = await plan(desired, opened);
    return applyUnderLedger({
      ledger,
      snapshot,
      plan: made,
      planBytes: new TextEncoder().encode(JSON.stringify(made)),
      desired,
      states: async () => ({ live }),
      deletable: ['*'],
      holder: { id: `run of ${name}`, who },
      facts: [['Actor', who]],
      summary: ({ outcomes }) => `${who}: ${outcomes.length} calls`,
      now: clock.now,
      every: clock.every,
      apply: (signal, onEvent) =>
        applyPlan({
          plan: made,
          verdict: allowAll(made),
          client,
          limit: pLimit(1),
          onEvent,
          ports: { sleep: clock.sleep, signal },
        }),
    });
  }
  /** What a new process finds: the ledger, the service, and what there is to do. */
  async function look(desired: DesiredState) {
    const opened = open(lifeOf(Infinity));
    const { plan: made, live, snapshot } = await plan(desired, opened);
    return {
      changes: made.changes,
      names: live.glossaries?.map(({ name }) => name).sort(),
      live: liveInWords(live),
      owned: inWords(snapshot?.state ?? EMPTY_LEDGER),
      unfinished: snapshot?.state.unfinished,
      lock: await opened.ledger.lock.read(),
    };
  }
  const lockNow = () => open(lifeOf(Infinity)).ledger.lock.read();
  return { clock, run, look, lockNow };
}

describe.each(Object.keys(forms))('killed before each of its steps, the ledger %s', (name) => {
  test('its lock stands for its time and no longer, and the next run comes to the same end', async () => {
    const form = (forms[name] as () => Form)();
    const { run, look, lockNow, clock } = bench(form);
    let left: readonly string[] = [];
    let refused = 0;
    for (let n = 1; n < 200; n += 1) {
      const desired = STATES[n % 2] as DesiredState;
      const life = lifeOf(n);
      const ran = await run('ana', desired, life).catch(() => undefined);
      if (life.isOver()) {
        const soon = await run('ben', desired);
        const lock = await lockNow();
        if (lock !== undefined) {
          refused += 1;
          expect(lock.holder.who).toBe('ana');
          // Refused, or there was nothing left to do but to write, which waits.
          if (soon.kind === 'locked') expect(soon.by.who).toBe('ana');
          else expect(soon).toMatchObject({ kind: 'ran', report: { outcomes: [] }, written: undefined });
          clock.advance(10 * 60_000 + 1);
          expect((await run('ben', desired)).kind).toBe('ran');
        } else expect(soon.kind).toBe('ran');
      } else expect(ran).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
      const { changes, names, live, owned, unfinished, lock } = await look(desired);
      expect([n, changes, names, unfinished]).toEqual([n, [], NAMES[n % 2], undefined]);
      // A folder cannot drop the lock together with the entry: it may stand, past its end.
      expect((lock?.holder.until ?? '') < clock.now().toISOString()).toBe(true);
      expect([n, owned]).toEqual([n, live]);
      if (n === 4) left = form.left();
      if (!life.isOver()) {
        // For most of its life the run held the lock. Nothing has piled up.
        expect(refused).toBeGreaterThan(1);
        expect(form.left()).toEqual(left);
        return;
      }
    }
    expect.unreachable('a run that never ends');
  });
});
