import type { Client } from '../client/client.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { isOfAdmin, KINDS } from '../kinds/registry.ts';
import { serviceOf } from '../kinds/service/registry.ts';
import { kindNoun } from '../kinds/words.ts';
import { type Check, check } from '../model/checkup.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import type { WorkspaceConfig } from '../model/workspace/workspace.ts';

/**
 * Tolerated difference between the clocks, in milliseconds: the Date header counts seconds, and an answer takes time.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** Header values of the last answer. */
export interface AnswerWatch {
  /** The `Date` header of the last answer; `undefined` without an answer or without the header. */
  readonly date: () => string | undefined;
}

export interface ExamineInput {
  /** Makes one attempt for each call. */
  readonly client: Client;
  /** The client with the admin key; rejects if it is missing. */
  readonly admin: () => Promise<Client>;
  readonly config: WorkspaceConfig;
  readonly hasAdminKey: boolean;
  /** The host name to show. `undefined`: the embedded service. */
  readonly host: string | undefined;
  readonly now: () => Date;
  readonly watch: AnswerWatch;
}

/** The answer to the request for the list of one kind. */
interface ListAnswer {
  readonly of: AnyKind;
  readonly isRefused: boolean;
  /** The reason of a refusal. */
  readonly error?: unknown;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Codes of an error and of its causes. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 8) return [];
  const ownCodes = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...ownCodes, ...codesOf(error.cause, depth + 1)];
}

/** The reason why the service did not answer, from the error code of the system. */
function unreachableCode(error: unknown): string {
  const codes = codesOf(error);
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  if (has(/^(?:ENOTFOUND|EAI_)/)) return 'address-unknown';
  if (has(/^ECONNREFUSED$/)) return 'address-refuses';
  if (has(/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/)) return 'address-tls';
  return 'address-silent';
}

const hasStatus = ({ error }: ListAnswer, ...statuses: readonly number[]): boolean =>
  error instanceof ServiceError && statuses.includes(error.refusal.status);

const isDenied = (answer: ListAnswer): boolean => hasStatus(answer, 401, 403);

const isManagedIn = (config: WorkspaceConfig, { kind }: AnyKind): boolean => config.patterns[kind] !== undefined;

/** A check of the key's rights, from the listing of one kind. A kind that is not managed needs no rights. */
function rightOf(answer: ListAnswer, config: WorkspaceConfig): Check {
  const kind = kindNoun(answer.of)[1];
  const isManaged = isManagedIn(config, answer.of);
  if (!answer.isRefused) return check('rights', 'ok', 'right-granted', { kind });
  if (isDenied(answer)) return check('rights', isManaged ? 'error' : 'note', 'right-denied', { kind });
  const details = { kind, message: messageOf(answer.error) };
  return check('rights', isManaged ? 'error' : 'note', 'right-unknown', details);
}

/** Requests the lists of kinds, one after another. */
async function listAll(client: () => Promise<Client>, kinds: readonly AnyKind[]): Promise<readonly ListAnswer[]> {
  const answers: ListAnswer[] = [];
  for (const of of kinds)
    try {
      await serviceOf(of.kind).list(await client());
      answers.push({ of, isRefused: false });
    } catch (error) {
      answers.push({ of, isRefused: true, error });
    }
  return answers;
}

async function adminChecks({ admin, config, hasAdminKey }: ExamineInput): Promise<readonly Check[]> {
  const kinds = KINDS.filter(isOfAdmin);
  const isManaged = kinds.some((kind) => isManagedIn(config, kind));
  if (!hasAdminKey)
    return isManaged
      ? [check('admin key', 'error', 'admin-key-missing')]
      : [check('admin key', 'note', 'admin-key-not-needed')];
  const refused = (await listAll(admin, kinds)).find(({ isRefused }) => isRefused);
  if (refused === undefined) return [check('admin key', 'ok', 'admin-key-accepted')];
  const level = isManaged ? 'error' : 'warning';
  const code = isDenied(refused) ? 'admin-key-refused' : 'admin-key-unknown';
  return [check('admin key', level, code, { message: messageOf(refused.error) })];
}

function clockCheck(date: string | undefined, now: Date): readonly Check[] {
  const there = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(there)) return [check('clock', 'note', 'clock-unknown')];
  const difference = now.getTime() - there;
  const details = { seconds: Math.round(Math.abs(difference) / 1000), way: difference > 0 ? 'ahead of' : 'behind' };
  return [
    Math.abs(difference) <= CLOCK_TOLERANCE_MS
      ? check('clock', 'ok', 'clock-agrees')
      : check('clock', 'warning', 'clock-differs', details),
  ];
}

/** The reasons, from the first answer, why the address is not that of a usable service. */
function addressFaults(answer: ListAnswer, host = ''): readonly Check[] {
  const { error } = answer;
  if (error instanceof UnreachableError)
    return [check('address', 'error', unreachableCode(error), { host, message: messageOf(error) })];
  return hasStatus(answer, 404) ? [check('address', 'error', 'address-other-service', { host })] : [];
}

/** Checks address, key, rights and clock with reading calls only. Never rejects. */
export async function examineService(input: ExamineInput): Promise<readonly Check[]> {
  const { config, host, now, watch } = input;
  const client = async (): Promise<Client> => input.client;
  const kinds = KINDS.filter((kind) => !isOfAdmin(kind));
  const began = now().getTime();
  const first = await listAll(client, kinds.slice(0, 1));
  const milliseconds = now().getTime() - began;
  const faults = first.flatMap((answer) => addressFaults(answer, host));
  if (faults.length > 0) return faults;
  const reached =
    host === undefined
      ? check('address', 'ok', 'address-embedded')
      : check('address', 'ok', 'address-reached', { host, milliseconds });
  const clock = host === undefined ? [] : clockCheck(watch.date(), now());
  const answers = [...first, ...(await listAll(client, kinds.slice(1)))];
  if (answers.every(isDenied)) {
    const refusals = first.map(({ error }) => check('key', 'error', 'key-refused', { message: messageOf(error) }));
    return [reached, ...clock, ...refusals];
  }
  const isAccepted = answers.some(({ isRefused }) => !isRefused);
  return [
    reached,
    ...clock,
    ...(isAccepted && host !== undefined ? [check('key', 'ok', 'key-accepted')] : []),
    ...answers.map((answer) => rightOf(answer, config)),
    ...(await adminChecks(input)),
  ];
}
