import type { Finding, FindingDetail } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { listed } from '../format/plural.ts';
import { shellWord } from '../format/shell-word.ts';

/** The details of one finding, ready to be put into a sentence: whatever is user text is escaped. */
export interface Details {
  has(key: string): boolean;
  /** The bare value. */
  text(key: string): string;
  /** The value in double quotes. */
  quoted(key: string): string;
  /** `a, b or c`. */
  list(key: string): string;
  /** `a, b and c`. */
  all(key: string): string;
  /** The value as a word of a command line. */
  word(key: string): string;
  /** `"a", "b" or "c"`. */
  quotedList(key: string): string;
  /** `"a", "b", "c" and 4 more`: at most three of them, since some lists are as long as a page. */
  someQuoted(key: string): string;
  /** ` 3 rows`, ` 1 row`: a count and its noun. */
  count(key: string, noun: string): string;
  /** `, did you mean "x"?`, or nothing. */
  suggestion(): string;
}

const asTexts = (detail: FindingDetail | undefined): readonly string[] =>
  detail === undefined ? [] : Array.isArray(detail) ? detail : [String(detail)];

/** `a`, `a or b`, `a, b or c`. */
const either = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

export function detailsOf({ details }: Finding): Details {
  const shown = (key: string): readonly string[] => asTexts(details[key]).map(visible);
  const text = (key: string): string => shown(key).join(', ');
  return {
    has: (key) => details[key] !== undefined,
    text,
    quoted: (key) => `"${text(key)}"`,
    list: (key) => either(shown(key)),
    all: (key) => listed(shown(key)),
    word: (key) => shellWord(asTexts(details[key]).join(',')),
    quotedList: (key) => either(shown(key).map((text) => `"${text}"`)),
    someQuoted: (key) => {
      const texts = shown(key).map((text) => `"${text}"`);
      return listed(texts.length <= 4 ? texts : [...texts.slice(0, 3), `${texts.length - 3} more`]);
    },
    count: (key, noun) => `${text(key)} ${noun}${details[key] === 1 ? '' : 's'}`,
    suggestion: () => (details.suggestion === undefined ? '' : `; did you mean "${text('suggestion')}"?`),
  };
}

/** What was found and what is allowed, for one code. */
type Wording = (details: Details, finding: Finding) => string;
export type Wordings = Readonly<Record<string, Wording>>;
