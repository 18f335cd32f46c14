import { dirname, relative, resolve, sep } from 'node:path';
import { EXIT } from '../../app/exit-code.ts';
import { refuseNodeDebug } from '../../app/machine/node-debug.ts';
import type { Ports } from '../../app/ports.ts';
import { sharedLedgerNotes } from '../../app/workspaces/workspace-notes.ts';
import { VERSION } from '../../model/workspace/project.ts';
import { type AnnotationCounts, annotationsOfAll } from '../../review/ci/annotations.ts';
import { errorText } from '../../review/messages/error-text.ts';
import { quoted } from './comment/comment-text.ts';
import { addSummary } from './comment/write-markdown.ts';
import { type Outputs, outputsText } from './github/file-commands.ts';
import { GitHubError } from './github/github.ts';
import { commandLine, maskLine } from './github/workflow-commands.ts';
import { type Command, type Inputs, readInputs } from './inputs.ts';
import { type Job, openJobs } from './job.ts';
import { outputsOf } from './outputs.ts';
import { report } from './report.ts';
import { applyStep } from './steps/apply.ts';
import { driftStep } from './steps/drift.ts';
import { mergeStep } from './steps/merge.ts';
import { planStep } from './steps/plan.ts';
import { pullStep } from './steps/pull.ts';
import { inTurn, validateStep } from './steps/validate.ts';
import type { TargetResult } from './target-result.ts';
import { withLimitedFiles } from './trust.ts';

/** Warns in the log and in the summary if one ledger belongs to several workspaces. */
async function warnOfSharedLedgers(inputs: Inputs, jobs: readonly Job[], cwd: string): Promise<void> {
  const [job] = jobs;
  if (job === undefined || inputs.workspaces.length === 0) return;
  const base = resolve(cwd, inputs.workingDirectory);
  const workspaces = jobs.map(({ root, ports }) => ({ name: relative(base, root).split(sep).join('/') || '.', ports }));
  const notes = await sharedLedgerNotes(workspaces, base);
  for (const { message } of notes) job.ports.terminal.out(commandLine('warning', message));
  if (notes.length > 0) await addSummary(job, quoted(notes.map(({ message }) => `warning: ${message}`).join('\n')));
}

/** The command of an annotation in the log. */
const COMMAND = /^::(\w+)[ :]/;

const TYPES = ['error', 'warning', 'notice'] as const;

/** Counts the annotations that the ports print: the runner shows ten of each type for a step. */
export function countAnnotations(ports: Ports): { readonly ports: Ports; readonly printed: () => AnnotationCounts } {
  const counts = { error: 0, warning: 0, notice: 0 };
  const out = (text: string): void => {
    const word = COMMAND.exec(text)?.[1];
    const type = TYPES.find((each) => each === word);
    if (type !== undefined) counts[type] += 1;
    ports.terminal.out(text);
  };
  return { ports: { ...ports, terminal: { ...ports.terminal, out } }, printed: () => ({ ...counts }) };
}

/** Shows findings and refusals of all targets at their lines, within the limits of the runner. */
export function annotate({ inputs, ports, folder, reported }: Job, printed: AnnotationCounts): void {
  const context = { version: VERSION, folder, labels: inputs.deleteLabels };
  if (inputs.annotations) ports.terminal.out(annotationsOfAll(reported, context, printed));
}

const STEPS: Readonly<Record<Command, (job: Job) => Promise<readonly TargetResult[]>>> = {
  plan: planStep,
  validate: validateStep,
  apply: applyStep,
  drift: driftStep,
  pull: pullStep,
  merge: mergeStep,
  report,
};

async function setOutputs(outputs: Outputs, { env, files, id }: Ports): Promise<void> {
  const path = env('GITHUB_OUTPUT');
  if (path !== undefined) await files.appendFile(path, outputsText(outputs, id));
}

/** True if the step succeeded according to the input `fail-on`. */
export function hasGoneWell({ failOn }: Inputs, outputs: Outputs): boolean {
  if (failOn === 'never') return true;
  if (outputs.get('failure-reason') !== '') return false;
  if (failOn === 'warning') return outputs.get('warnings') === '0';
  return failOn === 'error' || (outputs.get('changes') === 'false' && outputs.get('drift') === 'false');
}

/**
 * The message of an error that ended a step, for one annotation. A refusal by GitHub is quoted, because it is not a bug
 * of Lexform.
 */
function wordOf(error: unknown): string {
  if (!(error instanceof GitHubError)) return errorText(error, { debug: false }).trim();
  const needed = error.permissions === undefined ? '' : `; the token would need: ${error.permissions}`;
  return `GitHub: ${error.message}${needed}`;
}

/** Runs the step in its workspaces, one after another. If it fails in one of several, the others continue. */
async function runAll(jobs: readonly Job[], step: (job: Job) => Promise<readonly TargetResult[]>): Promise<Outputs> {
  const [only, ...others] = jobs;
  if (only !== undefined && others.length === 0) return outputsOf(await step(only));
  const results = await inTurn(jobs, async (job) => {
    try {
      return await step(job);
    } catch (error) {
      const err = wordOf(error);
      job.ports.terminal.out(commandLine('error', `${job.folder}: ${err}`));
      return [{ target: '', result: 'failed', ran: { code: EXIT.error, out: '', err } } as const];
    }
  });
  const folder = only === undefined ? '' : dirname(only.temp);
  return new Map([...outputsOf(results.flat()), ['folder', folder]]);
}

/** Runs the step, and sets its outputs in any case. True if it succeeded. */
export async function runAction(realPorts: Ports): Promise<boolean> {
  const { ports, printed } = countAnnotations(realPorts);
  let opened: readonly Job[] = [];
  try {
    refuseNodeDebug(ports.env('NODE_DEBUG'));
    const inputs = readInputs(ports.env);
    for (const secret of [inputs.apiKey, inputs.githubToken])
      if (secret !== undefined) ports.terminal.out(maskLine(secret));
    opened = (await openJobs(inputs, { ...ports, labels: inputs.deleteLabels })).map(withLimitedFiles);
    await warnOfSharedLedgers(inputs, opened, ports.cwd);
    const outputs = await runAll(opened, STEPS[inputs.command]);
    await setOutputs(outputs, ports);
    return hasGoneWell(inputs, outputs);
  } catch (error) {
    ports.terminal.out(commandLine('error', wordOf(error)));
    const failed = [...outputsOf([]), ['result', 'failed'], ['exit-code', '1'], ['failure-reason', 'failed']] as const;
    await setOutputs(new Map(failed), ports);
    return false;
  } finally {
    // Last, because it may use only the annotations that the other output has left.
    for (const job of opened) annotate(job, printed());
  }
}
