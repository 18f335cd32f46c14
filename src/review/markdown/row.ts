import type { CustomInstruction } from '../../kinds/style-list/style-list.ts';
import { isInstruction } from '../../kinds/style-list/style-list.ts';
import { changeKind, type ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { losesTerm, TERM_WORDS, type TermChange, type TermKind } from '../plan/term-kinds.ts';
import { blocks, changedFields, valueName, valueText } from '../plan/value-words.ts';
import { nature, phrase, wordChange } from '../plan/word-change.ts';
import { code, codeOf, PAINTS } from './code.ts';

/** One line of a table of changes, in markdown that is safe already. */
export interface MarkdownRow {
  /** True when something is taken away, so that the row is never cut. */
  readonly loses: boolean;
  /** What happens, to what, and how. Made when it is asked for: most rows of a long list are never shown. */
  readonly cells: () => readonly [what: string, name: string, change: string];
  readonly at?: SourceRef;
}

/** Another source phrase, or none: what a reviewer must not overlook. */
const LOUD: ReadonlySet<TermKind> = new Set(['removed', 'moved-away', 'renamed']);

/** `**removed**`, `**moved** to`, `case only`. */
function kindWord(kind: TermKind): string {
  const [word, side] =
    kind === 'moved-away' ? ['moved', ' to'] : kind === 'moved-here' ? ['moved', ' from'] : [TERM_WORDS[kind], ''];
  return `${LOUD.has(kind) ? `**${word}**` : word}${side}`;
}

const gone = (shown: string): string => codeOf(PAINTS.red(shown));
const come = (shown: string): string => codeOf(PAINTS.green(shown));

/** One text before and after: what it is where it is the same, else with the words that differ marked. */
const beforeAfter = (from: string, to: string): string =>
  from === to ? codeOf(phrase(to)) : codeOf(wordChange(from, to, PAINTS));

const place = (at: SourceRef | undefined): Pick<MarkdownRow, 'at'> => (at === undefined ? {} : { at });

/** The row of a term. */
export function termRow(change: TermChange): MarkdownRow {
  const { kind, before, after, at, other } = change;
  return {
    loses: losesTerm(change),
    ...place(at),
    cells: () => {
      const what = `${kindWord(kind)}${other === undefined ? '' : ` ${code(other)}`}`;
      if (before !== undefined && after !== undefined)
        return [what, beforeAfter(before.source, after.source), beforeAfter(before.target, after.target)];
      const { source, target } = before ?? after ?? { source: '', target: '' };
      return [what, codeOf(phrase(source)), (after === undefined ? gone : come)(phrase(target))];
    },
  };
}

const KIND_WORDS = { added: 'added', changed: 'changed', removed: '**removed**' } as const;

/** What differs between two instructions beside the label, field by field. */
const fieldsText = (from: CustomInstruction, to: CustomInstruction): string =>
  changedFields(from, to)
    .filter(([field]) => field !== 'label')
    .map(([field, before, after]) => `${field}: ${codeOf(wordChange(before, after, PAINTS))}${nature(before, after)}`)
    .join('; ');

/** The row of a value of a resource. A limit of 0 takes something away, except from a new key. */
export function valueRow(value: ValueChange): MarkdownRow {
  const { key, from, to, at } = value;
  const kind = changeKind(value);
  const blocked = blocks(key, to);
  const isBlocked = kind === 'changed' && blocked !== '';
  return {
    loses: kind === 'removed' || isBlocked,
    ...place(at),
    cells: () => {
      const word = `${key[0] === 'instruction' ? 'instruction ' : ''}${isBlocked ? '**blocked**' : KIND_WORDS[kind]}`;
      if (isInstruction(from) && isInstruction(to))
        return [word, beforeAfter(from.label, to.label), fieldsText(from, to)];
      const shown = [
        ...(from === undefined ? [] : [PAINTS.red(valueText(key, from))]),
        ...(to === undefined ? [] : [PAINTS.green(valueText(key, to))]),
      ];
      return [word, codeOf(valueName(key, to ?? from)), `${codeOf(shown.join(' → '))}${blocked}`];
    },
  };
}

/** A line of a table: three cells and the place. */
export const rowLine = (row: MarkdownRow, place: string): string => `| ${row.cells().join(' | ')} | ${place} |`;
