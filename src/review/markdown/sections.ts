import { type Finding, hasErrors, type Severity } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftLine, driftText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/plural.ts';
import { findingCounts, findingMessage, type Notes, splitNotes } from '../messages/finding-text.ts';
import { guardText } from '../plan/guard-text.ts';
import { code, codeOf, fenced } from './code.ts';
import { placeMarkdown } from './link.ts';
import type { MarkdownOptions } from './options.ts';
import { inMarkdown } from './target.ts';

/** Whole lines up to a length, and how many are left out. */
function firstLines(
  lines: readonly string[],
  maxUnits: number,
): { readonly shown: readonly string[]; readonly hidden: number } {
  let left = maxUnits;
  const shown: string[] = [];
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  return { shown, hidden: lines.length - shown.length };
}

/**
 * Lines of a text version in a fence, as many as there is room for. A fence costs no escapes, and its words are those
 * of the terminal.
 */
export function fencedLines(lines: readonly string[], maxUnits: number, pointer: string): string {
  let { shown } = firstLines(lines, maxUnits);
  // A fence around long runs of backticks is as long as they are.
  while (shown.length > 0 && fenced(shown, 'text').length > maxUnits) shown = shown.slice(0, -1);
  const hidden = lines.length - shown.length;
  const block = shown.length === 0 ? [] : [fenced(shown, 'text')];
  const more = hidden === 0 ? [] : [`… and ${counted(hidden, 'more line')}; ${pointer}.`];
  return [...block, ...more].join('\n\n');
}

/** What apply would refuse to undo without being told to; empty when there is nothing. */
export const undoneMarkdown = (
  { undoes = [] }: Pick<Plan, 'undoes'>,
  maxUnits: number,
  pointer: string,
): readonly string[] =>
  undoes.length === 0
    ? []
    : [
        '> [!CAUTION]\n> **apply would refuse this plan: it undoes what was changed on the service since the ' +
          `last apply, in ${counted(undoes.length, 'resource')}.** \`lexform pull\` writes it into the files, ` +
          `\`--overwrite-drift\` undoes it.`,
        fencedLines(undoes.map(visible), maxUnits, pointer),
      ];

/** Why apply would refuse the plan; empty when it would not. */
export function guardMarkdown(guard: GuardVerdict | undefined, maxUnits: number, pointer: string): readonly string[] {
  if (guard === undefined || guard.kind === 'allowed') return [];
  const [title = '', ...lines] = guardText(guard).trimEnd().split('\n');
  return [
    `> [!CAUTION]\n> **${title.replace(/:$/, '')}** for ${counted(guard.refusals.length, 'reason')}.`,
    fencedLines(
      lines.map((line) => line.trim()),
      maxUnits,
      pointer,
    ),
  ];
}

/** What was changed outside git, in the words of the terminal: the verdict, and the differences where there are any. */
export function driftSection(drift: Drift, maxUnits: number, pointer: string): readonly string[] {
  const verdict = inMarkdown(drift, (named) => driftLine({ ...drift, ...named }));
  if (drift.resources.length === 0) return [verdict];
  const [, ...lines] = driftText(drift, { color: false }).trimEnd().split('\n');
  const { theirs, both } = driftCounts(drift);
  return [
    verdict,
    `<details${both > 0 ? ' open' : ''}><summary>${counted(theirs + both, 'difference')}</summary>`,
    fencedLines(
      lines.filter((line) => line !== ''),
      maxUnits,
      pointer,
    ),
    '</details>',
  ];
}

const MARKS: Readonly<Record<Severity, string>> = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' };
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

const findingsTable = (rows: readonly string[]): string =>
  ['| | Place | Finding | Code |', '|---|---|---|---|', ...rows].join('\n');

/** What is only noted, kind by kind, folded away. */
function notesMarkdown(notes: readonly Notes[], { links }: MarkdownOptions, maxUnits: number): readonly string[] {
  const rows = notes.map(({ first, count }) => {
    const more = count === 1 ? '' : ` and ${groupedDigits(count - 1)} more`;
    return (
      `| ${MARKS.info} | ${placeMarkdown(first.at, links)}${more} | ${codeOf(findingMessage(first))} | ` +
      `${code(first.code)} |`
    );
  });
  const { shown } = firstLines(rows, maxUnits);
  const all = notes.reduce((sum, { count }) => sum + count, 0);
  if (shown.length === 0) return [];
  return [`<details><summary>${counted(all, 'note')} on the files</summary>`, findingsTable(shown), '</details>'];
}

/**
 * A table of what was found, errors first, each with its place, as many whole rows as there is room for; then what is
 * only noted.
 */
export function findingsMarkdown(
  findings: readonly Finding[],
  options: MarkdownOptions,
  maxUnits: number,
): readonly string[] {
  const { serious, notes } = splitNotes(findings);
  const ofNotes = notesMarkdown(notes, options, Math.floor(maxUnits / 4));
  if (serious.length === 0) return ofNotes;
  const inOrder = [...serious].sort((one, other) => RANK[one.severity] - RANK[other.severity]);
  const rows = inOrder.map(
    (finding) =>
      `| ${MARKS[finding.severity]} | ${placeMarkdown(finding.at, options.links)} | ` +
      `${codeOf(findingMessage(finding))} | ${code(finding.code)} |`,
  );
  const { shown, hidden } = firstLines(rows, ofNotes.length === 0 ? maxUnits : Math.floor((maxUnits * 3) / 4) - 100);
  const files = new Set(serious.map(({ at }) => at.file)).size;
  return [
    `**${findingCounts(findings)} in ${counted(files, 'file')}${hasErrors(findings) ? '; nothing was sent' : ''}**`,
    ...(shown.length === 0 ? [] : [findingsTable(shown)]),
    ...(hidden === 0 ? [] : [`… and ${counted(hidden, 'more finding')}; \`lexform validate\` shows all.`]),
    ...ofNotes,
  ];
}
