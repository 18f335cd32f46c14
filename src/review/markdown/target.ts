import { listed } from '../format/text.ts';
import { shortCode } from './code.ts';

/** What is told of: a target, and the patterns that narrow what is shown of it. */
interface Narrowed {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly only: readonly string[];
}

/** Most UTF-16 code units of the name of a target. */
const NAME_MAX_UNITS = 120;

/** Patterns of `--only` that are named, and most UTF-16 code units of one. */
const ONLY_SHOWN = 5;
const PATTERN_MAX_UNITS = 60;

/** The name of a target as code. */
export const targetCode = ({ target }: Pick<Narrowed, 'target'>): string => shortCode(target.name, NAME_MAX_UNITS);

/** Stands for the name while a sentence is made. */
const STAND_IN = 'TARGET';

/**
 * A sentence of the terminal about a target as markdown: the sentence is ours, the name and the patterns in it are not,
 * so they are put in afterwards.
 */
export function inMarkdown(narrowed: Narrowed, sentence: (named: Narrowed) => string): string {
  const { target, only } = narrowed;
  const shown = only.slice(0, ONLY_SHOWN).map((pattern) => shortCode(pattern, PATTERN_MAX_UNITS));
  const more = only.length > ONLY_SHOWN ? [`${only.length - ONLY_SHOWN} more`] : [];
  const patterns = only.length === 0 ? '' : ` (only ${listed([...shown, ...more])})`;
  return sentence({ target: { ...target, name: STAND_IN }, only: [] }).replace(
    STAND_IN,
    () => `${targetCode(narrowed)}${patterns}`,
  );
}
