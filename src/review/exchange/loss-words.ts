import type { ImportLoss, LossKind } from '../../files/exchange/losses.ts';
import { visible } from '../format/escape.ts';
import { groupedDigits, plural } from '../format/text.ts';

interface LossWords {
  /** `one`, `many`: what is counted. */
  readonly one: string;
  readonly many: string;
  /** What became of it. */
  readonly fate: string;
  /** True: nothing of a term was lost, only said in another way. */
  readonly isKept?: true;
  /** True: it is a warning in reports though nothing was lost. */
  readonly warns?: true;
}

const WORDS: Readonly<Record<LossKind, LossWords>> = {
  element: { one: 'element', many: 'elements', fate: 'not kept: the files have no column for it' },
  column: { one: 'cell of the column', many: 'cells of the column', fate: 'not kept; --columns can say what it holds' },
  sheet: { one: 'sheet', many: 'sheets', fate: 'not read; --sheet names another one' },
  formula: {
    one: 'formula',
    many: 'formulas',
    fate: 'not run: the value that was saved with it was taken',
    isKept: true,
  },
  number: {
    one: 'number',
    many: 'numbers',
    fate: 'taken as it is saved; it may have been a date or a code',
    isKept: true,
  },
  'cell-error': { one: 'cell with the error', many: 'cells with the error', fate: 'not kept' },
  'cell-outside': { one: 'cell', many: 'cells', fate: 'not kept: it stands right of the last column of the header' },
  term: { one: 'term', many: 'terms', fate: 'not kept: it has a control character, or more than 1024 bytes' },
  'same-term': {
    one: 'term',
    many: 'terms',
    fate: 'kept once: its concept has it twice in one language',
    isKept: true,
  },
  'no-term': { one: 'concept or row', many: 'concepts or rows', fate: 'not kept: it has no term' },
  admitted: {
    one: 'further term',
    many: 'further terms',
    fate: 'kept with the status admitted: of one concept and language, one term is sent',
    isKept: true,
  },
  'no-source': {
    one: 'term',
    many: 'terms',
    fate: 'kept with the status admitted: its concept has no term in the source language',
    isKept: true,
  },
  language: { one: 'language', many: 'languages', fate: 'read so; --columns can say otherwise', isKept: true },
  'no-language': {
    one: 'language code',
    many: 'language codes',
    fate: 'not kept: no column can have it; --columns can say what it is',
  },
  apostrophe: { one: 'cell', many: 'cells', fate: 'kept without the apostrophe before a formula', isKept: true },
  trimmed: { one: 'term', many: 'terms', fate: 'kept without the white space around it', isKept: true },
  folded: { one: 'term', many: 'terms', fate: 'kept with a space in place of its line breaks', isKept: true },
  'empty-term': { one: 'empty term in', many: 'empty terms in', fate: 'not kept: it has no text' },
  'formula-empty': {
    one: 'formula',
    many: 'formulas',
    fate: 'not kept: no value was saved with it; open the file in a spreadsheet program and save it',
  },
  'skipped-row': {
    one: 'row above the header',
    many: 'rows above the header',
    fate: 'not read: --header-row skips it',
  },
  'unknown-language': {
    one: 'language',
    many: 'languages',
    fate: 'kept; Lexform does not know it, and the target decides whether it accepts it',
    isKept: true,
    warns: true,
  },
  field: { one: 'cell for the column', many: 'cells for the column', fate: 'not kept: the file has no such column' },
  held: {
    one: 'term',
    many: 'terms',
    fate: 'not kept: a file of one dictionary holds one term a concept and language, and only those that are sent',
  },
  'needs-editing': {
    one: 'row that needs editing',
    many: 'rows that need editing',
    fate: 'taken as drafts; send: in glossary.yaml says whether drafts are sent',
    isKept: true,
  },
  'unsent-language': {
    one: 'language',
    many: 'languages',
    fate: 'kept in a column that is not sent; --columns can say of which base language it is, such as de-AT=de',
    isKept: true,
  },
  translation: { one: 'term in', many: 'terms in', fate: 'not kept: the glossary has no file for the language' },
};

/** True where something of the foreign file is not in the workspace. */
export const isLost = ({ kind }: ImportLoss): boolean => WORDS[kind].isKept !== true;

/** True where a report has a warning for it. */
export const isWarned = (loss: ImportLoss): boolean => isLost(loss) || WORDS[loss.kind].warns === true;

/** `12 elements "transac": not kept: …`; without a name it counts those beyond the names that are told. */
export function lossText({ kind, name, count }: ImportLoss): string {
  const { one, many, fate } = WORDS[kind];
  const named = name === '' ? '' : ` "${visible(name)}"`;
  return `${groupedDigits(count)} ${plural(count, one, many)}${named}: ${fate}`;
}

/** The losses of one kind as one line: how many there are, and the first names. */
export function kindText(losses: readonly ImportLoss[], names: number): string {
  const [first] = losses;
  if (first === undefined) return '';
  if (losses.length === 1) return lossText(first);
  const { one, many, fate } = WORDS[first.kind];
  const count = losses.reduce((sum, loss) => sum + loss.count, 0);
  const told = losses.filter(({ name }) => name !== '').slice(0, names);
  const more = losses.length - told.length;
  const listed = told.map(
    (loss) => `"${visible(loss.name)}"${loss.count === 1 ? '' : ` (${groupedDigits(loss.count)})`}`,
  );
  const rest = more > 0 ? ` and ${groupedDigits(more)} more` : '';
  return `${groupedDigits(count)} ${plural(count, one, many)} ${listed.join(', ')}${rest}: ${fate}`;
}
