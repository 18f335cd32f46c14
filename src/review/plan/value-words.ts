import type { KeyLimits } from '../../model/resources/developer-key.ts';
import { isInstruction, type Value, type ValueKey } from '../../model/resources/value.ts';
import { inPlace, visible } from '../format/escape.ts';
import { blockText, LIMIT_NAMES, limitValue } from './limit-text.ts';
import { phrase } from './word-change.ts';

/** How the values of one part of a resource are called and read. `names`: the key without the part. */
interface PartWords {
  readonly noun: string;
  readonly name: (names: readonly string[], value: Value | undefined) => string;
  readonly value: (value: Value, names: readonly string[]) => string;
}

const plain = (value: Value): string => visible(String(value));
const single = (value: Value): string => (typeof value === 'string' ? phrase(value) : plain(value));

const WORDS: Readonly<Record<string, PartWords>> = {
  entry: { noun: 'term', name: (names) => phrase(names.at(-1) ?? ''), value: (value) => phrase(String(value)) },
  rule: { noun: 'rule', name: (names) => names.map(visible).join('.'), value: plain },
  instruction: {
    noun: 'instruction',
    name: (_, value) => phrase(isInstruction(value) ? value.label : ''),
    value(value) {
      if (!isInstruction(value)) return plain(value);
      const { prompt, sourceLanguage: language } = value;
      return `${inPlace(visible(prompt))}${language === undefined ? '' : ` (source language ${visible(language)})`}`;
    },
  },
  limit: {
    noun: 'limit',
    name: ([limit]) => LIMIT_NAMES[limit as keyof KeyLimits],
    value: (value, [limit]) => limitValue(limit as keyof KeyLimits, value as number | null),
  },
};

/** Every other part is a single value with a name of its own: `name`, `language`, `id`. */
const wordsOf = (part: string): PartWords => WORDS[part] ?? { noun: part, name: () => part, value: single };

/** What a value is called among those of its part. `value`: what it is on any side. */
export const valueName = ([part, ...names]: ValueKey, value: Value | undefined): string =>
  wordsOf(part).name(names, value);

export const valueText = ([part, ...names]: ValueKey, value: Value): string => wordsOf(part).value(value, names);

/** What a limit of 0 does; nothing for any other value. */
export const blocks = ([part, limit]: ValueKey, value: Value): string =>
  part === 'limit' && value === 0 ? blockText({ limit: limit as keyof KeyLimits, to: value }) : '';

/** Values part by part, in the order in which the parts first appear. */
export const partsOf = <Of extends { readonly key: ValueKey }>(
  values: readonly Of[],
): readonly (readonly [part: string, values: readonly Of[]])[] =>
  [...new Set(values.map(({ key: [part] }) => part))].map((part) => [
    part,
    values.filter(({ key }) => key[0] === part),
  ]);

/** What one value of a part is called: `term`. */
export const partNoun = (part: string): string => wordsOf(part).noun;
