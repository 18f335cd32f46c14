import type { AnyKind, Noun, Quotes, ValueText } from '../../kinds/kind.ts';
import { blockedBy, partNoun, partOf } from '../../kinds/words.ts';
import { grouped } from '../../model/lists.ts';
import {
  isRecord,
  type RecordValue,
  type Value,
  type ValueChange,
  type ValueKey,
} from '../../model/resources/resource.ts';
import { inPlace, shown, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';
import { phrase } from './word-change.ts';

/** The kind of the resource that has a value. `undefined`: unknown, so the names of parts are used as words. */
type MaybeKind = AnyKind | undefined;

/** For a separate line: quoted only if it could be misread. */
const IN_LINE: Quotes = { plain: shown, phrase, prompt: shown, number: groupedDigits };

/** For a page, which escapes text itself. */
export const RAW: Quotes = { plain: String, phrase: String, prompt: String, number: groupedDigits };

/** For a sentence: always quoted. */
function inSentence(maxChars = Number.POSITIVE_INFINITY): Quotes {
  const quote = (text: string): string => {
    const characters = [...text];
    return inPlace(`"${visible(characters.length > maxChars ? `${characters.slice(0, maxChars).join('')}…` : text)}"`);
  };
  return { plain: shown, phrase: quote, prompt: quote, number: groupedDigits };
}

/** The fields of values with their nouns: the field with the name, the field with the content, then others. */
export const fieldsOf = (
  kind: MaybeKind,
  part: string,
  ...values: readonly RecordValue[]
): readonly (readonly [field: string, noun: string])[] =>
  Object.entries(
    partOf(kind, part)?.fields ??
      Object.fromEntries(values.flatMap(Object.keys).map((field) => [field, visible(field)] as const)),
  );

/** The name of a value with fields. */
const nameIn = (kind: MaybeKind, part: string, value: RecordValue): string =>
  value[fieldsOf(kind, part, value)[0]?.[0] ?? ''] ?? '';

function recordText(kind: MaybeKind, part: string, value: RecordValue, { prompt, plain }: Quotes): string {
  const [first = ['', ''], [field] = first, ...others] = fieldsOf(kind, part, value);
  const more = others.flatMap(([other, noun]) =>
    value[other] === undefined ? [] : [` (${noun} ${plain(value[other])})`],
  );
  return `${prompt(value[field] ?? '')}${more.join('')}`;
}

function anyText(value: Value, { phrase, plain, number }: Quotes): string {
  if (value === null) return 'not set';
  return typeof value === 'string' ? phrase(value) : typeof value === 'number' ? number(value) : plain(String(value));
}

/** The words for a value. The key of an entry is its child and its source. */
function textOf(
  kind: MaybeKind,
  [part, ...names]: ValueKey,
  value: Value | undefined,
  quotes: Quotes,
): Partial<ValueText> & Pick<ValueText, 'name' | 'title'> {
  const [first] = names;
  const [noun] = partWord(kind, part);
  const isEntry = part === 'entry';
  const ownName = (): string =>
    isEntry ? quotes.phrase(names.at(-1) ?? '') : first === undefined ? noun : names.map(quotes.plain).join('.');
  const ownText = (content: Value): string =>
    isRecord(content) ? recordText(kind, part, content, quotes) : anyText(content, quotes);
  return {
    name: isRecord(value) ? quotes.phrase(nameIn(kind, part, value)) : ownName(),
    title: first === undefined ? '' : isEntry ? quotes.plain(first) : noun,
    ...(value !== undefined && { value: ownText(value) }),
    ...partOf(kind, part)?.text?.(value, names, quotes),
  };
}

/** The noun for values of a part, singular and plural: `term`, `terms`. */
export const partWord = (kind: MaybeKind, part: string): Noun => {
  const [one, many] = partNoun(kind, part);
  return [visible(one), visible(many)];
};

/** The name of a value among those of its part. `value`: the value on any side. */
export const valueName = (kind: MaybeKind, key: ValueKey, value: Value | undefined, quotes = IN_LINE): string =>
  textOf(kind, key, value, quotes).name;

export const valueText = (kind: MaybeKind, key: ValueKey, value: Value, quotes = IN_LINE): string =>
  textOf(kind, key, value, quotes).value ?? '';

/** True if the name of a value is code. */
export const isCode = (kind: MaybeKind, key: ValueKey): boolean => textOf(kind, key, undefined, RAW).isCode === true;

/** The words for the target that a value blocks; empty for a value that does not block. */
export const blocks = (kind: MaybeKind, key: ValueKey, value: Value | undefined): string =>
  blockedBy(kind, key, value) ?? '';

/** `characters: 1,000,000 → no limit`. */
export const valueEdit = (kind: MaybeKind, { key, from, to }: Pick<ValueChange, 'key' | 'from' | 'to'>): string =>
  `${valueName(kind, key, to ?? from)}: ` +
  [from, to].flatMap((side) => (side === undefined ? [] : [valueText(kind, key, side)])).join(' → ');

/**
 * The differences between two values with fields, by field. `isName`: the field with the name of the value; `isText`:
 * the field with its content.
 */
export const changedFields = (kind: MaybeKind, [part]: ValueKey, from: RecordValue, to: RecordValue) =>
  fieldsOf(kind, part, from, to)
    .map(([field, noun], index) => {
      const [before = 'not set', after = 'not set'] = [from[field], to[field]];
      return { noun, before, after, isName: index === 0, isText: index === 1 };
    })
    .filter(({ before, after }) => before !== after);

/** Values by part, in the order in which the parts first appear. */
export const partsOf = <Of extends { readonly key: ValueKey }>(values: readonly Of[]) => [
  ...grouped(values, ({ key: [part] }) => part),
];

/** A value on its sides. The first field of a value with fields is its name. */
type Sides = Omit<ValueChange, 'at'> & { readonly now?: Value };

/** `inPair`: the reader knows the language pair. `maxChars`: longer texts are shortened. */
export interface SentenceOptions {
  readonly inPair?: boolean;
  readonly maxChars?: number;
}

const firstSide = ({ from, to, now }: Sides): Value | undefined => from ?? to ?? now;

/** The title of a value in a sentence: `en->de "house"`, `rule numbers.format`, `instruction "Tone"`, `the key`. */
export function valueTitle(kind: MaybeKind, value: Sides, { inPair = false, maxChars }: SentenceOptions = {}): string {
  const { name, title } = textOf(kind, value.key, firstSide(value), inSentence(maxChars));
  return inPair && value.key[0] === 'entry' ? name : `${title}${title === '' ? '' : ' '}${name}`;
}

/** One side of a value in a sentence: `"Haus"`, `1,000`, `no limit`, `deactivated`, `not there`. */
export function sideText(
  kind: MaybeKind,
  value: Sides,
  side: 'from' | 'to' | 'now',
  { maxChars }: SentenceOptions = {},
): string {
  const { key, [side]: content } = value;
  if (content === undefined) return 'not there';
  const quotes = inSentence(maxChars);
  const first = firstSide(value);
  const isRenamed =
    isRecord(content) && isRecord(first) && nameIn(kind, key[0], content) !== nameIn(kind, key[0], first);
  return `${isRenamed ? `${valueName(kind, key, content, quotes)}: ` : ''}${valueText(kind, key, content, quotes)}`;
}
