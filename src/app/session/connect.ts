import { join } from 'node:path';
import type { Client, Limit } from '../../client/client.ts';
import { type ClientOptions, makeClient } from '../../client/make-client.ts';
import type { ClientPorts } from '../../client/transport/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import { sharedOf } from '../../kinds/files/files-facet.ts';
import {
  parseOpenApiRules,
  type RuleCatalogue,
  readRuleCatalogue,
} from '../../kinds/style-list/files/rule-catalogue.ts';
import { STYLE_LIST_FILES } from '../../kinds/style-list/files/style-list-files.ts';
import { targetPath } from '../../ledger/ledger.ts';
import { UsageError } from '../../model/errors.ts';
import { hasErrors, topOf } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Secret, secret } from '../../model/secret.ts';
import { VERSION } from '../../model/workspace/project.ts';
import {
  type Endpoint,
  type HttpSettings,
  type KeySource,
  type Target,
  WORKSPACE_FILE,
  type WorkspaceConfig,
} from '../../model/workspace/workspace.ts';
import { findingMessage, findingsText } from '../../review/messages/finding-text.ts';
import { makeLimit } from '../../steps/make-limit.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import type { TargetOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { callEventLines, watchCalls } from '../progress.ts';
import type { LedgerAccount } from './open-ledger.ts';
import type { ConfiguredWorkspace, OpenWorkspace } from './open-workspace.ts';
import { readNamedFile } from './read-named-file.ts';

/**
 * The rules of `rule_catalog:`, for an embedded service; `undefined` when the workspace names none. The check of the
 * files reports a document that cannot be read.
 */
export async function ownRules(
  { root, config, shared }: ConfiguredWorkspace,
  { files }: Pick<Ports, 'files'>,
): Promise<RuleCatalogue['rules'] | undefined> {
  if (config.ruleCatalog === undefined) return undefined;
  const catalogue = sharedOf(STYLE_LIST_FILES, shared);
  if (catalogue !== undefined) return catalogue.rules;
  const { value, findings } = await readRuleCatalogue(files, root, config);
  return hasErrors(findings) ? undefined : value.rules;
}

/** The rules of the document that `--rule-catalog` names. Throws `UsageError` if it contains none. */
export async function rulesOfDocument(
  path: string,
  ports: Pick<Ports, 'files' | 'cwd'>,
): Promise<RuleCatalogue['rules']> {
  const absent = `there is no file ${path}; --rule-catalog names an OpenAPI document`;
  const bytes = await readNamedFile(path, ports, { absent });
  const { value, findings } = parseOpenApiRules({ bytes, file: path });
  if (value === undefined) throw new UsageError(findingsText(findings).trimEnd());
  return value;
}

/** A target that can be called. */
export interface Connection {
  readonly target: LedgerAccount;
  readonly client: Client;
  /** A client without retries, for optional calls. */
  readonly once: Client;
  /**
   * The client with the admin key, for developer keys and analytics. Rejects with `UsageError` when the target names
   * none.
   */
  readonly admin: () => Promise<Client>;
  /** The limiter for the whole run: the number of calls in flight never exceeds its limit. */
  readonly limit: Limit;
  /** The number of calls that have ended. */
  readonly calls: () => number;
}

/** A command at work on one target. */
export interface TargetSession<Options extends TargetOptions = TargetOptions> {
  readonly workspace: OpenWorkspace;
  readonly connection: Connection;
  readonly options: Options;
  readonly ports: Ports;
}

/** One attempt, of at most ten seconds. */
const IMPATIENT: ClientOptions = { timeoutMs: 10_000, retry: { attempts: 1 } };

/** The named target, or the only one. */
export function chooseTarget(config: WorkspaceConfig, name: string | undefined): Target {
  const names = config.targets.map((target) => target.name).join(', ');
  const [only, ...others] = config.targets;
  if (name === undefined) {
    if (only !== undefined && others.length === 0) return only;
    throw new UsageError(`lexform.yaml has several targets (${names}); name one with --target`, {
      code: 'target-needed',
    });
  }
  const found = config.targets.find((target) => target.name === name);
  if (found === undefined) {
    const one = name === 'all' || name.includes(',') ? ', and this command takes one' : '';
    throw new UsageError(`lexform.yaml has no target "${name}"${one}; it has: ${names}`, { code: 'target-unknown' });
  }
  return found;
}

/** The form of a target that ledgers, plans and backups use. */
export const accountOf = (target: Target): Connection['target'] => ({
  name: target.name,
  baseUrl: target.kind === 'embedded' ? EMBEDDED_URL : target.baseUrl,
});

/** Text for a variable. A name of another form is hidden, since it may be a key that a user pasted after `env:`. */
const variableText = (name: string): string =>
  /^[A-Z_][A-Z0-9_]{0,63}$/.test(name) ? `the environment variable ${name}` : 'the environment variable behind "env:"';

