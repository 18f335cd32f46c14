import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../../src/service/http/listen.ts';
import { inTurn } from '../../src/shells/action/steps/validate.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { parserComplaint, shellWords } from '../support/parse-command-line.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

type Yaml = Readonly<Record<string, unknown>>;

const isYaml = (value: unknown): value is Yaml => typeof value === 'object' && value !== null;

/** Every text in a value, in order. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : isYaml(value) ? Object.values(value).flatMap(textsIn) : [];

/** Every value of a key, however deep. */
const valuesOf = (value: unknown, key: string): readonly unknown[] =>
  isYaml(value)
    ? Object.entries(value).flatMap(([name, each]) => [...(name === key ? [each] : []), ...valuesOf(each, key)])
    : [];

const lexformLines = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.startsWith('lexform '));

interface Example {
  readonly text: string;
  readonly yaml: unknown;
  /** Patterns and folders of the files that the system shows or keeps. */
  readonly shown: readonly string[];
}

const textsOf = (value: unknown, ...keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => valuesOf(value, key)).flatMap(textsIn);

/** How each system says which files it shows and keeps. */
const SHOWN: Readonly<Record<string, (yaml: unknown, text: string) => readonly string[]>> = {
  'gitlab/lexform.gitlab-ci.yml': (yaml) => textsOf(yaml, 'paths', 'reports'),
  'gitlab/several-targets.gitlab-ci.yml': (yaml) => textsOf(yaml, 'paths', 'reports'),
  'gitlab/several-workspaces.gitlab-ci.yml': (yaml) => textsOf(yaml, 'paths', 'reports'),
  'jenkins/Jenkinsfile': (_, text) =>
    [...text.matchAll(/(?:testResults|pattern|artifacts): '([^']+)'/g)].flatMap(([, found = '']) => found.split(',')),
  'circleci/config.yml': (yaml) => textsOf(yaml, 'store_test_results', 'store_artifacts'),
  'azure/azure-pipelines.yml': (yaml) => textsOf(yaml, 'testResultsFiles', 'publish'),
  'bitbucket/bitbucket-pipelines.yml': (yaml) => [...textsOf(yaml, 'artifacts'), 'test-results/*.xml'],
};

function exampleOf(file: string): Example {
  const text = readFileSync(`examples/${file}`, 'utf8');
  const yaml = file.endsWith('.yml') ? parse(text) : undefined;
  return { text, yaml, shown: SHOWN[file]?.(yaml, text) ?? [] };
}

/** How each system runs the lines of a step. */
const SHELLS: Readonly<Record<string, readonly [string, ...(readonly string[])]>> = {
  gitlab: ['bash', '-e', '-o', 'pipefail'],
  jenkins: ['sh', '-e'],
  circleci: ['bash', '-e', '-o', 'pipefail'],
  // The first command that fails does not end it: the code of the last one counts.
  azure: ['bash', '--noprofile', '--norc'],
  bitbucket: ['bash', '-e'],
};

/** The lines of each step that runs lexform. */
const scriptsOf = ({ text, yaml }: Example): readonly string[] =>
  (yaml === undefined
    ? [...text.matchAll(/'''([\s\S]*?)'''/g)].map(([, script = '']) => script)
    : [...valuesOf(yaml, 'script'), ...valuesOf(yaml, 'command')].map((script) => textsIn(script).join('\n'))
  ).filter((script) => lexformLines([script]).length > 0);

/** The exit code of a step whose every run of lexform ends with this one. */
function codeOfStep(file: string, script: string, code: number): number | null {
  const [shell, ...args] = SHELLS[dirname(file)] ?? ['sh'];
  const others = `npm() { :; }\nlexform() { (exit ${code}); }\n`;
  return spawnSync(shell, [...args, '-c', `${others}${script}`], { cwd: tempFolder() }).status;
}

/** A pattern of a file, or a folder, as an expression. */
const asExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**', '.+')
      .replaceAll(/\*/g, '[^/]*')}(?:/.*)?$`,
  );

const DICTIONARY = 'glossaries/product/en-de.csv';

/** The files of a workspace in a folder, with these targets, each a service of its own. */
async function workspaceIn(folder: string, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const targets = await Promise.all(
    names.map(async (name) => {
      const { url, close } = await listen(testService());
      onTestFinished(close);
      return `  ${name}: { base_url: "${url}" }\n`;
    }),
  );
  return {
    [`${folder}lexform.yaml`]: `version: 1\ntargets:\n${targets.join('')}glossaries: glossaries/*/glossary.yaml\n`,
    [`${folder}glossaries/product/glossary.yaml`]: 'name: Product\n',
    [`${folder}${DICTIONARY}`]: 'house,Haus\n',
  };
}

/** One target is named by no option in the example of one: its workspace has one. */
const ofOne = (line: string): string =>
  line.includes('--target') || line.includes('validate') ? line : `${line} --target prod-eu`;

