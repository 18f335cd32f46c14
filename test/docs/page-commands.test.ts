import { expect, test } from 'vitest';
import { REPORT_FORMATS } from '../../src/review/ci/format-names.ts';
import type { CommandEntry } from '../../src/shells/cli/completion/command-table.ts';
import { codeSpans, fencedBlocks, tableRows } from '../support/markdown-parts.ts';
import { pageText, userPages } from '../support/pages.ts';
import { COMMANDS, parserComplaint, shellWords } from '../support/parse-command-line.ts';

/** Those that are made of the command table itself are not looked at. */
const PAGES = userPages().filter((page) => page !== 'docs/commands.md');

const withNested = (entry: CommandEntry): readonly CommandEntry[] => [entry, ...entry.commands.flatMap(withNested)];

/** The options of a command and of those below it, long and short. */
const flagsOf = (entry: CommandEntry): readonly string[] =>
  withNested(entry).flatMap(({ options }) => options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat()));

/** Options of other programs that a page quotes. */
const FOREIGN_FLAGS = ['--no-install', '--prefix', '--global', '--ignore-scripts', '-MaskInput'];

const ALL_FLAGS = [...flagsOf(COMMANDS), ...FOREIGN_FLAGS];

const NAMES = new Set(withNested(COMMANDS).map(({ path }) => path.join(' ')));

const flagsIn = (text: string): readonly string[] => text.match(/(?<![\w/-])--?[a-zA-Z][a-z-]*\b/g) ?? [];

const commandNamed = (name: string): CommandEntry | undefined =>
  COMMANDS.commands.find(({ path }) => path.join(' ') === name);

test('the table of the embedded service names only options of serve', () => {
  const serve = flagsOf(commandNamed('serve') ?? COMMANDS);
  const named = tableRows(pageText('docs/embedded-service.md'), '# The embedded service').flatMap(([options = '']) =>
    flagsIn(options),
  );
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter((flag) => !serve.includes(flag))).toEqual([]);
});

test('the table of reports has each format once', () => {
  const named = tableRows(pageText('docs/formats/reports.md'), '# Reports').map(([format = '']) =>
    format.replaceAll('`', ''),
  );
  expect([...named].sort()).toEqual([...REPORT_FORMATS]);
});

test.each(PAGES)('every option that %s names is one of the command line', (page) => {
  const named = codeSpans(pageText(page))
    .filter((span) => !/^(?!lexform )\w+ /.test(span))
    .flatMap(flagsIn);
  expect(named.filter((flag) => !ALL_FLAGS.includes(flag))).toEqual([]);
});

test('the pages name options', () => {
  expect(PAGES.flatMap((page) => codeSpans(pageText(page)).flatMap(flagsIn)).length).toBeGreaterThan(100);
});

/**
 * A line that stands for how a command is written: what may be left out is, and a word in capitals is an example of it.
 */
const written = (line: string): readonly string[] =>
  shellWords(line.replace(/\[[^\]]*\]/g, '').replaceAll('…', '')).map((word) =>
    word === 'SHELL' ? 'bash' : word === 'ID' ? '00000000-0000-4000-8000-000000000001' : word,
  );

/** Of a line of a shell: what stands between `&&`, `||` and pipes, without comments. */
const linePieces = (line: string): readonly string[] =>
  line
    .replace(/(?:^|\s)#.*$/, '')
    .split(/ (?:&&|\|\||\|) /)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Every command line of a text: in blocks for a shell, behind `$` in other blocks, and between backticks. */
const commandLines = (markdown: string): readonly string[] => [
  ...fencedBlocks(markdown).flatMap(({ language, text }) =>
    text.split('\n').flatMap((line) => {
      if (language === 'sh') return linePieces(line);
      const [, typed] = /^\$ (.+)$/.exec(line) ?? [];
      return typed === undefined ? [] : linePieces(typed);
    }),
  ),
  ...codeSpans(markdown)
    .filter((span) => /^(?:lexform|npm) /.test(span))
    .flatMap(linePieces),
  // A command with more than its name, such as `plan --against ledger`.
  ...codeSpans(markdown)
    .filter((span) => commandNamed(/^([a-z-]+) --/.exec(span)?.[1] ?? '') !== undefined)
    .map((span) => `lexform ${span}`),
];

/** Programs of others, which are run where a page is run from its beginning to its end. */
const OTHERS = [
  'git',
  'cd',
  'cat',
  'head',
  'ls',
  'export',
  'curl',
  'node',
  'npx',
  'pre-commit',
  'echo',
  'grep',
  'mv',
  'rm',
  'sed',
];

/** Why a command line is none; `undefined`: it is one. */
function wrongLine(line: string, scripts: object): string | undefined {
  const [program = '', ...words] = written(line);
  if (program === 'npm')
    return ['install', 'link', 'ci', 'pack'].includes(words[0] ?? '') || (words[1] ?? words[0] ?? '') in scripts
      ? undefined
      : 'no such script';
  // A command that is only mentioned.
  if (NAMES.has(words.join(' '))) return undefined;
  if (program === 'lexform') return parserComplaint(words);
  return OTHERS.includes(program) ? undefined : 'a program that the test does not know';
}

test.each(PAGES)('every command line of %s is one that the tool or npm takes', (page) => {
  const { scripts } = JSON.parse(pageText('package.json'));
  const wrong = commandLines(pageText(page)).flatMap((line) => {
    const complaint = wrongLine(line, scripts);
    return complaint === undefined ? [] : [`${line}: ${complaint}`];
  });
  expect(wrong).toEqual([]);
});

test('the pages have command lines', () => {
  expect(PAGES.flatMap((page) => commandLines(pageText(page))).length).toBeGreaterThan(150);
});

test('README.md is short', () => {
  expect(pageText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('every example of the help is a command line that the tool takes', () => {
  const lines = withNested(COMMANDS).flatMap(({ examples }) => examples);
  expect(lines.length).toBeGreaterThan(40);
  const wrong = lines.flatMap((line) => {
    // It may stand behind a pipe, or in a substitution of the shell.
    const [, own] = /(?:^|\| |\()lexform ([^)]*)/.exec(line) ?? [];
    const complaint = own === undefined ? 'lexform is not in it' : parserComplaint(shellWords(own));
    return complaint === undefined ? [] : [`${line}: ${complaint}`];
  });
  expect(wrong).toEqual([]);
});
