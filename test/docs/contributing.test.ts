import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/app/exit-code.ts';
import { REPORT_FORMATS } from '../../src/review/ci/format-names.ts';
import { wordedCodes } from '../../src/review/messages/finding-text.ts';
import { allCommands } from '../../src/shells/cli/completion/command-table.ts';
import { EXIT_CODES } from '../../src/shells/cli/options/common-options.ts';
import { fencedBlocks, tableRows } from '../support/markdown-parts.ts';
import { filesNamedIn, namedFile } from '../support/named-files.ts';
import { COMMANDS } from '../support/parse-command-line.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');

const under = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:ts|json)$/.test(path) && !path.includes('.generated.'));

/** Every file of a folder whose text matches. */
const having = (folder: string, ...patterns: readonly RegExp[]): readonly string[] =>
  under(folder).filter((path) => {
    const text = readFileSync(path, 'utf8');
    return patterns.every((pattern) => pattern.test(text));
  });

interface Recipe {
  readonly heading: string;
  /** What a file of the worked change holds. */
  readonly word: RegExp;
  /** Every place of the worked change that the compiler or a test would not lead to. */
  readonly places: () => readonly string[];
}

const RECIPES: readonly Recipe[] = [
  {
    heading: '### Add a field to a resource',
    word: /\bmode\b/,
    places: () =>
      ['src/files', 'src/kinds', 'src/change', 'src/plan', 'src/steps', 'schemas'].flatMap((folder) =>
        having(folder, /\bmode\b/, /lossary/),
      ),
  },
  {
    heading: '### Add a kind of resource',
    word: /template/i,
    places: () => under('test/kinds/templates'),
  },
  {
    heading: '### Add a finding',
    word: /phrase-line-end/,
    places: () => [...having('src', /phrase-line-end/), ...having('test/review', /phrase-line-end/)],
  },
  {
    heading: '### Add a report',
    word: /gitlab-?terraform/i,
    places: () => [...having('src', /gitlab-?terraform/i), ...having('test/review', /gitlabTerraform/)],
  },
  {
    heading: '### Add a section to the report of a plan',
    word: /adopts/,
    places: () => having('src/review', /adoptsText/),
  },
  {
    heading: '### Add a column of terms',
    word: /definition/,
    places: () => [
      ...having('src/files/dictionary', /'definition'/),
      ...having('src/model/entries', /definition/),
      ...having('src/review', /definition: '/),
      ...having('schemas', /"partOfSpeech", "status", "definition"|"part_of_speech", "status", "definition"/),
    ],
  },
  {
    heading: '### Add a command',
    word: /translation-memor(?:ies|y)|translationMemories|service memories/i,
    places: () => [
      ...having('src/shells/cli', /translationMemories\(|translationMemoriesCommand/),
      ...having('src/review', /translationMemoriesJson = /),
    ],
  },
  {
    heading: '### Add an option',
    word: /max-?_?wait/i,
    places: () => [...having('src', /maxWait\b|max-wait|max_wait|maxWaitMs/), ...having('schemas', /max_wait/)],
  },
];

describe('CONTRIBUTING.md', () => {
  test('names files and folders that are there', () => {
    const named = filesNamedIn(page);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => namedFile(name) === undefined)).toEqual([]);
  });

  test('names commands that can be run', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Record<string, string>;
    };
    const known = [...Object.keys(scripts), 'ci'];
    const npm = [...page.matchAll(/\bnpm\s+(?:run\s+)?([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(npm.length).toBeGreaterThan(8);
    expect(npm.filter((name) => !known.includes(name))).toEqual([]);
    const lines = fencedBlocks(page).flatMap(({ text }) => text.split('\n'));
    const paths = lines.flatMap((line) => /^npx vitest \w+ ([^#]+)/.exec(line)?.[1]?.trim().split(' ') ?? []);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(existsSync('.ci/run')).toBe(true);
  });

  test('names variables that something reads', () => {
    const variables = new Set(page.match(/\bLEXFORM_[A-Z_]+\b/g));
    const textOf = (paths: readonly string[]): string => paths.map((path) => readFileSync(path, 'utf8')).join('\n');
    const [tests, sources] = [textOf([...under('test'), 'vitest.config.ts']), textOf(under('src'))];
    const isRead = (name: string): boolean => tests.includes(`env.${name}`) || sources.includes(`env('${name}')`);
    expect([...variables].filter((name) => !isRead(name))).toEqual([]);
    expect(variables.size).toBeGreaterThan(3);
  });

  test('has the recipes that are followed here', () => {
    const headings = [...page.matchAll(/^### .+$/gm)].map(([heading]) => heading);
    expect(headings).toEqual(RECIPES.map(({ heading }) => heading));
  });

  test.each(RECIPES)('$heading: each row names a place of the worked change, and no place is missing', (recipe) => {
    const rows = tableRows(page, recipe.heading).map(([file = '', what = '']) => ({
      name: file.replaceAll('`', ''),
      what,
    }));
    const paths = rows.map(({ name }) => namedFile(name) ?? name);
    expect(new Set(paths).size).toBe(rows.length);
    expect(rows.filter(({ what }) => what.length < 5)).toEqual([]);
    const strange = rows.filter(({ name }) => !recipe.word.test(readFileSync(namedFile(name) ?? 'LICENSE', 'utf8')));
    expect(strange).toEqual([]);
    expect(recipe.places().filter((path) => !paths.includes(path))).toEqual([]);
  });
});

describe('the worked changes are whole', () => {
  test('the finding has a wording', () => {
    expect(wordedCodes()).toContain('phrase-line-end');
  });

  test('the report is a format', () => {
    expect(REPORT_FORMATS).toContain('gitlab-terraform');
  });

  test('every command is in the help, docs/commands.md and the list of every command', () => {
    const commands = allCommands(COMMANDS)
      .map(({ path }) => path.join(' '))
      .filter((name) => name !== '' && name !== 'help');
    expect(commands).toContain('service memories');
    const reference = readFileSync('docs/commands.md', 'utf8');
    expect(commands.filter((name) => !reference.includes(`### lexform ${name}\n`))).toEqual([]);
    const every = readFileSync('test/journeys/every-command.ts', 'utf8');
    expect(commands.filter((name) => !new RegExp(`^ {2}'?${name}\\b`, 'm').test(every))).toEqual([]);
  });

  test('every exit code that a command can return is in the help', () => {
    const told = [...EXIT_CODES.matchAll(/^ {2}(\d+) +[a-z]/gm)].map(([, code]) => Number(code));
    expect(Object.values(EXIT).filter((code) => !told.includes(code))).toEqual([]);
  });

  test('the option is one of every command that talks to a target', () => {
    const withTarget = COMMANDS.commands.filter(({ options }) => options.some(({ long }) => long === '--concurrency'));
    expect(withTarget.length).toBeGreaterThan(5);
    expect(withTarget.filter(({ options }) => !options.some(({ long }) => long === '--max-wait'))).toEqual([]);
  });
});
