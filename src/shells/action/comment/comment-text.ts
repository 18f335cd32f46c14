import { beginning, linesOf, listed, plural, withLineEnds } from '../../../review/format/text.ts';
import { fencedLines } from '../../../review/markdown/sections.ts';
import type { RunFacts } from '../github/event.ts';
import { type CommentState, type Marker, markerLine } from './comment-marker.ts';

/** Maximum number of UTF-16 units of a comment on GitHub. */
export const COMMENT_MAX_UNITS = 65_536;

/** UTF-16 units reserved for the text around a report. */
export const FRAME_UNITS = 8500;

/** Marks the end of the status. The first mark in a comment is ours, because only our own text is before it. */
const BODY_MARK = '<!-- lexform:body -->';

export interface CommentParts {
  readonly marker: Marker;
  /** Markdown; empty: the report is enough. */
  readonly status: string;
  /** Markdown of `review/`. */
  readonly report: string;
  /** The source of the comment, as markdown. */
  readonly footer: string;
}

/** A comment as it is posted. */
export const commentBody = ({ marker, status, report, footer }: CommentParts): string =>
  withLineEnds(
    linesOf(markerLine(marker), status !== '' && [status, ''], BODY_MARK, '', report.trim(), '', '---', footer),
  );

/** Replaces marker and status of a comment. The report stays as it is. */
export function withStatus(body: string, marker: Marker, status: string): string {
  const start = body.indexOf(BODY_MARK);
  const rest = start === -1 ? '' : body.slice(start);
  return [markerLine(marker), status, '', rest].join('\n');
}

const short = (commit: string): string => `\`${commit.slice(0, 7)}\``;

const run = ({ runUrl, runNumber }: RunFacts, words: string): string =>
  /^https?:\/\/[\w.~:%/-]+$/.test(runUrl) ? `[${words} #${runNumber}](${runUrl})` : words;

/** Output of a command in a code fence, in whole lines within a budget. It cannot contain the mark of the body. */
export const quoted = (text: string, maxUnits = 4000): string =>
  fencedLines(
    text
      .trim()
      .split('\n')
      .map((line) => beginning(line.replaceAll('<!--', '<! --'), 1000)),
    maxUnits,
    'the log of the run shows all',
  );

/** Parts of a status that only some runs have, as markdown. */
export interface StatusParts {
  /** The effect of a merge, in lines of their own. */
  readonly merge?: string;
  /** Who or what consented to the plan, as the rest of a sentence. */
  readonly consent?: string;
  /** The numbers of the other pull requests whose approved changes the same run has applied. */
  readonly together?: readonly number[];
}

/** The other pull requests of the same run: the report below is about all of them. */
const togetherText = (numbers: readonly number[]): string =>
  numbers.length === 0
    ? ''
    : ` The run also applied ${plural(numbers.length, 'pull request', 'pull requests')} ` +
      `${listed(numbers.map((number) => `#${number}`))}: the report below has the changes of ` +
      `${plural(numbers.length, 'both', 'all of them')}.`;

/** The status of a comment. `reason`: the output of the command if it did not succeed. */
export function statusText(
  state: CommentState,
  facts: RunFacts,
  head: string,
  reason = '',
  { merge = '', consent = '', together = [] }: StatusParts = {},
): string {
  const why = reason.trim() === '' ? '' : `\n\n${quoted(reason)}`;
  const inRun = `in ${run(facts, 'run')}`;
  const also = togetherText(together);
  const texts: Readonly<Record<CommentState, string>> = {
    open: merge,
    checked: '',
    'no-changes': '✅ **Nothing to change.** What was planned here before is no longer needed, or done.',
    outdated: `⏳ **Outdated.** The branch is at ${short(head)} now; ${run(facts, 'a new plan')} is being made.`,
    overtaken:
      `⏳ **Outdated.** ${run(facts, 'Run')} has changed what this plan is about. Run the plan of this pull request ` +
      'again, or push to it.',
    failed: `${merge === '' ? '' : `${merge}\n\n`}❌ **Failed** for ${short(head)} ${inRun}.${why}`,
    applied: `✅ **Applied** ${inRun}${consent}.${also}`,
    'partly-applied':
      `❌ **Partly applied** ${inRun}${consent}.${also} Run the job again: ` + `what is done is not done twice.${why}`,
    refused: `🚫 **Not applied** ${inRun}; nothing was changed.${why}`,
  };
  return texts[state];
}

/** Where a plan was made without secrets: in a run of a fork, or in a run for a bot that updates dependencies. */
export type ForeignRun = 'fork' | 'bot';

const FOREIGN_RUNS: Readonly<Record<ForeignRun, string>> = {
  fork: 'of the fork',
  bot: 'for a bot that updates dependencies',
};

/** The last line of a comment. `foreign`: the plan was made without secrets; absent: with the secrets of this run. */
export function footerText(facts: RunFacts, head: string, foreign?: ForeignRun): string {
  const at = head === '' ? '' : ` for ${short(head)}`;
  const by =
    foreign === undefined
      ? ''
      : ` It was made without secrets, in a run ${FOREIGN_RUNS[foreign]}; nobody has checked it.`;
  return `<sub>Made${at} in ${run(facts, 'run')} by Lexform.${by}</sub>`;
}
