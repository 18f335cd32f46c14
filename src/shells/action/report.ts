import { join } from 'node:path';
import { EXIT } from '../../app/exit-code.ts';
import { planFileJson } from '../../app/plan-file/plan-file.ts';
import { readPlan } from '../../app/run/read-plan-file.ts';
import { workspaceMark } from '../../app/session/each-workspace.ts';
import * as d from '../../model/decode.ts';
import { UsageError } from '../../model/errors.ts';
import { type Finding, type FindingDetail, hasErrors } from '../../model/finding.ts';
import { ARCHIVE_SUM_MAX_BYTES } from '../../model/incoming-limits.ts';
import { undoneByPlan } from '../../plan/guard/guard.ts';
import { visible } from '../../review/format/escape.ts';
import type { Reported } from '../../review/reported.ts';
import { postTargets } from './comment/targets-comment.ts';
import { reportFor, writeMarkdown } from './comment/write-markdown.ts';
import type { PullRequest } from './github/event.ts';
import { findPullRequest, pullRequestOfRun } from './github/find-pull-request.ts';
import { readArtifactOfRun } from './github/read-artifact.ts';
import { commandLine } from './github/workflow-commands.ts';
import type { Job } from './job.ts';
import { obstacleToApproval, planNames } from './steps/approved-plan.ts';
import { summarize } from './steps/tell.ts';
import { inTurn } from './steps/validate.ts';
import { resultOf, stateOf, type TargetResult } from './target-result.ts';

/** Maximum number of findings read from a report. */
const FINDINGS_MAX = 5000;

const sourceRef = d.object({ file: d.text, line: d.count, column: d.count });

const isDetail = (value: unknown): value is FindingDetail =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

const detail = d.lenient(d.refined(d.anything, isDetail, 'a detail'));

const details = d.map(d.lenient(d.entries(detail)), (members = []) =>
  Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
);

const finding = d.map(
  d.object({
    code: d.text,
    severity: d.oneOf('error', 'warning', 'info'),
    at: d.from(undefined, sourceRef),
    details,
    related: d.some(sourceRef),
  }),
  ({ related, ...known }): Finding => ({ ...known, ...(related.length > 0 && { related }) }),
);

const findingsReport = d.object({ formatVersion: d.oneOf(1), findings: d.list(d.lenient(finding)) });

/**
 * The findings in a document of `validate --json`. It may come from an untrusted source, so everything else in it is
 * ignored. `undefined`: not such a document.
 */
export const parseFindings = (json: string): readonly Finding[] | undefined =>
  d
    .parseJsonOr(json, findingsReport)
    ?.findings.slice(0, FINDINGS_MAX)
    .filter((each) => each !== undefined);

/** Maximum number of plans read from one artifact. Each becomes a comment. */
const PLANS_MAX = 10;

const FINDINGS = 'findings.json';

/** Names are compared only. No name is used as a path without a check. */
const isReport = (name: string): boolean =>
  name === FINDINGS || /^plan\.[A-Za-z0-9][\w.-]{0,99}\.json(?:\.gz)?$/.test(name);

/**
 * The reports of this workspace in the artifact of a run, by name without a folder. A step about several workspaces
 * writes a folder for each. Throws a `UsageError` if only other workspaces have reports there, because they would
 * otherwise be ignored silently.
 */
async function reportsOf(job: Job, runId: string): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const ownFolder = `${workspaceMark(job.folder)}/`;
  const others = new Set<string>();
  const bare = (name: string): string => (name.startsWith(ownFolder) ? name.slice(ownFolder.length) : name);
  const files = await readArtifactOfRun(job, runId, (name) => {
    if (isReport(bare(name))) return true;
    const [folder = '', file = ''] = name.split('/');
    if (isReport(file)) others.add(folder);
    return false;
  });
  if (files?.size === 0 && others.size > 0)
    throw new UsageError(
      `the artifact has the reports of several workspaces: ${[...others].map(visible).join(', ')}; ` +
        'run one report step for each, with its folder as working-directory',
    );
  return files && new Map([...files].map(([name, bytes]) => [bare(name), bytes]));
}

