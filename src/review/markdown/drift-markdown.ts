import type { Drift } from '../../plan/drift/drift.ts';
import { budgetOf, type MarkdownOptions, pointerOf } from './options.ts';
import { driftSection } from './sections.ts';

/**
 * What was changed outside git, as a document of its own: the verdict first, conflicts before everything else, in the
 * words of the terminal. Never longer than its budget, cut between lines alone; the numbers are those of all of it.
 */
export function driftMarkdown(drift: Drift, options: MarkdownOptions = {}): string {
  const room = budgetOf(options) - 1500;
  const [verdict = '', ...rest] = driftSection(drift, room, pointerOf(options, 'lexform drift --full'));
  return `${[`### ${verdict}`, ...rest].join('\n\n')}\n`;
}
