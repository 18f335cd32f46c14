import type { AnyKind } from '../../kinds/kind.ts';
import { REVIEW_FIELDS } from '../../model/entries/term-fields.ts';
import type { Finding, Severity, SourceRef } from '../../model/finding.ts';
import { changeKind, isRecord, type ValueChange } from '../../model/resources/resource.ts';
import type { LanguageOfText } from '../format/language.ts';
import { findingSentence } from '../messages/finding-text.ts';
import { lineNoun } from '../values/change-lines.ts';
import { type ChangeView, viewWords } from '../values/change-view.ts';
import { reachOfTerm } from '../values/change-words.ts';
import { FIELD_NOUNS, markField, markText } from '../values/held-back-text.ts';
import { losesTerm, type Term, type TermChange, type TermKind } from '../values/term-kinds.ts';
import { UNDOES } from '../values/undone.ts';
import { blocks, changedFields, valueName, valueText } from '../values/value-words.ts';
import { nature, natureWords, phrase, wordChange } from '../values/word-change.ts';
import { cellCode, PAINTS, SIDE_PAINTS, sentenceMarkdown, shortCode } from './code.ts';

/** One line of a table of changes, in safe markdown. */
export interface MarkdownRow {
  /** True for a loss, which is shown before other rows. */
  readonly loses: boolean;
  /** The kind of the change of a term; absent: the row is about another value. */
  readonly kind?: TermKind;
  /** The cells about the change. Made on demand, because most rows of a long list are never shown. */
  readonly cells: () => readonly string[];
}

/** Changes that remove a source phrase from its dictionary, which a reviewer must notice. */
const LOUD: ReadonlySet<TermKind> = new Set(['removed', 'moved', 'renamed']);

/** The mark of a change that overwrites drift. */
export const undoneMark = (undoes: boolean): string => (undoes ? `, **${UNDOES}**` : '');

/** `**removed**`, `**moved** to` and an address, `**renamed** (case only)`, `changed`. */
function whatHappens(change: TermChange, view: ChangeView | undefined, undoes = false): string {
  const { kind, nature: only, to } = change;
  const word = viewWords(view, kind);
  const loud = LOUD.has(kind) ? `**${word}**` : word;
  const there = to === undefined ? '' : ` to ${sentenceMarkdown([{ theirs: to, max: 300 }], cellCode)}`;
  const happens = `${loud}${there}${only === undefined ? '' : ` (${natureWords(only)})`}`;
  const reach = reachOfTerm(change);
  return `${happens}${reach && `, ${reach}`}${undoneMark(undoes)}`;
}

/** The marks of the two sides of a change; neutral in a view, in which both sides may be right. */
const paintsOf = (view: ChangeView | undefined) => (view === undefined ? PAINTS : SIDE_PAINTS);

/** One text before and after: only the text if it is unchanged, otherwise with marked differences. */
function beforeAfter(from: string, to: string, { dir, ...language }: LanguageOfText, paints: typeof PAINTS): string {
  // An arrow between two texts points from left to right, regardless of their direction.
  return from === to
    ? cellCode(phrase(to), { ...language, ...(dir && { dir }) })
    : cellCode(wordChange(from, to, paints), language);
}

/** The change and its place in one cell, because a phone has no room for a fourth column. */
const whatAndWhere = (what: string, place: string): string => (place === '' ? what : `${what}, ${place}`);

/** Maximum number of UTF-16 code units of the other fields of a term. */
const MARK_MAX_UNITS = 100;

/** Maximum number of UTF-16 code units of a definition, an example or a note. */
const NOTE_MAX_UNITS = 200;

const LINT_MARKS: Readonly<Record<Severity, string>> = { error: '❌', warning: '⚠️', info: 'ℹ️' };

const lintText = (findings: readonly Finding[]): string =>
  findings
    .map(
      (finding) =>
        `${LINT_MARKS[finding.severity]} ${sentenceMarkdown(findingSentence(finding, MARK_MAX_UNITS), cellCode)}`,
    )
    .join('; ');

/** The common properties of the rows of a child. */
export interface TermRows {
  /** True: only the parts of a term that a reviewer needs. */
  readonly isShort: boolean;
  /** The lint findings of a term. */
  readonly lintOf: (change: TermChange) => readonly Finding[];
  /** The languages of source and translation. */
  readonly languages: readonly [source: LanguageOfText, target: LanguageOfText];
  /** The URL of a term on the page, by its source phrase; absent: no page. */
  readonly link?: (source: string) => string | undefined;
  /** The place of a term in the files. */
  readonly place: (at: SourceRef | undefined) => string;
  readonly view?: ChangeView | undefined;
  /** True for a change that overwrites drift. */
  readonly undoes?: ((change: TermChange) => boolean) | undefined;
}

