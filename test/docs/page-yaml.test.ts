import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseDeveloperKeysFile } from '../../src/kinds/developer-key/files/developer-keys-file.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import { parseFaults } from '../../src/service/faults/faults.ts';
import { parseWorkspace } from '../../src/steps/workspace/read-workspace.ts';
import { codeSpans, fencedBlocks } from '../support/markdown-parts.ts';

/** Pages with examples that are written by hand; `formats.test.ts` is about the generated ones. */
const PAGES = [
  ...['README.md', 'docs/formats/dictionaries.md', 'docs/formats/faults.md'],
  ...[
    'action',
    'ci',
    'concepts',
    'developer-keys',
    'faq',
    'get-started',
    'how-to/second-target',
    'preview',
    'running',
    'safety',
    'spreadsheet',
  ].map((name) => `docs/${name}.md`),
];

interface ActionFile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

const input = (text: string) => ({ bytes: new TextEncoder().encode(text), file: 'README.md' });

const codes = (findings: readonly { readonly code: string; readonly details: unknown }[]): readonly string[] =>
  findings.map(({ code, details }) => `${code} ${JSON.stringify(details)}`);

/** A step of a job that runs the Action: what it names must be inputs. */
function wrongSteps(steps: readonly { readonly with?: Readonly<Record<string, unknown>> }[]): readonly string[] {
  const { inputs } = parse(readFileSync('action.yml', 'utf8')) as ActionFile;
  return steps.flatMap(({ with: given = {} }) => Object.keys(given).filter((name) => !(name in inputs)));
}

interface Job {
  readonly environment?: string;
  readonly strategy?: { readonly matrix?: { readonly target?: readonly string[] } };
  readonly steps: readonly {
    readonly uses: string;
    readonly with?: Readonly<Record<string, string>>;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

/** The actions of the examples, each pinned to a commit. */
const PINNED = new Set(
  ['plan', 'apply'].flatMap((name) =>
    [...readFileSync(`examples/github/${name}.yml`, 'utf8').matchAll(/uses: (\S+)/g)].map(([, uses = '']) => uses),
  ),
);

/**
 * The jobs of a workflow about several targets: the inputs of the Action, the actions of the examples, a key for each
 * target, and one environment for each target of an apply.
 */
function wrongJobs(jobs: Readonly<Record<string, Job>>): readonly string[] {
  return Object.values(jobs).flatMap(({ environment = '', strategy, steps }) => {
    const own = steps.filter(({ uses }) => uses.startsWith('lexform/'));
    const targets = strategy?.matrix?.target ?? [];
    const keys = targets.map((target) => `LEXFORM_KEY_${target.toUpperCase()}`);
    return [
      ...wrongSteps(own),
      ...steps.flatMap(({ uses }) => (PINNED.has(uses) ? [] : [uses])),
      ...own.flatMap(({ env = {} }) =>
        keys.filter((key) => env[key] !== `\${{ secrets.${key} }}`).map((key) => `no ${key}`),
      ),
      ...own.flatMap(({ with: inputs = {} }) =>
        inputs.command !== 'apply' || environment.includes('matrix.target') ? [] : ['an apply without an environment'],
      ),
    ];
  });
}

/** What the reader of a kind of document says against a text; `undefined` when nothing shows of which kind it is. */
function complaints(text: string): { readonly kind: string; readonly wrong: readonly string[] } | undefined {
  const value = parse(text);
  if (Array.isArray(value)) {
    if (value.every((item) => 'kind' in item)) return { kind: 'faults', wrong: parseFaults(value).wrong };
    if (value.every((item) => 'uses' in item)) return { kind: 'steps', wrong: wrongSteps(value) };
    return undefined;
  }
  if ('jobs' in value) return { kind: 'workflow', wrong: wrongJobs(value.jobs) };
  if ('targets' in value) return { kind: 'workspace', wrong: codes(parseWorkspace(input(text)).findings) };
  if ('name' in value) return { kind: 'glossary', wrong: codes(parseGlossaryFile(input(text)).findings) };
  return { kind: 'developer keys', wrong: codes(parseDeveloperKeysFile(input(text)).findings) };
}

test('every YAML block of the pages is read without a finding', () => {
  const blocks = PAGES.flatMap((page) => fencedBlocks(readFileSync(page, 'utf8'))).filter(
    ({ language }) => language === 'yaml',
  );
  const read = blocks.map(({ text }) => complaints(text));
  expect(read.flatMap((found) => found?.wrong ?? ['no kind of document'])).toEqual([]);
  // Each kind is there, so that none of them is taken for another one.
  expect([...new Set(read.map((found) => found?.kind))].sort()).toEqual([
    'developer keys',
    'faults',
    'glossary',
    'steps',
    'workflow',
    'workspace',
  ]);
});

const TARGET = 'base_url: http://127.0.0.1:1, key: env:KEY';

/** The documents in which a setting may stand, each with a place for it. */
const PLACES: readonly ((setting: string) => readonly string[])[] = [
  (setting) => codes(parseWorkspace(input(`version: 1\ntargets: { prod: { ${TARGET} } }\n${setting}\n`)).findings),
  (setting) => codes(parseWorkspace(input(`version: 1\ntargets: { prod: { ${TARGET}, ${setting} } }\n`)).findings),
  (setting) => codes(parseGlossaryFile(input(`name: Product\n${setting}\n`)).findings),
];

test('the workflows for several targets share their artifacts, and the targets are those of the workspace', () => {
  const blocks = fencedBlocks(readFileSync('docs/action.md', 'utf8')).filter(({ language }) => language === 'yaml');
  const values = blocks.map(({ text }) => parse(text));
  const [plan, apply] = values.filter((value) => 'jobs' in value).map(({ jobs }) => Object.values(jobs)[0] as Job);
  const { targets } = values.find((value) => 'targets' in value);
  for (const job of [plan, apply]) expect(job?.strategy?.matrix?.target).toEqual(Object.keys(targets));
  expect(plan?.steps.at(-1)?.with?.name).toBe(apply?.steps.at(-1)?.with?.artifact);
});

test('every setting that a page names in a sentence is one of a workspace, a target or a glossary', () => {
  // `args:` is a setting of pre-commit, which has a test of its own.
  const spans = PAGES.flatMap((page) => codeSpans(readFileSync(page, 'utf8')));
  const settings = spans.filter((span) => /^(?!args:)[a-z_]+: \S/.test(span));
  expect(settings.length).toBeGreaterThan(7);
  const wrong = settings.flatMap((setting) => {
    const said = PLACES.map((place) => place(setting.replaceAll('…', 'A sentence.')));
    return said.some((findings) => findings.length === 0) ? [] : [[setting, ...said]];
  });
  expect(wrong).toEqual([]);
});
