import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { COMPLETION_SCRIPTS } from '../../../src/shells/cli/commands/completion.ts';
import { runLexform } from '../../support/cli.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** Not a package of ours: the tests that need it are skipped without it. */
const PROGRAMS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'pwsh' } as const;

type Shell = keyof typeof PROGRAMS;

const there = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

describe('a completion script', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    test.skipIf(!there(shell))(`is valid ${shell}`, async () => {
      const cwd = await tempWorkspace({ script: COMPLETION_SCRIPTS[shell] });
      expect(spawnSync(shell, ['-n', 'script'], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    });
  }

  for (const shell of Object.keys(COMPLETION_SCRIPTS) as readonly Shell[]) {
    test(`for ${shell} is printed by "lexform completion ${shell}", and calls the program`, async () => {
      const cwd = await tempWorkspace({});
      const { code, out, err } = await runLexform({ cwd }, 'completion', shell);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toBe(COMPLETION_SCRIPTS[shell]);
      expect(out).toContain('lexform __complete ');
    });
  }
});

/** For zsh, functions stand for those of its completion system, which needs a terminal. */
const ZSH_STANDS = `compdef() { :; }
compset() { PREFIX=\${PREFIX#*=}; }
_files() { print -rl -- "files $* $PREFIX"; }
compadd() { print -rl -- $names; }
`;

/** How each shell completes a line, in a folder with its script. `LINE` and the arguments hold the line. */
const ASK: Readonly<Record<Shell, readonly string[]>> = {
  bash: [
    '--norc',
    '-uc',
    `source script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lexform; if ((\${#COMPREPLY[@]})); then printf '%s\\n' "\${COMPREPLY[@]}"; fi`,
    'bash',
  ],
  zsh: ['-f', '-c', `${ZSH_STANDS} source ./script; words=("$@"); CURRENT=$#; PREFIX=$words[$#]; _lexform`, 'zsh'],
  fish: ['--no-config', '-c', 'source script; complete -C "$LINE" | string replace -r "\\t.*" ""'],
  powershell: [
    '-NoProfile',
    '-Command',
    '. ./script.ps1; [System.Management.Automation.CommandCompletion]::CompleteInput($env:LINE, $env:LINE.Length, $null).CompletionMatches.CompletionText',
  ],
};

/**
 * What a shell offers for a line, where a program stands for `lexform` that prints `answer`, and the arguments that it
 * was called with.
 */
async function asked(
  shell: Shell,
  line: readonly string[],
  answer: string,
  files: Readonly<Record<string, string>> = {},
) {
  const script = COMPLETION_SCRIPTS[shell];
  const cwd = await tempWorkspace({ 'answer.txt': answer, script, 'script.ps1': script, ...files });
  const program = '#!/bin/sh\nprintf "[%s]" "$@" > called.txt\ncat answer.txt\n';
  writeFileSync(join(cwd, 'lexform'), program, { mode: 0o755 });
  const { stdout, stderr } = spawnSync(
    PROGRAMS[shell],
    [...ASK[shell], ...(shell === 'bash' || shell === 'zsh' ? line : [])],
    {
      cwd,
      encoding: 'utf8',
      env: { HOME: cwd, PATH: `${cwd}:${process.env.PATH}`, LINE: line.join(' ') },
    },
  );
  expect(stderr).toBe('');
  const called = join(cwd, 'called.txt');
  return {
    words: stdout.split('\n').filter((word) => word !== ''),
    called: existsSync(called) ? readFileSync(called, 'utf8') : '',
    pwned: existsSync(join(cwd, 'pwned')),
  };
}

