import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseReport } from '../../../src/review/ci/format-names.ts';
import { makeProgram } from '../../../src/shells/cli/program.ts';
import { git } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { actionFile } from './run-action.ts';

interface WorkflowStep {
  readonly uses?: string;
  readonly id?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, { readonly workflows?: readonly string[] } | null>>;
  readonly permissions: unknown;
  readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions: Readonly<Record<string, string>>;
        readonly environment?: string;
        readonly 'timeout-minutes': number;
        readonly steps: readonly WorkflowStep[];
        readonly outputs?: Readonly<Record<string, string>>;
        readonly strategy?: { readonly matrix: Readonly<Record<string, string>> };
      }
    >
  >;
}

const FOLDER = 'examples/github';
const texts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')] as const);
const workflows = texts.map(([name, text]) => [name, parse(text) as Workflow] as const);
const stepsOf = ({ jobs }: Workflow): readonly WorkflowStep[] => Object.values(jobs).flatMap(({ steps }) => steps);
const isLexform = ({ uses }: WorkflowStep): boolean => /^[\w.-]+\/lexform@/.test(uses ?? '');
/** Whether a job runs the Action; the others only find something for it. */
const isOwn = ({ steps }: Workflow['jobs'][string]): boolean => steps.some(isLexform);

test('there are seven workflows', () => {
  expect(workflows.map(([name]) => name)).toEqual([
    'apply-workspaces.yml',
    'apply.yml',
    'drift.yml',
    'fork-check.yml',
    'fork-report.yml',
    'merge.yml',
    'plan.yml',
  ]);
});

describe.each(workflows)('%s', (name, workflow) => {
  test('names every action by a commit or a whole version', () => {
    const uses = stepsOf(workflow).flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    // Our own has a tag until there is a release to pin.
    for (const each of uses)
      expect(each).toMatch(/^(?:actions\/[a-z-]+@[0-9a-f]{40}|[\w.-]+\/lexform@v\d+\.\d+\.\d+)$/);
  });

  test('gives no right to the workflow, and to a job only what it needs', () => {
    const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'apply-workspaces.yml': { contents: 'write', actions: 'read', 'pull-requests': 'write' },
      'apply.yml': { contents: 'write', actions: 'read', 'pull-requests': 'write' },
      'drift.yml': { contents: 'read', issues: 'write' },
      'fork-check.yml': { contents: 'read' },
      'fork-report.yml': { actions: 'read', 'pull-requests': 'write' },
      'merge.yml': { contents: 'write', 'pull-requests': 'read' },
      'plan.yml': { contents: 'read', 'pull-requests': 'write' },
    };
    expect(workflow.permissions).toEqual({});
    for (const job of Object.values(workflow.jobs))
      expect(job.permissions).toEqual(isOwn(job) ? allowed[name] : { contents: 'read' });
  });

  test('runs one of a kind at a time, and for a limited time; only an apply and a report are never broken off', () => {
    expect(workflow.concurrency.group).toMatch(/^terminology-/);
    expect(workflow.concurrency['cancel-in-progress']).toBe(!/^(?:apply|fork-report)\b/.test(name));
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  test('gives the Action inputs that it has, and uses outputs that it has', () => {
    const own = stepsOf(workflow).filter(isLexform);
    expect(own).toHaveLength(1);
    for (const input of Object.keys(own[0]?.with ?? {})) expect(actionFile.inputs).toHaveProperty([input]);
    const text = texts.find(([each]) => each === name)?.[1] ?? '';
    for (const [, id, output = ''] of text.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g))
      if (id === own[0]?.id) expect(actionFile.outputs).toHaveProperty([output]);
      else expect(stepsOf(workflow).find((step) => step.id === id)?.run).toContain(`${output}=`);
  });

  test('writes no expression into a script, and takes secrets from an environment alone', () => {
    for (const step of stepsOf(workflow)) expect(step.run ?? '').not.toContain('$' + '{{');
    const text = texts.find(([each]) => each === name)?.[1] ?? '';
    const hasSecrets = text.includes('secrets.');
    for (const job of Object.values(workflow.jobs))
      expect(job.environment !== undefined).toBe(hasSecrets && isOwn(job));
  });
});

