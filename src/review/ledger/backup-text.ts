import { visible } from '../format/escape.ts';
import { counted, linesOf, listed, plural, withLineEnds } from '../format/text.ts';

interface BackedUp {
  readonly target: { readonly name: string };
  readonly glossaries: readonly { readonly dictionaries: readonly { readonly entries: number }[] }[];
  readonly styleRules?: readonly unknown[];
  readonly developerKeys?: readonly unknown[];
  readonly leftOut?: readonly { readonly address: string }[];
  readonly files: readonly unknown[];
}

/** What a backup holds, and what it does not. */
export function backupText(backup: BackedUp, folder: string): string {
  const { target, glossaries, styleRules, developerKeys, leftOut = [], files } = backup;
  const isLeftOut = (kind: string): boolean => leftOut.some(({ address }) => address.startsWith(kind));
  const entries = glossaries.flatMap(({ dictionaries }) => dictionaries).reduce((sum, each) => sum + each.entries, 0);
  const held = linesOf(
    `${counted(glossaries.length, 'glossary', 'glossaries')} with ${counted(entries, 'entry', 'entries')}`,
    styleRules !== undefined && counted(styleRules.length, 'style list'),
    developerKeys !== undefined && `${counted(developerKeys.length, 'developer key')} without secrets`,
  );
  const missing = linesOf(
    styleRules === undefined && 'Style lists are not included: the service does not let this account read them.',
    developerKeys === undefined &&
      !isLeftOut('developer_key.') &&
      'Developer keys are not included: the target has no admin_key.',
    leftOut.length > 0 &&
      `The backup is incomplete: files cannot hold ${listed(leftOut.map(({ address }) => visible(address)))}, for ` +
        `the reasons given. A restore leaves ${plural(leftOut.length, 'it', 'them')} unchanged.`,
  );
  return (
    `Backed up ${visible(target.name)} to ${visible(folder)}: ${held.join(', ')}; ` +
    `${counted(files.length, 'file')} and backup.json.\n${withLineEnds(missing)}next: lexform restore ` +
    `${visible(folder)} --dry-run, which should show no changes\n`
  );
}

/** Why nothing was written. */
export const backupRefusal = (folder: string, inTheWay: readonly string[], force: boolean): string =>
  inTheWay.length === 0
    ? `nothing was written: the folder ${visible(folder)} is not empty; name another folder, or rerun with ` +
      '--force to overwrite a backup in it\n'
    : `nothing was written: these files in ${visible(folder)} belong to no backup, and would become part of ` +
      `${force ? 'this one' : 'one'}; move them away, or name another folder\n` +
      inTheWay.map((path) => `  ${visible(path)}\n`).join('');

/** What to know when a backup is of another target than the one that is restored to. */
export const otherTargetText = (from: { readonly name: string; readonly baseUrl: string }): string =>
  `This is a backup of "${visible(from.name)}" at ${visible(from.baseUrl)}: resources with the same names here ` +
  'are changed, the others are created.\n';
