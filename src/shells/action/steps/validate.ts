import { join } from 'node:path';
import { validate } from '../../../app/commands/validate.ts';
import { runCommand } from '../../../app/runner.ts';
import type { Target } from '../../../model/workspace/workspace.ts';
import { findingsJson } from '../../../review/messages/finding-text.ts';
import { sinceOf } from '../command-options.ts';
import type { Job } from '../job.ts';
import { type Opened, openTargets } from '../open-targets.ts';
import { type Ran, runInGroup } from '../run-in-group.ts';
import { resultOf, type TargetResult } from '../target-result.ts';
import { summarize, tell } from './tell.ts';

/** Writes the findings of the files, for a later `report`. */
export const writeFindings = ({ ports, temp }: Job, { reported }: Ran): Promise<void> =>
  ports.files.writeFile(join(temp, 'findings.json'), findingsJson(reported?.findings ?? []));

/** `validate`: only checks the files, without any call. */
export async function validateStep(job: Job): Promise<readonly TargetResult[]> {
  const options = { chdir: job.root, json: false, heldBack: false, report: job.inputs.reports, ...sinceOf(job) };
  const ran = await runInGroup('lexform validate', job, (ports) => runCommand(validate, options, ports));
  const markdownPath = await tell(job, ran, '');
  const results = [{ target: '', result: resultOf(ran), ran, markdownPath }];
  await summarize(job, results);
  await writeFindings(job, ran);
  return results;
}

/** Runs one task after another. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

/** The functions of a step. */
interface Begun {
  readonly run: (target: Target) => Promise<TargetResult>;
  /** Shows the results so far, even if an error ends the step before its last target. Default: nothing. */
  readonly summary?: (results: readonly TargetResult[]) => Promise<void>;
  /** Receives the results of all targets, and returns them, possibly with additions. Default: nothing. */
  readonly end?: (results: readonly TargetResult[]) => Promise<readonly TargetResult[]>;
}

/**
 * Runs a step for each of its targets, one after another. If `lexform.yaml` has errors or `begin` returns nothing, the
 * files are checked instead.
 */
export async function forTargets(
  job: Job,
  begin: (opened: Opened) => Promise<Begun | undefined>,
): Promise<readonly TargetResult[]> {
  const opened = await openTargets(job);
  const steps = opened && (await begin(opened));
  if (opened === undefined || steps === undefined) return validateStep(job);
  const results: TargetResult[] = [];
  try {
    await inTurn(opened.targets, async (target) => void results.push(await steps.run(target)));
  } finally {
    await steps.summary?.(results);
  }
  return steps.end === undefined ? results : steps.end(results);
}
