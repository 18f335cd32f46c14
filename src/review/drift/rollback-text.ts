import type { Address } from '../../model/resources/address.ts';
import { visible } from '../format/escape.ts';
import { firstOf, groupedDigits, linesOf, listed, plural, withLineEnds } from '../format/text.ts';

/** How the files can be made to ask for what the service has now. */
const KEEP =
  'To keep this state, bring it into the files: run lexform pull, which keeps your own edits, or git revert the ' +
  'commits that changed them.\n';

/**
 * What to know after a rollback or a restore, which never change the files. `broken`: the files have faults, so nobody
 * can tell what they ask for; `differ`: they ask for something else; `agree`: nothing needs to be said.
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
  /** They worked then, and are deactivated by now, or gone. */
  readonly gone: readonly Address[];
  /** They came since. */
  readonly since: readonly Address[];
  /** The ledger knew nothing but their ids then. */
  readonly unknown: readonly Address[];
  /** False: the target names no admin key, so keys were not looked at, and none is rolled back. */
  readonly looked: boolean;
}

/** Most keys that are named; the rest is counted. */
const NAMED = 10;

const namedKeys = (addresses: readonly Address[]): string =>
  listed(firstOf(addresses, NAMED, visible, (count) => `${groupedDigits(count)} more`));

/** What to know of the developer keys that a rollback leaves alone; empty when there are none. */
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
