import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bashCompletion } from '../../src/cli/completion/bash-completion.ts';
import type { CommandEntry } from '../../src/cli/completion/command-table.ts';
import { allCommands, optionNames, withAliases } from '../../src/cli/completion/completion-words.ts';
import { fishCompletion } from '../../src/cli/completion/fish-completion.ts';
import { powershellCompletion } from '../../src/cli/completion/powershell-completion.ts';
import { zshCompletion } from '../../src/cli/completion/zsh-completion.ts';
import { makeProgram, programTable } from '../../src/cli/program.ts';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const there = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;
const table = withAliases(programTable());
const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

/** A table with everything that could break out of a string of a shell. */
const HOSTILE_TEXT = `'; touch pwned; ' \u2019; touch pwned; \u2018 "$(touch pwned)" \`touch pwned\` [x]: \\ %s`;
const HOSTILE: CommandEntry = {
  path: [],
  description: HOSTILE_TEXT,
  arguments: [],
  options: [],
  examples: [HOSTILE_TEXT],
  notes: HOSTILE_TEXT,
  commands: [
    {
      path: ['odd'],
      description: HOSTILE_TEXT,
      options: [
        {
          long: '--kind',
          placeholder: '<kind>',
          value: { kind: 'choices', values: [HOSTILE_TEXT, 'plain'] },
          description: HOSTILE_TEXT,
        },
      ],
      arguments: [{ placeholder: '[x]', value: { kind: 'text' }, variadic: false, description: HOSTILE_TEXT }],
      commands: [],
      examples: [],
      notes: '',
    },
  ],
};

