import { byKind } from '../../model/by-kind.ts';
import { shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { linesOf, withLineEnds } from '../format/text.ts';

export interface Holder {
  readonly who: string;
  /** The URL of the run. */
  readonly run?: string;
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly process?: { readonly pid: number };
}

/** The result of breaking a lock. */
export type Unlocked =
  | { readonly kind: 'free' }
  | { readonly kind: 'broken'; readonly holder: Holder }
  /** The lock did not name its holder. */
  | { readonly kind: 'broken-unread' }
  /** Its holder released it in the meantime. */
  | { readonly kind: 'released'; readonly holder: Holder }
  /** Another run holds the lock now: it was not broken. */
  | { readonly kind: 'another'; readonly holder: Holder; readonly now: Holder };

/** The holder of a lock, its times, and the URL of the run. `isGone`: its process was on this machine and has ended. */
export function holderText(
  { who, run, since, until, process }: Holder,
  target: string,
  { now, isGone = false }: { readonly now: Date; readonly isGone?: boolean },
): string {
  const isOver = until < now.toISOString();
  const ending = isOver
    ? `  ended at  ${visible(until)}; the next apply takes it`
    : `  ends at   ${visible(until)} at the latest, unless it is renewed`;
  return withLineEnds(
    linesOf(
      `"${shown(target)}" is locked by ${shown(who)}`,
      `  since     ${visible(since)}`,
      ending,
      run !== undefined && `  run       ${shown(run)}`,
      isGone && `  process   ${process?.pid} no longer runs on this machine; the next apply here takes the lock`,
    ),
  );
}

/** The result of breaking the lock, as the last line. */
export const unlockedText = (unlocked: Unlocked, target: string): string =>
  `${byKind(unlocked, {
    free: () => `"${shown(target)}" is not locked.`,
    broken: ({ holder }) =>
      `The lock of ${shown(holder.who)} is broken. If their run is still going, it stops making calls when it notices.`,
    'broken-unread': () => `The lock of "${shown(target)}" did not name its holder; it is removed.`,
    released: ({ holder }) => `${shown(holder.who)} has just released the lock.`,
    another: ({ now }) =>
      `not removed: ${shown(now.who)} owns the lock now, since ${visible(now.since)}; run again to see it`,
  })}\n`;

const holderJson = ({ who, run, since, until }: Holder) => ({ who, run: run ?? null, since, until });

/** The result as the document of `--json`. */
export const unlockedJson = (unlocked: Unlocked, target: string): string =>
  jsonText({
    formatVersion: 1,
    target,
    result: unlocked.kind,
    lock: 'holder' in unlocked ? holderJson(unlocked.holder) : null,
    ...(unlocked.kind === 'another' && { now: holderJson(unlocked.now) }),
  });
