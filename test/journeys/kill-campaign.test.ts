import type { ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import type { Ports } from '../../src/app/ports.ts';
import { openLedger } from '../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import type { WorkspaceConfig } from '../../src/model/workspace/workspace.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { GIT_ENV } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import { clientOf } from '../support/target.ts';
import { deadlyFiles } from './deadly-files.ts';
import { deadlyGit } from './deadly-git.ts';
import { startLexform } from './lexform-process.ts';
import { sharedRemote } from './shared-remote.ts';

/**
 * Kills real processes at random moments, and runs the same command until it succeeds: no lock is broken by hand. Then
 * the files are edited, and something is removed. After each the service, the files and the ledger say the same. Each
 * run plays other rounds; `LEXFORM_CAMPAIGN=500` plays so many for each kind of ledger, and `LEXFORM_CAMPAIGN_SEED`
 * plays a failure again.
 */
const ROUNDS = Number(process.env.LEXFORM_CAMPAIGN ?? 2);
const SEED = Number(process.env.LEXFORM_CAMPAIGN_SEED ?? randomInt(2 ** 31));
/** Runs of the same command after a kill, some of which are killed as well. */
const MAX_RUNS = 8;

const LEDGERS = {
  'git, no remote': { config: 'true', place: { kind: 'auto' } },
  'git, a remote': { config: '{ remote: origin }', place: { kind: 'remote', remote: 'origin' } },
  'a folder': { config: '{ dir: history }', place: { kind: 'dir', dir: 'history' } },
} as const satisfies Record<string, { readonly config: string; readonly place: WorkspaceConfig['ledger'] }>;

/** What the files ask for: of each glossary its name and its terms, and the prompt of a style list. */
interface Wanted {
  readonly glossaries: ReadonlyMap<string, { readonly name: string; readonly terms: ReadonlyMap<string, string> }>;
  readonly prompt: string | undefined;
}

const WORDS = ['house', 'cat', 'dog', 'tree', 'moon'] as const;

function anyWanted(random: Seeded): Wanted {
  const folders = ['a', 'b', 'c'].filter((_, index) => index === 0 || random.below(3) > 0);
  return {
    glossaries: new Map(
      folders.map((folder) => {
        const words = WORDS.filter((_, index) => index === 0 || random.below(2) === 0);
        const terms = new Map(words.map((word) => [word, `${word}-${random.below(4)}`] as const));
        return [folder, { name: `${folder.toUpperCase()} ${random.below(2)}`, terms }] as const;
      }),
    ),
    prompt: random.below(4) === 0 ? undefined : `Be ${random.pick(['kind', 'brief', 'exact'])}.`,
  };
}

/** The same without its last glossary, or without a term of it where it is the only one. */
function lessOf({ glossaries, prompt }: Wanted): Wanted {
  const names = [...glossaries.keys()];
  if (names.length > 1) return { glossaries: new Map([...glossaries].slice(0, -1)), prompt };
  const [name = '', glossary] = [...glossaries][0] ?? [];
  const terms = new Map([...(glossary?.terms ?? [])].slice(0, 1));
  return { glossaries: new Map([[name, { name: glossary?.name ?? '', terms }]]), prompt };
}

/** Any of the three sides in one form: lists, so that a twin shows. */
const plain = (lists: readonly (readonly [name: string, terms: Iterable<readonly [string, string]>])[]) =>
  lists.map(([name, terms]) => [name, [...terms].map((row) => row.join('=')).sort()] as const).sort();

async function world(ledger: keyof typeof LEDGERS, random: Seeded) {
  const { config, place } = LEDGERS[ledger];
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { folders } = await sharedRemote(
    {
      'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nconcurrency: ${1 + random.below(3)}\nledger: ${config}\n`,
    },
    1,
  );
  const [cwd = ''] = folders;
  const git = (folder: string) => gitProgram(folder, GIT_ENV);
  const ports = { files: nodeFiles(), git, id: randomUUID, now: () => new Date(), env: () => undefined };
  const args = ['apply', '--auto-approve', '--max-deletes-per-run', '100'];
  for (const each of ['glossary.a', 'glossary.b', 'glossary.c', 'style_rules.tone', 'glossary.*/*'])
    args.push('--allow-delete', each);

  function write({ glossaries, prompt }: Wanted): void {
    for (const folder of ['glossaries', 'style-rules']) rmSync(join(cwd, folder), { recursive: true, force: true });
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    };
    for (const [folder, { name, terms }] of glossaries) {
      put(`glossaries/${folder}/glossary.yaml`, `name: ${name}\ndictionaries: auto\n`);
      put(`glossaries/${folder}/en-de.csv`, [...terms].map((row) => `${row.join(',')}\n`).join(''));
    }
    if (prompt !== undefined)
      put(
        'style-rules/tone.yaml',
        `name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: A, prompt: ${prompt} }\n`,
      );
  }

  /** The process that dies when the service has had so many more calls. */
  let hour: { left: number; readonly child: ChildProcess } | undefined;
  service.onCall(() => {
    if (hour === undefined) return;
    hour.left -= 1;
    if (hour.left === 0) hour.child.kill('SIGKILL');
  });

  /** A run as a process that is killed at a moment which the seed has chosen; it may end before. */
  async function killed(): Promise<{ readonly code: number | null; readonly told: string }> {
    const side = random.pick(['before', 'after'] as const);
    const call = 1 + random.below(12);
    const kinds = ledger === 'a folder' ? (['call', 'file'] as const) : (['call', 'git'] as const);
    const kind = random.pick(kinds);
    const commands = ['update-ref', 'push', 'fetch', 'fast-import'];
    const env = {
      call: () => ({}),
      git: () => deadlyGit({ commands, call: 1 + (call % 6), side }),
      file: () => deadlyFiles({ call, side }),
    };
    const { child, ended } = startLexform({ cwd, who: 'ana', env: env[kind]() }, ...args);
    hour = { left: kind === 'call' ? call : Number.POSITIVE_INFINITY, child };
    const { code, err } = await ended;
    hour = undefined;
    return { code, told: `killed ${side} ${kind} ${call}: ${code} ${err}` };
  }

  /**
   * The same command until it succeeds. A run may find that git has finished what a dead one had begun, and says so.
   */
  async function untilDone(log: string[]): Promise<void> {
    for (let runs = 1; runs <= MAX_RUNS; runs += 1) {
      if (runs < 3 && random.below(3) === 0) {
        const { code, told } = await killed();
        log.push(told);
        if (code === 0) return;
        continue;
      }
      const { code, out, err } = await startLexform({ cwd, who: 'ana' }, ...args).ended;
      log.push(`run: ${code} ${err}${out}`);
      if (code === 0) return;
      expect([code, err], log.join('\n')).toEqual([
        3,
        expect.stringContaining('another run has applied to "prod" since'),
      ]);
    }
    throw new Error(`the same command did not succeed:\n${log.join('\n')}`);
  }

  async function check(wanted: Wanted, log: readonly string[]): Promise<void> {
    const client = clientOf(service);
    const listed = await glossaryCalls(client).list();
    const live = await Promise.all(
      listed.map(
        async ({ id, name }) =>
          [name, (await glossaryCalls(client).readEntries(id, { source: 'en', target: 'de' })) ?? []] as const,
      ),
    );
    const lists = await styleListCalls(client).list();
    const known = await openLedger(
      { root: cwd, config: { ledger: place } as WorkspaceConfig },
      { name: 'prod', baseUrl: url },
      ports as unknown as Ports,
    );
    const state = (await known?.read())?.state;
    const owned = [...(state?.glossaries.values() ?? [])];
    const ownedLists = [...(state?.styleLists.values() ?? [])];
    const asked = plain([...wanted.glossaries.values()].map(({ name, terms }) => [name, terms] as const));
    const prompts = wanted.prompt === undefined ? [] : [wanted.prompt];
    const promptsOf = (
      all: readonly { readonly content: { readonly instructions: readonly { readonly prompt: string }[] } }[],
    ) => all.flatMap(({ content }) => content.instructions.map(({ prompt }) => prompt));
    const found = {
      live: plain(live),
      ledger: plain(
        owned.map(({ content }) => [content.name, content.dictionaries.get('en->de')?.entries ?? []] as const),
      ),
      ids: owned.map(({ id }) => id).sort(),
      lists: promptsOf(lists),
      ledgerLists: promptsOf(ownedLists),
      listIds: ownedLists.map(({ id }) => id),
      lock: await known?.lock.read(),
    };
    expect(found, log.join('\n')).toEqual({
      live: asked,
      ledger: asked,
      ids: listed.map(({ id }) => id as string).sort(),
      lists: prompts,
      ledgerLists: prompts,
      listIds: lists.map(({ id }) => id),
      lock: undefined,
    });
  }

  /** One run of this process: nobody kills it. */
  async function apply(wanted: Wanted, log: string[]): Promise<void> {
    write(wanted);
    const { code, out, err } = await runLexform({ cwd, env: { KEY: TEST_KEY }, now: () => new Date() }, ...args);
    log.push(`edit: ${code} ${err}${out}`);
    expect(code, log.join('\n')).toBe(0);
    await check(wanted, log);
  }

  return { write, killed, untilDone, check, apply };
}

async function campaign(ledger: keyof typeof LEDGERS): Promise<void> {
  const log = [`LEXFORM_CAMPAIGN_SEED=${SEED}, a ledger in ${ledger}`];
  const random = seeded(SEED);
  const { write, killed, untilDone, check, apply } = await world(ledger, random);
  for (let round = 1; round <= ROUNDS; round += 1) {
    log.push(`round ${round}`);
    const wanted = anyWanted(random);
    write(wanted);
    const first = await killed();
    log.push(first.told);
    if (first.code !== 0) await untilDone(log);
    await check(wanted, log);
    const edited = anyWanted(random);
    await apply(edited, log);
    await apply(lessOf(edited), log);
  }
}

// Elsewhere nobody can tell that a process is gone, and a lock stands for ten minutes.
describe.skipIf(!existsSync('/proc/sys/kernel/random/boot_id'))('runs that are killed at random', () => {
  test(
    'come to the truth by the same command, with any kind of ledger',
    async () => {
      // Side by side: a run that takes a dead one's lock over waits for a moment first.
      await Promise.all((Object.keys(LEDGERS) as (keyof typeof LEDGERS)[]).map(campaign));
    },
    60_000 + ROUNDS * 30_000,
  );
});
