import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { realPorts } from '../../../src/app/machine/real-ports.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { actionPorts } from '../../../src/shells/action/action-ports.ts';
import { runAction } from '../../../src/shells/action/run-action.ts';
import { GIT_ENV, tempFolder, testGit } from '../../support/git-repository.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

export const actionFile = parse(readFileSync('action.yml', 'utf8')) as ActionFile;

export interface Step {
  /** The checkout. */
  readonly workspace: string;
  /** Under `with:`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: string;
  readonly payload?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly apiUrl?: string;
  /** Aborted when the job is cancelled. */
  readonly interrupted?: AbortSignal;
  /** In place of the network. */
  readonly fetch?: Ports['fetch'];
  /** In place of git. */
  readonly git?: Ports['git'];
  /** In place of the clock and of ids of this machine. */
  readonly ports?: Pick<Ports, 'now' | 'id'>;
}

export interface StepRan {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: ReadonlyMap<string, string>;
  readonly summary: string;
  readonly temp: string;
}

/** The outputs of a step as the runner reads them. */
export function parseOutputs(text: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const [name = '', delimiter = ''] = line.split('<<');
    const end = lines.indexOf(delimiter, index + 1);
    if (delimiter === '' || end === -1) throw new Error(`not an output: ${line}`);
    outputs.set(name, lines.slice(index + 1, end).join('\n'));
    index = end;
  }
  return outputs;
}

interface Prepared {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: string;
  readonly summary: string;
  readonly temp: string;
}

/** What the runner of GitHub gives a step: the defaults of `action.yml`, file commands, an event's payload. */
function prepare({ workspace, inputs, event, payload = {}, env = {}, apiUrl }: Step): Prepared {
  const temp = tempFolder();
  const file = (name: string, text = ''): string => {
    writeFileSync(join(temp, name), text);
    return join(temp, name);
  };
  const [output, summary] = [file('output'), file('summary')];
  mkdirSync(join(temp, 'runner'));
  for (const name of Object.keys(inputs)) if (!(name in actionFile.inputs)) throw new Error(`no input ${name}`);
  const given = Object.entries(actionFile.inputs).map(([name, { default: fallback }]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? (fallback ?? '').replace('$' + '{{ github.token }}', 'token-of-the-job'),
  ]);
  return {
    temp,
    output,
    summary,
    env: {
      ...GIT_ENV,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: apiUrl ?? 'http://127.0.0.1:9',
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: file('event.json', JSON.stringify(payload)),
      GITHUB_SHA: 'c'.repeat(40),
      GITHUB_REF: 'refs/heads/main',
      GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/terms.yml@refs/heads/main',
      GITHUB_RUN_ID: '500',
      GITHUB_RUN_NUMBER: '5',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_ACTOR: 'somebody',
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: join(temp, 'runner'),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(given),
      ...env,
    },
  };
}

const ranOf = ({ output, summary, temp }: Prepared, code: number | null, log: string): StepRan => ({
  code,
  log,
  outputs: parseOutputs(readFileSync(output, 'utf8')),
  summary: readFileSync(summary, 'utf8'),
  temp,
});

/** Runs a step in this process: real files, git and HTTP, but no pause before another attempt. */
export async function runStep(step: Step): Promise<StepRan> {
  const prepared = prepare(step);
  let log = '';
  const tell = (text: string): void => {
    log += text;
  };
  const real = realPorts(prepared.env as NodeJS.ProcessEnv);
  const hasGoneWell = await runAction(
    actionPorts(
      {
        ...real,
        git: step.git ?? testGit,
        sleep: async () => undefined,
        ...(step.fetch !== undefined && { fetch: step.fetch }),
        ...step.ports,
      },
      {
        env: prepared.env,
        cwd: step.workspace,
        out: tell,
        interrupted: step.interrupted ?? new AbortController().signal,
      },
    ),
  );
  return ranOf(prepared, hasGoneWell ? 0 : 1, log);
}

/** Runs the committed bundle in a process of its own, as the runner of GitHub does. `started` is given the process. */
export async function runBundle(
  step: Step,
  started: (child: ChildProcess) => void = () => undefined,
): Promise<StepRan> {
  const prepared = prepare(step);
  const child = spawn(process.execPath, [resolve(actionFile.runs.main)], {
    cwd: step.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: prepared.env as NodeJS.ProcessEnv,
  });
  started(child);
  let log = '';
  child.stdout.on('data', (chunk) => (log += chunk));
  child.stderr.on('data', (chunk) => (log += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const [code] = await closed;
  return ranOf(prepared, code as number | null, log);
}
