import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localProcesses } from '../../src/app/machine/local-processes.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { clientOf } from '../support/target.ts';
import { deadlyGit } from './deadly-git.ts';
import { type Ended, type LexformProcess, startLexform } from './lexform-process.ts';
import { sharedRemote } from './shared-remote.ts';

const REF = 'refs/lexform/ledger/prod';

/** From either to the other a run creates, changes and deletes. */
const STATES = [
  { 'a/en-de.csv': 'house,Haus\ncat,Katze\n', 'b/en-fr.csv': 'house,maison\n' },
  { 'a/en-de.csv': 'house,Heim\n', 'a/de-en.csv': 'Heim,home\n', 'c/en-de.csv': 'dog,Hund\n' },
] as const;

const sortedLines = (lines: readonly string[]): string => [...lines].sort().join('\n');

const config = (url: string, ledger: string): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nconcurrency: 1\nledger: ${ledger}\n`;

async function world(ledger: 'true' | '{ remote: origin }') {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { bare, folders } = await sharedRemote({ 'lexform.yaml': config(url, ledger) }, 2);
  const [ana = '', clone = ''] = folders;
  // Without a remote, only the same clone knows.
  const ben = ledger === 'true' ? ana : clone;
  const shared = ledger === 'true' ? ana : bare;

  function write(state: Readonly<Record<string, string>>): void {
    for (const folder of new Set([ana, ben])) {
      rmSync(join(folder, 'glossaries'), { recursive: true, force: true });
      for (const [path, text] of Object.entries(state)) {
        const file = join(folder, 'glossaries', path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        writeFileSync(join(dirname(file), 'glossary.yaml'), `name: ${dirname(path)}\ndictionaries: auto\n`);
      }
    }
  }
  const args = ['apply', '--auto-approve', '--max-deletes-per-run', '20'];
  for (const each of ['glossary.*', 'glossary.*/*']) args.push('--allow-delete', each);
  /** Of ana, as a process that can be killed. */
  const apply = (env: NodeJS.ProcessEnv = {}): LexformProcess => startLexform({ cwd: ana, who: 'ana', env }, ...args);
  /** Of ben, whom nobody kills: in this process, where the pause before a lock is taken over takes no time. */
  const byBen = (...command: readonly string[]): Promise<CliResult> =>
    runLexform(
      {
        cwd: ben,
        env: { KEY: TEST_KEY, GITHUB_ACTOR: 'ben' },
        now: () => new Date(),
        processes: localProcesses({ pid: process.pid, signal: (pid) => void process.kill(pid, 0) }),
      },
      ...command,
    );

  /** What the service has, and what the ledger says, as files. */
  async function found() {
    const glossaries = glossaryCalls(clientOf(service));
    const live: [string, string][] = [];
    for (const { id, name, dictionaries } of await glossaries.list())
      for (const { pair } of dictionaries.values()) {
        const rows = [...((await glossaries.readEntries(id, pair)) ?? [])].map((row) => row.join(','));
        live.push([`${name}/${pair.source}-${pair.target}.csv`, sortedLines(rows)]);
      }
    const paths = git(shared, 'ls-tree', '-r', '--name-only', REF).split('\n');
    const owned = paths.filter((path) => path.endsWith('.csv'));
    const ledger = owned.map((path) => [
      path.replace('glossaries/', ''),
      sortedLines(git(shared, 'show', `${REF}:${path}`).trim().split('\n')),
    ]);
    const refs = git(shared, 'for-each-ref', '--format=%(refname)', 'refs/lexform/').trim();
    return { live: live.sort(), ledger: ledger.sort(), refs };
  }

  /**
   * After a kill, the same command. It takes the lock of the dead run over where the system tells that it is dead;
   * elsewhere it is refused, and the lock is broken. True when there was a lock.
   */
  async function recover(): Promise<boolean> {
    const first = await byBen(...args);
    // What git had begun for the dead may still end: then it is ana who has applied.
    if (first.code === 3)
      expect(first.err).toMatch(/"prod" is being changed by ana since |has applied to "prod" .* by ana /);
    else expect(first.code, first.err).toBe(0);
    const isRefused = first.err.includes('is being changed by');
    if (isRefused) expect((await byBen('ledger', 'unlock', '--force')).code).toBe(0);
    if (first.code === 3) expect((await byBen(...args)).code).toBe(0);
    return isRefused || /the run of ana that has held the lock of "prod" .* ended without releasing it/.test(first.err);
  }
  async function checkEnd(state: Readonly<Record<string, string>>): Promise<void> {
    const wanted = Object.entries(state).map(([path, text]) => [path, sortedLines(text.trim().split('\n'))]);
    // A list, so that a twin shows.
    expect(await found()).toEqual({ live: wanted.sort(), ledger: wanted.sort(), refs: REF });
  }
  return { service, write, apply, recover, checkEnd };
}

const killed = ({ code }: Ended): boolean => code === null;

describe.each(['true', '{ remote: origin }'] as const)('with ledger: %s, a run that SIGKILL ends', (ledger) => {
  test('at a write of git comes to the same end when it is run again', async () => {
    const { write, apply, recover, checkEnd } = await world(ledger);
    // What is written before it shows nowhere.
    const commands = [ledger === 'true' ? 'update-ref' : 'push'];
    // The lock, the intention, and the entry that drops the lock. There is no fourth.
    const moments = [
      { call: 1, side: 'before', isLocked: false },
      { call: 2, side: 'before', isLocked: true },
      // Nothing is left to do then but to write the entry.
      { call: 3, side: 'before', isLocked: true },
      { call: 3, side: 'after', isLocked: false },
      { call: 4, side: 'before', isLocked: undefined },
    ] as const;
    for (const [index, { call, side, isLocked }] of moments.entries()) {
      const state = STATES[index % 2] as Readonly<Record<string, string>>;
      write(state);
      const end = await apply(deadlyGit({ commands, call, side })).ended;
      expect([call, side, end.code], end.err).toEqual([call, side, isLocked === undefined ? 0 : null]);
      if (isLocked !== undefined) expect([call, side, await recover()]).toEqual([call, side, isLocked]);
      await checkEnd(state);
    }
  });
});

/**
 * Where a run is killed: when the service gets its n-th call, reads included, or at its n-th command of git that writes
 * or fetches.
 */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant<'call'>('call'), number: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    kind: fc.constant<'git'>('git'),
    number: fc.integer({ min: 1, max: 8 }),
    side: fc.constantFrom<'before' | 'after'>('before', 'after'),
  }),
);

test('a run that SIGKILL ends at any step comes to the same end when it is run again', async () => {
  const commands = ['fetch', 'fast-import', 'update-ref', 'push'];
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.tuple(anyStep, anyStep, anyStep, anyStep)), async (steps) => {
      const { service, write, apply, recover, checkEnd } = await world('{ remote: origin }');
      let callsLeft = Number.POSITIVE_INFINITY;
      let victim: LexformProcess | undefined;
      service.onCall(() => {
        callsLeft -= 1;
        if (callsLeft === 0) victim?.child.kill('SIGKILL');
      });
      for (const [index, step] of steps.entries()) {
        const state = STATES[index % 2] as Readonly<Record<string, string>>;
        write(state);
        callsLeft = step.kind === 'call' ? step.number : Number.POSITIVE_INFINITY;
        victim = apply(step.kind === 'git' ? deadlyGit({ commands, call: step.number, side: step.side }) : {});
        // A run may end before its n-th step.
        await victim.ended;
        callsLeft = Number.POSITIVE_INFINITY;
        await recover();
        await checkEnd(state);
      }
    }),
    { numRuns: runs(1) },
  );
});

test('a run that SIGKILL ends at a call to the service comes to the same end when it is run again', async () => {
  const { service, write, apply, recover, checkEnd } = await world('true');
  let until = Number.POSITIVE_INFINITY;
  let victim: LexformProcess | undefined;
  service.onCall(({ method }) => {
    if (method === 'GET') return;
    until -= 1;
    if (until === 0) victim?.child.kill('SIGKILL');
  });
  for (const [index, call] of [1, 3].entries()) {
    const state = STATES[index % 2] as Readonly<Record<string, string>>;
    write(state);
    until = call;
    victim = apply();
    if (!killed(await victim.ended)) continue;
    until = Number.POSITIVE_INFINITY;
    expect(await recover()).toBe(true);
    await checkEnd(state);
  }
  expect(until).toBe(Number.POSITIVE_INFINITY);
});
