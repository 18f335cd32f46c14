import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Service } from '../../src/service/create-service.ts';
import type { CliInput } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { DOCUMENTS, INSTEAD } from '../support/json-documents.ts';
import { COMMANDS } from '../support/parse-command-line.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { argumentsOf, type CommandWorld, copyOf, EVERY_COMMAND, listeningWorld } from './every-command.ts';

/** Every command of the table that has --json, whatever the lists of the tests say. */
const WITH_JSON = (function withJson(entries: typeof COMMANDS.commands): readonly string[] {
  return entries.flatMap(({ path, options, commands }) => [
    ...(options.some(({ long }) => long === '--json') ? [path.join(' ')] : []),
    ...withJson(commands),
  ]);
})(COMMANDS.commands);

/** What is wrong with the output of a run with --json: it is one document, of one of the schemas of the command. */
function wrongWith(out: string, names: readonly string[]): readonly string[] {
  let document: unknown;
  try {
    document = JSON.parse(out);
  } catch {
    return [`no document: ${JSON.stringify(out.slice(0, 200))}`];
  }
  const found = names.map((name) => [name, schemaErrors(name, document)] as const);
  if (found.some(([, errors]) => errors.length === 0)) return insideTargets(document, names);
  const nearest = [...found].sort(([, left], [, right]) => left.length - right.length)[0];
  return [`no schema: nearest is ${nearest?.[0]}: ${nearest?.[1].join('; ')}`];
}

/** The documents inside that of several targets or workspaces. */
function insideTargets(document: unknown, names: readonly string[]): readonly string[] {
  type Runs = readonly { readonly exitCode?: number; readonly document?: unknown }[];
  const { targets = [], workspaces = [] } = document as { readonly targets?: Runs; readonly workspaces?: Runs };
  return [...targets, ...workspaces].flatMap((each) =>
    each.exitCode === undefined || each.document == null ? [] : wrongWith(JSON.stringify(each.document), names),
  );
}

const KEY = randomUUID();

/** More of a command than its first form. */
const MORE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [['--force']],
  validate: [['--workspaces', '.'], ['--held-back'], ['--report', 'json=report.json']],
  lint: [
    ['--fix', '--dry-run'],
    ['--fix', '--suggested'],
    ['--update-baseline'],
    ['--prune'],
    ['--explain', 'all'],
    ['--explain', 'space/double'],
  ],
  fmt: [['--check']],
  plan: [
    ['--workspaces', '.'],
    ['--preview'],
    ['--against', 'ledger'],
    ['--target', 'all'],
    ['--unmanaged', '--held-back'],
  ],
  apply: [['--target', 'all']],
  pull: [['--check'], ['--force'], ['--theirs']],
  export: [['--out', 'out.csv']],
  drift: [
    ['--workspaces', '.'],
    ['--target', 'all'],
  ],
  'service compare': [['--full']],
  log: [['--show', 'latest'], ['house'], ['glossary.product'], ['glossary.none'], ['--limit', '1']],
  rollback: [['--dry-run']],
  restore: [['--dry-run']],
  'ledger unlock': [['--force']],
  'service languages': [
    ['--resource', 'all'],
    ['--pair', 'en->de', '--feature', 'glossary'],
    ['--pair', 'en->xx'],
    ['--pair', 'en->de', '--feature', 'none'],
  ],
  'service usage': [
    ['--group-by', 'key_and_day'],
    ['--fail-over', '1%'],
  ],
  'service translate': [
    ['--glossary', 'glossary.product'],
    ['--style', 'style_rules.marketing-de'],
  ],
  explain: [['--offline'], ['--all'], ['--lang', 'de']],
};

/** How a run differs from the first form of its command. */
interface Given {
  readonly more?: Partial<CliInput>;
  readonly args?: readonly string[];
  /** Words of the first form that are left out. */
  readonly without?: readonly string[];
}

/** What a command needs before its first form can succeed. */
const BEFORE: Readonly<Record<string, (world: CommandWorld) => Promise<Given>>> = {
  merge: async ({ cwd }) => {
    git(cwd, 'init');
    return {};
  },
  'ledger adopt': async ({ lexform }) => {
    await lexform(['ledger', 'forget', 'glossary.product', '--target', 'test', '--auto-approve']);
    return {};
  },
  'ledger forget': async () => ({ args: ['--auto-approve'] }),
};

