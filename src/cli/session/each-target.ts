import { parse } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { ReportRequest } from '../../review/ci/format-names.ts';
import type { Reported } from '../../review/ci/reported.ts';
import { jsonText } from '../../review/format/json-text.ts';
import { type RunResult, worstOf } from '../exit-code.ts';
import type { ReportOptions, TargetOptions } from '../options/common-options.ts';
import { makeOutputQueue } from '../ports/output-queue.ts';
import type { CliPorts } from '../ports.ts';
import { reportingErrors } from '../report-errors.ts';
import { showError } from '../show-error.ts';

/** Options of a command that takes several targets, with the files that it writes for each. */
interface EachOptions extends TargetOptions, ReportOptions {
  readonly out?: string;
  readonly secretsFile?: string;
}

/**
 * The targets that `--target eu,us` or `--target all` names, each once, in the order given, `all` in that of
 * `lexform.yaml`; `undefined` when it names one target, or none. A target whose name is `all` is that target. Throws a
 * `UsageError` that names every unknown one.
 */
export function severalTargets(
  { targets }: Pick<WorkspaceConfig, 'targets'>,
  text: string | undefined,
): readonly string[] | undefined {
  const known = targets.map(({ name }) => name);
  if (text === undefined && known.length > 1)
    throw new UsageError(
      `lexform.yaml has several targets (${known.join(', ')}); name one with --target, or several ` +
        `(${known.slice(0, 2).join(',')}), or all`,
      { code: 'target-needed' },
    );
  if (text === undefined || known.includes(text)) return undefined;
  if (text === 'all') return known;
  if (!text.includes(',')) return undefined;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => `"${name}"`).join(', ');
    throw new UsageError(`lexform.yaml has no target ${quoted}; it has: ${known.join(', ')}`, {
      code: 'target-unknown',
    });
  }
  if (names.length === 0)
    throw new UsageError(`--target names no target; lexform.yaml has: ${known.join(', ')}`, {
      code: 'target-needed',
    });
  return names;
}

/** `plans/plan.json` → `plans/plan.prod-eu.json`: the file of one of several targets. */
export function besideName(path: string, target: string): string {
  const { name, ext } = parse(path);
  return `${path.slice(0, path.length - name.length - ext.length)}${name}.${target}${ext}`;
}

/** The reports of one of several targets. */
export const reportsBeside = (reports: readonly ReportRequest[], target: string): readonly ReportRequest[] =>
  reports.map((each) => (each.path === undefined ? each : { ...each, path: besideName(each.path, target) }));

/** Two names that differ in case alone are one file on many systems. */
function checkFileNames(names: readonly string[]): void {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new UsageError(
      'the names of these targets differ in case alone, so their files could be one; name one target',
    );
}

function optionsFor<Options extends EachOptions>(options: Options, target: string): Options {
  const { out, secretsFile, report } = options;
  return {
    ...options,
    target,
    ...(out !== undefined && { out: besideName(out, target) }),
    ...(secretsFile !== undefined && { secretsFile: besideName(secretsFile, target) }),
    ...(report !== undefined && { report: reportsBeside(report, target) }),
  };
}

/** What was reported of the targets before this one, once their runs have ended; runs without a report are left out. */
export type Earlier = () => Promise<readonly Reported[]>;

/**
 * Runs a command for the target that was asked for, or for several of them at the same time. What fails for one does
 * not stop the others; Ctrl-C stops all. Files that it writes get the target into their name. With `--json` several
 * targets are one document: `{ formatVersion, targets: [{ target, exitCode, document }] }`, each with the document of
 * its own run.
 */
export async function eachTarget<Options extends EachOptions>(
  { config }: { readonly config: WorkspaceConfig },
  options: Options,
  ports: CliPorts,
  run: (options: Options, ports: CliPorts, earlier: Earlier) => Promise<RunResult>,
): Promise<RunResult> {
  const names = severalTargets(config, options.target);
  if (names === undefined) return run(options, ports, async () => []);
  const files = [options.out, options.secretsFile, ...(options.report ?? []).map(({ path }) => path)];
  if (files.some((path) => path !== undefined)) checkFileNames(names);
  const { json } = options;
  const turns = makeOutputQueue(names, ports.terminal, { json });
  const begun: Promise<RunResult>[] = [];
  const runs = await Promise.all(
    [...turns].map(async ([target, { terminal, document, end }]) => {
      const own = { ...ports, terminal };
      const before = [...begun];
      const earlier: Earlier = async () => (await Promise.all(before)).flatMap(({ reported }) => reported ?? []);
      const runOne = (asked: Options, to: CliPorts): Promise<RunResult> => run(asked, to, earlier);
      const ended = Promise.resolve()
        .then(() => reportingErrors(runOne)(optionsFor(options, target), own))
        .catch((error: unknown): RunResult | Promise<RunResult> => showError(error, { json }, own));
      begun.push(ended);
      const { code: exitCode } = await ended;
      end();
      const text = document();
      return { target, exitCode, document: text === '' ? null : (JSON.parse(text) as unknown) };
    }),
  );
  if (json) ports.terminal.out(jsonText({ formatVersion: 1, targets: runs }));
  return { code: worstOf(runs.map(({ exitCode }) => exitCode)) };
}
