import type { Finding } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted } from '../format/text.ts';
import { findingMessage, findingsData, findingsText } from './finding-text.ts';

/** The result of merging one file. */
export interface MergeOutcome {
  /** Its path in the repository. */
  readonly file: string;
  /**
   * `merged`: without conflicts. `conflicts`: the file contains conflicts. `by-lines`: it could not be merged by term,
   * so git merged its lines. `left`: it was not changed.
   */
  readonly state: 'merged' | 'conflicts' | 'by-lines' | 'left';
  /** The reason for `left`. */
  readonly reason?: string;
  /** Conflicts, reasons why a file could not be merged, and warnings. */
  readonly findings: readonly Finding[];
}

const LEFT: Readonly<Record<string, string>> = {
  'no-term-file': 'no file of the workspace',
  'workspace-unread': 'lexform.yaml names no files or cannot be read; resolve it, then run "lexform merge" again',
  'removed-or-linked':
    'one side removed it, or it is not a regular file; keep it with "git add" or remove it with "git rm"',
  edited: 'it was edited since; add it with "git add", or start again with "git checkout --merge"',
};

function outcomeLines({ file, state, reason, findings }: MergeOutcome): string {
  const name = visible(file);
  switch (state) {
    case 'merged':
      return `merged ${name}\n${findingsText(findings)}`;
    case 'conflicts': {
      const conflicts = findings.filter(({ code }) => code === 'merge-conflict').length;
      return `${counted(conflicts, 'conflict')} in ${name}\n${findingsText(findings)}`;
    }
    case 'by-lines':
      return `merged by lines, not by term: ${name}\n${findingsText(findings)}`;
    case 'left':
      return `not merged: ${name}: ${LEFT[reason ?? ''] ?? findings.map(findingMessage).join('; ')}\n`;
    default:
      return state satisfies never;
  }
}

/** The result of merging the base of a pull request into its branch. */
export type BranchMerged =
  /** `up-to-date`: the branch contains the base. `no-conflict`: git and its host can merge without help. */
  | { readonly kind: 'nothing'; readonly why: 'up-to-date' | 'no-conflict' }
  /** Nothing was pushed. `open`: the files that are still in conflict, relative to the top folder of the repository. */
  | { readonly kind: 'open'; readonly outcomes: readonly MergeOutcome[]; readonly open: readonly string[] }
  | { readonly kind: 'pushed'; readonly outcomes: readonly MergeOutcome[]; readonly commit: string };

/** Names of branches. */
export interface Branches {
  readonly base: string;
  readonly head: string;
}

/** The result for two branches: the pushed commit, or the remaining work. */
export function branchMergedText(merged: BranchMerged, branches: Branches): string {
  const [base, head] = [visible(branches.base), visible(branches.head)];
  switch (merged.kind) {
    case 'nothing':
      return merged.why === 'up-to-date'
        ? `Nothing to merge: ${head} has all of ${base}.\n`
        : `Nothing to resolve: ${base} and ${head} merge without conflicts.\n`;
    case 'open': {
      const { outcomes, open } = merged;
      const named = new Set(outcomes.map(({ file }) => file));
      const outside = open.filter((file) => !named.has(file));
      const others = outside.map((file) => `not merged: ${visible(file)}: not in the workspace\n`);
      return (
        `${outcomes.map(outcomeLines).join('')}${others.join('')}Nothing was pushed: ${counted(open.length, 'file')} ` +
        `left in conflict; merge ${base} into ${head} in a clone, and resolve them there.\n`
      );
    }
    case 'pushed': {
      const { outcomes, commit } = merged;
      const files = counted(outcomes.length, 'file');
      const lines = outcomes.map(outcomeLines).join('');
      return `${lines}Merged ${base} into ${head} with ${files}, and pushed ${commit.slice(0, 12)}.\n`;
    }
    default:
      return merged satisfies never;
  }
}

/** One line for each file, then its conflicts. */
export function mergedText(outcomes: readonly MergeOutcome[]): string {
  if (outcomes.length === 0) return 'Nothing to merge: git has no unmerged file in the workspace.\n';
  const open = outcomes.filter(({ state }) => state !== 'merged').length;
  const next =
    open === 0
      ? 'Everything is merged and staged; check it with "lexform validate" and commit.\n'
      : `${counted(open, 'file')} left to resolve; then "git add" them and commit.\n`;
  return `${outcomes.map(outcomeLines).join('')}${next}`;
}

export const mergedJson = (outcomes: readonly MergeOutcome[]): string =>
  jsonText({
    formatVersion: 1,
    files: outcomes.map(({ findings, ...outcome }) => ({ ...outcome, findings: findingsData(findings) })),
  });
