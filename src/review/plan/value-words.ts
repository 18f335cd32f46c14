import type { CustomInstruction } from '../../kinds/style-list/style-list.ts';
import { isInstruction } from '../../kinds/style-list/style-list.ts';
import { grouped } from '../../model/grouped.ts';
import type { Value, ValueChange, ValueKey } from '../../model/resources/value.ts';
import { inPlace, shown, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';
import { phrase } from './word-change.ts';

type Quote = (text: string) => string;

/** How text of others stands among words of ours. */
export interface Quotes {
  /** What nobody takes for a sentence: a language, a rule. */
  readonly plain: Quote;
  /** A phrase or a label, which an arrow or a colon may follow. */
  readonly phrase: Quote;
  /** A prompt, which comes last. */
  readonly prompt: Quote;
}

/** In a line of its own: quoted only where it would be misread. */
const IN_LINE: Quotes = { plain: shown, phrase, prompt: shown };

/** For a page, which shows and escapes text by itself. */
const RAW: Quotes = { plain: String, phrase: String, prompt: String };

/** In a sentence: always quoted. */
function inSentence(maxChars = Number.POSITIVE_INFINITY): Quotes {
  const quote = (text: string): string => {
    const characters = [...text];
    return inPlace(`"${visible(characters.length > maxChars ? `${characters.slice(0, maxChars).join('')}…` : text)}"`);
  };
  return { plain: shown, phrase: quote, prompt: quote };
}

/** How the values of one part of a resource read. `names`: the key without the part. */
interface PartWords {
  readonly noun: string;
  /** What a value is called among those of its part. */
  readonly name: (names: readonly string[], value: Value | undefined, quotes: Quotes) => string;
  /** What stands before the name in a sentence. Default: the noun. */
  readonly title?: (names: readonly string[], quotes: Quotes) => string;
  readonly value: (value: Value, names: readonly string[], quotes: Quotes) => string;
}

/** `0 ms` blocks speech to text, `0` the whole key. */
const LIMITS: Readonly<Record<string, { readonly name: string; readonly unit: string; readonly blocks: string }>> = {
  characters: { name: 'characters', unit: '', blocks: ' (blocks the key)' },
  speechToTextMilliseconds: { name: 'speech to text', unit: ' ms', blocks: ' (blocks speech to text)' },
};

const WORDS: Readonly<Record<string, PartWords>> = {
  entry: {
    noun: 'term',
    name: (names, _, quotes) => quotes.phrase(names.at(-1) ?? ''),
    title: ([pair = ''], quotes) => quotes.plain(pair),
    value: (value, _, quotes) => quotes.phrase(String(value)),
  },
  rule: {
    noun: 'rule',
    name: (names, _, quotes) => names.map(quotes.plain).join('.'),
    value: (value, _, quotes) => quotes.prompt(String(value)),
  },
  instruction: {
    noun: 'instruction',
    name: (_, value, quotes) => quotes.phrase(isInstruction(value) ? value.label : ''),
    value(value, _, quotes) {
      if (!isInstruction(value)) return quotes.plain(String(value));
      const { prompt, sourceLanguage: language } = value;
      return `${quotes.prompt(prompt)}${language === undefined ? '' : ` (source language ${quotes.plain(language)})`}`;
    },
  },
  limit: {
    noun: 'limit',
    name: ([limit = ''], _, quotes) => LIMITS[limit]?.name ?? quotes.plain(limit),
    value: (value, [limit = '']) =>
      typeof value === 'number' ? `${groupedDigits(value)}${LIMITS[limit]?.unit ?? ''}` : 'no limit',
  },
  deactivated: {
    noun: 'key',
    name: () => 'the key',
    title: () => '',
    value: (value) => (value === true ? 'deactivated' : 'active'),
  },
};

/** Every other part is a single value with a name of its own: `name`, `language`, `id`. */
const wordsOf = (part: string): PartWords =>
  WORDS[part] ?? {
    noun: visible(part),
    name: () => visible(part),
    title: () => '',
    value: (value, _, quotes) => (typeof value === 'string' ? quotes.phrase(value) : quotes.plain(String(value))),
  };

/** What one value of a part is called: `term`. */
export const partNoun = (part: string): string => wordsOf(part).noun;

const nameIn = ([part, ...names]: ValueKey, value: Value | undefined, quotes: Quotes): string =>
  wordsOf(part).name(names, value, quotes);

const valueIn = ([part, ...names]: ValueKey, value: Value, quotes: Quotes): string =>
  wordsOf(part).value(value, names, quotes);

/** What a value is called among those of its part. `value`: what it is on any side. */
export const valueName = (key: ValueKey, value: Value | undefined): string => nameIn(key, value, IN_LINE);

export const valueText = (key: ValueKey, value: Value): string => valueIn(key, value, IN_LINE);

/** Both for a page, which shows and escapes text by itself. */
export const rawName = (key: ValueKey, value: Value | undefined): string => nameIn(key, value, RAW);
export const rawValue = (key: ValueKey, value: Value): string => valueIn(key, value, RAW);

/** What a limit of 0 does; nothing for any other value. */
export const blocks = ([part, limit = '']: ValueKey, value: Value | undefined): string =>
  part === 'limit' && value === 0 ? (LIMITS[limit]?.blocks ?? '') : '';

/** `characters: 1,000,000 → no limit`. */
export const valueEdit = ({ key, from, to }: Pick<ValueChange, 'key' | 'from' | 'to'>): string =>
  `${valueName(key, to ?? from)}: ` +
  [from, to].flatMap((side) => (side === undefined ? [] : [valueText(key, side)])).join(' → ');

/** What differs between two instructions, field by field. */
export const changedFields = (from: CustomInstruction, to: CustomInstruction) =>
  (
    [
      ['label', from.label, to.label],
      ['prompt', from.prompt, to.prompt],
      ['source language', from.sourceLanguage ?? 'not set', to.sourceLanguage ?? 'not set'],
    ] as const
  ).filter(([, before, after]) => before !== after);

/** Values part by part, in the order in which the parts first appear. */
export const partsOf = <Of extends { readonly key: ValueKey }>(values: readonly Of[]) => [
  ...grouped(values, ({ key: [part] }) => part),
];

/** A value on its sides; an instruction is called by the label that the first of them has. */
type Sides = Omit<ValueChange, 'at'> & { readonly now?: Value };

/** `inPair`: the reader knows the language pair. `maxChars`: of a longer text, the rest is left out. */
export interface SentenceOptions {
  readonly inPair?: boolean;
  readonly maxChars?: number;
}

const firstSide = ({ from, to, now }: Sides): Value | undefined => from ?? to ?? now;

/** What a value is called in a sentence: `en->de "house"`, `rule numbers.format`, `instruction "Tone"`, `the key`. */
export function valueTitle(value: Sides, { inPair = false, maxChars }: SentenceOptions = {}): string {
  const quotes = inSentence(maxChars);
  const [part, ...names] = value.key;
  const { noun, name, title = () => noun } = wordsOf(part);
  const before = inPair && part === 'entry' ? '' : title(names, quotes);
  return `${before}${before === '' ? '' : ' '}${name(names, firstSide(value), quotes)}`;
}

/** One side of a value in a sentence: `"Haus"`, `1,000`, `no limit`, `deactivated`, `not there`. */
export function sideText(value: Sides, side: 'from' | 'to' | 'now', { maxChars }: SentenceOptions = {}): string {
  const { key, [side]: content } = value;
  if (content === undefined) return 'not there';
  const quotes = inSentence(maxChars);
  const first = firstSide(value);
  const isRenamed = isInstruction(content) && isInstruction(first) && content.label !== first.label;
  return `${isRenamed ? `${quotes.phrase(content.label)}: ` : ''}${valueIn(key, content, quotes)}`;
}
