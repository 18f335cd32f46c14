import type { Branded } from '../model/ids.ts';

/** The name of a commit: 40 or 64 hex digits. */
export type CommitId = Branded<'CommitId'>;

const HEX = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export const isCommitId = (text: string): text is CommitId => HEX.test(text);

/** The lines that a commit added or removed, without their sign. */
export interface ChangedLines {
  readonly id: CommitId;
  readonly parents: readonly CommitId[];
  readonly lines: readonly string[];
}

/**
 * Git compares whole trees, and the lines of differing files, without a process for each commit. The user's settings
 * for diffs are switched off.
 */
const ARGUMENTS = [
  '-c',
  'log.showRoot=true',
  'log',
  '--patch',
  '--unified=0',
  '--text',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-relative',
  '--no-show-signature',
  '--diff-algorithm=myers',
  '--format=%x00%H %P%x00',
];

/**
 * The arguments of git for the lines that `count` commits from `from` on added or removed, without the files in
 * `except`.
 */
export const changesArguments = (from: CommitId, count: number, except: readonly string[]): readonly string[] => [
  ...ARGUMENTS,
  `--max-count=${count}`,
  from,
  '--',
  '.',
  ...except.map((path) => `:(top,exclude,literal)${path}`),
];

/** Parses the output of git for `changesArguments`. */
export function parseChanges(text: string): readonly ChangedLines[] {
  const [, ...parts] = text.split('\u0000');
  return parts.flatMap((head, at): readonly ChangedLines[] => {
    const [id = '', ...parents] = head.split(' ');
    if (at % 2 === 1 || !isCommitId(id)) return [];
    const lines = (parts[at + 1] ?? '').split('\n').flatMap((line) => (/^[+-]/.test(line) ? [line.slice(1)] : []));
    return [{ id, parents: parents.filter(isCommitId), lines }];
  });
}
