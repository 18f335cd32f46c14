import { createHash } from 'node:crypto';

/** The states of the plan in a comment. */
export const STATES = [
  'open',
  'no-changes',
  'outdated',
  'overtaken',
  'failed',
  'applied',
  'partly-applied',
  'refused',
  'checked',
] as const;

export type CommentState = (typeof STATES)[number];

/** The content of the hidden first line of a comment: its owner, and the run that wrote it. */
export interface Marker {
  readonly kind: 'plan' | 'drift';
  /** The result of `commentKey`. */
  readonly key: string;
  readonly runId: string;
  readonly runAttempt: string;
  /** The commit that was planned; empty: none. */
  readonly head: string;
  /** Digest of the plan or of the drift, hex; empty: none. */
  readonly digest: string;
  readonly state: CommentState;
  /** Marks for the resources that the plan changes, from `touchesOf`; absent: unknown. */
  readonly touches?: readonly string[];
}

/**
 * Distinguishes the comments of one repository: 16 hex digits of a digest, so that the hidden line contains no name of
 * a target or folder. `id`: the input `comment-id`.
 */
export const commentKey = (folder: string, target: string, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([folder, target, id]))
    .digest('hex')
    .slice(0, 16);

/** The hidden line. Every part is hex, a number or one of our words, so nothing can end it early. */
export function markerLine({ kind, key, runId, runAttempt, head, digest, state, touches }: Marker): string {
  const touched = touches === undefined || touches.length === 0 ? '' : ` touches=${touches.join('.')}`;
  return (
    `<!-- lexform:${kind}:v1 key=${key} run=${runId}.${runAttempt} head=${head || '-'} digest=${digest || '-'} ` +
    `state=${state}${touched} -->`
  );
}

const FORM =
  /^<!-- lexform:(plan|drift):v1 key=([0-9a-f]{16}) run=(\d{1,20})\.(\d{1,6}) head=([0-9a-f]{40,64}|-) digest=([0-9a-f]{64}|-) state=([a-z-]+)(?: touches=([0-9a-f.]{1,2000}))? -->(?:\r?\n|$)/;

/** The marker of a comment; `undefined` if its first line has none, or one of another version. */
export function markerOf(body: string): Marker | undefined {
  const [, kind, key = '', runId = '', runAttempt = '', head = '', digest = '', state, touches] = FORM.exec(body) ?? [];
  const known = STATES.find((each) => each === state);
  if ((kind !== 'plan' && kind !== 'drift') || known === undefined) return undefined;
  const orEmpty = (text: string): string => (text === '-' ? '' : text);
  return {
    kind,
    key,
    runId,
    runAttempt,
    head: orEmpty(head),
    digest: orEmpty(digest),
    state: known,
    ...(touches !== undefined && { touches: touches.split('.') }),
  };
}

/**
 * True if the first run was started after the other: ids of runs increase, and a rerun keeps its id and counts its
 * attempts.
 */
export function isNewer(
  one: Pick<Marker, 'runId' | 'runAttempt'>,
  other: Pick<Marker, 'runId' | 'runAttempt'>,
): boolean {
  const [id, otherId] = [BigInt(one.runId), BigInt(other.runId)];
  return id === otherId ? Number(one.runAttempt) > Number(other.runAttempt) : id > otherId;
}
