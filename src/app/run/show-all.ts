import { shellWord } from '../../review/format/escape.ts';
import type { PlanningOptions } from '../options.ts';

/** The command line that shows all terms of a plan made with these options. */
export const showAllCommand = (
  words: readonly string[],
  { chdir, target, only }: Pick<PlanningOptions, 'chdir' | 'target' | 'only'>,
): string =>
  [
    'lexform',
    ...words,
    ...(chdir === undefined ? [] : ['-C', chdir]),
    ...(target === undefined ? [] : ['--target', target]),
    ...only.flatMap((address) => ['--only', address]),
    '--full',
  ]
    .map(shellWord)
    .join(' ');
