import type { HeldBack, HeldBackCount, HeldBackTerm, TermMark } from '../../model/entries/held-back.ts';
import { shown, visible } from '../format/escape.ts';
import { counted, groupedDigits, listed, plural } from '../format/text.ts';

/** Most characters of a part of speech that are shown. */
const POS_MAX_CHARS = 40;

const short = (text: string, maxChars = POS_MAX_CHARS): string => {
  const characters = [...text];
  return characters.length > maxChars ? `${characters.slice(0, maxChars - 1).join('')}…` : text;
};

/** Most characters of a definition or of a note among the words of a line. */
const NOTE_MAX_CHARS = 60;

/** A definition or a note, cut to what a line has room for. */
export const shortNote = (text: string): string => short(text, NOTE_MAX_CHARS);

/** What stands beside a term and is longer than a word or two: what it is called, and the text of the file. */
export const termNotes = ({ definition, note }: TermMark = {}): readonly (readonly [noun: string, text: string])[] => [
  ...(definition === undefined ? [] : [['definition', definition] as const]),
  ...(note === undefined ? [] : [['note', note] as const]),
];

/** All that stands beside a term, for one line: `noun, draft; note: Only in the menu`. */
export const markLine = (mark: TermMark): string =>
  [markText(mark), ...termNotes(mark).map(([noun, text]) => `${noun}: ${shortNote(text)}`)]
    .filter((part) => part !== '')
    .join('; ');

/**
 * `noun, draft`, `noun; held back: forbidden`: what stands beside a term. User text in it is as it is; empty: nothing.
 */
export function markText({ status, partOfSpeech, heldBack }: TermMark = {}): string {
  const said = [partOfSpeech === undefined ? '' : short(partOfSpeech), status ?? ''].filter((each) => each !== '');
  if (heldBack === undefined) return said.join(', ');
  // Behind the colon stands the reason, and nothing else of the row.
  return `${partOfSpeech === undefined ? '' : `${short(partOfSpeech)}; `}held back: ${status ?? 'no status'}`;
}

const byText = (by: HeldBackTerm['by'] = 'preferred'): string =>
  by === 'preferred' ? 'column preferred' : `choose: ${by}`;

/** `2 forbidden`, `1 not chosen (choose: pos)`. */
function reasonText(count: HeldBackCount): string {
  const number = groupedDigits(count.rows);
  if (count.reason === 'status') return `${number} ${count.status === 'none' ? 'without a status' : count.status}`;
  return `${number} not chosen (${byText(count.by)})`;
}

/** `3 rows are held back: 2 forbidden, 1 not chosen (choose: pos)`: words of ours alone. */
export const heldBackText = ({ rows, reasons }: HeldBack): string =>
  `${counted(rows, 'row')} ${plural(rows, 'is', 'are')} held back: ${reasons.map(reasonText).join(', ')}`;

/** Most rows that were not chosen and are named without being asked for. */
const NAMED_MAX = 3;

const entryText = ({ entries: [first], ...said }: HeldBackTerm, show: (text: string) => string): string => {
  const { source = '', target = '' } = first ?? {};
  const mark = markText({ ...said });
  return `${show(source)}${target === '' ? '' : ` → ${show(target)}`}${mark === '' ? '' : ` (${show(mark)})`}`;
};

/** `Not chosen: run → Lauf (noun), … and 4 more`: the first rows that gave way; `undefined`: there are none. */
export function notChosenText({ reasons, listed: terms }: HeldBack, show = shown): string | undefined {
  const count = reasons.reduce((sum, each) => sum + (each.reason === 'choice' ? each.rows : 0), 0);
  if (count === 0) return undefined;
  const names = terms
    .filter(({ reason }) => reason === 'choice')
    .slice(0, NAMED_MAX)
    .map((term) => entryText(term, show));
  const more = count - names.length;
  return `Not chosen: ${listed([...names, ...(more > 0 ? [`${groupedDigits(more)} more`] : [])])}`;
}

/** `forbidden`, `not chosen (choose: pos)`: why a row is held back. */
export const reasonOf = ({ reason, status, by }: Pick<HeldBackTerm, 'reason' | 'status' | 'by'>): string =>
  reason === 'status' ? (status ?? 'no status') : `not chosen (${byText(by)})`;

/** `glossaries/g/terms.csv:7  foo → bar (noun)  forbidden, in 2 dictionaries`. */
function termLine(term: HeldBackTerm): string {
  const { at, entries, reason } = term;
  const { status: _, ...rest } = term;
  const others = entries.length > 1 ? `, in ${counted(entries.length, 'dictionary', 'dictionaries')}` : '';
  const what = entryText(reason === 'status' ? rest : term, shown);
  return `  ${visible(at.file)}:${at.line}  ${what}  ${reasonOf(term)}${others}`;
}

/**
 * What is told of rows that are held back: the count, then the first that gave way, or every one that is listed.
 * `command`: the one whose option lists them.
 */
export function heldBackLines(
  heldBack: HeldBack | undefined,
  list: boolean,
  command: 'plan' | 'validate' = 'plan',
): readonly string[] {
  if (heldBack === undefined) return [];
  const { listed: terms, unlisted = 0 } = heldBack;
  if (list) {
    const more = unlisted === 0 ? [] : [`  … and ${groupedDigits(unlisted)} more, which are not listed`];
    return [`${heldBackText(heldBack)}:`, ...terms.map(termLine), ...more];
  }
  const names = notChosenText(heldBack);
  return [
    `${heldBackText(heldBack)}; lexform ${command} --held-back names them.`,
    ...(names === undefined ? [] : [`${names}.`]),
  ];
}
