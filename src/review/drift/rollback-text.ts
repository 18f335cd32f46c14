import type { Address } from '../../model/resources/address.ts';
import { visible } from '../format/escape.ts';
import { firstOf, groupedDigits, linesOf, listed, plural, withLineEnds } from '../format/text.ts';

/** How to make the files match the service. */
const KEEP =
  'To keep this state, bring it into the files: run lexform pull, which keeps your own edits, or git revert the ' +
  'commits that changed them.\n';

/**
 * A hint after a rollback or a restore, which never change the files. `broken`: the files have errors, so they cannot
 * be compared; `differ`: they ask for another state; `agree`: no hint is needed.
 */
export const rollbackHint = (files: 'agree' | 'differ' | 'broken'): string =>
  ({
    agree: '',
    differ: `The files were not changed: they ask for another state, and the next apply would restore it.\n${KEEP}`,
    broken:
      'The files were not changed, and they have errors (lexform validate lists them): once those are fixed, the ' +
      `next apply would restore what they ask for.\n${KEEP}`,
  })[files];

interface KeysLeft {
  /** Keys that were active then, and are deactivated or deleted now. */
  readonly gone: readonly Address[];
  /** Keys that were created since. */
  readonly since: readonly Address[];
  /** Keys whose only recorded data then was the id. */
  readonly unknown: readonly Address[];
  /** False: the target names no admin key, so keys were not read and are not rolled back. */
  readonly looked: boolean;
}

/** Maximum number of keys that are named; the others are counted. */
const NAMED = 10;

const namedKeys = (addresses: readonly Address[]): string =>
  listed(firstOf(addresses, NAMED, visible, (count) => `${groupedDigits(count)} more`));

/** A text about the developer keys that a rollback does not change; empty without such keys. */
export function keysLeftText({ gone, since, unknown, looked }: KeysLeft): string {
  if (!looked) return 'Developer keys are left unchanged: the target has no admin_key to read them with.\n';
  const is = ({ length }: readonly Address[]): string => plural(length, 'is', 'are');
  return withLineEnds(
    linesOf(
      gone.length > 0 &&
        `${namedKeys(gone)} ${is(gone)} deactivated or gone, and cannot be restored: a new key has a new secret.`,
      since.length > 0 &&
        `${namedKeys(since)} ${plural(since.length, 'was', 'were')} created later, and ${is(since)} left unchanged.`,
      unknown.length > 0 &&
        `${namedKeys(unknown)} ${is(unknown)} left unchanged: that ledger entry holds only the ids of keys.`,
    ),
  );
}
