import type { Finding, FindingDetail, Severity } from '../../model/finding.ts';
import { shellWord, visible } from '../format/escape.ts';
import { listed } from '../format/text.ts';

/** The details of one finding or check, as parts of a sentence. User text is escaped. */
export interface Details {
  readonly severity?: Severity;
  has(key: string): boolean;
  /** The value as a number; 0 if it is missing. */
  number(key: string): number;
  /** The value without quotes. */
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
  /** `"a", "b", "c" and 4 more`: at most three of a long list. */
  someQuoted(key: string): string;
  /** `3 rows`, `1 row`: a count and its noun. */
  count(key: string, noun: string): string;
  /** `; did you mean "x"?`, or empty. */
  suggestion(): string;
}

const asTexts = (detail: FindingDetail | undefined): readonly string[] =>
  detail === undefined ? [] : Array.isArray(detail) ? detail : [String(detail)];

/** `a`, `a or b`, `a, b or c`. */
const either = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

/** The details for sentences. `show` escapes user text. `mark`: sets marks around them. */
export function detailsOf(
  { details, severity }: Pick<Finding, 'details'> & Partial<Pick<Finding, 'severity'>>,
  show = visible,
  mark = (text: string): string => text,
): Details {
  const shown = (key: string): readonly string[] => asTexts(details[key]).map((text) => mark(show(text)));
  const text = (key: string): string => shown(key).join(', ');
  return {
    severity,
    number: (key) => Number(details[key] ?? 0),
    has: (key) => details[key] !== undefined,
    text,
    quoted: (key) => `"${text(key)}"`,
    list: (key) => either(shown(key)),
    all: (key) => listed(shown(key)),
    word: (key) => mark(shellWord(asTexts(details[key]).join(','))),
    quotedList: (key) => either(shown(key).map((text) => `"${text}"`)),
    someQuoted: (key) => {
      const texts = shown(key).map((text) => `"${text}"`);
      return listed(texts.length <= 4 ? texts : [...texts.slice(0, 3), `${texts.length - 3} more`]);
    },
    count: (key, noun) => `${text(key)} ${noun}${details[key] === 1 ? '' : 's'}`,
    suggestion: () => (details.suggestion === undefined ? '' : `; did you mean "${text('suggestion')}"?`),
  };
}

/**
 * The sentence for one code. In a text, braces contain details: `{key}` is the plain value, `{list key}` and `{count
 * key noun}` call the function of `Details` with that name. A function is used for sentences that depend on the
 * details.
 */
type Wording = string | ((details: Details) => string);
export type Wordings = Readonly<Record<string, Wording>>;

const PLACEHOLDER = /\{(\w+)(?: (\w+))?(?: (\w+))?\}/g;

export const worded = (wording: Wording, details: Details): string =>
  typeof wording === 'function'
    ? wording(details)
    : wording.replace(PLACEHOLDER, (_, name: string, key?: string, noun?: string) => {
        if (key === undefined) return name === 'suggestion' ? details.suggestion() : details.text(name);
        return noun === undefined ? details[name as 'list' | 'all' | 'word'](key) : details.count(key, noun);
      });
