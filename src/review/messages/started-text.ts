import type { AnyKind } from '../../kinds/kind.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Finding } from '../../model/finding.ts';
import { shellWord, shortVersion, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { capitalised, counted, firstOf, linesOf, listed, plural, withLineEnds } from '../format/text.ts';
import { findingsData, findingsText } from './finding-text.ts';
import { variantProposals } from './variant-proposal.ts';

/** Why a kind of resource has no files. */
export type LeftOutKind = 'denied' | 'no-admin-key' | 'none';

/** A resource whose name leads to the same address as that of another one. */
export interface SharedName {
  readonly name: string;
  readonly address: string;
}

/** The result of making a workspace from an account. */
export interface Started {
  readonly target: string;
  readonly baseUrl: string;
  /** The folder as the user typed it; absent: the current one. */
  readonly folder?: string;
  /** The kinds that were read, with the number of resources in the account and in the files. */
  readonly kinds: readonly { readonly kind: AnyKind; readonly count: number; readonly inFiles: number }[];
  /** The files that were written, relative to the workspace. */
  readonly files: readonly string[];
  /**
   * Resources whose names lead to the same address, in the order of their addresses: all except the first have a
   * number.
   */
  readonly sharedNames: readonly SharedName[];
  readonly leftOut: readonly { readonly kind: AnyKind; readonly why: LeftOutKind }[];
  /** Resources and parts that files cannot represent, with the reasons. */
  readonly left: readonly Finding[];
  /** Notes about the files. */
  readonly notes: readonly Finding[];
  /** The plan of the files. If it has calls, no ledger entry was written. */
  readonly plan: { readonly calls: number };
  /** The version of the ledger entry; absent: none was written. */
  readonly entry?: string;
  /** True: the ledger had an entry before. */
  readonly isManaged: boolean;
  readonly inGit: boolean;
}

/** Proposals for an account with several variants of one language. */
export function variantsText(languages: readonly string[]): string {
  const variants = languages.filter((language) => language.includes('-'));
  const lines = variantProposals(variants, languages).map(({ base, first, others, line }) => {
    const names = listed([first ?? base, ...others].map(visible));
    const move = `move the ${plural(others.length, 'file', 'files')} of ${listed(others.map(visible))} there`;
    const rename = first === undefined ? '' : `, rename the file of ${visible(first)} to ${visible(base)}`;
    return (
      `The account has ${names}. One glossary can have all of them: ${move}${rename}, ` +
      `and write in glossary.yaml: ${visible(line)}`
    );
  });
  return withLineEnds(lines);
}

const WHY: Readonly<Record<LeftOutKind, string>> = {
  denied: 'the service does not let this account read them',
  'no-admin-key': 'they need --admin-key',
  none: 'the account has none',
};

/** Maximum number of resources with shared names that are listed. */
const SHARED_SHOWN = 20;

const nounOf = (kind: AnyKind): string => kindNoun(kind)[1];

/** The written files, the omitted resources with the reasons, and the next step. */
export function startedText(started: Started): string {
  const { target, baseUrl, folder, kinds, files, leftOut, left, plan, entry, isManaged, inGit } = started;
  const has = listed(kinds.map(({ kind, count }) => counted(count, ...kindNoun(kind))));
  const written = listed(kinds.map((each) => counted(each.inFiles, ...kindNoun(each.kind))));
  const there = folder === undefined ? '' : ` -C ${shellWord(folder)}`;
  const isEmpty = plan.calls === 0;
  const lines = linesOf(
    `The account at ${visible(baseUrl)} has ${has}.`,
    files.length > 0
      ? `Wrote ${counted(files.length, 'file')}${folder === undefined ? '' : ` to ${visible(folder)}`} with ${written}.`
      : `Wrote no file: all are there, with ${written}.`,
    started.sharedNames.length > 0 && [
      'These names give the same address, so the files of all but the first of each got a number:',
      ...firstOf(started.sharedNames, SHARED_SHOWN, ({ name, address }) => `  ${shown(name)} → ${visible(address)}`),
    ],
    leftOut.map(({ kind, why }) => `${capitalised(nounOf(kind))} are left out: ${WHY[why]}.`),
    left.length > 0 &&
      `${counted(left.length, 'part')} of the account ${plural(left.length, 'was', 'were')} left out, for the ` +
        `${plural(left.length, 'reason', 'reasons')} given.`,
    isEmpty
      ? 'The plan of these files is empty: they are what the service has.'
      : `The plan of these files has ${counted(plan.calls, 'call')}, so they are not what the service has, and ` +
          'the ledger has no new entry.',
    isEmpty && entry === undefined && !isManaged && 'Nothing is managed yet, for the reason given: run this again.',
    entry !== undefined &&
      `The ${isManaged ? 'new' : 'first'} entry of the ledger of ${visible(target)} is ${shortVersion(entry)}.`,
    isManaged && entry === undefined && `The ledger of ${visible(target)} has an entry already.`,
    !inGit && 'The folder is in no git repository: git init, and commit the files.',
    isEmpty
      ? `next: edit a term, then lexform plan${there}`
      : `next: lexform plan${there} shows the difference; lexform pull${there} takes what the service has`,
  );
  return `${findingsText([...left, ...started.notes])}${withLineEnds(lines)}`;
}

export const startedJson = (started: Started): string =>
  jsonText({
    formatVersion: 1,
    target: { name: started.target, baseUrl: started.baseUrl },
    resources: Object.fromEntries(
      started.kinds.map(({ kind, count, inFiles }) => [kind.plural, { onService: count, inFiles }]),
    ),
    files: started.files,
    sharedNames: started.sharedNames,
    leftOut: started.leftOut.map(({ kind, why }) => ({ kind: kind.kind, why })),
    left: findingsData(started.left),
    notes: findingsData(started.notes),
    plan: started.plan,
    ledger: started.entry === undefined ? null : { entry: started.entry },
  });
