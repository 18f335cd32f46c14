import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import type { GitPort } from '../../src/ledger/ports.ts';
import { type CliInput, type CliResult, runLexform } from '../support/cli.ts';
import { GIT_ENV, git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { clientOf } from '../support/target.ts';

const REF = 'refs/lexform/ledger/prod';
const TERMS = 'glossaries/product/en-de.csv';

interface Pair {
  /** The repository that has the refs of the ledger. */
  readonly place: string;
  readonly ana: string;
  readonly ben: string;
  readonly ledger: 'true' | '{ remote: origin }';
  /** Repositories that must have no refs of Lexform. */
  readonly untouched?: readonly string[];
  /** Checked at the end, for states of git that a run must leave alone. */
  readonly check?: () => void;
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  [TERMS]: 'house,Haus\n',
  'README.md': 'one\n',
};

/** A bare repository whose main branch has two commits. */
function remoteWith(files: Readonly<Record<string, string>>): string {
  const bare = tempFolder();
  git(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(bare, 'config', 'uploadpack.allowFilter', 'true');
  const first = tempFolder();
  git(first, 'init', '--quiet', '--initial-branch=main');
  put(first, files);
  git(first, 'add', '.');
  git(first, 'commit', '--quiet', '-m', 'one');
  put(first, { 'README.md': 'two\n' });
  git(first, 'commit', '--quiet', '-a', '-m', 'two');
  git(first, 'push', '--quiet', bare, 'main');
  return bare;
}

function cloneOf(url: string, ...options: readonly string[]): string {
  const folder = tempFolder();
  git(folder, 'clone', '--quiet', ...options, url, '.');
  return folder;
}

/** Stops in a rebase whose commit conflicts with the one below it. */
function stopInRebase(folder: string): void {
  git(folder, 'switch', '--quiet', '-c', 'topic', 'HEAD~1');
  put(folder, { 'README.md': 'three\n' });
  git(folder, 'commit', '--quiet', '-a', '-m', 'three');
  expect(() => git(folder, 'rebase', 'main')).toThrow();
}

function finishRebase(folder: string): void {
  expect(existsSync(join(folder, '.git/rebase-merge'))).toBe(true);
  expect(git(folder, 'status', '--porcelain', '--untracked-files=no')).toContain('UU README.md');
  put(folder, { 'README.md': 'both\n', [TERMS]: FILES[TERMS] });
  git(folder, 'add', 'README.md');
  git(folder, '-c', 'core.editor=true', 'rebase', '--continue');
  expect(git(folder, 'log', '--format=%s', 'topic').trim().split('\n')).toEqual(['three', 'two', 'one']);
}

/** Each hook of git that runs in a working repository, as a script that fails. */
function failingHooks(folder: string): string {
  const hooks = join(folder, 'hooks-that-fail');
  mkdirSync(hooks);
  const names = ['pre-push', 'reference-transaction', 'post-checkout', 'pre-auto-gc', 'update', 'pre-receive'];
  for (const name of names) writeFileSync(join(hooks, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return hooks;
}

const remote = '{ remote: origin }';

const PAIRS: Readonly<Record<string, () => Pair>> = {
  'clones of which one fetches from a mirror and pushes to a pushurl': () => {
    const [place, mirror] = [remoteWith(FILES), remoteWith(FILES)];
    const [ana, ben] = [cloneOf(`file://${mirror}`), cloneOf(`file://${place}`)];
    git(ana, 'config', 'remote.origin.pushurl', `file://${place}`);
    return { place, ana, ben, ledger: remote, untouched: [mirror] };
  },
  'clones of which one rewrites the address of its pushes': () => {
    const [place, mirror] = [remoteWith(FILES), remoteWith(FILES)];
    const [ana, ben] = [cloneOf(`file://${mirror}`), cloneOf(`file://${place}`)];
    git(ana, 'config', `url.file://${place}.pushInsteadOf`, `file://${mirror}`);
    return { place, ana, ben, ledger: remote, untouched: [mirror] };
  },
  'shallow clones': () => {
    const place = remoteWith(FILES);
    const [ana, ben] = [cloneOf(`file://${place}`, '--depth=1'), cloneOf(`file://${place}`, '--depth=1')];
    const check = () => {
      for (const folder of [ana, ben]) expect(existsSync(join(folder, '.git/shallow'))).toBe(true);
    };
    return { place, ana, ben, ledger: remote, check };
  },
  'a clone without file contents and one of a single branch, detached': () => {
    const place = remoteWith(FILES);
    const ana = cloneOf(`file://${place}`, '--filter=blob:none');
    const ben = cloneOf(`file://${place}`, '--single-branch', '--no-tags');
    git(ben, 'checkout', '--quiet', '--detach');
    const check = () => expect(git(ben, 'rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('HEAD');
    return { place, ana, ben, ledger: remote, check };
  },
  'worktrees of one repository': () => {
    const ana = cloneOf(`file://${remoteWith(FILES)}`);
    const ben = join(tempFolder(), 'tree');
    git(ana, 'worktree', 'add', '--quiet', ben, '-b', 'other');
    return { place: ana, ana, ben, ledger: 'true' };
  },
  'worktrees of one shallow clone, with a ledger on its remote': () => {
    const place = remoteWith(FILES);
    const ana = cloneOf(`file://${place}`, '--depth=1');
    const ben = join(tempFolder(), 'tree');
    git(ana, 'worktree', 'add', '--quiet', '--detach', ben);
    return { place, ana, ben, ledger: remote };
  },
  'submodules of two clones': () => {
    const place = remoteWith(FILES);
    const outer = remoteWith({ 'README.md': 'outer\n' });
    const withSubmodule = cloneOf(`file://${outer}`);
    git(withSubmodule, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${place}`, 'terms');
    git(withSubmodule, 'commit', '--quiet', '-m', 'terms');
    git(withSubmodule, 'push', '--quiet', 'origin', 'main');
    const inner = (): string => {
      const folder = cloneOf(`file://${outer}`);
      git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
      return join(folder, 'terms');
    };
    return { place, ana: inner(), ben: inner(), ledger: remote, untouched: [outer, withSubmodule] };
  },
  'clones of which one is stopped in a rebase': () => {
    const place = remoteWith(FILES);
    const [ana, ben] = [cloneOf(`file://${place}`), cloneOf(`file://${place}`)];
    stopInRebase(ana);
    return { place, ana, ben, ledger: remote, check: () => finishRebase(ana) };
  },
  'worktrees of which one is stopped in a rebase': () => {
    const ana = cloneOf(`file://${remoteWith(FILES)}`);
    const ben = join(tempFolder(), 'tree');
    git(ana, 'worktree', 'add', '--quiet', '--detach', ben);
    stopInRebase(ana);
    return { place: ana, ana, ben, ledger: 'true', check: () => finishRebase(ana) };
  },
  'clones whose own hooks fail': () => {
    const place = remoteWith(FILES);
    const [ana, ben] = [cloneOf(`file://${place}`), cloneOf(`file://${place}`)];
    for (const folder of [ana, ben]) git(folder, 'config', 'core.hooksPath', failingHooks(tempFolder()));
    return { place, ana, ben, ledger: remote };
  },
  'clones of a host whose hooks fail after each push': () => {
    const place = remoteWith(FILES);
    mkdirSync(join(place, 'hooks'), { recursive: true });
    for (const name of ['post-receive', 'post-update'])
      writeFileSync(join(place, 'hooks', name), '#!/bin/sh\necho "error: no mail" >&2\nexit 1\n', { mode: 0o755 });
    return { place, ana: cloneOf(`file://${place}`), ben: cloneOf(`file://${place}`), ledger: remote };
  },
};

function world(pair: Pair) {
  const service = testService();
  const config = `version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nledger: ${pair.ledger}\n`;
  for (const folder of [pair.ana, pair.ben]) put(folder, { 'lexform.yaml': config });
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 0, 2, 3, minutes));
  const run = (who: 'ana' | 'ben', args: readonly string[], more: Partial<CliInput> = {}): Promise<CliResult> =>
    runLexform(
      {
        cwd: pair[who],
        env: { KEY: TEST_KEY, GITHUB_ACTOR: who },
        git: (folder) => gitProgram(folder, GIT_ENV),
        fetch: inProcessFetch(service),
        now,
        ...more,
      },
      ...args,
    );
  const apply = (who: 'ana' | 'ben', more: Partial<CliInput> = {}): Promise<CliResult> =>
    run(who, ['apply', '--auto-approve', '--max-deletes-per-run', '5'], more);
  const write = (who: 'ana' | 'ben', terms: string): void => put(pair[who], { [TERMS]: terms });

  /** What the service has, what the ledger has, and what else is there. */
  async function found() {
    const calls = glossaryCalls(clientOf(service));
    const listed = await calls.list();
    const live = await Promise.all(
      listed.map(async ({ id }) => [...((await calls.readEntries(id, { source: 'en', target: 'de' })) ?? [])].join()),
    );
    const refs = git(pair.place, 'for-each-ref', '--format=%(refname)', 'refs/lexform/').trim().split('\n');
    const ids = JSON.parse(git(pair.place, 'show', `${REF}:ledger.json`)) as object;
    return {
      live,
      ledger: [git(pair.place, 'show', `${REF}:${TERMS}`).trim()],
      refs: refs.filter((ref) => !ref.startsWith('refs/lexform/remote/')),
      merges: git(pair.place, 'rev-list', '--min-parents=2', REF),
      isOwned: listed.every(({ id }) => JSON.stringify(ids).includes(id)),
    };
  }
  async function checkEnd(context: string, terms?: string): Promise<void> {
    const { live, ledger, refs, merges, isOwned } = await found();
    expect([context, live, refs, merges, isOwned]).toEqual([context, ledger, [REF], '', true]);
    if (terms !== undefined) expect([context, live]).toEqual([context, [terms]]);
    for (const folder of pair.untouched ?? []) expect(git(folder, 'for-each-ref', 'refs/lexform/')).toBe('');
  }
  return { service, run, apply, write, checkEnd, wait: (by: number) => (minutes += by) };
}

/** Does something before the n-th call of git, counted from 1. */
function atCall(call: number, what: () => Promise<void>) {
  let calls = 0;
  return {
    calls: () => calls,
    git: (folder: string): GitPort => {
      const port = gitProgram(folder, GIT_ENV);
      return {
        async run(args, input) {
          calls += 1;
          if (calls === call) await what();
          return port.run(args, input);
        },
      };
    },
  };
}

const must = ({ code, out, err }: CliResult, context: string): void =>
  expect([context, code, out + err]).toEqual([context, 0, out + err]);

/**
 * Two runs, each in a clone or a worktree of its own. The second one is a whole run before any call of git of the first
 * one.
 */
describe.each(Object.keys(PAIRS))('%s', (name) => {
  test('share one ledger, and two runs at once end done or refused', async () => {
    const pair = (PAIRS[name] as () => Pair)();
    const { run, apply, write, checkEnd } = world(pair);
    const first = atCall(0, async () => undefined);
    must(await apply('ana', { git: first.git }), 'first');
    await checkEnd('first', 'house,Haus');
    let races = 0;
    await fc.assert(
      fc.asyncProperty(fc.noShrink(fc.nat()), async (number) => {
        const call = 1 + (number % first.calls());
        races += 1;
        write('ana', `house,ana ${races}\n`);
        write('ben', `house,ben ${races}\n`);
        let ben: CliResult | undefined;
        const race = atCall(call, async () => {
          ben = await apply('ben');
        });
        const ana = await apply('ana', { git: race.git });
        ben ??= await apply('ben');
        const context = `call ${call}: ${JSON.stringify([ana, ben])}`;
        expect([0, 3], context).toContain(ana.code);
        expect([0, 3], context).toContain(ben.code);
        expect([ana.code, ben.code], context).toContain(0);
        await checkEnd(context);
        // A refused run is run again.
        for (const who of ['ben', 'ana'] as const) must(await apply(who), `${who} again, ${context}`);
        await checkEnd(context, `house,ana ${races}`);
        expect((await run('ana', ['plan'])).out, context).toContain('No changes');
      }),
      { numRuns: runs(1) },
    );
    pair.check?.();
  });
});

describe('a host that declines a push', () => {
  /** A hook that fails at its n-th call, or from then on; `repair` takes it away. */
  function declining(place: string, { hook, call, isOnce }: Declined): () => void {
    const count = join(tempFolder(), 'count');
    mkdirSync(join(place, 'hooks'), { recursive: true });
    const path = join(place, 'hooks', hook);
    // Only the first phase of a transaction can decline.
    const first = hook === 'reference-transaction' ? '[ "$1" = prepared ] || exit 0\n' : '';
    const script = `#!/bin/sh\n${first}echo >>'${count}'\n[ "$(wc -l <'${count}')" -${isOnce ? 'eq' : 'ge'} ${call} ] || exit 0\necho "only on Mondays" >&2\nexit 1\n`;
    writeFileSync(path, script, { mode: 0o755 });
    return () => rmSync(path);
  }
  interface Declined {
    readonly hook: string;
    readonly call: number;
    readonly isOnce: boolean;
  }
  /**
   * Calls of each hook in a run that removes a term: for the pushes of the lock, of the entry before the calls, and of
   * the entry after them. The last push has two refs, and git calls `update` for each of them.
   */
  const CALLS: Readonly<Record<string, number>> = { 'pre-receive': 3, update: 4, 'reference-transaction': 3 };
  const isDeclined = ({ hook, call }: Declined): boolean => call <= (CALLS[hook] ?? 0);
  const anyDeclined = fc.record<Declined>({
    hook: fc.constantFrom(...Object.keys(CALLS)),
    call: fc.integer({ min: 1, max: 5 }),
    isOnce: fc.boolean(),
  });

  test('is named, and the same command comes to the same end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.noShrink(anyDeclined), async (declined) => {
        const place = remoteWith(FILES);
        const ana = cloneOf(`file://${place}`);
        const { run, apply, write, checkEnd, wait } = world({ place, ana, ben: ana, ledger: remote });
        write('ana', 'house,Haus\ncat,Katze\n');
        must(await apply('ana'), 'first');
        write('ana', 'house,Heim\n');
        const repair = declining(place, declined);
        const result = await apply('ana');
        repair();
        const context = JSON.stringify([declined, result]);
        // A host does not pass on what a hook of a transaction prints.
        expect(/only on Mondays|aborted by hook/.test(result.err), context).toBe(isDeclined(declined));
        expect(result.code === 0, context).toBe(!isDeclined(declined));
        if (!isDeclined(declined)) return checkEnd(context, 'house,Heim');
        wait(11);
        must(await apply('ana'), `again, ${context}`);
        await checkEnd(context, 'house,Heim');
        expect((await run('ana', ['plan'])).out, context).toContain('No changes');
      }),
      { numRuns: runs(3) },
    );
  });
});
