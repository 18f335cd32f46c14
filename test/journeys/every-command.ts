import { randomUUID } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createService, type Service } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import type { CommandEntry } from '../../src/shells/cli/completion/command-table.ts';
import { programTable } from '../../src/shells/cli/program.ts';
import { wav } from '../contract/voice-bench.ts';
import { type CliInput, type CliResult, runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product terms\ndictionaries: auto\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'style-rules/marketing-de.yaml':
    'name: Marketing DE\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be friendly., source_language: en }\n',
  'developer-keys.yaml': 'ci: { label: CI }\n',
  'list.csv': 'en,de\nhouse,Haus\n',
};

export interface CommandWorld {
  readonly cwd: string;
  /** The id of `glossary.product`. */
  readonly glossaryId: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command line in this process. */
  readonly lexform: (args: readonly string[], more?: Partial<CliInput>) => Promise<CliResult>;
}

/**
 * What each command of the table is run with. The world has applied once; its files have one term more, and the service
 * has another one.
 */
const ARGUMENTS: Readonly<Record<string, (world: CommandWorld) => readonly string[]>> = {
  init: () => ['fresh'],
  validate: () => [],
  lint: () => [],
  fmt: () => ['--sort'],
  merge: () => ['--install', '--auto-approve'],
  plan: () => ['--target', 'test', '--detailed-exitcode', '--out', 'plan.json', '--report', 'markdown=plan.md'],
  apply: () => ['--target', 'test', '--auto-approve', '--report', 'markdown=apply.md'],
  pull: () => ['--target', 'test'],
  import: () => ['list.csv', '--to', 'glossary.product', '--dry-run'],
  export: () => ['glossary.product', '--format', 'csv'],
  drift: () => ['--target', 'test'],
  'service compare': () => ['--target', 'test,other'],
  log: () => ['--target', 'test'],
  'ledger ids': () => ['--target', 'test'],
  'ledger unlock': () => ['--target', 'test'],
  'ledger forget': () => ['glossary.product', '--target', 'test'],
  'ledger adopt': ({ glossaryId }) => ['glossary.product', glossaryId, '--target', 'test'],
  rollback: () => ['latest', '--target', 'test', '--auto-approve'],
  backup: () => ['kept', '--target', 'test'],
  restore: () => ['saved', '--target', 'test', '--auto-approve'],
  'service languages': () => ['--target', 'test'],
  'service usage': () => ['--target', 'test'],
  'service voice translate': () => ['talk.wav', '--to', 'de', '--target', 'test'],
  'service voice status': () => ['00000000-0000-4000-8000-000000000099', '--target', 'test'],
  'service voice download': () => ['00000000-0000-4000-8000-000000000099', '--target', 'test'],
  'service translate': () => ['house', '--from', 'en', '--to', 'de', '--target', 'test'],
  serve: () => ['--port', '0'],
  'service list': () => ['--target', 'test'],
  'service memories': () => ['--target', 'test'],
  doctor: () => ['--target', 'test'],
  'ledger confirm-address': () => ['--target', 'test', '--auto-approve'],
  explain: () => ['house', '--target', 'test'],
  completion: () => ['bash'],
  help: () => ['plan'],
};

const leaves = (entry: CommandEntry): readonly CommandEntry[] =>
  entry.commands.length === 0 ? [entry] : entry.commands.flatMap(leaves);

/** Every command of the table that does something, as its words: `voice status`. */
export const EVERY_COMMAND: readonly string[] = leaves(programTable()).map(({ path }) => path.join(' '));

/** Those that have `--json`. */
export const COMMANDS_WITH_JSON: ReadonlySet<string> = new Set(
  leaves(programTable())
    .filter(({ options }) => options.some(({ long }) => long === '--json'))
    .map(({ path }) => path.join(' ')),
);

/** The whole command line for a command of the table. A new command needs arguments here. */
export function argumentsOf(command: string, world: CommandWorld): readonly string[] {
  const made = ARGUMENTS[command];
  if (made === undefined) throw new Error(`test/journeys/every-command.ts has no arguments for "${command}"`);
  return [...command.split(' '), ...made(world)];
}

/** The world around a folder, in which nothing has happened yet. */
async function worldAt(cwd: string, env: Readonly<Record<string, string>>): Promise<CommandWorld> {
  const lexform: CommandWorld['lexform'] = (args, more = {}) => runLexform({ cwd, env, ...more }, ...args);
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await lexform(args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`);
    return out;
  };
  await run('apply', '--target', 'test', '--auto-approve');
  await run('backup', 'saved', '--target', 'test');
  const { ids } = JSON.parse(await run('ledger', 'ids', '--target', 'test'));
  await writeFile(join(cwd, 'glossaries/product/en-de.csv'), 'house,Haus\ncat,Katze\ndog,Hund\n');
  return { cwd, env, lexform, glossaryId: ids['glossary.product'] };
}

const config = (test: string, other: string): string =>
  `version: 1\ntargets:\n  test: ${test}\n  other: ${other}\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\ndeveloper_keys: developer-keys.yaml\n`;

/**
 * Makes an empty folder a workspace that has been applied to the embedded service, with something to do for every
 * command. There is no recording: the embedded service takes seconds for a job, so voice commands only fail here.
 */
export async function embeddedWorld(cwd: string): Promise<CommandWorld> {
  const target = '{ service: embedded }';
  await fillWorkspace(cwd, { 'lexform.yaml': config(target, target), ...FILES });
  return worldAt(cwd, {});
}

/** The same world once more. */
export async function copyOf(world: CommandWorld): Promise<CommandWorld> {
  const cwd = await tempWorkspace({});
  await cp(world.cwd, cwd, { recursive: true });
  return { ...world, cwd, lexform: (args, more = {}) => runLexform({ cwd, env: world.env, ...more }, ...args) };
}

/**
 * The same with a service that listens and has these keys, in the environment variables `KEY` and `ADMIN`. `inGit`: the
 * folder is a repository, which has the ledger.
 */
export async function listeningWorld({
  key,
  adminKey,
  inGit = false,
}: {
  readonly key: string;
  readonly adminKey: string;
  readonly inGit?: boolean;
}): Promise<CommandWorld & { readonly service: Service; readonly url: string }> {
  const service = createService(
    {
      accounts: [
        { key, plan: 'pro' },
        { key: adminKey, plan: 'pro', admin: true, account: key },
      ],
      voiceMs: 0,
    },
    { now: () => new Date(), id: randomUUID, sleep: async () => {}, random: () => 0.5 },
  );
  const { url, close } = await listen(service);
  onTestFinished(close);
  const target = `base_url: "${url}", key: env:KEY, admin_key: env:ADMIN`;
  const other = `{ ${target}, names: "{name} (other)" }`;
  const files = { 'lexform.yaml': config(`{ ${target} }`, other), 'talk.wav': wav(2), ...FILES };
  const cwd = await tempWorkspace(files);
  if (inGit) {
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '--quiet', '--message', 'terms');
  }
  return { service, url, ...(await worldAt(cwd, { KEY: key, ADMIN: adminKey })) };
}
