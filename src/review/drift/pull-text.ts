import type { AnyKind } from '../../kinds/kind.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Finding } from '../../model/finding.ts';
import type { LayerReach } from '../../steps/pull/pull-into.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { capitalised, counted, linesOf, plural } from '../format/text.ts';
import { findingsData, findingsText } from '../messages/finding-text.ts';
import { optionName } from '../messages/option-name.ts';

/** The result of a pull, or of its check. */
export interface PulledReport {
  readonly target: string;
  /** Files that change or are new, relative to the workspace. */
  readonly files: readonly string[];
  /** Files that are deleted. */
  readonly deleted: readonly string[];
  /** Changes that could not be pulled, with the reasons. */
  readonly left: readonly Finding[];
  /** Notes about the files that were written. */
  readonly notes: readonly Finding[];
  /** Number of conflicts; the files keep their value. */
  readonly conflicts: number;
  /** Number of conflicts for which the ledger recorded the value of the service. Default 0. */
  readonly decided?: number;
  /**
   * Number of dictionaries, terms, rules and instructions that only the files have, and that stay despite `--force`.
   * Default 0.
   */
  readonly local?: number;
  /** True: the ledger has no entry. Default false. */
  readonly isFirst?: boolean;
  /**
   * Kinds that were not read, because `lexform.yaml` does not name them and the pull names no address. Absent: none, or
   * this is not the first pull.
   */
  readonly notRead?: readonly AnyKind[];
  /**
   * Number of resources that neither the files nor the ledger have and that got no files. Absent: none, or the pull
   * names addresses.
   */
  readonly unmanaged?: number;
  /** The effect of `--into`. Absent without the option. */
  readonly into?: LayerReach;
  /** True: only a check, nothing was written. */
  readonly check: boolean;
}

const filesBelow = (head: string, files: readonly string[]): readonly string[] | false =>
  files.length > 0 && [head, ...files.map((file) => `  ${visible(file)}`)];

const nothing = (from: string, isLeft: boolean, check: boolean): string =>
  isLeft ? `No change of ${from} ${check ? 'can be' : 'was'} pulled.` : `${from} has no changes to pull.`;

/** The terms of a layer that change, and the other glossaries above the layer. */
function reachLines(change: string, { layer, terms, changes, keeps }: LayerReach): readonly string[] {
  const listed = (all: LayerReach['changes']): readonly string[] =>
    all.map((each) => `  ${visible(each.address)}: ${counted(each.terms, 'term')}`);
  const glossaries = (count: number): string => counted(count, 'glossary', 'glossaries');
  const also =
    changes.length === 0 ? 'no other glossary changes.' : `the next apply also changes ${glossaries(changes.length)}:`;
  return [
    `${change} ${counted(terms, 'term')} of ${visible(layer)}; ${also}`,
    ...listed(changes),
    ...(keeps.length === 0
      ? []
      : [
          `${glossaries(keeps.length)} ${plural(keeps.length, 'does', 'do')} not change, because another row decides:`,
          ...listed(keeps),
        ]),
  ];
}

/** The resources that a pull leaves out, and how they get files. */
function unmanagedText(count: number, from: string): string {
  const them = plural(count, 'it', 'them');
  return (
    `${counted(count, 'resource')} on ${from} ${plural(count, 'is', 'are')} unmanaged and ` +
    `${plural(count, 'gets', 'get')} no files; Lexform does not change ${them}. "lexform plan --unmanaged" lists ` +
    `${them}, and "lexform pull ADDRESS" writes ${plural(count, 'its', 'their')} files.`
  );
}

/**
 * The result of a pull: the files, and the changes that were not pulled. `labels`: in the GitHub Action, those that
 * consent to deletions.
 */
export function pulledText(report: PulledReport, labels?: readonly string[]): string {
  const {
    target,
    files,
    deleted,
    left,
    notes,
    conflicts,
    decided = 0,
    local = 0,
    isFirst = false,
    check,
    into,
    notRead = [],
    unmanaged = 0,
  } = report;
  const from = visible(target);
  const [change, remove] = check ? ['Would change', 'Would delete'] : ['Changed', 'Deleted'];
  const isSame = files.length + deleted.length === 0;
  const it = plural(conflicts, 'it', 'them');
  const lines = linesOf(
    isSame && nothing(from, left.length + conflicts > 0, check),
    filesBelow(`${change} ${counted(files.length, 'file')} to what ${from} has:`, files),
    filesBelow(`${remove} ${counted(deleted.length, 'file')} that ${from} no longer has:`, deleted),
    into !== undefined && reachLines(change, into),
    left.length > 0 &&
      `${counted(left.length, 'change')} ${plural(left.length, 'was', 'were')} not pulled, for the ` +
        `${plural(left.length, 'reason', 'reasons')} given.`,
    conflicts > 0 &&
      `${counted(conflicts, 'conflict')} ${plural(conflicts, 'stays', 'stay')} as the files have ${it}; ` +
        `"lexform ${isFirst ? 'plan' : 'drift'}" shows ${it}, ` +
        `${optionName('--theirs', labels)} takes what the service has, ` +
        `${labels === undefined ? '--ours' : '"lexform pull --ours"'} decides for the files.`,
    decided > 0 &&
      `Kept the values of the files in ${counted(decided, 'conflict')}: the next plan shows ` +
        `${plural(decided, 'it as a change', 'them as changes')}.`,
    local > 0 &&
      `${counted(local, 'part')} that only the files have ${plural(local, 'stays', 'stay')} there: "lexform plan" ` +
        `shows what; to delete ${plural(local, 'it', 'them')} too, rerun with --force and --allow-delete ADDRESS.`,
    notRead.map((kind) => {
      const [, kinds] = kindNoun(kind);
      const command = `"lexform pull '${kind.prefix}.*'"`;
      return `${capitalised(kinds)} were not read, because lexform.yaml does not name them; ${command} writes them.`;
    }),
    unmanaged > 0 && unmanagedText(unmanaged, from),
    isFirst &&
      !isSame &&
      !check &&
      left.length + conflicts === 0 &&
      'next: lexform plan, which shows what only the files have; lexform apply then starts to manage the rest',
  );
  return `${lines.join('\n')}\n${findingsText(notes)}`;
}

export const pulledJson = ({
  target,
  files,
  deleted,
  left,
  notes,
  conflicts,
  decided,
  into,
  check,
  notRead,
  unmanaged,
}: PulledReport): string =>
  jsonText({
    formatVersion: 1,
    target,
    check,
    files,
    deleted,
    conflicts,
    decided,
    into,
    notRead: notRead?.map(({ prefix }) => prefix),
    unmanaged,
    left: findingsData(left),
    notes: findingsData(notes),
  });