/** Ways in which a run fails: what is changed in the world, the ports, and the arguments. */
const FAILURES: Readonly<Record<string, (world: CommandWorld, service: Service) => Promise<Given>>> = {
  'without a workspace': async () => ({ more: { cwd: await tempWorkspace({}) } }),
  'with errors in the files': async ({ cwd }) => {
    await fillWorkspace(cwd, { 'glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n,x\n', 'list.csv': 'x' });
    return {};
  },
  'with a lexform.yaml that cannot be read': async ({ cwd }) => {
    await fillWorkspace(cwd, { 'lexform.yaml': 'version: 1\ntargets: [' });
    return {};
  },
  'with an unknown target': async () => ({ args: ['--target', 'none'] }),
  'with workspaces that are not there': async () => ({ args: ['--workspaces', 'none/*'] }),
  'with an unknown option': async () => ({ args: ['--no-such-option'] }),
  'with a key that is refused': async () => ({ more: { env: { KEY: 'wrong', ADMIN: 'wrong' } } }),
  'without a key': async () => ({ more: { env: {} } }),
  'without an answer of the service': async () => ({
    more: { fetch: () => Promise.reject(new Error('connect ECONNREFUSED')) },
  }),
  'without approval': async () => ({ without: ['--auto-approve', '--force'] }),
  'with more deletions than the limits allow': async ({ cwd }) => {
    await fillWorkspace(cwd, { 'glossaries/product/en-de.csv': '' });
    return {};
  },
  'with changes that the service refuses': async (_, service) => {
    service.faults.set(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ kind: 'status', status: 400, method })));
    return {};
  },
  'interrupted before it began': async () => ({ more: { interrupted: AbortSignal.abort() } }),
  'without a ledger': async ({ cwd }) => {
    await rm(join(cwd, '.lexform'), { recursive: true, force: true });
    return {};
  },
};

test('every command with --json has a schema, and a schema has each of its documents', () => {
  expect(WITH_JSON.length).toBeGreaterThan(25);
  expect(Object.keys(DOCUMENTS).sort()).toEqual([...WITH_JSON].sort());
  expect(WITH_JSON.filter((command) => !EVERY_COMMAND.includes(command))).toEqual([]);
  const named = new Set([...Object.values(DOCUMENTS).flat(), ...INSTEAD]);
  const { definitions } = JSON.parse(readFileSync('schemas/output.schema.json', 'utf8')) as {
    readonly definitions: Readonly<Record<string, { readonly properties?: object }>>;
  };
  const documents = Object.entries(definitions).filter(([, { properties = {} }]) => 'formatVersion' in properties);
  expect(documents.map(([name]) => `output#${name}`).filter((name) => !named.has(name))).toEqual([]);
  const files = readdirSync('schemas').map((name) => name.replace('.schema.json', ''));
  expect([...named].map((name) => name.split('#')[0]).filter((name = '') => !files.includes(name))).toEqual([]);
});

/** What is wrong with each run of a command, by how it was run. */
async function wrongRuns(
  command: string,
  runs: typeof FAILURES,
  names: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const world = await listeningWorld({ key: KEY, adminKey: `${KEY}-admin` });
  const wrong: Record<string, readonly string[]> = {};
  for (const [how, prepare] of Object.entries(runs)) {
    const own = await copyOf(world);
    const { more = {}, args = [], without = [] } = await prepare(own, world.service);
    const words = argumentsOf(command, own).filter((word) => !without.includes(word));
    const { out } = await own.lexform([...words, '--json', ...args], more);
    world.service.faults.set([]);
    const found = wrongWith(out, names);
    if (found.length > 0) wrong[how] = found;
  }
  return wrong;
}

describe('with --json, the document fits a schema', () => {
  test.each(WITH_JSON)('of %s', async (command) => {
    const before = BEFORE[command] ?? (async () => ({}));
    const more = (MORE[command] ?? []).map((args) => [args.join(' '), async () => ({ args })] as const);
    const runs = [['as it is', before] as const, ...more];
    // There is no voice job, so nothing can be said of one; and one of all targets was never applied to.
    const instead = ['service voice status', 'service voice download', 'drift'].includes(command) ? INSTEAD : [];
    const names = [...(DOCUMENTS[command] ?? []), ...instead];
    expect(await wrongRuns(command, Object.fromEntries(runs), names)).toEqual({});
  });

  test.each(WITH_JSON)('of %s that fails', async (command) => {
    expect(await wrongRuns(command, FAILURES, [...(DOCUMENTS[command] ?? []), ...INSTEAD])).toEqual({});
  });
});
