import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allCommands, type CommandEntry, optionFlags } from '../../../src/shells/cli/completion/command-table.ts';
import { helpBlocks, helpText, topicText } from '../../../src/shells/cli/help/help-text.ts';
import { HELP_TOPICS } from '../../../src/shells/cli/help/help-topics.ts';
import { programTable } from '../../../src/shells/cli/program.ts';
import { terminalWidth, wantsColor } from '../../../src/shells/cli/terminal-facts.ts';
import { runLexform } from '../../support/cli.ts';
import { runs } from '../../support/runs.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const table = programTable();
const commands = allCommands(table);
const nameOf = ({ path }: CommandEntry): string => ['lexform', ...path].join(' ');
const asked = async (...args: readonly string[]) => runLexform({ cwd: await tempWorkspace({}) }, ...args);

/** Lines that are wider, apart from those that nobody may break: examples, and a word with its indentation. */
const tooWide = (text: string, width: number): readonly string[] =>
  text.split('\n').filter((line) => line.length > width && !/^(?: +\$|Usage:| {2}-| *\S+$)/.test(line));

describe('the help of a command', () => {
  test.each([30, 40, 60, 80, 100, 250])('fits into %i columns', (width) => {
    for (const command of commands) expect(tooWide(helpText(command, width), Math.min(width, 100))).toEqual([]);
    for (const topic of HELP_TOPICS) expect(tooWide(topicText(topic, width), Math.min(width, 100))).toEqual([]);
  });

  test('has its examples before its options, and every option with what it does', () => {
    for (const command of commands) {
      const text = helpText(command, 100);
      const places = ['Usage: ', 'Examples:', '--help'].map((part) => text.indexOf(part));
      expect([nameOf(command), places]).toEqual([nameOf(command), [...places].sort((left, right) => left - right)]);
      expect(places).not.toContain(-1);
      for (const option of command.options) expect(text).toContain(`\n  ${optionFlags(option)}`);
      for (const example of command.examples) expect(text).toContain(`\n  $ ${example}\n`);
    }
  });

  test('names a default that says something', () => {
    const all = commands.map((command) => helpText(command, 100)).join('');
    expect(all).not.toMatch(/default: (?:false|\[\]|undefined|900000)/);
    expect(all).toContain('maximum number of entries (default: 20)');
    expect(all.replace(/\s+/g, ' ')).toContain(
      '(one of quality_optimized, prefer_quality_optimized, latency_optimized)',
    );
  });

  test('has what belongs to the command before what many commands share', () => {
    const text = helpText(commands.find(({ path }) => path.join(' ') === 'plan') ?? table, 80);
    const places = ['\nOptions:', '\n  --detailed-exitcode', '\nCommon options:', '\n  -t, --target <name>'];
    const found = places.map((place) => text.indexOf(place));
    expect(found).toEqual([...found].sort((left, right) => left - right));
    expect(found).not.toContain(-1);
  });

  test('lists all commands in groups, and the topics', () => {
    const text = helpText(table, 80);
    expect(text.match(/^[A-Z][\w ]+:$/gm)).toEqual([
      'Examples:',
      'Every day:',
      'Terms:',
      'Ledger:',
      'Service:',
      'Tools:',
      'Options:',
      'Topics:',
    ]);
    for (const command of table.commands) {
      expect(command.group).toBeDefined();
      expect(text).toMatch(new RegExp(`^ {2}${command.path[0]}\\b`, 'm'));
    }
    for (const { name } of HELP_TOPICS) expect(text).toContain(`\n  lexform help ${name} `);
  });
});

describe('lexform help', () => {
  test.each([
    [['--help'], ['help']],
    [
      ['plan', '--help'],
      ['help', 'plan'],
    ],
    [
      ['plan', '-h'],
      ['help', 'plan'],
    ],
    [
      ['service', 'compare', '-h'],
      ['help', 'service', 'compare'],
    ],
    [
      ['service', 'voice', 'status', '-h'],
      ['help', 'service', 'voice', 'status'],
    ],
  ])('%j is the same as %j', async (flag, words) => {
    const shown = await asked(...words);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(await asked(...flag)).toEqual(shown);
  });

  test('shows each topic', async () => {
    for (const topic of HELP_TOPICS)
      expect(await asked('help', topic.name)).toEqual({ code: 0, out: topicText(topic, 100), err: '' });
  });

  test('shows an unknown name as text', async () => {
    const { err } = await asked('help', '\u001b[31mx');
    expect(err).toContain('"lexform help" lists commands and topics');
    expect(err).not.toContain('\u001b');
  });

  test('stands on standard error where a command is missing', async () => {
    for (const words of [[], ['service', 'voice']]) {
      const { out: help } = await asked('help', ...words);
      expect(await asked(...words)).toEqual({ code: 1, out: '', err: help });
    }
  });
});

describe('help blocks', () => {
  test('are paragraphs and lists', () => {
    expect(helpBlocks('\nOne\ntwo.\n\nThree:\n  --a <b>   does it\n  stands alone\nFour.\n')).toEqual([
      { kind: 'prose', text: 'One two.' },
      {
        kind: 'list',
        heading: 'Three',
        items: [{ term: '--a <b>', text: 'does it' }, { text: 'stands alone' }],
      },
      { kind: 'prose', text: 'Four.' },
    ]);
  });

  test('lose no word, and the help shows each in its order', () => {
    const word = fc.stringMatching(/^[a-z-]{1,12}$/);
    const line = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      fc
        .tuple(word, fc.array(word, { minLength: 1, maxLength: 20 }))
        .map(([term, text]) => `  ${term}  ${text.join(' ')}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 10, max: 120 }), (lines, width) => {
        const text = topicText({ name: '', title: '', text: lines.join('\n') }, width);
        const wordsIn = (of: string): readonly string[] => of.match(/[a-z-]+/g) ?? [];
        expect(wordsIn(text)).toEqual(wordsIn(lines.join('\n')));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the terminal', () => {
  const envOf = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name];
  test.each([
    [{}, undefined, 80],
    [{}, 132, 132],
    [{ COLUMNS: '60' }, 132, 60],
    [{ COLUMNS: '0' }, 132, 132],
    [{ COLUMNS: 'many' }, undefined, 80],
  ])('with %j and %j columns is %i wide', (env, columns, width) => {
    expect(terminalWidth(envOf(env), columns)).toBe(width);
  });

  test.each<[Readonly<Record<string, string>>, boolean, boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: 'true', TERM: 'dumb' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '3', NO_COLOR: '1' }, true, false],
  ])('with %j, a terminal: %j, has colours: %j', (env, isTerminal, color) => {
    expect(wantsColor(envOf(env), isTerminal)).toBe(color);
  });
});