/** A key file by its path, unless the path looks like a key: a UUID, or a text that ends with `:fx`. */
const keyFileText = (path: string): string =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|:fx$/i.test(path) ? 'the key file behind "file:"' : `the key file ${path}`;

const KEY_MISSING = { code: 'key-not-set' } as const;

/** Reads a key. The errors say where Lexform looked for it, never what it found. */
async function readKey(source: KeySource, root: string, ports: Ports): Promise<Secret> {
  if (source.kind === 'env') {
    const value = ports.env(source.name)?.trim();
    if (value === undefined || value === '')
      throw new UsageError(
        `${variableText(source.name)} is not set; it should hold the key of the service`,
        KEY_MISSING,
      );
    return secret(value);
  }
  const place = { root, file: source.path, role: 'key', namedAt: topOf(WORKSPACE_FILE) } as const;
  const { value: bytes, findings } = await readInside(ports.files, place);
  const refused = findings.find(({ code }) => code !== 'file-missing');
  if (refused !== undefined) throw new UsageError(`the key file is not read: ${findingMessage(refused)}`, KEY_MISSING);
  const value = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
  if (value === '')
    throw new UsageError(
      `${keyFileText(source.path)} is missing or empty; it should hold the key of the service`,
      KEY_MISSING,
    );
  return secret(value);
}

/** The HTTP settings of the target, or otherwise of the workspace. */
const httpOf = (config: WorkspaceConfig, target: Target): HttpSettings => ({
  ...config.http,
  ...(target.kind === 'remote' ? target.http : {}),
});

/** Time limits for calls: from the command line, the target, the workspace, or the defaults, in this order. */
function timesOf(set: HttpSettings, options: TargetOptions): ClientOptions {
  const { timeoutMs, timeLimitMs } = set;
  return omitUndefined({
    timeoutMs,
    retry: omitUndefined({ timeLimitMs, maxRetryAfterMs: options.maxWait ?? set.maxWaitMs }),
  });
}

/** Opens the target: finds its key and makes the client. No call is made yet. */
export async function connect(
  workspace: ConfiguredWorkspace,
  options: TargetOptions,
  ports: Ports,
): Promise<Connection> {
  const { root, config } = workspace;
  const target = chooseTarget(config, options.target);
  const http = httpOf(config, target);
  const limit = makeLimit(options.concurrency ?? config.concurrency);
  const { calls, onCall } = watchCalls(ports);
  const account = { target: accountOf(target), limit, calls };
  const { now, sleep, after, random, interrupted, ended } = ports;
  const onCallEvent = callEventLines(ports);
  const settings = { userAgent: `lexform/${VERSION}`, ...timesOf(http, options) };
  const common = { now, sleep, after, random, interrupted, onCallEvent, onCall, ended };
  const clientOf = (
    endpoint: Endpoint,
    fetch: Ports['fetch'],
    more: ClientOptions = {},
    pace?: ClientPorts['pace'],
  ): Client => makeClient(endpoint, { ...common, fetch, pace }, { ...settings, ...more });
  if (target.kind === 'embedded') {
    const rules = config.ruleCatalog === undefined ? undefined : await ownRules(workspace, ports);
    const folder = join(root, '.lexform', 'service', targetPath(target.name));
    const { embeddedTarget } = await import('./embedded.ts');
    const { endpoint, admin, fetch } = embeddedTarget(folder, ports, rules);
    const host = 'the embedded service';
    return {
      ...account,
      client: clientOf(endpoint, fetch, { host }),
      once: clientOf(endpoint, fetch, { host, ...IMPATIENT }),
      admin: async () => clientOf(admin, fetch, { host }),
    };
  }
  const { baseUrl, authScheme, adminKey } = target;
  const remote = (key: Secret, more?: ClientOptions): Client =>
    clientOf({ baseUrl, authScheme, key }, ports.fetch, more, ports.paceOf?.(baseUrl));
  const key = await readKey(target.key, root, ports);
  return {
    ...account,
    client: remote(key),
    once: remote(key, IMPATIENT),
    admin: async () => {
      if (adminKey !== undefined) return remote(await readKey(adminKey, root, ports));
      throw new UsageError(
        `target "${target.name}" has no admin_key; developer keys and analytics need one: admin_key: ` +
          'env:NAME or file:PATH',
        { code: 'admin-key-missing' },
      );
    },
  };
}

/** True if the target names an admin key. The key is read only when it is needed. */
export const hasAdminKey = ({ targets }: WorkspaceConfig, { target: { name } }: Pick<Connection, 'target'>): boolean =>
  targets.some((each) => each.name === name && (each.kind === 'embedded' || each.adminKey !== undefined));

/** The client of a run. Only calls that need the admin key use it, and the key is read only for them. */
export const clientFor = async (connection: Connection, needsAdminKey: boolean): Promise<Client> =>
  needsAdminKey ? { ...connection.client, adminExchange: (await connection.admin()).exchange } : connection.client;