describe('the apply of several workspaces', () => {
  const workflow = workflows.find(([name]) => name === 'apply-workspaces.yml')?.[1] as Workflow;
  const { find, apply } = workflow.jobs;

  test('has a job for every folder with a lexform.yaml, and for no other', async () => {
    const cwd = await tempWorkspace({
      'lexform.yaml': '',
      'teams/legal/lexform.yaml': '',
      'teams/übung & "co"/lexform.yaml': '',
      'teams/legal/below/lexform.yaml': '',
      'teams/notes/readme.md': '',
    });
    git(cwd, 'init', '-q');
    git(cwd, 'add', '-A');
    const output = join(cwd, 'output');
    const script = stepsOf(workflow).find(({ id }) => id === 'list')?.run ?? '';
    const env = { ...process.env, GITHUB_OUTPUT: output };
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env });
    expect(readFileSync(output, 'utf8')).toBe('workspaces=["teams/legal","teams/übung & \\"co\\""]\n');
  });

  test('takes the folders from that job, and each is the working-directory of the Action', () => {
    expect(find?.outputs).toEqual({ workspaces: '$' + '{{ steps.list.outputs.workspaces }}' });
    expect(apply?.strategy?.matrix).toEqual({ workspace: '$' + '{{ fromJSON(needs.find.outputs.workspaces) }}' });
    expect(apply?.steps.find(isLexform)?.with).toMatchObject({
      command: 'apply',
      'working-directory': '$' + '{{ matrix.workspace }}',
    });
  });
});

describe('the pair for forks', () => {
  const [check, report] = ['fork-check.yml', 'fork-report.yml'].map(
    (name) => workflows.find(([each]) => each === name)?.[1],
  ) as [Workflow, Workflow];

  test('the second half follows the first one, and checks nothing out', () => {
    expect(report.on.workflow_run?.workflows).toEqual([check.name]);
    expect(stepsOf(report).map(({ uses }) => uses)).toEqual([expect.stringMatching(/^[\w.-]+\/lexform@/)]);
  });

  test('the first half leaves the artifact that the second one reads, and its checkout keeps no credentials', () => {
    const upload = stepsOf(check).find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with?.name).toBe(actionFile.inputs.artifact?.default);
    const checkout = stepsOf(check).find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'persist-credentials': false });
  });
});

test('the pipeline of GitLab runs commands that there are, with reports that there are', () => {
  const pipeline = parse(readFileSync('examples/gitlab/lexform.gitlab-ci.yml', 'utf8')) as Readonly<
    Record<string, { readonly script?: readonly string[]; readonly artifacts?: { readonly reports?: object } }>
  >;
  const lines = Object.values(pipeline).flatMap(({ script = [] }) => script);
  expect(lines).toHaveLength(3);
  const program = makeProgram(() => {});
  for (const line of lines) {
    const [lexform, command, ...words] = line.split(' ');
    expect(lexform).toBe('lexform');
    const found = program.commands.find((each) => each.name() === command);
    for (const word of words.filter((each) => each.startsWith('--')))
      expect(found?.options.map(({ long }) => long)).toContain(word);
    for (const report of words.filter((each) => each.includes('='))) expect(parseReport(report)).toHaveProperty('path');
  }
  const reports = Object.values(pipeline['terminology plan']?.artifacts?.reports ?? {});
  for (const path of reports) expect(lines.join(' ')).toContain(`=${path}`);
  expect(reports).toHaveLength(3);
});

test('the hook runs a command that there is', () => {
  const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly { readonly entry: string }[];
  const [, command] = hook?.entry.split(' ') ?? [];
  expect(makeProgram(() => {}).commands.map((each) => each.name())).toContain(command);
});