/** A repository with a branch in front of `main`, and these workspaces; none: one of two targets at its root. */
async function world(folders: readonly string[]) {
  const workspaces =
    folders.length === 0
      ? [workspaceIn('', ['prod-eu', 'prod-us'])]
      : folders.map((folder) => workspaceIn(`${folder}/`, [`prod-${folder.replace('/', '-')}`]));
  const cwd = await tempWorkspace(Object.assign({}, ...(await Promise.all(workspaces))));
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '-m', 'Begin');
  git(cwd, 'update-ref', 'refs/remotes/origin/main', 'main');
  git(cwd, 'switch', '-q', '-c', 'work');
  return {
    cwd,
    dictionaries: (folders.length === 0 ? [''] : folders).map((each) => {
      const path = join(cwd, each, DICTIONARY);
      return { path, french: path.replace('-de.', '-fr.') };
    }),
    /** Runs a line of an example. */
    end: (line: string) => runLexform({ cwd, env: { LEXFORM_API_KEY: TEST_KEY } }, ...shellWords(ofOne(line)).slice(1)),
  };
}

/** What the systems put in the place of their variables. */
const filled = (line: string): string =>
  line
    .replace(/\$CI_MERGE_REQUEST_DIFF_BASE_SHA|\$(?:TARGET_BRANCH|BITBUCKET_PR_DESTINATION_BRANCH)/g, 'main')
    .replaceAll('$TARGET', 'prod-eu')
    // The plans of the step before, each as what was approved.
    .replace('"$@"', '--approved plan.prod-eu.json --approved plan.prod-us.json');

/** The same command for each workspace of a matrix, where it names one. */
const forEachWorkspace = (line: string, workspaces: readonly string[]): readonly string[] =>
  line.includes('"$WORKSPACE"') ? workspaces.map((folder) => line.replace('$WORKSPACE', folder)) : [line];

const ORDER = ['validate', 'plan', 'apply', 'drift'];

