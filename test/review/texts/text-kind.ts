import type { CaseKind, Shown } from '../../files/cases/case-kind.ts';
import { partOfText } from '../../files/cases/case-text.ts';
import { htmlTokens } from '../../support/html-tokens.ts';
import { jsonLines } from '../../support/json-lines.ts';

/** More rows of one form than these are shown as the first, their number, and the last. */
const ROWS_SHOWN = 4;

const formOf = (line: string): string => line.replaceAll(/\d+/g, '0');

/** The lines of a text; of a long list only the first and the last row, and how many are between them. */
function folded(text: string): string {
  const all = text.split('\n');
  const shown: string[] = [];
  for (let at = 0; at < all.length; ) {
    const form = formOf(all[at] ?? '');
    const next = all.findIndex((line, index) => index > at && formOf(line) !== form);
    const end = next === -1 ? all.length : next;
    const run = all.slice(at, end);
    const isLong = run.length > ROWS_SHOWN;
    shown.push(...(isLong ? [run[0] ?? '', `[${run.length - 2} lines of this form]`, run.at(-1) ?? ''] : run));
    at = end;
  }
  return shown.join('\n');
}

/** A whole text. A `\` at its end means that it has no line end. */
const wholeText = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : partOfText(folded(text)).replaceAll('\\\\', '\\');

/** A JSON document, with each part on one line where it fits. */
export const jsonPart = (document: string): string => `${jsonLines(JSON.parse(document))}\n`;

/** Phrases, each on a line of its own. */
export const phrases = (...texts: readonly (string | undefined)[]): string =>
  texts.flatMap((text) => (text === undefined ? [] : [`${text}\n`])).join('');

/** What a person reads of HTML: its texts, each row of a table and each item of a list on a line. */
export function pageText(html: string): string {
  const blocks = new Set(['p', 'li', 'tr', 'h2', 'h3', 'div', 'section', 'summary', 'table', 'ul', 'ol', 'details']);
  let cells = 0;
  const pieces = htmlTokens(`<!DOCTYPE html>\n${html}`).map((token) => {
    if (token.kind === 'text')
      return ['script', 'style'].includes(token.inside) ? '' : token.text.replaceAll('\n', ' ');
    if (['td', 'th'].includes(token.name)) {
      cells += token.kind === 'open' ? 1 : -1;
      return token.kind === 'open' ? ' | ' : '';
    }
    if (token.kind === 'open' && token.name === 'del') return '[-';
    if (token.kind === 'open' && token.name === 'ins') return '{+';
    if (token.kind === 'close' && token.name === 'del') return '-]';
    if (token.kind === 'close' && token.name === 'ins') return '+}';
    if (!blocks.has(token.name)) return '';
    return cells > 0 ? ' ' : '\n';
  });
  return pieces
    .join('')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ +/g, ' ')
        .replace(/^ ?\| /, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}

const RANGE = /(\d+)\.\.(\d+)/;
const rangeOf = (text: unknown): RegExpExecArray | null => (typeof text === 'string' ? RANGE.exec(text) : null);

/** The value with this number in place of the range, and in place of `#`. */
function numbered<Of>(value: Of, number: number): Of {
  if (typeof value === 'string')
    return value.replace(RANGE, String(number)).replaceAll('#', String(number)) as Of & string;
  if (Array.isArray(value)) return value.map((each: unknown) => numbered(each, number)) as Of & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [numbered(key, number), numbered(each, number)]),
  ) as Of;
}

function timesIn<Of>(value: Of, range: RegExpExecArray | null, most: number): readonly Of[] {
  if (range === null) return [value];
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.min(last - first + 1, most) }, (_, index) => numbered(value, first + index));
}

/**
 * A value in which `term 1..9: Wort #` is nine entries, and an item of a list with `1..9` nine items. `most`: the
 * maximum number of them.
 */
export function expanded(value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const shallow = typeof item === 'object' && item !== null ? Object.values(item) : [item];
      const range = shallow.map(rangeOf).find((each) => each !== null) ?? null;
      return timesIn(item, range, most).map((each) => expanded(each, most));
    });
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap((entry) => timesIn(entry, rangeOf(entry[0]), most));
  return Object.fromEntries(entries.map(([key, each]) => [key, expanded(each, most)]));
}

/** `of`: the type of its values, for the compiler only. */
export interface TextKind<Of> extends CaseKind {
  readonly of?: Of;
}

/** A kind of value, and its text in each rendering. `value` is the part of that name, in YAML. */
export const textKind = <Of>(render: (value: Of) => Readonly<Record<string, string | undefined>>): TextKind<Of> => ({
  inputs: [],
  files: [],
  run({ value }): Shown {
    const shown = render(expanded(value) as Of);
    return Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, wholeText(text)]));
  },
});