for (const shell of Object.keys(PROGRAMS) as readonly Shell[]) {
  describe.skipIf(!there(PROGRAMS[shell]))(`${shell} (skipped where there is none)`, () => {
    test('passes the words up to the cursor, and offers the candidates without their descriptions', async () => {
      const { words, called } = await asked(shell, ['lexform', 'plan', '--det'], '--detailed-exitcode\tend with 2\n');
      expect(words).toEqual(['--detailed-exitcode']);
      expect(called).toBe('[__complete][--][plan][--det]');
    });

    test('passes an empty word, and offers names that have no description', async () => {
      const { words, called } = await asked(shell, ['lexform', 'plan', '-t', ''], 'prod-eu\nprod-us\n');
      expect(words).toEqual(['prod-eu', 'prod-us']);
      expect(called).toBe(
        shell === 'powershell' ? '[__complete][--empty][--][plan][-t]' : '[__complete][--][plan][-t][]',
      );
    });

    test('offers nothing where the program has no answer', async () => {
      expect((await asked(shell, ['lexform', 'nothing'], '')).words).toEqual([]);
    });

    test('runs nothing that stands in a line or in an answer', async () => {
      const HOSTILE = "$(touch pwned)\n`touch pwned`\n';touch pwned;'\t$(touch pwned)\n*\t%s$(touch pwned)\n-n\n";
      for (const line of [
        ['lexform', ''],
        ['lexform', '$(touch', 'pwned)', ''],
        ['lexform', '"$(touch', 'pwned)"', ''],
        ['lexform', '`touch', 'pwned`', 'pl'],
        ['lexform', 'plan', '$(touch'],
        ['lexform', 'plan', '--target=$(touch'],
      ]) {
        expect((await asked(shell, line, HOSTILE)).pwned).toBe(false);
        expect((await asked(shell, line, ':file\n')).pwned).toBe(false);
        expect((await asked(shell, line, ':folder\n')).pwned).toBe(false);
      }
    });
  });
}

const PATHS = { 'plan.json': '', 'plan$(touch pwned).json': '', 'plan-folder/x': '' };

test.skipIf(!there('bash'))('bash offers files or folders itself, quoted', async () => {
  const files = await asked('bash', ['lexform', 'apply', 'plan'], ':file\n', PATHS);
  expect([...files.words].sort()).toEqual(['plan-folder', 'plan.json', 'plan\\$\\(touch\\ pwned\\).json']);
  const folders = await asked('bash', ['lexform', 'plan', '--chdir', 'plan'], ':folder\n', PATHS);
  expect(folders.words).toEqual(['plan-folder']);
});

test.skipIf(!there('zsh'))('zsh leaves files and folders to its own function', async () => {
  expect((await asked('zsh', ['lexform', 'apply', 'plan'], ':file\n')).words).toEqual(['files  plan']);
  expect((await asked('zsh', ['lexform', 'plan', '--chdir=plan'], ':folder\n')).words).toEqual(['files -/ plan']);
});

test.skipIf(!there('fish'))('fish offers files or folders itself, also behind an equals sign', async () => {
  const files = await asked('fish', ['lexform', 'apply', 'plan'], ':file\n', PATHS);
  expect([...files.words].sort()).toEqual(['plan$(touch pwned).json', 'plan-folder/', 'plan.json']);
  const folders = await asked('fish', ['lexform', 'plan', '--chdir=plan'], ':folder\n', PATHS);
  expect(folders.words).toEqual(['--chdir=plan-folder/']);
});

test('the script for PowerShell is ASCII', () => {
  // Windows PowerShell reads a script without a byte order mark in the code page of the machine.
  expect(COMPLETION_SCRIPTS.powershell).toMatch(/^[\n -~]*$/);
});