interface Ask {
  readonly table?: CommandEntry;
  /** What `lexform completion --list …` prints, one a line; default: nothing. */
  readonly names?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** What bash offers for a command line whose last word is being typed, and the folder that it was asked in. */
async function offered(words: readonly string[], { table: asked = table, names = [], files = {} }: Ask = {}) {
  const cwd = await tempWorkspace({ 'names.txt': names.map((name) => `${name}\n`).join(''), ...files });
  const script = join(cwd, 'completion.bash');
  writeFileSync(script, bashCompletion(asked));
  // Stands for the command itself, on the path: says what it was asked, and answers.
  writeFileSync(join(cwd, 'lexform'), '#!/bin/sh\necho "$@" > asked.txt\ncat names.txt\n', { mode: 0o755 });
  const { stdout, stderr } = spawnSync(
    'bash',
    [
      '--norc',
      '-uc',
      `source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lexform; if ((\${#COMPREPLY[@]})); then printf '%s\\0' "\${COMPREPLY[@]}"; fi`,
      'bash',
      ...words,
    ],
    { cwd, encoding: 'utf8', env: { PATH: `${cwd}:${process.env.PATH}` } },
  );
  expect(stderr).toBe('');
  return { cwd, words: stdout.split('\0').slice(0, -1) };
}

const offers = async (words: readonly string[], ask?: Ask): Promise<readonly string[]> =>
  (await offered(words, ask)).words;

describe('a completion script', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    test.skipIf(!there(shell))(`is valid ${shell}, whatever the help says`, async () => {
      for (const each of [table, HOSTILE]) {
        const cwd = await tempWorkspace({ script: SCRIPTS[shell](each) });
        expect(spawnSync(shell, ['-n', 'script'], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      }
    });
  }

  for (const shell of Object.keys(SCRIPTS) as readonly (keyof typeof SCRIPTS)[]) {
    test(`for ${shell} is printed by "lexform completion ${shell}", and names every command`, async () => {
      const cwd = await tempWorkspace({});
      const { code, out, err } = await runLexform({ cwd }, 'completion', shell);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toBe(SCRIPTS[shell](table));
      for (const { path } of table.commands) expect(out).toContain(`'${path.join(' ')}'`);
    });
  }

  test('is for bash, zsh, fish or PowerShell, and says so', async () => {
    const cwd = await tempWorkspace({});
    const other = await runLexform({ cwd }, 'completion', 'tcsh');
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toContain('Allowed choices are bash, zsh, fish, powershell');
    const none = await runLexform({ cwd }, 'completion');
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain("missing required argument 'shell'");
  });
});

describe.skipIf(!there('bash'))('bash offers', () => {
  test('every command of the table at the first place, and those that begin with what was typed', async () => {
    const program = makeProgram(() => undefined);
    const names = program.commands.map((command) => command.name());
    const all = await offers(['lexform', '']);
    expect(all).toEqual(expect.arrayContaining(names));
    expect(new Set(all).size).toBe(all.length);
    expect(await offers(['lexform', 'va'])).toEqual(['validate']);
    expect(await offers(['lexform', 'nothing'])).toEqual([]);
  });

  test('every option of every command', async () => {
    for (const command of allCommands(table)) {
      if (command.path.includes('help')) continue;
      expect(await offers(['lexform', ...command.path, '-'])).toEqual(optionNames(command));
    }
    expect(await offers(['lexform', 'plan', '--det'])).toEqual(['--detailed-exitcode']);
  });

  test('an alias with the options of its command', async () => {
    expect(await offers(['lexform', 'par'])).toEqual(['parity']);
    expect(await offers(['lexform', 'parity', '-'])).toEqual(await offers(['lexform', 'compare', '-']));
  });

  test('no option behind a double dash, and no command behind a command', async () => {
    expect(await offers(['lexform', 'plan', '--', '-'])).toEqual([]);
    expect(await offers(['lexform', 'validate', 'pl'])).toEqual([]);
  });

  test('behind help the commands and the topics', async () => {
    expect(await offers(['lexform', 'help', 'va'])).toEqual(['validate']);
    expect(await offers(['lexform', 'help', 'e'])).toEqual(['exit-codes', 'environment', 'export', 'explain']);
  });

  test('commands below a command, with their own options and arguments', async () => {
    const leaf = { description: '', commands: [], examples: [], notes: '' };
    const start: CommandEntry = {
      ...leaf,
      path: ['voice', 'start'],
      options: [
        { long: '--to', placeholder: '<l>', value: { kind: 'choices', values: ['de', 'fr'] }, description: '' },
        { long: '--json', description: '' },
      ],
      arguments: [{ placeholder: '<target>', value: { kind: 'target' }, variadic: false, description: '' }],
    };
    const voice: CommandEntry = { ...leaf, path: ['voice'], options: [], arguments: [], commands: [start] };
    const nested: CommandEntry = { ...leaf, path: [], options: [], arguments: [], commands: [voice] };
    const ask: Ask = { table: nested, names: ['prod'] };
    expect(await offers(['lexform', ''], ask)).toEqual(['voice']);
    expect(await offers(['lexform', 'voice', ''], ask)).toEqual(['start']);
    expect(await offers(['lexform', 'voice', 'start', '-'], ask)).toEqual(['--to', '--json']);
    expect(await offers(['lexform', 'voice', 'start', '--to', ''], ask)).toEqual(['de', 'fr']);
    // What belongs to an option is no argument.
    expect(await offers(['lexform', 'voice', 'start', '--to', 'de', ''], ask)).toEqual(['prod']);
    expect(await offers(['lexform', 'voice', 'start', 'prod', ''], ask)).toEqual([]);
    expect(fishCompletion(nested)).toContain(
      "complete -c lexform -n '__lexform_at \\'voice start\\'' -l to -x -a 'de fr'",
    );
    expect(zshCompletion(nested)).toContain("    'start') _lexform_voice_start ;;");
  });

  test('choices of an argument and of an option, as text', async () => {
    expect(await offers(['lexform', 'completion', ''])).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    const { cwd, words } = await offered(['lexform', 'odd', '--kind', ''], { table: HOSTILE });
    expect(words).toEqual([HOSTILE_TEXT, 'plain']);
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });

  test('targets and addresses, asked of the command in the folder that the line names', async () => {
    const names = ['prod-eu', 'prod-us', 'test'];
    expect(await offers(['lexform', 'plan', '--target', 'pr'], { names })).toEqual(['prod-eu', 'prod-us']);
    expect(await offers(['lexform', 'plan', '-t', ''], { names })).toEqual(names);
    expect(await offers(['lexform', 'plan', '--target', 'prod-eu,prod-u'], { names })).toEqual(['prod-eu,prod-us']);
    // bash hands --target=pr over as three words.
    expect(await offers(['lexform', 'plan', '--target', '=', 'pr'], { names })).toEqual(['prod-eu', 'prod-us']);
    expect(await offers(['lexform', 'plan', '--target', '='], { names })).toEqual(names);
    const { cwd, words } = await offered(['lexform', 'plan', '-C', 'my terms', '--only', 'gl'], {
      names: ['glossary.product'],
    });
    expect(words).toEqual(['glossary.product']);
    const asked = spawnSync('cat', ['asked.txt'], { cwd, encoding: 'utf8' }).stdout;
    expect(asked).toBe('completion bash --list addresses --chdir my terms\n');
  });

  test('nothing that runs: names are text, whatever stands in them', async () => {
    const names = ['$(touch pwned)', '`touch pwned`', "';touch pwned;'", '*', '~', '-n', 'a b'];
    for (const line of [
      ['lexform', 'plan', '--target', ''],
      ['lexform', 'pull', ''],
      ['lexform', 'pull', '$(touch pwned'],
      ['lexform', '$(touch pwned)', 'pl'],
      ['lexform', 'plan', '-C', '$(touch pwned)', '--target', ''],
    ]) {
      const { cwd, words } = await offered(line, { names });
      expect(words.filter((word) => !names.includes(word))).toEqual([]);
      expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    }
    expect(await offers(['lexform', 'pull', ''], { names })).toEqual(names);
  });

  test('files where a file is meant and folders where a folder is, quoted for the shell', async () => {
    const files = { 'plan.json': '', 'plan$(touch pwned).json': '', 'plan-folder/x': '' };
    expect([...(await offers(['lexform', 'apply', 'plan'], { files }))].sort()).toEqual([
      'plan-folder',
      'plan.json',
      'plan\\$\\(touch\\ pwned\\).json',
    ]);
    expect(await offers(['lexform', 'plan', '--chdir', 'plan'], { files })).toEqual(['plan-folder']);
  });
});

/** Not a package of ours: the test that needs it is skipped without it. */
const POWERSHELL = 'pwsh';

/** A literal string of PowerShell, which takes typographic quotes for quotes. */
const LITERAL = /['\u2018-\u201b](?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*['\u2018-\u201b]/g;

/** A table of the same shape whose texts are harmless. */
const harmless = (value: unknown): unknown =>
  value === HOSTILE_TEXT
    ? 'text'
    : Array.isArray(value)
      ? value.map(harmless)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, harmless(each)]))
        : value;

