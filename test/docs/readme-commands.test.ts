import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CommandEntry } from '../../src/cli/completion/command-table.ts';
import { REPORT_FORMATS } from '../../src/review/ci/format-names.ts';
import { codeSpans, fencedBlocks, tableRows } from '../support/markdown-parts.ts';
import { COMMANDS, parserComplaint, shellWords } from '../support/parse-command-line.ts';

const readme = readFileSync('README.md', 'utf8');

const withNested = (entry: CommandEntry): readonly CommandEntry[] => [entry, ...entry.commands.flatMap(withNested)];

/** The options of a command and of those below it, long and short. */
const flagsOf = (entry: CommandEntry): readonly string[] =>
  withNested(entry).flatMap(({ options }) => options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat()));

const ALL_FLAGS = flagsOf(COMMANDS);

const flagsIn = (text: string): readonly string[] => text.match(/(?<![\w/-])--?[a-zA-Z][a-z-]*\b/g) ?? [];

const commandNamed = (name: string): CommandEntry | undefined =>
  COMMANDS.commands.find(({ path }) => path.join(' ') === name);

/** The command table of the README: the words behind `lexform`, the arguments, and the whole row. */
const rows = tableRows(readme, '## A workspace').map(([command = '', does = '']) => {
  const [, name = '', words = ''] = /^`lexform ([a-z-]+)(.*)`$/.exec(command) ?? [];
  return { name, words: words.replace(/ --\S+ \S+/g, ''), text: `${command} ${does}` };
});

describe('the command table of README.md', () => {
  test('has a row for each command, and none for anything else', () => {
    const names = COMMANDS.commands.map(({ path }) => path.join(' ')).filter((name) => name !== 'help');
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test('names every command below another one', () => {
    for (const { name, text } of rows)
      for (const { path } of commandNamed(name)?.commands ?? [])
        if (path.at(-1) !== 'help') expect(text).toContain(path.join(' '));
  });

  test('has the arguments that a command takes: one that may be left out in brackets, several with an ellipsis', () => {
    for (const { name, words } of rows) {
      const row = commandNamed(name);
      const [nested = '', ...rest] = words.trim().split(' ');
      const entry = row?.commands.find(({ path }) => path.at(-1) === nested) ?? row;
      const shown = entry === row ? words.trim() : rest.join(' ');
      const form = (text: string) => [text.startsWith('['), /…|\.\.\./.test(text)];
      expect([name, shown.split(' ').filter(Boolean).map(form)]).toEqual([
        name,
        (entry?.arguments ?? []).map(({ placeholder }) => form(placeholder)),
      ]);
    }
  });

  test('names only options that the command of the row has', () => {
    const wrong = rows.flatMap(({ name, text }) => {
      const known = flagsOf(commandNamed(name) ?? COMMANDS);
      return flagsIn(text)
        .filter((flag) => !known.includes(flag))
        .map((flag) => `${name} ${flag}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('the table of the embedded service names only options of serve', () => {
  const serve = flagsOf(commandNamed('serve') ?? COMMANDS);
  const named = tableRows(readme, '## The embedded service').flatMap(([options = '']) => flagsIn(options));
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter((flag) => !serve.includes(flag))).toEqual([]);
});

test('the table of reports has each format once', () => {
  const named = tableRows(readme, '## Reports').map(([format = '']) => format.replaceAll('`', ''));
  expect([...named].sort()).toEqual([...REPORT_FORMATS]);
});

test('every option that README.md names is one of the command line', () => {
  const named = codeSpans(readme).flatMap(flagsIn);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((flag) => !ALL_FLAGS.includes(flag))).toEqual([]);
});

/**
 * A line that stands for how a command is written: what may be left out is, and a word in capitals is an example of it.
 */
const written = (line: string): readonly string[] =>
  shellWords(line.replace(/\[[^\]]*\]/g, '').replaceAll('…', '')).map((word) =>
    word === 'SHELL' ? 'bash' : word === 'ID' ? '00000000-0000-4000-8000-000000000001' : word,
  );

/** Every command line of a text: in blocks for a shell, behind `$` in other blocks, and between backticks. */
const commandLines = (markdown: string): readonly string[] => [
  ...fencedBlocks(markdown).flatMap(({ language, text }) =>
    text.split('\n').flatMap((line) => {
      if (language === 'sh') return line.split(' && ').filter((part) => part.trim() !== '');
      return /^\$ (.+)$/.exec(line)?.[1] ?? [];
    }),
  ),
  ...codeSpans(markdown).filter((span) => /^(?:lexform|npm) /.test(span)),
  // A command with more than its name, such as `plan --against ledger`.
  ...codeSpans(markdown)
    .filter((span) => commandNamed(/^([a-z-]+) --/.exec(span)?.[1] ?? '') !== undefined)
    .map((span) => `lexform ${span}`),
];

test('every command line of README.md is one that the tool or npm takes', () => {
  const lines = commandLines(readme);
  expect(lines.length).toBeGreaterThan(30);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const wrong = lines.flatMap((line) => {
    const [program = '', ...words] = written(line);
    if (program === 'npm') return words[0] === 'install' || (words[0] ?? '') in scripts ? [] : [line];
    // A command that is only mentioned.
    if (words.length === 1 && commandNamed(words[0] ?? '') !== undefined) return [];
    const complaint = program === 'lexform' ? parserComplaint(words) : 'a program that the test does not know';
    return complaint === undefined ? [] : [`${line}: ${complaint}`];
  });
  expect(wrong).toEqual([]);
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
