import type { SourceRef } from '../../model/source-ref.ts';
import type { InstructionChange, LimitChange, RuleChange } from '../../plan/plan.ts';
import { inPlace, visible } from '../format/escape.ts';
import { blockText, limitText, newLimitText } from '../plan/limit-text.ts';
import type { TermChange, TermKind } from '../plan/term-kinds.ts';
import { losesTerm } from '../plan/term-kinds.ts';
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

const WORDS: Readonly<Record<TermKind, string>> = {
  removed: '**removed**',
  'moved-away': '**moved** to',
  renamed: '**renamed**',
  retargeted: 'changed',
  case: 'case only',
  'white-space': 'white space only',
  form: 'Unicode form only',
  'moved-here': 'moved from',
  added: 'added',
};

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
      const what = other === undefined ? WORDS[kind] : `${WORDS[kind]} ${code(other)}`;
      if (before !== undefined && after !== undefined)
        return [what, beforeAfter(before.source, after.source), beforeAfter(before.target, after.target)];
      const { source, target } = before ?? after ?? { source: '', target: '' };
      return [what, codeOf(phrase(source)), (after === undefined ? gone : come)(phrase(target))];
    },
  };
}

const KIND_WORDS = { added: 'added', changed: 'changed', removed: '**removed**' } as const;

/** The row of a rule. */
export function ruleRow(change: RuleChange): MarkdownRow {
  const { kind, category, rule } = change;
  return {
    loses: kind === 'removed',
    ...(change.kind === 'removed' ? {} : place(change.at)),
    cells: () => {
      const shown = [
        ...(change.kind === 'added' ? [] : [PAINTS.red(visible(change.from))]),
        ...(change.kind === 'removed' ? [] : [PAINTS.green(visible(change.to))]),
      ];
      return [KIND_WORDS[kind], code(`${category}.${rule}`), codeOf(shown.join(' → '))];
    },
  };
}

const language = (name: string | undefined): string => visible(name ?? 'not set');

/** The row of a custom instruction. */
export function instructionRow(change: InstructionChange): MarkdownRow {
  if (change.kind !== 'changed') {
    const { label, prompt } = change.kind === 'added' ? change.to : change.from;
    const shown = inPlace(visible(prompt));
    return {
      loses: change.kind === 'removed',
      ...(change.kind === 'added' ? place(change.at) : {}),
      cells: () => [
        `instruction ${KIND_WORDS[change.kind]}`,
        codeOf(phrase(label)),
        change.kind === 'added' ? come(shown) : gone(shown),
      ],
    };
  }
  const { from, to, at } = change;
  const parts = (): readonly string[] => [
    ...(from.prompt === to.prompt
      ? []
      : [`prompt: ${codeOf(wordChange(from.prompt, to.prompt, PAINTS))}${nature(from.prompt, to.prompt)}`]),
    ...(from.sourceLanguage === to.sourceLanguage
      ? []
      : [
          `source language: ` +
            `${codeOf(`${PAINTS.red(language(from.sourceLanguage))} → ${PAINTS.green(language(to.sourceLanguage))}`)}`,
        ]),
  ];
  return {
    loses: false,
    ...place(at),
    cells: () => ['instruction changed', beforeAfter(from.label, to.label), parts().join('; ')],
  };
}

/** The row of a limit of a developer key. A limit of 0 takes something away. */
export const limitRow = (change: LimitChange, isNew: boolean): MarkdownRow => ({
  loses: !isNew && change.to === 0,
  ...place(change.at),
  cells: () => [
    isNew ? 'set' : change.to === 0 ? '**blocked**' : 'changed',
    'limit',
    `${isNew ? newLimitText(change) : limitText(change)}${blockText(change)}`,
  ],
});

/** A line of a table: three cells and the place. */
export const rowLine = (row: MarkdownRow, place: string): string => `| ${row.cells().join(' | ')} | ${place} |`;
