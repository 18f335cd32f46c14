import { UsageError } from '../../model/errors.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { jsonText } from '../../review/format/json-text.ts';
import { targetHeading } from '../../review/plan/target-heading.ts';
import type { TargetChanges } from '../../review/same-changes.ts';
import { checkSharedAccounts } from '../../steps/workspace/check-targets.ts';
import { type CommandResult, type ExitCode, type RunResult, worstOf } from '../exit-code.ts';
import { finish, reportingErrors } from '../finish-run.ts';
import type { PlanningOptions, ReportOptions, TargetOptions } from '../options.ts';
import type { Ports, TerminalPorts } from '../ports.ts';
import { makeStatusBoard } from '../progress.ts';
import { ONLY_YES } from '../run/approve.ts';
import { checkFileNames, pathWithMark, reportsWithMark, severalTargets } from '../several-targets.ts';
import { showError } from '../show-error.ts';
import { type CheckedWorkspace, endOnErrors } from './open-workspace.ts';

/** The terminal of one of several targets. */
export interface Lane {
  readonly terminal: TerminalPorts;
  /** Marks the target as ended: it prints nothing more. */
  readonly end: () => void;
  /** Returns and removes the document that the target printed with `--json`. */
  readonly document: () => string;
}

interface Output {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** A question that waits until every target has a question or has ended. */
interface Question {
  readonly text: string;
  readonly answer: (text: string) => void;
  readonly fail: (reason: unknown) => void;
}

interface LaneState {
  readonly name: string;
  waiting: Output[];
  document: string;
  question: Question | undefined;
  ended: boolean;
  /** Streams that have had the heading of this target since the last question. */
  readonly headed: Set<'out' | 'err'>;
}

/** One question for all waiting targets: a line for each, and the answer that counts as yes. */
function oneQuestion(waiting: readonly { readonly name: string; readonly question: Question }[]): string {
  const lines = waiting.map(({ name, question }) => `${name}: ${question.text.replace(ONLY_YES, '')}\n`);
  const forAll = waiting.length > 1 ? ONLY_YES.replace(/: $/, `, for all ${waiting.length} targets: `) : ONLY_YES;
  return `\n${lines.join('')}${forAll.trimStart()}`;
}

/**
 * Gives each of several concurrent targets its own terminal. The queue prints the output in the given order, under a
 * heading for each target. The first target prints immediately; the others print when those before them have ended.
 * When all running targets wait with a question, the queue prints the output, asks the user once, and gives all of them
 * the answer. With `--json`, it prints no document, and all other output is written to standard error. The function is
 * longer than 60 lines because its short functions share the state of all targets.
 */
export function makeOutputQueue(
  names: readonly string[],
  terminal: TerminalPorts,
  { json }: { readonly json: boolean },
): ReadonlyMap<string, Lane> {
  const states = names.map(
    (name): LaneState => ({ name, waiting: [], document: '', question: undefined, ended: false, headed: new Set() }),
  );
  const board = makeStatusBoard(terminal);
  let shownIndex = 0;
  const used = new Set<'out' | 'err'>();

  const heading = ({ name, headed }: LaneState, stream: 'out' | 'err'): void => {
    // A screen shows both streams together; standard error may be redirected.
    const to = terminal.screen && !json ? 'out' : stream;
    if (headed.has(to)) return;
    headed.add(to);
    const color = terminal.color && to === 'out';
    terminal[to](`${used.has(to) ? '\n' : ''}${targetHeading(name, { color })}`);
    used.add(to);
  };

  const show = (state: LaneState): void => {
    const { waiting } = state;
    if (waiting.length === 0) return;
    state.waiting = [];
    board.print(() => {
      for (const { stream, text } of waiting) {
        heading(state, stream);
        terminal[stream](text);
      }
    });
  };

  const ask = (): void => {
    const waiting = states.flatMap(({ name, question }) => (question === undefined ? [] : [{ name, question }]));
    if (waiting.length === 0 || terminal.ask === undefined) return;
    const settle = (end: (question: Question) => void): void => {
      shownIndex = 0;
      for (const state of states) {
        state.question = undefined;
        state.headed.clear();
      }
      for (const { question } of waiting) end(question);
    };
    terminal.ask(oneQuestion(waiting)).then(
      (answer) => settle((question) => question.answer(answer)),
      (reason: unknown) => settle((question) => question.fail(reason)),
    );
  };

  const go = (): void => {
    for (let state = states[shownIndex]; state !== undefined; state = states[shownIndex]) {
      show(state);
      if (!state.ended && state.question === undefined) return;
      shownIndex += 1;
      if (shownIndex === states.length) ask();
    }
  };

  const laneOf = (state: LaneState): Lane => {
    const say = (stream: 'out' | 'err') => (text: string) => {
      if (json && stream === 'out') state.document += text;
      else state.waiting.push({ stream, text });
      go();
    };
    const askInTurn = (text: string): Promise<string> =>
      new Promise((answer, fail) => {
        state.question = { text, answer, fail };
        go();
      });
    return {
      // Another target would overwrite a line of progress.
      terminal: {
        ...terminal,
        live: false,
        status: board.line(state.name),
        out: say('out'),
        err: say('err'),
        ...(terminal.ask !== undefined && { ask: askInTurn }),
      },
      end: () => {
        state.ended = true;
        go();
      },
      document: () => {
        const { document } = state;
        state.document = '';
        return document;
      },
    };
  };
  return new Map(states.map((state) => [state.name, laneOf(state)]));
}

/** Ends a run for several targets if two of them would publish one resource in one account. */
export async function endOnSharedAccounts(
  { config, desired, findings }: CheckedWorkspace,
  options: ReportOptions & Pick<PlanningOptions, 'json' | 'target' | 'only'>,
  ports: Ports,
): Promise<void> {
  const names = severalTargets(config, options.target) ?? [];
  const targets = config.targets.filter(({ name }) => names.includes(name));
  const shared = checkSharedAccounts(targets, desired, options.only);
  await endOnErrors(shared, options, ports, { reported: [...findings, ...shared] });
}

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
