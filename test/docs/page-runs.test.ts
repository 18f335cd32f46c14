import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../src/shells/cli/completion/command-table.ts';
import { xlsx } from '../files/exchange/xlsx.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { GIT_ENV, tempFolder } from '../support/git-repository.ts';
import { codeSpans, fencedBlocks } from '../support/markdown-parts.ts';
import { pageText, userPages } from '../support/pages.ts';
import { COMMANDS, shellWords } from '../support/parse-command-line.ts';

/** Pages that other tests run from beginning to end, or that are made from the program. */
const ELSEWHERE = ['get-started', 'drift', 'spreadsheet', 'existing-account', 'commands', 'install'].map(
  (name) => `docs/${name}.md`,
);
const isElsewhere = (page: string): boolean =>
  ELSEWHERE.includes(page) || (page.startsWith('docs/how-to/') && pageText(page).includes('```console'));

/** Lines that no test can run, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm install': 'it calls the registry of packages',
  'npm start': 'it builds the project; the test of the tour runs it',
  'npm test': 'it is the run of all tests',
  'npm link': 'it changes the machine',
  'git commit': 'it opens an editor',
  'git merge origin/main': 'it is a command of git, and test/merge makes its conflicts',
  'lexform init --from': 'it asks in a terminal; test/journeys answers',
};

interface World {
  readonly folder: string;
  readonly version: string;
  readonly run: (...words: readonly string[]) => Promise<CliResult>;
}

interface Fitting {
  /** The line with the words in capitals filled in. */
  readonly as?: (world: World) => string | Promise<string>;
  /** What has to be there first. */
  readonly prepare?: (world: World) => unknown;
  /** Default: 0. */
  readonly code?: number;
}

const put = (file: string, text: string | Uint8Array) => (world: World) =>
  writeFileSync(join(world.folder, file), text);
const before =
  (...lines: readonly string[]) =>
  async ({ run }: World) => {
    for (const line of lines) expect([line, (await run(...shellWords(line))).code]).toEqual([line, 0]);
  };
const filled = (line: string) => ({ as: () => line });

