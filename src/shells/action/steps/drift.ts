import { drift } from '../../../app/commands/drift.ts';
import { runCommand } from '../../../app/runner.ts';
import { anything, count, decoded, from, lenient, object, text } from '../../../model/decode.ts';
import { sha256 } from '../../../model/resources/digest.ts';
import { hasConflicts } from '../../../plan/counts.ts';
import { visible } from '../../../review/format/escape.ts';
import { beginning } from '../../../review/format/text.ts';
import { code } from '../../../review/markdown/code.ts';
import { planOptions } from '../command-options.ts';
import { commentKey, isNewer, type Marker, markerLine, markerOf } from '../comment/comment-marker.ts';
import { footerText } from '../comment/comment-text.ts';
import { warnOfRefusal } from '../comment/post-plan.ts';
import { author, isOwn } from '../comment/sticky-comment.ts';
import { reportFor } from '../comment/write-markdown.ts';
import type { GitHub } from '../github/github.ts';
import type { Job } from '../job.ts';
import { runInGroup } from '../run-in-group.ts';
import { resultOf, type TargetResult } from '../target-result.ts';
import { summarize, tell } from './tell.ts';
import { forTargets } from './validate.ts';

/** The issue of a target. */
interface Issue {
  readonly number: number;
  readonly open: boolean;
  readonly marker: Marker;
}

/** The result of a drift check. */
export interface Found {
  readonly target: string;
  readonly isDrift: boolean;
  /** True if the files have changed one of the values too. Absent: false. */
  readonly hasConflicts?: boolean;
  /** The whole report as markdown, within a budget of UTF-16 units. */
  readonly report: (budget: number) => string;
  /** Digest of the drift, hex. */
  readonly digest: string;
}

/** Maximum number of UTF-16 units of the report in an issue. */
const REPORT_MAX_UNITS = 50_000;

/** GitHub lists pull requests among issues. */
const issueAnswer = object({
  number: count,
  body: text,
  state: lenient(text),
  user: author,
  pullRequest: from('pull_request', anything),
});

/** Our issues about a target, oldest first, including closed ones. */
async function findIssues({ facts, inputs }: Job, github: GitHub, key: string): Promise<readonly Issue[]> {
  const label = encodeURIComponent(inputs.driftLabel);
  const [login, all] = await Promise.all([
    github.login(),
    github.list(`/repos/${facts.repository}/issues?state=all&labels=${label}`, issueAnswer),
  ]);
  return all
    .flatMap(({ number, body, state, user, pullRequest }): readonly Issue[] => {
      const marker = markerOf(body);
      const isOurs = marker?.kind === 'drift' && marker.key === key && isOwn(user, login);
      return isOurs && pullRequest === undefined ? [{ number, marker, open: state === 'open' }] : [];
    })
    .sort((left, right) => left.number - right.number);
}

function issueBody(
  { facts }: Job,
  marker: Marker,
  { target, isDrift, hasConflicts: isConflict, report }: Found,
): string {
  const name = code(beginning(target, 200));
  const has = `${name} was changed since the last apply, outside the files.`;
  const ways = [
    'To keep the changes, write them into the files: `lexform pull`, or the command `pull` of the Action.',
    ...(isConflict === true
      ? [
          'In a conflict, edit the file, or take the value of the service with the input `theirs: true` of the ' +
            'command `pull` (`lexform pull --theirs`). `lexform pull --ours` decides for the value of the file.',
        ]
      : []),
    'To undo them, apply once with the input `overwrite-drift: true`.',
  ];
  const parts = isDrift
    ? [has, report(REPORT_MAX_UNITS).trim(), ways.map((way) => `- ${way}`).join('\n')]
    : [`✅ ${code(beginning(target, 200))} matches the last apply.`];
  return `${[markerLine(marker), ...parts, '---', footerText(facts, '')].join('\n\n')}\n`;
}

/**
 * Keeps one issue for a target: creates it at the first drift, closes it when the drift ends, reopens it for new drift.
 * Unchanged drift changes nothing. Returns the number of the issue; `undefined` if no issue exists or Lexform may not
 * write it.
 */
export async function keepDriftIssue(job: Job, found: Found): Promise<number | undefined> {
  const { github, facts, inputs, folder } = job;
  if (github === undefined || !inputs.driftIssue) return undefined;
  const issues = `/repos/${facts.repository}/issues`;
  const key = commentKey(folder, found.target, inputs.commentId);
  const { isDrift } = found;
  const marker: Marker = {
    kind: 'drift',
    key,
    runId: facts.runId,
    runAttempt: facts.runAttempt,
    head: '',
    digest: found.digest,
    state: isDrift ? 'open' : 'no-changes',
  };
  const body = issueBody(job, marker, found);
  const update = ({ number }: Issue, more: object): Promise<unknown> =>
    github.call('PATCH', `${issues}/${number}`, { ...more, body });
  try {
    const [known] = await findIssues(job, github, key);
    if (known !== undefined) {
      if (isNewer(known.marker, marker)) return known.number;
      if (isDrift && !(known.open && known.marker.digest === found.digest))
        await update(known, known.open ? {} : { state: 'open' });
      if (!isDrift && known.open) await update(known, { state: 'closed', state_reason: 'completed' });
      return known.number;
    }
    if (!isDrift) return undefined;
    const title = `Terminology drift: ${beginning(visible(found.target), 200)}`;
    const answer = await github.call('POST', issues, { title, body, labels: [inputs.driftLabel] });
    const created = decoded(object({ number: count }), answer)?.number;
    // If two were created at the same time, the older one stays.
    const [oldest] = await findIssues(job, github, key);
    if (created === undefined || oldest === undefined || oldest.number >= created) return created;
    await github.call('PATCH', `${issues}/${created}`, { state: 'closed', state_reason: 'not_planned' });
    return oldest.number;
  } catch (error) {
    return warnOfRefusal('issue', error, job);
  }
}

async function driftOf(job: Job, target: string): Promise<TargetResult> {
  const options = { ...planOptions(job, target), full: true, detailedExitcode: true };
  const ran = await runInGroup(`lexform drift: ${target}`, job, (ports) => runCommand(drift, options, ports));
  const result = resultOf(ran);
  const markdownPath = await tell(job, ran, target);
  const issue =
    ran.reported?.kind === 'drifted'
      ? await keepDriftIssue(job, {
          target,
          isDrift: result === 'drift',
          hasConflicts: hasConflicts(ran.reported.drift),
          report: reportFor(job, ran.reported),
          digest: sha256(ran.out),
        })
      : undefined;
  return { target, result, ran, markdownPath, issue };
}

/**
 * `drift`: shows what changed on the service since the last apply, in the log, in the summary, and in one issue for
 * each target.
 */
export const driftStep = (job: Job): Promise<readonly TargetResult[]> =>
  forTargets(job, async (opened) => ({
    run: (target) => driftOf(opened.job, target.name),
    summary: (results) => summarize(opened.job, results),
  }));