describe('the script for PowerShell', () => {
  test('has every text in a literal, so that none of it can be code', () => {
    const script = powershellCompletion(HOSTILE);
    const code = (text: string): string => text.replace(LITERAL, "''");
    expect(script).toContain('touch pwned');
    expect(code(script)).not.toContain('pwned');
    expect(code(script)).toBe(code(powershellCompletion(harmless(HOSTILE) as CommandEntry)));
  });

  test('has every command, option and choice, closed brackets, and ASCII alone', () => {
    const script = powershellCompletion(table);
    for (const { path, options, arguments: places } of allCommands(table)) {
      expect(script).toContain(`  $options['${path.join(' ')}'] = @(`);
      for (const { long = '', value } of options) {
        expect(script).toContain(`@('${long}', '`);
        if (value !== undefined) expect(script).toContain(`  $values['${path.join(' ')} ${long}'] = `);
      }
      places.forEach(({ variadic }, index) => {
        expect(script).toContain(`  $values['${path.join(' ')} ${variadic ? '*' : index}'] = `);
      });
    }
    expect(script).toContain("$values['ids --format'] = @('json', 'env', 'ts')");
    // Windows PowerShell reads a script without a byte order mark in the code page of the machine.
    expect(script).toMatch(/^[\n -~]*$/);
    const STRING = new RegExp(`"[^"]*"|${LITERAL.source}`, 'g');
    const brackets = script.replace(/^\s*#.*$/gm, '').replace(STRING, '');
    for (const [open = '', close = ''] of ['()', '{}', '[]'])
      expect([open, brackets.split(open).length]).toEqual([open, brackets.split(close).length]);
  });

  test.skipIf(!there(POWERSHELL))('completes in a real PowerShell (skipped where there is none)', async () => {
    const cwd = await tempWorkspace({
      'lexform.ps1': powershellCompletion(table),
      'hostile.ps1': powershellCompletion(HOSTILE),
    });
    const completed = (line: string, script = 'lexform.ps1'): readonly string[] => {
      const ask = `. ./${script}; [System.Management.Automation.CommandCompletion]::CompleteInput($env:LINE, $env:LINE.Length, $null).CompletionMatches.CompletionText`;
      const { stdout, stderr } = spawnSync(POWERSHELL, ['-NoProfile', '-Command', ask], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, LINE: line },
      });
      expect(stderr).toBe('');
      return stdout.split('\n').filter((each) => each !== '');
    };
    expect(completed('lexform va')).toEqual(['validate']);
    expect(completed('lexform plan --det')).toEqual(['--detailed-exitcode']);
    expect(completed('lexform ids --format ')).toEqual(['json', 'env', 'ts']);
    expect(completed('lexform ids --format=j')).toEqual(['--format=json']);
    expect(completed('lexform voice st')).toEqual(['status']);
    completed('lexform odd --kind ', 'hostile.ps1');
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });
});