function teams({ folder }: World): void {
  for (const name of ['a', 'b']) {
    mkdirSync(join(folder, 'teams', name), { recursive: true });
    for (const part of ['lexform.yaml', 'glossaries', 'style-rules', '.lexform'])
      cpSync(join(folder, part), join(folder, 'teams', name, part), { recursive: true });
    // Each workspace of a repository has a ledger of its own.
    const config = join(folder, 'teams', name, 'lexform.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('  local:', `  team-${name}:`));
  }
}

/** Teams of which each has a ledger. */
const appliedTeams = async (world: World): Promise<void> => {
  teams(world);
  for (const name of ['a', 'b']) await before(`lexform apply --auto-approve -C teams/${name}`)(world);
};

const idOfProduct = async ({ run }: World): Promise<string> =>
  JSON.stringify(JSON.parse((await run('lexform', 'ledger', 'ids', '--json')).out)).match(
    /glossary\.product.*?([\da-f-]{36})/,
  )?.[1] ?? '';

/** What a line needs beside the quickstart, applied, committed and pushed. */
const FITTING: Readonly<Record<string, Fitting>> = {
  "lexform validate --workspaces 'teams/*'": { prepare: teams },
  "lexform plan --workspaces 'teams/*' --target all --report junit=lexform.xml": { prepare: teams },
  "lexform drift --workspaces 'teams/*' --detailed-exitcode": { prepare: appliedTeams },
  'lexform log --show VERSION': { as: ({ version }) => `lexform log --show ${version}` },
  'lexform rollback VERSION': { as: ({ version }) => `lexform rollback ${version}` },
  'lexform plan --preview --preview-samples FILE': {
    ...filled('lexform plan --preview --preview-samples samples.yaml'),
    prepare: put('samples.yaml', 'en: [Open the dashboard.]\n'),
  },
  'lexform ledger adopt ADDRESS ID': {
    as: async (world) => {
      const id = await idOfProduct(world);
      await before('lexform ledger forget glossary.product')(world);
      return `lexform ledger adopt glossary.product ${id}`;
    },
  },
  'lexform backup DIR': filled('lexform backup saved'),
  'lexform restore DIR': { ...filled('lexform restore saved'), prepare: before('lexform backup saved') },
  'lexform apply --secrets-file FILE': filled('lexform apply --secrets-file secrets.json'),
  'lexform apply --report events=PATH': filled('lexform apply --report events=events.jsonl'),
  'lexform serve --faults FILE': {
    ...filled('lexform serve --port 0 --faults faults.yaml'),
    prepare: put('faults.yaml', '- { kind: status, status: 500 }\n'),
  },
  'lexform import terms.xlsx --to glossary.product': {
    prepare: put(
      'terms.xlsx',
      xlsx({
        Terms: [
          ['en', 'de'],
          ['house', 'Haus'],
        ],
      }),
    ),
  },
  'lexform import termbase.tbx --to glossary.product --dry-run': {
    prepare: put('termbase.tbx', readFileSync('examples/import/termbase.tbx')),
  },
  'lexform pull --into glossary.company': {
    prepare: (world) => {
      cpSync(join(world.folder, 'glossaries/product'), join(world.folder, 'glossaries/company'), { recursive: true });
      put('glossaries/product/glossary.yaml', 'name: Product terms\nextends: [glossary.company]\n')(world);
    },
  },
  'lexform import --check': {
    prepare: (world) => {
      put('glossaries/product/vendor.csv', 'en,de\nhouse,Haus\n')(world);
      const file = join(world.folder, 'glossaries/product/glossary.yaml');
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nimports: [{ file: vendor.csv }]\n`);
    },
    code: 2,
  },
  'lexform import FILE --to glossary.NAME': {
    ...filled('lexform import termbase.tbx --to glossary.fresh'),
    prepare: put('termbase.tbx', readFileSync('examples/import/termbase.tbx')),
  },
  'lexform export glossary.NAME --format FORMAT': filled('lexform export glossary.product --format tbx'),
  'lexform apply FILE': { ...filled('lexform apply plan.json'), prepare: before('lexform plan --out plan.json') },
  'lexform apply plan.json': { prepare: before('lexform plan --out plan.json') },
  'lexform apply --approved plan.json': { prepare: before('lexform plan --out plan.json') },
};

const linesIn = (text: string): readonly string[] =>
  text
    .replace(/(?:^|\s)#.*$/, '')
    .split(/ (?:&&|\|\||\|) /)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const NAMES: readonly string[] = allCommands(COMMANDS).map(({ path }) => path.join(' '));

/** The lines of blocks for a shell, and those between backticks that are more than the name of a command. */
const linesOfPage = (page: string): readonly string[] => {
  const markdown = pageText(page);
  const blocks = fencedBlocks(markdown).flatMap(({ language, text }) =>
    text.split('\n').flatMap((line) => (language === 'sh' ? [line] : line.startsWith('$ ') ? [line.slice(2)] : [])),
  );
  const spans = codeSpans(markdown).filter((span) => /^lexform \S+ \S/.test(span) && !NAMES.includes(span.slice(8)));
  return [...blocks, ...spans].flatMap(linesIn);
};

const LINES = [
  ...new Set(
    userPages()
      .filter((page) => !isElsewhere(page))
      .flatMap(linesOfPage),
  ),
];

let applied: { readonly folder: string; readonly version: string };

function worldIn(folder: string, version: string): World {
  const stop = new AbortController();
  // A service that waits for calls is stopped as soon as it has said where it is.
  const heard = (text: string): void => {
    if (text.includes('http://127.0.0.1')) stop.abort();
  };
  const run: World['run'] = (_, ...words) =>
    runLexform({ cwd: folder, answer: 'yes', heard, interrupted: stop.signal }, ...words);
  return { folder, version, run };
}

let made = '';
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'lexform-pages-'));
  made = root;
  const folder = join(root, 'quickstart');
  cpSync('examples/quickstart', folder, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: folder, env: { ...GIT_ENV, HOME: root } });
  writeFileSync(join(folder, '.gitignore'), '.lexform/\n');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  git('init', '--quiet', '--bare', '../origin.git');
  git('remote', 'add', 'origin', '../origin.git');
  git('push', '--quiet', 'origin', 'main');
  const { run } = worldIn(folder, '');
  expect(await run('lexform', 'apply')).toMatchObject({ code: 0 });
  const { out } = await run('lexform', 'log', '--json');
  applied = { folder, version: /"version": "([\da-f]+)"/.exec(out)?.[1] ?? '' };
});

test('what cannot be run, and what needs more than the quickstart, is what the pages have', () => {
  expect(LINES.length).toBeGreaterThan(40);
  expect([...Object.keys(NOT_RUN), ...Object.keys(FITTING)].filter((line) => !LINES.includes(line))).toEqual([]);
});

test.each(LINES.filter((line) => NOT_RUN[line] === undefined))('%s does what the pages say', async (line) => {
  const folder = join(tempFolder(), 'quickstart');
  cpSync(applied.folder, folder, { recursive: true });
  const world = worldIn(folder, applied.version);
  const { prepare, as, code = 0 } = FITTING[line] ?? {};
  await prepare?.(world);
  const ran = await world.run(...shellWords((await as?.(world)) ?? line));
  expect([ran.code, ran.err]).toEqual([code, expect.not.stringContaining('unknown option')]);
});