describe('__complete', () => {
  const config = (targets: string): string =>
    `version: 1\ntargets:\n${targets}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;

  test('prints commands and options with their descriptions, and where the shell lists paths', async () => {
    const cwd = await tempWorkspace({});
    expect(await runLexform({ cwd }, '__complete', '--', 'va')).toEqual({
      code: 0,
      out: expect.stringMatching(/^validate\t\S.*\n$/),
      err: '',
    });
    expect((await runLexform({ cwd }, '__complete', '--', 'apply', '')).out).toBe(':file\n');
    expect((await runLexform({ cwd }, '__complete', '--', 'plan', '-C', '')).out).toBe(':folder\n');
    expect((await runLexform({ cwd }, '__complete', '--empty', '--', 'completion')).out).toBe(
      'bash\nzsh\nfish\npowershell\n',
    );
    expect((await runLexform({ cwd }, '__complete')).out).toContain('\nplan\t');
  });

  test('is in no help', async () => {
    const cwd = await tempWorkspace({});
    expect((await runLexform({ cwd }, 'help')).out).not.toContain('__complete');
    expect((await runLexform({ cwd }, 'help', 'completion')).out).not.toContain('__complete');
  });

  test('prints targets and addresses, in code unit order, one a line', async () => {
    const cwd = await tempWorkspace({
      'terms/lexform.yaml': `${config('  test: { service: embedded }\n  Prod_EU.2: { service: embedded }\n')}developer_keys: keys.yaml\n`,
      'terms/keys.yaml': 'ci: { label: "" }\nreport:\n$(touch pwned): {}\n',
      'terms/glossaries/ui/glossary.yaml': '',
      'terms/glossaries/Produkt-Ä/glossary.yaml': '',
      'terms/style-rules/formal.yaml': '',
    });
    const list = (...line: readonly string[]) => runLexform({ cwd }, '__complete', '--', ...line);
    expect(await list('plan', '-C', 'terms', '-t', '')).toEqual({ code: 0, out: 'Prod_EU.2\ntest\n', err: '' });
    expect((await list('plan', '-C', 'terms', '--target=test,P')).out).toBe('--target=test,Prod_EU.2\n');
    expect(await list('pull', '-C', 'terms', '')).toEqual({
      code: 0,
      out: 'developer_key.ci\ndeveloper_key.report\nglossary.Produkt-Ä\nglossary.ui\nstyle_rules.formal\n',
      err: '',
    });
    rmSync(join(cwd, 'terms/keys.yaml'));
    expect((await list('pull', '-C', 'terms', '')).out).toBe('glossary.Produkt-Ä\nglossary.ui\nstyle_rules.formal\n');
  });

  test('leaves out a name that a shell could read as more than text', async () => {
    const cwd = await tempWorkspace({
      'lexform.yaml': config(`  good: { service: embedded }\n`),
      'glossaries/$(touch pwned)/glossary.yaml': '',
      'glossaries/a;b/glossary.yaml': '',
      'glossaries/a\nb/glossary.yaml': '',
      'glossaries/a\u001b[2Jb/glossary.yaml': '',
      'glossaries/-rf/glossary.yaml': '',
      'glossaries/fine/glossary.yaml': '',
      "style-rules/it's.yaml": '',
    });
    const { out } = await runLexform({ cwd }, '__complete', '--', 'pull', '');
    expect(out.split('\n').slice(0, -1)).toEqual(['glossary.-rf', 'glossary.fine']);
  });

  test('has no names without a workspace, or with faults in it, but commands and options, and says nothing', async () => {
    const empty = await tempWorkspace({});
    const faulty = await tempWorkspace({ 'lexform.yaml': 'version: 1\ntargets: [' });
    for (const cwd of [empty, faulty]) {
      for (const line of [
        ['plan', '-t', ''],
        ['pull', ''],
        ['plan', '-C', 'missing', '-t', ''],
      ])
        expect(await runLexform({ cwd }, '__complete', '--', ...line)).toEqual({ code: 0, out: '', err: '' });
      expect((await runLexform({ cwd }, '__complete', '--', 'plan', '--det')).out).toContain('--detailed-exitcode\t');
    }
    const files = { ...nodeFiles(), realPath: () => Promise.reject(new Error('the disk is broken')) };
    const broken = { cwd: empty, files: { ...files, read: files.realPath, size: files.realPath } };
    expect(await runLexform(broken, '__complete', '--', 'plan', '-C', '.', '-t', '')).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  test('reads no key and calls no service', async () => {
    const cwd = await tempWorkspace({
      'lexform.yaml': config('  good: { preset: deepl, key: "file:secret.key" }\n'),
      'secret.key': 'secret',
      'glossaries/ui/glossary.yaml': '',
    });
    const read: string[] = [];
    const files = new Proxy(nodeFiles(), {
      get: (target, name, receiver) => {
        const member: unknown = Reflect.get(target, name, receiver);
        return typeof member !== 'function'
          ? member
          : (...args: readonly unknown[]): unknown => {
              read.push(String(args[0]));
              return Reflect.apply(member, target, args);
            };
      },
    });
    const fetch = () => {
      throw new Error('no call is expected');
    };
    const list = (...line: readonly string[]) => runLexform({ cwd, files, fetch }, '__complete', '--', ...line);
    expect(await list('plan', '-t', '')).toEqual({ code: 0, out: 'good\n', err: '' });
    expect(await list('pull', '')).toEqual({ code: 0, out: 'glossary.ui\n', err: '' });
    expect(read.filter((path) => path.includes('lexform.yaml'))).not.toEqual([]);
    expect(read.filter((path) => path.includes('secret'))).toEqual([]);
  });
});
