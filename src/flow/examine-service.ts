import { developerKeyCalls } from '../client/calls/developer-key-calls.ts';
import { glossaryCalls } from '../client/calls/glossary-calls.ts';
import { styleListCalls } from '../client/calls/style-list-calls.ts';
import type { Client } from '../client/client.ts';
import { type Check, check } from '../model/checkup.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import type { WorkspaceConfig } from '../model/workspace/workspace.ts';

/**
 * Milliseconds by which the clocks may differ before it is worth a word: the Date header counts seconds, and an answer
 * takes some.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** What was seen of the last answer beside its content. */
export interface AnswerWatch {
  /** The `Date` header of the last answer; `undefined`: there was no answer, or it had none. */
  readonly date: () => string | undefined;
}

export interface ExamineInput {
  /** Makes one attempt for each call. */
  readonly client: Client;
  /** The client with the admin key; rejects when there is none. */
  readonly admin: () => Promise<Client>;
  readonly config: WorkspaceConfig;
  readonly hasAdminKey: boolean;
  /** The host, for people. `undefined`: the embedded service. */
  readonly host: string | undefined;
  readonly now: () => Date;
  readonly watch: AnswerWatch;
}

type Asked = { readonly kind: 'answered' } | { readonly kind: 'refused'; readonly error: unknown };

const ask = (call: () => Promise<unknown>): Promise<Asked> =>
  call().then(
    () => ({ kind: 'answered' }),
    (error: unknown) => ({ kind: 'refused', error }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Codes of an error and of all that caused it. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 8) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...codesOf(error.cause, depth + 1)];
}

/** Why no answer came, as far as the system tells. */
function unreachableCode(error: unknown): string {
  const codes = codesOf(error);
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  if (has(/^(?:ENOTFOUND|EAI_)/)) return 'address-unknown';
  if (has(/^ECONNREFUSED$/)) return 'address-refuses';
  if (has(/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/)) return 'address-tls';
  return 'address-silent';
}

const statusOf = ({ kind, ...asked }: Asked): number | undefined =>
  'error' in asked && asked.error instanceof ServiceError ? asked.error.refusal.status : undefined;

const isDenied = (asked: Asked): boolean => [401, 403].includes(statusOf(asked) ?? 0);

/** What one kind's listing says of the rights of the key. A kind that is not managed needs none. */
function rightOf(kind: string, asked: Asked, isManaged: boolean): Check {
  if (asked.kind === 'answered') return check('rights', 'ok', 'right-granted', { kind });
  if (isDenied(asked)) return check('rights', isManaged ? 'error' : 'note', 'right-denied', { kind });
  const details = { kind, message: messageOf(asked.error) };
  return check('rights', isManaged ? 'error' : 'note', 'right-unknown', details);
}

async function adminChecks({ admin, config, hasAdminKey }: ExamineInput): Promise<readonly Check[]> {
  const isManaged = config.developerKeys !== undefined;
  if (!hasAdminKey)
    return isManaged
      ? [check('admin key', 'error', 'admin-key-missing')]
      : [check('admin key', 'note', 'admin-key-not-needed')];
  const asked = await ask(async () => developerKeyCalls(await admin()).list());
  if (asked.kind === 'answered') return [check('admin key', 'ok', 'admin-key-accepted')];
  const level = isManaged ? 'error' : 'warning';
  const code = isDenied(asked) ? 'admin-key-refused' : 'admin-key-unknown';
  return [check('admin key', level, code, { message: messageOf(asked.error) })];
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

/** Whether the service can be worked with, by reading calls alone: address, key, rights, clock. Never rejects. */
export async function examineService(input: ExamineInput): Promise<readonly Check[]> {
  const { client, config, host, now, watch } = input;
  const began = now().getTime();
  const glossaries = await ask(() => glossaryCalls(client).list());
  const milliseconds = now().getTime() - began;
  if (glossaries.kind === 'refused' && glossaries.error instanceof UnreachableError) {
    const details = { host: host ?? '', message: messageOf(glossaries.error) };
    return [check('address', 'error', unreachableCode(glossaries.error), details)];
  }
  const status = statusOf(glossaries);
  if (status === 404) return [check('address', 'error', 'address-other-service', { host: host ?? '' })];
  const reached =
    host === undefined
      ? check('address', 'ok', 'address-embedded')
      : check('address', 'ok', 'address-reached', { host, milliseconds });
  const clock = host === undefined ? [] : clockCheck(watch.date(), now());
  const styleLists = await ask(() => styleListCalls(client).list());
  if (isDenied(glossaries) && isDenied(styleLists)) {
    const message = 'error' in glossaries ? messageOf(glossaries.error) : '';
    return [reached, ...clock, check('key', 'error', 'key-refused', { message })];
  }
  const isAccepted = [glossaries, styleLists].some(({ kind }) => kind === 'answered');
  return [
    reached,
    ...clock,
    ...(isAccepted && host !== undefined ? [check('key', 'ok', 'key-accepted')] : []),
    rightOf('glossaries', glossaries, config.glossaries !== undefined),
    rightOf('style lists', styleLists, config.styleRules !== undefined),
    ...(await adminChecks(input)),
  ];
}
