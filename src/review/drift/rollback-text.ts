import type { Address } from '../../model/resources/address.ts';
import { visible } from '../format/escape.ts';
import { counted, firstOf, groupedDigits, linesOf, listed, plural, withLineEnds } from '../format/text.ts';

/** Maximum number of resources that are named; the others are counted. */
const NAMED = 10;

/** How to make the files match the service. `command`: the rollback that writes the files. Absent after a restore. */
const keepText = (command?: string): string =>
  `To keep this state, bring it into the files: run ${command === undefined ? '' : `${command}, or `}lexform pull, ` +
  'which keeps your own edits, or git revert the commits that changed them.\n';

/**
 * A hint after a rollback or a restore that did not change the files. `broken`: the files have errors, so they cannot
 * be compared; `differ`: they have another content; `agree`: no hint is needed.
 */
export function rollbackHint(files: 'agree' | 'differ' | 'broken', command?: string): string {
  if (files === 'agree') return '';
  const have = command === undefined ? 'ask for another state' : 'still have the newer content';
  const why =
    files === 'differ'
      ? `: they ${have}, and the next apply would restore it.`
      : ', and they have errors (lexform validate lists them): once those are fixed, the next apply would restore ' +
        'their content.';
  return `The files were not changed${why}\n${keepText(command)}`;
}

/** After a rollback whose `--write-files` failed; the reason is shown before. */
export const FILES_NOT_WRITTEN =
  'The files were not changed, and the next apply would restore their content. Run the same command again: it writes ' +
  'the files.\n';

interface Differing {
  readonly address: Address;
  /** Absent: no file has the resource. */
  readonly file: string | undefined;
}

/** The resources in which the files still differ from the restored state; empty without any. */
export function filesDifferText(differing: readonly Differing[], version: string): string {
  if (differing.length === 0) return '';
  const line = ({ address, file }: Differing): string =>
    `  ${visible(address)}${file === undefined ? '' : `  ${visible(file)}`}`;
  const named = firstOf(differing, NAMED, line, (count) => `  … and ${groupedDigits(count)} more`);
  return withLineEnds([
    `The files still differ from entry ${visible(version)} in ${counted(differing.length, 'resource')}; lexform plan ` +
      'shows the differences:',
    ...named,
  ]);
}

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

const namedKeys = (addresses: readonly Address[]): string =>
  listed(firstOf(addresses, NAMED, visible, (count) => `${groupedDigits(count)} more`));

/** A text about the developer keys that a rollback does not change; empty without such keys. */
export function keysLeftText({ gone, since, unknown, looked }: KeysLeft): string {
  if (!looked) return 'Developer keys are left unchanged: the target has no admin_key to read them with.\n';
  const is = ({ length }: readonly Address[]): string => plural(length, 'is', 'are');
  return withLineEnds(
    linesOf(
      gone.length > 0 &&
        `${namedKeys(gone)} ${is(gone)} deactivated or deleted, and cannot be restored: a new key has a new secret.`,
      since.length > 0 &&
        `${namedKeys(since)} ${plural(since.length, 'was', 'were')} created later, and ${is(since)} left unchanged.`,
      unknown.length > 0 &&
        `${namedKeys(unknown)} ${is(unknown)} left unchanged: that ledger entry holds only the ids of keys.`,
    ),
  );
}
