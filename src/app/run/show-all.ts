import { shellWord } from '../../review/format/escape.ts';
import type { PlanningOptions } from '../options.ts';

/**
 * The command line that shows all terms of a plan made with these options. `labels`: in the GitHub Action, those that
 * consent to deletions; the command then has no folder, because that of the runner exists on no other machine.
 */
export const showAllCommand = (
  words: readonly string[],
  { chdir, target, only }: Pick<PlanningOptions, 'chdir' | 'target' | 'only'>,
  labels?: readonly string[],
): string =>
  [
    'lexform',
    ...words,
    ...(chdir === undefined || labels !== undefined ? [] : ['-C', chdir]),
    ...(target === undefined ? [] : ['--target', target]),
    ...only.flatMap((address) => ['--only', address]),
    '--full',
  ]
    .map(shellWord)
    .join(' ');