describe.each(Object.keys(SHOWN))('examples/%s', (file) => {
  const example = exampleOf(file);
  const { text, yaml, shown } = example;
  const workspaces = textsOf(yaml, 'WORKSPACE');
  const lines = lexformLines(yaml === undefined ? [text] : textsIn(yaml))
    .map(filled)
    .flatMap((line) => forEachWorkspace(line, workspaces));
  const inOrder = ORDER.flatMap((command) => lines.filter((line) => line.startsWith(`lexform ${command}`)));

  test('installs this version, and keeps every key out of its text', () => {
    const installed = [...text.matchAll(/lexform@([\w.]+)/g)].map(([, found]) => found);
    expect(new Set(installed)).toEqual(new Set([version]));
    expect(text).toMatch(/npm install (?:--global|--prefix "\$WORKSPACE_TMP\/lexform") --ignore-scripts/);
    expect(text).not.toMatch(/LEXFORM_API_KEY\s*[:=]\s*['"]?(?!\$\(LEXFORM_API_KEY\)|credentials\()[\w-]/);
  });

  test('plans, applies after a consent, and looks for drift, with options that there are', () => {
    expect(lines.map((line) => parserComplaint(shellWords(line).slice(1)))).toEqual(lines.map(() => undefined));
    const commands = lines.map((line) => shellWords(line)[1] ?? '');
    expect(new Set(commands)).toEqual(new Set(file === 'gitlab/lexform.gitlab-ci.yml' ? ORDER.slice(1) : ORDER));
  });

  test('fails the step whose lexform fails', () => {
    const scripts = scriptsOf(example);
    expect(scripts.flatMap((script) => lexformLines([script]))).toHaveLength(
      lexformLines(yaml === undefined ? [text] : textsIn(yaml)).length,
    );
    for (const script of scripts)
      for (const code of [0, 1, 3, 4]) expect([script, codeOfStep(file, script, code)]).toEqual([script, code]);
  });

  test('fails where apply would refuse the plan, and where files have errors', async () => {
    const { dictionaries, end } = await world(workspaces);
    const codesOf = async (...commands: readonly string[]) => {
      const ended = await inTurn(
        inOrder.filter((line) => commands.includes(shellWords(line)[1] ?? '')),
        end,
      );
      return new Set(ended.map(({ code }) => code));
    };
    expect(await codesOf('plan', 'apply')).toEqual(new Set([0]));
    for (const { path, french } of dictionaries) renameSync(path, french);
    expect(await codesOf('plan')).toEqual(new Set([3]));
    for (const { path } of dictionaries) writeFileSync(path, 'house,\n');
    expect(await codesOf('validate', 'plan', 'drift')).toEqual(new Set([4]));
    expect(await codesOf('apply')).not.toContain(0);
  });

  test('has every command end well, and writes every file that it shows or keeps', async () => {
    const { cwd, end } = await world(workspaces);
    for (const line of inOrder) {
      const { code, err } = await end(line);
      expect([line, code, err]).toEqual([line, 0, expect.any(String)]);
    }
    const made = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.map(filled).filter((pattern) => !made.some((path) => asExpression(pattern).test(path)))).toEqual([]);
  });
});

test('every job of GitLab extends what is there, and has a script', () => {
  for (const file of Object.keys(SHOWN).filter((each) => each.startsWith('gitlab/'))) {
    const jobs = exampleOf(file).yaml as Readonly<
      Record<string, { readonly extends?: string; readonly script?: unknown }>
    >;
    for (const [name, job] of Object.entries(jobs)) {
      if (job.extends !== undefined) expect(jobs).toHaveProperty([job.extends]);
      if (!name.startsWith('.')) expect(job.script).toBeInstanceOf(Array);
    }
  }
});

test('the workflows of CircleCI name jobs that there are', () => {
  const { version: form, jobs, workflows } = exampleOf('circleci/config.yml').yaml as Readonly<Record<string, Yaml>>;
  expect(form).toBe(2.1);
  const named = valuesOf(workflows, 'jobs')
    .flatMap((list) => list as readonly Yaml[])
    .filter((each) => (Object.values(each)[0] as Yaml).type !== 'approval')
    .flatMap(Object.keys);
  expect(named.sort()).toEqual(Object.keys(jobs ?? {}).sort());
});

test('every step of Azure is of one kind, and every stage depends on one that there is', () => {
  const { stages } = exampleOf('azure/azure-pipelines.yml').yaml as { readonly stages: readonly Yaml[] };
  const names = stages.map(({ stage }) => stage);
  for (const depended of stages.flatMap(({ dependsOn = [] }) => dependsOn)) expect(names).toContain(depended);
  const steps = valuesOf(stages, 'steps').flatMap((list) => list as readonly Yaml[]);
  const kinds = ['checkout', 'task', 'script', 'publish'];
  for (const step of steps) expect(kinds.filter((kind) => kind in step)).toHaveLength(1);
});

test('every step of Bitbucket has a name and a script of texts', () => {
  const steps = valuesOf(exampleOf('bitbucket/bitbucket-pipelines.yml').yaml, 'step') as readonly Yaml[];
  expect(steps.length).toBeGreaterThan(3);
  for (const { name, script } of steps) {
    expect(name).toEqual(expect.any(String));
    expect((script as readonly unknown[]).every((line) => typeof line === 'string')).toBe(true);
  }
});

test('the brackets and quotes of the Jenkinsfile are closed', () => {
  const code = exampleOf('jenkins/Jenkinsfile')
    .text.replace(/^\s*\/\/.*$/gm, '')
    .replace(/'''[\s\S]*?'''|'[^'\n]*'|"[^"\n]*"/g, '""');
  const open: string[] = [];
  for (const sign of code.match(/[{}()[\]'"]/g) ?? []) {
    if ('{(['.includes(sign)) open.push(sign);
    else if (!`'"`.includes(sign)) expect(`${open.pop()}${sign}`).toMatch(/^(?:\{\}|\(\)|\[\])$/);
  }
  expect(open).toEqual([]);
  expect(code).toMatch(/^pipeline \{[\s\S]*\}\s*$/m);
});

test('a step of GitHub with a pipe fails when any of its commands does', () => {
  const steps = readdirSync('examples/github')
    .filter((file) => file.endsWith('.yml'))
    .flatMap((file) => valuesOf(parse(readFileSync(join('examples/github', file), 'utf8')), 'steps'))
    .flatMap((list) => list as readonly Yaml[]);
  const piped = steps.filter(({ run }) => typeof run === 'string' && /[^|]\|(?!\|)/.test(run));
  expect(piped.length).toBeGreaterThan(0);
  expect(piped.filter(({ shell, run }) => shell !== 'bash' && !String(run).includes('pipefail'))).toEqual([]);
});
