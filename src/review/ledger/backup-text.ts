import type { AnyKind } from '../../kinds/kind.ts';
import { isOfAdmin } from '../../kinds/registry.ts';
import { kindNoun, partNoun } from '../../kinds/words.ts';
import { visible } from '../format/escape.ts';
import { capitalised, counted, linesOf, listed, plural, withLineEnds } from '../format/text.ts';

interface BackedUp {
  readonly json: {
    readonly target: { readonly name: string };
    readonly leftOut?: readonly { readonly address: string }[];
    readonly files: readonly unknown[];
  };
  /** Number of resources and entries of each kind; `undefined`: they were not read. */
  readonly kinds: readonly { readonly kind: AnyKind; readonly count: number | undefined; readonly entries: number }[];
}

/** The reason why a kind is missing. */
function whyMissing(kind: AnyKind, leftOut: readonly string[]): string | false {
  const start = `${capitalised(kindNoun(kind)[1])} are not included: `;
  if (isOfAdmin(kind))
    return !leftOut.some((address) => address.startsWith(`${kind.prefix}.`)) && `${start}the target has no admin_key.`;
  return kind.access === 'may-be-denied' && `${start}the service does not let this account read them.`;
}

/** The content of a backup, and the parts that are missing. */
export function backupText({ json, kinds }: BackedUp, folder: string): string {
  const { target, leftOut = [], files } = json;
  const addresses = leftOut.map(({ address }) => address);
  const counts = kinds.flatMap(({ kind, count, entries }) => {
    if (count === undefined) return [];
    const inChildren = kind.children === undefined ? '' : ` with ${counted(entries, ...partNoun(kind, 'entry'))}`;
    return `${counted(count, ...kindNoun(kind))}${inChildren}${kind.hasSecret ? ' without secrets' : ''}`;
  });
  const missing = linesOf(
    ...kinds.map(({ kind, count }) => count === undefined && whyMissing(kind, addresses)),
    leftOut.length > 0 &&
      `The backup is incomplete: files cannot store ${listed(addresses.map(visible))}, for ` +
        `the reasons given. A restore leaves ${plural(leftOut.length, 'it', 'them')} unchanged.`,
  );
  return (
    `Backed up ${visible(target.name)} to ${visible(folder)}: ${counts.join(', ')}; ` +
    `${counted(files.length, 'file')} and backup.json.\n${withLineEnds(missing)}next: lexform restore ` +
    `${visible(folder)} --dry-run, which should show no changes\n`
  );
}

/** The reason why nothing was written. */
export const backupRefusal = (folder: string, inTheWay: readonly string[], force: boolean): string =>
  inTheWay.length === 0
    ? `nothing was written: the folder ${visible(folder)} is not empty; name another folder, or rerun with ` +
      '--force to overwrite a backup in it\n'
    : `nothing was written: these files in ${visible(folder)} belong to no backup, and would become part of ` +
      `${force ? 'this one' : 'one'}; move them away, or name another folder\n` +
      inTheWay.map((path) => `  ${visible(path)}\n`).join('');

/** A note for a restore to another target than the one of the backup. */
export const otherTargetText = (from: { readonly name: string; readonly baseUrl: string }): string =>
  `This is a backup of "${visible(from.name)}" at ${visible(from.baseUrl)}: resources with the same names here ` +
  'are changed, the others are created.\n';
