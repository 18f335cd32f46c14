import type { Since } from '../../model/plan/plan.ts';
import { listed } from '../format/text.ts';
import { shortCode } from './code.ts';

/** What is told of: a target, and the patterns that narrow what is shown of it. */
interface Narrowed {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly only: readonly string[];
  readonly since?: Since;
}

/** Most UTF-16 code units of the name of a target. */
const NAME_MAX_UNITS = 120;

/** Patterns of `--only` that are named, and most UTF-16 code units of one. */
const ONLY_SHOWN = 5;
const PATTERN_MAX_UNITS = 60;

/** The name of a target as code. */
export const targetCode = ({ target }: Pick<Narrowed, 'target'>): string => shortCode(target.name, NAME_MAX_UNITS);

/** They stand for the name, and for the commit of `--since`, while a sentence is made. */
const STAND_IN = 'TARGET';
const REF_STAND_IN = 'COMMIT';

/**
 * A sentence of the terminal about a target as markdown: the sentence is ours, the name, the patterns and the commit in
 * it are not, so they are put in afterwards.
 */
export function inMarkdown(narrowed: Narrowed, sentence: (named: Narrowed) => string): string {
  const { target, only, since } = narrowed;
  const shown = only.slice(0, ONLY_SHOWN).map((pattern) => shortCode(pattern, PATTERN_MAX_UNITS));
  const more = only.length > ONLY_SHOWN ? [`${only.length - ONLY_SHOWN} more`] : [];
  // The words for `--since` are part of the sentence.
  const patterns = only.length === 0 || since !== undefined ? '' : ` (only ${listed([...shown, ...more])})`;
  const named = {
    target: { ...target, name: STAND_IN },
    only: [],
    ...(since && { since: { ...since, ref: REF_STAND_IN } }),
  };
  return sentence(named).replace(new RegExp(`${STAND_IN}|${REF_STAND_IN}`, 'g'), (stand) =>
    stand === REF_STAND_IN ? shortCode(since?.ref ?? '', PATTERN_MAX_UNITS) : `${targetCode(narrowed)}${patterns}`,
  );
}
