import type { HeldBack, HeldBackCount, HeldBackTerm, TermMark } from '../../model/entries/held-back.ts';
import type { OtherField } from '../../model/entries/other-notes.ts';
import type { ReviewField } from '../../model/entries/term-fields.ts';
import { visible } from '../format/escape.ts';
import { listedTokens, type Sentence, type SentenceToken, say, sentenceText } from '../format/sentence.ts';
import { counted, groupedDigits, plural } from '../format/text.ts';

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

/** What the fields beside a term are called. */
export const FIELD_NOUNS: Readonly<Record<ReviewField, string>> = {
  partOfSpeech: 'part of speech',
  status: 'status',
  definition: 'definition',
  note: 'note',
};

type Cut = (text: string) => string;

/** A phrase, a note or a mark of a row in a sentence. */
export const phraseToken = (theirs: string): SentenceToken => ({ theirs, max: 60 });

/** `note: old → new`, `status: none → draft`. */
export function fieldTokens({ field, from, to }: OtherField): Sentence {
  const side = (text: string | undefined): SentenceToken =>
    text === undefined ? 'none' : phraseToken(shortNote(text));
  return say`${FIELD_NOUNS[field]}: ${side(from)} → ${side(to)}`;
}

/** `old → new`, `none → draft`: text of the files as it is. */
const fieldSides = ({ from, to }: OtherField, cut: Cut): string =>
  [from, to].map((side) => (side === undefined ? 'none' : cut(side))).join(' → ');

const changedField = (mark: TermMark, name: ReviewField): OtherField | undefined =>
  mark.changed?.find(({ field }) => field === name);

/** A field beside a term: what it says, or `old → new`, of which each side is cut. `undefined`: it says nothing. */
export function markField(mark: TermMark = {}, name: ReviewField, cut: Cut = shortNote): string | undefined {
  const changed = changedField(mark, name);
  return changed === undefined ? mark[name] : fieldSides(changed, cut);
}

/** What stands beside a term and is longer than a word or two: what it is called, and the text of the file. */
export const termNotes = (mark?: TermMark, cut?: Cut): readonly (readonly [noun: ReviewField, text: string])[] =>
  (['definition', 'note'] as const).flatMap((field) => {
    const text = markField(mark, field, cut);
    return text === undefined ? [] : [[field, text] as const];
  });

/** All that stands beside a term, for one line: `noun, draft; note: Only in the menu` */
export const markLine = (mark: TermMark): string =>
  [
    markText(mark),
    ...termNotes(mark).map(([noun, text]) => `${noun}: ${changedField(mark, noun) ? text : shortNote(text)}`),
  ]
    .filter((part) => part !== '')
    .join('; ');

/**
 * `noun, draft`, `noun, status: draft → approved`, `noun; held back: forbidden`: what stands beside a term. User text
 * in it is as it is; empty: nothing.
 */
export function markText(mark: TermMark = {}): string {
  const said = (['partOfSpeech', 'status'] as const).map((name) => {
    const changed = changedField(mark, name);
    return changed === undefined ? short(mark[name] ?? '') : `${FIELD_NOUNS[name]}: ${fieldSides(changed, shortNote)}`;
  });
  if (mark.heldBack === undefined) return said.filter((each) => each !== '').join(', ');
  // Behind the colon stands the reason, and nothing else of the row.
  const [pos] = said;
  return `${pos === '' ? '' : `${pos}; `}held back: ${markField(mark, 'status') ?? 'no status'}`;
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

/** Most rows of one reason that are named without being asked for. */
const NAMED_MAX = 3;

const entryTokens = ({ entries: [first], ...said }: HeldBackTerm): Sentence => {
  const { source = '', target = '' } = first ?? {};
  const mark = markText({ ...said });
  const translation = target === '' ? '' : say` → ${phraseToken(target)}`;
  return say`${phraseToken(source)}${translation}${mark === '' ? '' : say` (${phraseToken(mark)})`}`;
};

/** What stands before the names of rows that are held back for one reason. */
const NAMES_HEAD = { status: 'Not sent', choice: 'Not chosen' } as const;

/** `Not chosen: run → Lauf (noun), … and 4 more`: the first rows of one reason; `undefined`: there are none. */
function namesOf({ reasons, listed: terms }: HeldBack, reason: HeldBackTerm['reason']): Sentence | undefined {
  const count = reasons.reduce((sum, each) => sum + (each.reason === reason ? each.rows : 0), 0);
  if (count === 0) return undefined;
  const names = terms
    .filter((each) => each.reason === reason)
    .slice(0, NAMED_MAX)
    .map(entryTokens);
  const more = count - names.length;
  const all = more > 0 ? [...names, say`${groupedDigits(more)} more`] : names;
  return say`${NAMES_HEAD[reason]}: ${listedTokens(all)}`;
}

/** The first rows that gave way to another one. */
export const notChosen = (heldBack: HeldBack): Sentence | undefined => namesOf(heldBack, 'choice');

/** The count, and the first rows of each reason. For where no command that lists them is named. */
export const heldBackSentence = (heldBack: HeldBack): Sentence => {
  const names = (['status', 'choice'] as const).flatMap((reason) => {
    const found = namesOf(heldBack, reason);
    return found === undefined ? [] : say` ${found}.`;
  });
  return say`${heldBackText(heldBack)}.${names}`;
};

/** `forbidden`, `not chosen (choose: pos)`: why a row is held back. */
export const reasonOf = ({ reason, status, by }: Pick<HeldBackTerm, 'reason' | 'status' | 'by'>): string =>
  reason === 'status' ? (status ?? 'no status') : `not chosen (${byText(by)})`;

/** `glossaries/g/terms.csv:7  foo → bar (noun)  forbidden, in 2 dictionaries`. */
function termLine(term: HeldBackTerm): string {
  const { at, entries, reason } = term;
  const { status: _, ...rest } = term;
  const others = entries.length > 1 ? `, in ${counted(entries.length, 'dictionary', 'dictionaries')}` : '';
  const what = sentenceText(entryTokens(reason === 'status' ? rest : term));
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
  const names = notChosen(heldBack);
  return [
    `${heldBackText(heldBack)}; lexform ${command} --held-back names them.`,
    ...(names === undefined ? [] : [`${sentenceText(names)}.`]),
  ];
}