/** Other fields and lint findings of a term, below it. */
function termNotes(change: TermChange, { isShort, lintOf }: TermRows): string {
  const { mark } = change;
  const text = isShort || mark?.heldBack ? markText(mark) : '';
  const fields = isShort
    ? []
    : REVIEW_FIELDS.flatMap((field) => {
        const isAbove = mark?.heldBack && (field === 'partOfSpeech' || field === 'status');
        const value = isAbove ? undefined : markField(mark, field);
        return value === undefined ? [] : [`${FIELD_NOUNS[field]}: ${shortCode(value, NOTE_MAX_UNITS, cellCode)}`];
      });
  const notes = [...(text === '' ? [] : [shortCode(text, MARK_MAX_UNITS, cellCode)]), ...fields].join('; ');
  return [notes, lintText(lintOf(change))].map((line) => (line === '' ? '' : `<br>${line}`)).join('');
}

/** The row of a term. */
export function termRow(change: TermChange, rows: TermRows): MarkdownRow {
  const { before, after, at } = change;
  const {
    languages: [from, to],
    link,
    place,
    view,
    undoes,
  } = rows;
  const linked = (name: string, source: string): string => {
    const url = link?.(source);
    return url === undefined ? name : `[${name}](${url})`;
  };
  return {
    loses: losesTerm(change),
    kind: change.kind,
    cells: () => {
      const what = whatAndWhere(whatHappens(change, view, undoes?.(change)), place(at));
      const notes = termNotes(change, rows);
      const paints = paintsOf(view);
      if (before !== undefined && after !== undefined)
        return [
          what,
          `${linked(beforeAfter(before.source, after.source, from, paints), after.source)}${notes}`,
          beforeAfter(before.target, after.target, to, paints),
        ];
      const { source, target } = (before ?? after) as Term;
      const paint = view !== undefined ? String : after === undefined ? paints.red : paints.green;
      return [what, `${linked(cellCode(phrase(source), from), source)}${notes}`, cellCode(paint(phrase(target)), to)];
    },
  };
}

const KIND_WORDS = { added: 'added', changed: 'changed', removed: '**removed**' } as const;

/** The context of the row of a value. */
export interface ValueRowOptions {
  /** The kind of the resource. */
  readonly owner: AnyKind;
  /** The place of a value in the files. */
  readonly place: (at: SourceRef | undefined) => string;
  readonly view?: ChangeView | undefined;
  /** True for a change that overwrites drift. */
  readonly undoes?: boolean | undefined;
}

/** The row of a value of a resource. A blocking value counts as a loss, except for a new resource. */
export function valueRow(value: ValueChange, options: ValueRowOptions): MarkdownRow {
  const { owner, place, view, undoes = false } = options;
  const { key, from, to, at, term } = value;
  const kind = changeKind(value);
  const note = term === undefined ? '' : `<br>${shortCode(markText(term), MARK_MAX_UNITS, cellCode)}`;
  const blocked = blocks(owner, key, to);
  const isBlocked = kind === 'changed' && blocked !== '';
  const paints = paintsOf(view);
  const change = (before: string, after: string): string => cellCode(wordChange(before, after, paints));
  return {
    loses: kind === 'removed' || isBlocked,
    kind,
    cells: () => {
      const happens = isBlocked ? '**blocked**' : viewWords(view, KIND_WORDS[kind]);
      const word = whatAndWhere(`${lineNoun(owner, key, to ?? from)}${happens}${undoneMark(undoes)}`, place(at));
      if (isRecord(from) && isRecord(to)) {
        const fields = changedFields(owner, key, from, to);
        const renamed = fields.find(({ isName }) => isName);
        const name = renamed ? change(renamed.before, renamed.after) : cellCode(valueName(owner, key, to));
        const others = fields.filter((field) => field !== renamed);
        const text = ({ noun, before, after }: (typeof fields)[number]): string =>
          `${noun}: ${change(before, after)}${nature(before, after)}`;
        return [word, `${name}${note}`, others.map(text).join('; ')];
      }
      const shown = [
        ...(from === undefined ? [] : [paints.red(valueText(owner, key, from))]),
        ...(to === undefined ? [] : [paints.green(valueText(owner, key, to))]),
      ];
      return [
        word,
        `${cellCode(valueName(owner, key, to ?? from))}${note}`,
        `${cellCode(shown.join(' → '))}${blocked}`,
      ];
    },
  };
}

export const rowLine = (row: MarkdownRow): string => `| ${row.cells().join(' | ')} |`;