describe('the names that a script asks for', () => {
  const config = (targets: string): string =>
    `version: 1\ntargets:\n${targets}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;

  test('targets and addresses, in code unit order, one a line', async () => {
    const cwd = await tempWorkspace({
      'terms/lexform.yaml': `${config('  test: { service: embedded }\n  Prod_EU.2: { service: embedded }\n')}developer_keys: keys.yaml\n`,
      'terms/keys.yaml': 'ci: { label: "" }\nreport:\n$(touch pwned): {}\n',
      'terms/glossaries/ui/glossary.yaml': '',
      'terms/glossaries/Produkt-Ä/glossary.yaml': '',
      'terms/style-rules/formal.yaml': '',
    });
    const list = (what: string) => runLexform({ cwd }, 'completion', 'bash', '--list', what, '-C', 'terms');
    expect(await list('targets')).toEqual({ code: 0, out: 'Prod_EU.2\ntest\n', err: '' });
    expect(await list('addresses')).toEqual({
      code: 0,
      out: 'developer_key.ci\ndeveloper_key.report\nglossary.Produkt-Ä\nglossary.ui\nstyle_rules.formal\n',
      err: '',
    });
    rmSync(join(cwd, 'terms/keys.yaml'));
    expect((await list('addresses')).out).toBe('glossary.Produkt-Ä\nglossary.ui\nstyle_rules.formal\n');
  });

  test('a name that a shell could read as more than text is left out', async () => {
    const cwd = await tempWorkspace({
      'lexform.yaml': config(`  good: { service: embedded }\n`),
      'glossaries/$(touch pwned)/glossary.yaml': '',
      'glossaries/a;b/glossary.yaml': '',
      'glossaries/-rf/glossary.yaml': '',
      'glossaries/fine/glossary.yaml': '',
      "style-rules/it's.yaml": '',
    });
    const { out } = await runLexform({ cwd }, 'completion', 'bash', '--list', 'addresses');
    expect(out.split('\n').slice(0, -1)).toEqual(['glossary.-rf', 'glossary.fine']);
  });

  test('there are none without a workspace, or with faults in it, and nothing is said', async () => {
    const empty = await tempWorkspace({});
    const faulty = await tempWorkspace({ 'lexform.yaml': 'version: 1\ntargets: [' });
    for (const cwd of [empty, faulty])
      expect(await runLexform({ cwd }, 'completion', 'bash', '--list', 'targets')).toEqual({
        code: 0,
        out: '',
        err: '',
      });
  });
});