interface ReceivedReport {
  readonly target: string;
  readonly reported: Reported;
}

/**
 * The plans of an artifact, unpacked one after the other. The total size of unpacked gzip plans is limited like the
 * files of an archive.
 */
async function unpackedPlans(files: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, Uint8Array>> {
  const plans = new Map<string, Uint8Array>();
  let room = ARCHIVE_SUM_MAX_BYTES;
  for (const [name, bytes] of [...files].filter(([each]) => each !== FINDINGS).slice(0, PLANS_MAX)) {
    const json = await planFileJson(bytes, name, room);
    if (json !== bytes) room -= json.byteLength;
    plans.set(name, json);
  }
  return plans;
}

async function plansOf(job: Job, files: ReadonlyMap<string, Uint8Array>): Promise<readonly ReceivedReport[]> {
  return Promise.all(
    [...(await unpackedPlans(files))].map(async ([name, json]) => {
      const path = join(job.temp, 'received', name);
      await job.ports.files.writeFile(path, json);
      const plan = await readPlan(path, job.ports);
      if (!planNames(plan.target.name).includes(name))
        throw new UsageError('a plan of the artifact is about another target');
      // The limits and consents of the other run are unknown here; its drift is in the plan.
      const refusals = undoneByPlan(plan);
      const guard = refusals.length === 0 ? ({ kind: 'allowed' } as const) : ({ kind: 'refused', refusals } as const);
      return { target: plan.target.name, reported: { kind: 'planned', plan, guard, findings: [] } as const };
    }),
  );
}

function findingsOf(files: ReadonlyMap<string, Uint8Array>): readonly ReceivedReport[] {
  // Without the file, the text is empty and is not read as findings.
  const findings = parseFindings(new TextDecoder().decode(files.get(FINDINGS)));
  return findings === undefined ? [] : [{ target: '', reported: { kind: 'validated', findings } }];
}

async function reportOne(
  job: Job,
  { target, reported }: ReceivedReport,
  pullRequest: PullRequest,
): Promise<TargetResult> {
  // Errors in the files have already failed the other run, so this run succeeds.
  const ran = { code: EXIT.ok, reported, out: '', err: '' };
  const markdownPath = await writeMarkdown(job, target, reportFor(job, reported, pullRequest)());
  return { target, result: resultOf(ran), ran, markdownPath };
}

/**
 * `report`: writes the comment for a run that may not write comments. The artifact of that run is only data: it is
 * checked with its schema, and the words are made here. The pull request is found by GitHub, not by the artifact.
 */
export async function report(job: Job): Promise<readonly TargetResult[]> {
  const { facts, inputs, ports } = job;
  if (job.github === undefined) throw new UsageError('report needs the input github-token');
  const runId = facts.startedBy?.id ?? inputs.runId;
  if (runId === undefined) throw new UsageError('report needs the input run-id where no other workflow has started it');
  const pullRequest = facts.startedBy === undefined ? await findPullRequest(job) : await pullRequestOfRun(job);
  if (pullRequest === undefined) {
    ports.terminal.out(commandLine('notice', 'the run belongs to no open pull request; there is nothing to report'));
    return [];
  }
  const files = await reportsOf(job, runId);
  if (files === undefined) {
    ports.terminal.out(commandLine('notice', 'the run has left no report'));
    return [];
  }
  const plans = await plansOf(job, files);
  const results = await inTurn(plans.length > 0 ? plans : findingsOf(files), (received) =>
    reportOne(job, received, pullRequest),
  );
  await summarize(job, results, pullRequest);
  const obstacle = obstacleToApproval(facts, pullRequest);
  return postTargets(job, results, {
    pullRequest,
    reasonOf: () => '',
    stateOfResult: ({ result, ran: { reported } }) =>
      hasErrors(reported?.findings ?? []) ? 'failed' : stateOf(result),
    obstacle,
    more: { foreign: obstacle?.kind === 'fork' ? 'fork' : pullRequest.foreign ? 'bot' : undefined, current: true },
  });
}
