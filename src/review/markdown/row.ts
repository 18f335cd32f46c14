import type { AnyKind } from '../../kinds/kind.ts';
import type { ReviewField } from '../../model/entries/term-fields.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import { changeKind, isRecord, type ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { LanguageOfText } from '../format/language.ts';
import { beginning } from '../format/text.ts';
import { findingMessage } from '../messages/finding-text.ts';
import { lineNoun } from '../values/change-lines.ts';
import { type ChangeView, viewWords } from '../values/change-view.ts';
import { markField, markText } from '../values/held-back-text.ts';
import { losesTerm, type TermChange, type TermKind } from '../values/term-kinds.ts';
import { UNDOES } from '../values/undone.ts';
import { blocks, changedFields, valueName, valueText } from '../values/value-words.ts';
import { nature, natureWords, phrase, wordChange } from '../values/word-change.ts';
import { code, codeOf, PAINTS, shortCode } from './code.ts';

/** One line of a table of changes, in safe markdown. */
export interface MarkdownRow {
  /** True for a loss, which has priority when the document is shortened. */
  readonly loses: boolean;
  /** The kind of the change of a term; absent: the row is about another value. */
  readonly kind?: TermKind;
  /** The cells about the change. Made on demand, because most rows of a long list are never shown. */
  readonly cells: () => readonly string[];
  readonly at?: SourceRef;
}

/** Changes that remove a source phrase from its dictionary, which a reviewer must notice. */
const LOUD: ReadonlySet<TermKind> = new Set(['removed', 'moved', 'renamed']);

/** The mark of a change that overwrites drift. */
export const undoneMark = (undoes: boolean): string => (undoes ? `, **${UNDOES}**` : '');

/** `**removed**`, `**moved** to` and an address, `**renamed** (case only)`, `changed`. */
function whatHappens({ kind, nature: only, to }: TermChange, view: ChangeView | undefined, undoes = false): string {
  const word = viewWords(view, kind);
  const loud = LOUD.has(kind) ? `**${word}**` : word;
  const there = to === undefined ? '' : ` to ${code(to)}`;
  return `${loud}${there}${only === undefined ? '' : ` (${natureWords(only)})`}${undoneMark(undoes)}`;
}

/** One text before and after: only the text if it is unchanged, otherwise with marked differences. */
function beforeAfter(from: string, to: string, { dir, ...language }: LanguageOfText): string {
  // An arrow between two texts points from left to right, regardless of their direction.
  return from === to
    ? codeOf(phrase(to), { ...language, ...(dir && { dir }) })
    : codeOf(wordChange(from, to, PAINTS), language);
}

const place = (at: SourceRef | undefined): Pick<MarkdownRow, 'at'> => (at === undefined ? {} : { at });

/** Maximum number of UTF-16 code units of the other fields of a term. */
const MARK_MAX_UNITS = 100;

/** Maximum number of UTF-16 code units of a definition, an example or a note. */
const NOTE_MAX_UNITS = 200;

const cellText = (text: string | undefined): string => (text === undefined ? '' : shortCode(text, NOTE_MAX_UNITS));

const LINT_MARKS: Readonly<Record<Severity, string>> = { error: '❌', warning: '⚠️', info: 'ℹ️' };

const lintCell = (findings: readonly Finding[]): string =>
  findings
    .map((finding) => `${LINT_MARKS[finding.severity]} ${codeOf(beginning(findingMessage(finding), NOTE_MAX_UNITS))}`)
    .join('; ');

/** The common properties of the rows of a child. */
export interface TermRows {
  /** Columns for other fields of terms; a column that is empty in all rows is left out. */
  readonly columns: readonly ReviewField[];
  /** Returns the lint findings of a term. Absent: no column for them. */
  readonly lintOf?: ((change: TermChange) => readonly Finding[]) | undefined;
  /** The languages of source and translation. */
  readonly languages: readonly [source: LanguageOfText, target: LanguageOfText];
  /** The URL of a term on the page, by its source phrase; absent: no page. */
  readonly link?: (source: string) => string | undefined;
  readonly view?: ChangeView | undefined;
  /** True for a change that overwrites drift. */
  readonly undoes?: ((change: TermChange) => boolean) | undefined;
}

/** The row of a term. */
export function termRow(
  change: TermChange,
  { columns, lintOf, languages: [from, to], link, view, undoes }: TermRows,
): MarkdownRow {
  const { before, after, at, mark } = change;
  const linked = (name: string, source: string): string => {
    const url = link?.(source);
    return url === undefined ? name : `[${name}](${url})`;
  };
  return {
    loses: losesTerm(change),
    kind: change.kind,
    ...place(at),
    cells: () => {
      const what = whatHappens(change, view, undoes?.(change));
      // Fields with their own column are not repeated next to the term.
      const text = markText(columns.length === 0 || mark?.heldBack ? mark : {});
      const said = text === '' ? '' : ` ${shortCode(text, MARK_MAX_UNITS)}`;
      const more = [
        ...columns.map((column) => cellText(markField(mark, column))),
        ...(lintOf ? [lintCell(lintOf(change))] : []),
      ];
      if (before !== undefined && after !== undefined)
        return [
          what,
          `${linked(beforeAfter(before.source, after.source, from), after.source)}${said}`,
          beforeAfter(before.target, after.target, to),
          ...more,
        ];
      const { source, target } = before ?? after ?? { source: '', target: '' };
      const paint = after === undefined ? PAINTS.red : PAINTS.green;
      return [
        what,
        `${linked(codeOf(phrase(source), from), source)}${said}`,
        codeOf(paint(phrase(target)), to),
        ...more,
      ];
    },
  };
}

const KIND_WORDS = { added: 'added', changed: 'changed', removed: '**removed**' } as const;

/** The difference in one field of a value. */
const fieldText = ({ noun, before, after }: ReturnType<typeof changedFields>[number]): string =>
  `${noun}: ${codeOf(wordChange(before, after, PAINTS))}${nature(before, after)}`;

/** The row of a value of a resource. A blocking value counts as a loss, except for a new resource. */
export function valueRow(owner: AnyKind, value: ValueChange, view?: ChangeView, undoes = false): MarkdownRow {
  const { key, from, to, at } = value;
  const kind = changeKind(value);
  const blocked = blocks(owner, key, to);
  const isBlocked = kind === 'changed' && blocked !== '';
  return {
    loses: kind === 'removed' || isBlocked,
    ...place(at),
    cells: () => {
      const happens = isBlocked ? '**blocked**' : viewWords(view, KIND_WORDS[kind]);
      const word = `${lineNoun(owner, key, to ?? from)}${happens}${undoneMark(undoes)}`;
      if (isRecord(from) && isRecord(to)) {
        const fields = changedFields(owner, key, from, to);
        const renamed = fields.find(({ isName }) => isName);
        const name = renamed
          ? codeOf(wordChange(renamed.before, renamed.after, PAINTS))
          : codeOf(valueName(owner, key, to));
        return [
          word,
          name,
          fields
            .filter((field) => field !== renamed)
            .map(fieldText)
            .join('; '),
        ];
      }
      const shown = [
        ...(from === undefined ? [] : [PAINTS.red(valueText(owner, key, from))]),
        ...(to === undefined ? [] : [PAINTS.green(valueText(owner, key, to))]),
      ];
      return [word, codeOf(valueName(owner, key, to ?? from)), `${codeOf(shown.join(' → '))}${blocked}`];
    },
  };
}

/** A line of a table: its cells and the place. */
export const rowLine = (row: MarkdownRow, place: string): string => `| ${row.cells().join(' | ')} | ${place} |`;
