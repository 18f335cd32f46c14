import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { nodeFiles } from '../../src/files/node/node-files.ts';
import { listen } from '../../src/service/http/listen.ts';
import type { runCli } from '../../src/shells/cli/run.ts';
import { type CliInput, type CliResult, runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { fillWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { bundleTraced, type Place } from './trace/instrument.ts';
import { CELL_STEPS, FINDING_STEPS, HELPERS } from './trace/steps.ts';
import { installTrace, type Trace } from './trace/trace.ts';

const ENTRY = `
export { nodeFetchPort } from './src/app/machine/node-fetch-port.ts';
export { nodeFiles } from './src/files/node/node-files.ts';
export { runCli } from './src/shells/cli/run.ts';
`;

interface Traced {
  readonly trace: Trace;
  readonly lexform: (input: CliInput, ...args: readonly string[]) => Promise<CliResult>;
}

async function load(): Promise<Traced> {
  const outfile = join(await tempWorkspace({}), 'traced.mjs');
  const trace = installTrace(await bundleTraced(ENTRY, outfile));
  const program: {
    readonly nodeFetchPort: typeof nodeFetchPort;
    readonly nodeFiles: typeof nodeFiles;
    readonly runCli: typeof runCli;
  } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  const ports = { program: program.runCli, files: program.nodeFiles(), fetch: program.nodeFetchPort() };
  return { trace, lexform: (input, ...args) => runLexform({ ...input, ...ports }, ...args) };
}

let loading: Promise<Traced> | undefined;

/** The program is bundled and loaded once. */
const traced = (): Promise<Traced> => {
  loading ??= load();
  return loading;
};

const DICTIONARY = 'glossaries/product/en-de.csv';

/** A workspace whose glossary has been applied to a service. */
async function appliedWorkspace(): Promise<{ readonly cwd: string; readonly env: Readonly<Record<string, string>> }> {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [DICTIONARY]: 'house,Haus\nsign in,anmelden\n',
  });
  const env = { KEY: TEST_KEY };
  expect(await runLexform({ cwd, env }, 'apply', '--auto-approve')).toMatchObject({ code: 0 });
  return { cwd, env };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : '';

const stepOf = ({ file, name }: Place): string => `${file}#${name}`;

/** The first function of each file on a way, without helpers. */
const stepsOn = (way: readonly Place[]): readonly string[] => {
  const firsts = new Map<string, string>();
  for (const place of way) if (!firsts.has(place.file)) firsts.set(place.file, stepOf(place));
  return [...firsts].filter(([file]) => !HELPERS.includes(file)).map(([, step]) => step);
};

function tableOf(steps: readonly string[], words: Readonly<Record<string, string>>): string {
  const rows = steps.map((step, index) => {
    const [file, name] = step.split('#');
    return `| ${index + 1} | \`${name}\` in \`${file}\` | ${words[step] ?? ''} |`;
  });
  return ['| | function | what happens |', '| --: | --- | --- |', ...rows].join('\n');
}

test('the way from a CSV cell to a PATCH body is the one of a real apply', async () => {
  const { cwd, env } = await appliedWorkspace();
  await fillWorkspace(cwd, { [DICTIONARY]: 'house,Haus\nsign in,Anmelden\n' });
  const { trace, lexform } = await traced();
  const way = await trace(
    {
      isTraced: (value) => textOf(value).includes('Anmelden'),
      isEnd: ({ file }, [, request]) =>
        file === 'app/machine/node-fetch-port.ts' && (request as { readonly method?: string })?.method === 'PATCH',
    },
    async () => expect(await lexform({ cwd, env }, 'apply', '--auto-approve')).toMatchObject({ code: 0 }),
  );
  expect(HELPERS.filter((helper) => !way.some(({ file }) => file === helper))).toEqual([]);
  const steps = stepsOn(way);
  expect(steps.filter((step) => CELL_STEPS[step] === undefined)).toEqual([]);
  expect(Object.keys(CELL_STEPS).filter((step) => !steps.includes(step))).toEqual([]);
  expectGenerated('docs/architecture.md', 'the way of a cell', tableOf(steps, CELL_STEPS));
});

test('the way from a finding to an annotation is the one of a real validate', async () => {
  const { cwd, env } = await appliedWorkspace();
  await fillWorkspace(cwd, { [DICTIONARY]: 'house,Haus\n,anmelden\n' });
  const isText = (value: unknown): boolean => /title=phrase-empty|source phrase is empty/.test(textOf(value));
  const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  const isFinding = (value: unknown): boolean =>
    isRecord(value) && [value.code, value.rule].includes('phrase-empty') && (value.at ?? value.message) !== undefined;
  const { trace, lexform } = await traced();
  const way = await trace(
    {
      isTraced: (value) => isText(value) || isFinding(value),
      isEnd: ({ file }, args) => file === 'files/node/node-files.ts' && args.some(isText),
    },
    async () =>
      expect(await lexform({ cwd, env }, 'validate', '--report', 'annotations=annotations.txt')).toMatchObject({
        code: 4,
      }),
  );
  const steps = stepsOn(way);
  expect(steps.filter((step) => FINDING_STEPS[step] === undefined)).toEqual([]);
  expect(Object.keys(FINDING_STEPS).filter((step) => !steps.includes(step))).toEqual([]);
  expectGenerated('docs/architecture.md', 'the way of a finding', tableOf(steps, FINDING_STEPS));
});
