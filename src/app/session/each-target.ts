import { UsageError } from '../../model/errors.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { jsonText } from '../../review/format/json-text.ts';
import type { TargetChanges } from '../../review/same-changes.ts';
import { type CommandResult, type ExitCode, type RunResult, worstOf } from '../exit-code.ts';
import { makeOutputQueue } from '../machine/output-queue.ts';
import type { ReportOptions, TargetOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { finish, reportingErrors } from '../finish-run.ts';
import { checkFileNames, pathWithMark, reportsWithMark, severalTargets } from '../several-targets.ts';
import { showError } from '../show-error.ts';

/** Options of a command that takes several targets, with the files that it writes for each. */
interface EachOptions extends TargetOptions, ReportOptions {
  readonly out?: string;
  readonly secretsFile?: string;
}

function optionsFor<Options extends EachOptions>(options: Options, target: string): Options {
  const { out, secretsFile, report } = options;
  return {
    ...options,
    target,
    ...(out !== undefined && { out: pathWithMark(out, target) }),
    ...(secretsFile !== undefined && { secretsFile: pathWithMark(secretsFile, target) }),
    ...(report !== undefined && { report: reportsWithMark(report, target) }),
  };
}

/** The changes of the plans for the earlier targets, once their runs have ended. Runs without a plan are left out. */
export type EarlierTargets = () => Promise<readonly TargetChanges[]>;

/**
 * Maximum number of targets processed at the same time: enough to use the rate limit of a service while one target
 * writes its ledger, but small, because each target holds its plan and its states in memory.
 */
const TARGETS_AT_ONCE = 4;

/**
 * Limits the number of targets processed at the same time. A target that waits for an answer of the user gives its
 * place to the next one.
 */
function makeSlots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (free === 0) return new Promise((go) => void waiting.push(go));
    free -= 1;
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const leaveWhile = async <Value>(wait: () => Promise<Value>): Promise<Value> => {
    leave();
    try {
      return await wait();
    } finally {
      await take();
    }
  };
  return { take, leave, leaveWhile };
}

/**
 * One target as a member of the document for several targets, indented for its depth. Texts in JSON contain no line
 * ends, so every line can be indented.
 */
function memberText(target: string, exitCode: ExitCode, document: string): string {
  const head = jsonText({ target, exitCode }).replace(/\n\}\n$/, '');
  const documentText = document === '' ? 'null' : document.trimEnd().replaceAll('\n', '\n  ');
  return `${head},\n  "document": ${documentText}\n}`.replaceAll('\n', '\n    ');
}

/**
 * Runs a command for one target or for several, a few at the same time. If one target fails, the others continue;
 * Ctrl-C stops all. After a target has ended, only its exit code and the digest of its changes are kept. The names of
 * its files contain the name of the target. With `--json`, several targets are one document: `{ formatVersion, targets:
 * [{ target, exitCode, document }] }`, each with the document of its own run.
 */
export async function eachTarget<Options extends EachOptions>(
  { config }: { readonly config: WorkspaceConfig },
  options: Options,
  ports: Ports,
  run: (options: Options, ports: Ports, earlier?: EarlierTargets) => Promise<CommandResult>,
): Promise<CommandResult> {
  const names = severalTargets(config, options.target);
  if (names === undefined) return run(options, ports);
  const files = [options.out, options.secretsFile, ...(options.report ?? []).map(({ path }) => path)];
  if (files.some((path) => path !== undefined)) checkFileNames(names);
  const { json } = options;
  const slots = makeSlots(TARGETS_AT_ONCE);
  const changes: Promise<TargetChanges | undefined>[] = [];
  const runs = [...makeOutputQueue(names, ports.terminal, { json })].map(([target, { terminal, document, end }]) => {
    const { ask } = terminal;
    const asking = ask && { ask: (question: string) => slots.leaveWhile(() => ask(question)) };
    const targetPorts = { ...ports, terminal: { ...terminal, ...asking } };
    const before = [...changes];
    const earlier: EarlierTargets = async () => (await Promise.all(before)).filter((each) => each !== undefined);
    const runOne = async (targetOptions: Options, to: Ports): Promise<RunResult> => {
      if (to.interrupted.aborted) throw new UsageError('interrupted before it began', { code: 'interrupted' });
      const over = new AbortController();
      try {
        return await finish(await run(targetOptions, { ...to, ended: over.signal }, earlier), targetOptions, to);
      } finally {
        over.abort();
      }
    };
    const ended = slots
      .take()
      .then(() => reportingErrors(runOne, { savesPlan: true }, optionsFor(options, target), targetPorts))
      .catch((error: unknown): RunResult => showError(error, { json }, targetPorts))
      .then(({ code, changes: digest }) => ({ code, changed: digest === undefined ? undefined : { target, digest } }))
      .finally(slots.leave);
    changes.push(ended.then(({ changed }) => changed));
    return ended.then(({ code }) => {
      end();
      return { target, code, document };
    });
  });
  const codes: ExitCode[] = [];
  if (json) ports.terminal.out('{\n  "formatVersion": 1,\n  "targets": [');
  for (const each of runs) {
    const { target, code, document } = await each;
    if (json) ports.terminal.out(`${codes.length > 0 ? ',' : ''}\n    ${memberText(target, code, document())}`);
    codes.push(code);
  }
  if (json) ports.terminal.out('\n  ]\n}\n');
  return { outcome: worstOf(codes) };
}
