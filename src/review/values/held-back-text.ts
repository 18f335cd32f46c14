import type { HeldBack, HeldBackCount, HeldBackTerm, TermMark } from '../../model/entries/held-back.ts';
import { type OtherField, REVIEW_FIELDS, type ReviewField } from '../../model/entries/term-fields.ts';
import { visible } from '../format/escape.ts';
import { listedTokens, type Sentence, type SentenceToken, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, groupedDigits, plural } from '../format/text.ts';

/** Maximum number of characters of a part of speech that are shown. */
const POS_MAX_CHARS = 40;

const short = (text: string, maxChars = POS_MAX_CHARS): string => {
  const characters = [...text];
  return characters.length > maxChars ? `${characters.slice(0, maxChars - 1).join('')}…` : text;
};

/** Maximum number of characters of a definition, an example or a note in a line. */
const NOTE_MAX_CHARS = 60;

/** A definition, an example or a note, shortened for a line. */
export const shortNote = (text: string): string => short(text, NOTE_MAX_CHARS);

/** The nouns for the other fields of a term. */
export const FIELD_NOUNS: Readonly<Record<ReviewField, string>> = {
  partOfSpeech: 'part of speech',
  status: 'status',
  definition: 'definition',
  example: 'example',
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

/** `old → new`, `none → draft`: text of the files, not escaped. */
const fieldSides = ({ from, to }: OtherField, cut: Cut): string =>
  [from, to].map((side) => (side === undefined ? 'none' : cut(side))).join(' → ');

const changedField = (mark: TermMark, name: ReviewField): OtherField | undefined =>
  mark.changed?.find(({ field }) => field === name);

/** Another field of a term: its text, or `old → new`, with both sides shortened. `undefined`: it has none. */
export function markField(mark: TermMark = {}, name: ReviewField, cut: Cut = shortNote): string | undefined {
  const changed = changedField(mark, name);
  return changed === undefined ? mark[name] : fieldSides(changed, cut);
}

/** Definition, example and note of a term: their nouns, and the texts of the file. */
export const termNotes = (mark?: TermMark, cut?: Cut): readonly (readonly [noun: ReviewField, text: string])[] =>
  (['definition', 'example', 'note'] as const).flatMap((field) => {
    const text = markField(mark, field, cut);
    return text === undefined ? [] : [[field, text] as const];
  });

/**
 * The other fields of a term, for a place that can unfold them: lines for the status and for changed fields, and the
 * unchanged ones with their nouns. Texts of the file, not escaped.
 */
export function splitFields(mark: TermMark): {
  readonly lines: readonly string[];
  readonly folded: readonly (readonly [noun: string, text: string])[];
} {
  const isChanged = (field: ReviewField): boolean => changedField(mark, field) !== undefined;
  const { partOfSpeech: _, ...others } = mark;
  const notes = termNotes(mark, (text) => text).filter(([field]) => isChanged(field));
  return {
    lines: [markText(others), ...notes.map(([field, text]) => `${field}: ${text}`)].filter((line) => line !== ''),
    folded: REVIEW_FIELDS.flatMap((field) => {
      const { [field]: text } = mark;
      return field === 'status' || text === undefined || isChanged(field) ? [] : [[FIELD_NOUNS[field], text] as const];
    }),
  };
}

/** All other fields of a term, for one line: `noun, draft; note: Only in the menu` */
export const markLine = (mark: TermMark): string =>
  [
    markText(mark),
    ...termNotes(mark).map(([noun, text]) => `${noun}: ${changedField(mark, noun) ? text : shortNote(text)}`),
  ]
    .filter((part) => part !== '')
    .join('; ');

/**
 * `noun, draft`, `noun, status: draft → approved`, `noun; held back: forbidden`: the short fields of a term. User text
 * is not escaped; empty without such fields.
 */
export function markText(mark: TermMark = {}): string {
  const facts = (['partOfSpeech', 'status'] as const).map((name) => {
    const changed = changedField(mark, name);
    return changed === undefined ? short(mark[name] ?? '') : `${FIELD_NOUNS[name]}: ${fieldSides(changed, shortNote)}`;
  });
  const layer = mark.inheritedFrom === undefined ? '' : `inherited from ${short(mark.inheritedFrom)}`;
  if (mark.heldBack === undefined) return [...facts, layer].filter((each) => each !== '').join(', ');
  // Only the reason follows the colon, no other fields of the row.
  const [pos] = facts;
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

/** `3 rows are held back: 2 forbidden, 1 not chosen (choose: pos)`: contains only our own words. */
export const heldBackText = ({ rows, reasons }: HeldBack): string =>
  `${counted(rows, 'row')} ${plural(rows, 'is', 'are')} held back: ${reasons.map(reasonText).join(', ')}`;

/** Maximum number of rows of one reason that are named by default. */
const NAMED_MAX = 3;

const entryTokens = ({ entries: [first], ...row }: HeldBackTerm): Sentence => {
  const { source = '', target = '' } = first ?? {};
  const mark = markText({ ...row });
  const translation = target === '' ? '' : say` → ${phraseToken(target)}`;
  return say`${phraseToken(source)}${translation}${mark === '' ? '' : say` (${phraseToken(mark)})`}`;
};

/** The text before the names of rows that are held back for one reason. */
const NAMES_HEAD = { status: 'Not sent', choice: 'Not chosen' } as const;

/** `Not chosen: run → Lauf (noun), … and 4 more`: the first rows of one reason; `undefined`: none. */
function namesOf({ reasons, listed: terms }: HeldBack, reason: HeldBackTerm['reason']): Sentence | undefined {
  const count = reasons.reduce((sum, each) => sum + (each.reason === reason ? each.rows : 0), 0);
  if (count === 0) return undefined;
  const alike = terms.filter((each) => each.reason === reason);
  const names = firstItems(alike, NAMED_MAX, count).map(entryTokens);
  const more = count - names.length;
  const all = more > 0 ? [...names, say`${groupedDigits(more)} more`] : names;
  return say`${NAMES_HEAD[reason]}: ${listedTokens(all)}`;
}

/** The first rows for which another row was chosen. */
export const notChosen = (heldBack: HeldBack): Sentence | undefined => namesOf(heldBack, 'choice');

/** The count, and the first rows of each reason, for output that names no command for listing them. */
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
 * The lines about rows that are held back: the count, then the first rows for which another was chosen, or all listed
 * rows. `command`: the command whose option lists them.
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
