import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../../../src/model/workspace/project.ts';
import type { CommandEntry } from '../../../../src/shells/cli/completion/command-table.ts';
import { manPage, roffText } from '../../../../src/shells/cli/completion/man-page.ts';
import { HELP_TOPICS } from '../../../../src/shells/cli/help/help-topics.ts';
import { makeProgram, programTable } from '../../../../src/shells/cli/program.ts';

const table = programTable();
const page = manPage(table, HELP_TOPICS, VERSION);
const requests = (roff: string): readonly string[] =>
  roff.split('\n').flatMap((line) => (line.startsWith('.') ? [line.split(' ')[0] ?? ''] : []));

/** Not a package of ours: the test that needs it is skipped without it. */
const FORMATTER = 'groff';

/** The page as it is read, without bold and italics; its faults would stand on standard error. */
function rendered(roff: string): string {
  const { stdout, stderr } = spawnSync(FORMATTER, ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=300n'], {
    input: roff,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

const HOSTILE = String.raw`.SH FAKE \fBbold\fR \n[x] 'quoted' "twice" -- ~ ^ café → 語`;
const hostile: CommandEntry = {
  path: [],
  description: HOSTILE,
  options: [],
  arguments: [],
  examples: [],
  notes: '',
  commands: [
    {
      path: ['odd'],
      description: HOSTILE,
      options: [{ short: '-x', long: '--ex', placeholder: '<.x>', value: { kind: 'text' }, description: HOSTILE }],
      arguments: [{ placeholder: '[.y]', value: { kind: 'text' }, variadic: false, description: HOSTILE }],
      commands: [],
      examples: [HOSTILE],
      notes: `Odd:\n  .so /etc/passwd\n\n.sy rm -rf x`,
    },
  ],
};

describe('the manual page', () => {
  test('has the sections of a manual page, in order', () => {
    expect(page.split('\n')[0]).toBe(`.TH LEXFORM 1 "" "lexform ${VERSION}" "Lexform Manual"`);
    expect(page.split('\n').filter((line) => line.startsWith('.SH'))).toEqual([
      '.SH NAME',
      '.SH SYNOPSIS',
      '.SH DESCRIPTION',
      '.SH EXAMPLES',
      '.SH COMMANDS',
      '.SH COMMON OPTIONS',
      '.SH FILES',
      '.SH EXIT CODES',
      '.SH ENVIRONMENT',
    ]);
    expect(page).toContain('\n.SH NAME\nlexform \\- Terminology and style as code\n');
    expect(page.endsWith('\n')).toBe(true);
  });

  test('names every command and each of its options', () => {
    for (const command of makeProgram(() => undefined).commands) {
      if (command.name() === 'help') continue;
      expect(page).toContain(`\n.SS ${roffText(command.name())}\n`);
      for (const option of command.createHelp().visibleOptions(command))
        expect(page).toContain(`\\fB${roffText(option.long ?? option.short ?? '')}\\fR`);
    }
  });

  test('shows what the help adds, examples as they stand', () => {
    expect(page).toContain('.nf\n$ lexform init my\\-terms && cd my\\-terms && lexform plan\n');
    // What has a section of its own is not repeated with every command that ends with it.
    expect(page.match(/^refused: deletion limit/gm)).toHaveLength(1);
    expect(page).toContain('.TP\n\\fB4\\fR\nerrors in the files, or with \\-\\-check a file');
  });

  test('is the same for the same table, and ASCII alone', () => {
    expect(manPage(programTable(), HELP_TOPICS, VERSION)).toBe(page);
    expect(page).toMatch(/^[\n -~]*$/);
  });

  test('takes nothing from a text for a request or an escape', () => {
    const known = ['.TH', '.SH', '.SS', '.PP', '.TP', '.RS', '.RE', '.nf', '.fi'];
    const roff = manPage(hostile, [], '1.0.0');
    expect(requests(roff).filter((request) => !known.includes(request))).toEqual([]);
    expect(requests(roff).filter((request) => request === '.SH')).toHaveLength(6);
    expect(roff.match(/\\(?!e|-|f[BIR]|\(|\[u|&)/g)).toBeNull();
  });

  const noGroff = spawnSync(FORMATTER, ['--version']).error !== undefined;
  test.skipIf(noGroff)('is read by groff without a warning, and shows hostile text as it stands', () => {
    expect(rendered(page)).toContain('-t, --target <name>');
    const shown = rendered(manPage(hostile, [], '1.0.0'));
    expect(shown).toContain(HOSTILE);
    expect(shown).toContain(`$ ${HOSTILE}`);
    expect(shown).toContain('.so /etc/passwd');
    expect(shown).toContain('.sy rm -rf x');
  });
});

describe('roff text', () => {
  test.each([
    ['a-b', 'a\\-b'],
    ['\\n', '\\en'],
    ['.br', '\\&.br'],
    ["'br", '\\(aqbr'],
    ['a\n.b', 'a\n\\&.b'],
    ['', '\\&'],
    ['\u0007é😀', ' \\[u00E9]\\[u1F600]'],
  ])('%j becomes %j', (text, roff) => {
    expect(roffText(text)).toBe(roff);
  });
});
