import type { KeyLimits } from '../../model/resources/developer-key.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';
import { inPlace, visible } from '../format/escape.ts';
import { LIMIT_NAMES, limitValue } from './limit-text.ts';

/** A value on its sides; an instruction is called by the label that the first of them has. */
type Sides = Omit<ValueChange, 'at'> & { readonly now?: Value };

/** `inPair`: the reader knows the language pair. `maxChars`: of a longer text, the rest is left out. */
export interface ValueTextOptions {
  readonly inPair?: boolean;
  readonly maxChars?: number;
}

function quoted(text: string, { maxChars = Number.POSITIVE_INFINITY }: ValueTextOptions): string {
  const characters = [...text];
  return inPlace(`"${visible(characters.length > maxChars ? `${characters.slice(0, maxChars).join('')}…` : text)}"`);
}

const labelOf = ({ from, to, now }: Sides): string => ((from ?? to ?? now) as CustomInstruction).label;

/** What a value is called: `en->de "house"`, `rule numbers.format`, `instruction "Tone"`, `limit characters`. */
export function valueTitle(value: Sides, options: ValueTextOptions = {}): string {
  const [part, group = '', name = ''] = value.key;
  switch (part) {
    case 'entry':
      return `${options.inPair === true ? '' : `${visible(group)} `}${quoted(name, options)}`;
    case 'rule':
      return `rule ${visible(group)}.${visible(name)}`;
    case 'instruction':
      return `instruction ${quoted(labelOf(value), options)}`;
    case 'limit':
      return `limit ${LIMIT_NAMES[group as keyof KeyLimits]}`;
    case 'deactivated':
      return 'the key';
    default:
      return visible(part);
  }
}

/** One side of a value: `"Haus"`, `1,000`, `no limit`, `deactivated`, `not there`. */
export function sideText(value: Sides, side: 'from' | 'to' | 'now', options: ValueTextOptions = {}): string {
  const {
    key: [part, group],
    [side]: content,
  } = value;
  if (content === undefined) return 'not there';
  if (part === 'limit') return limitValue(group as keyof KeyLimits, content as number | null);
  if (part === 'deactivated') return content === true ? 'deactivated' : 'active';
  if (typeof content !== 'object' || content === null) return quoted(String(content), options);
  const { label, prompt, sourceLanguage } = content;
  const renamed = label === labelOf(value) ? '' : `${quoted(label, options)}: `;
  const language = sourceLanguage === undefined ? '' : ` (source language ${visible(sourceLanguage)})`;
  return `${renamed}${quoted(prompt, options)}${language}`;
}
