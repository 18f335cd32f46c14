import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rawXlsx } from '../files/exchange/xlsx.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { startLexform } from './lexform-process.ts';

const HEADER = '<row r="1"><c t="inlineStr"><is><t>en</t></is></c><c t="inlineStr"><is><t>de</t></is></c></row>';
const shared = (index: number): string => `<c t="s"><v>${index}</v></c>`;
const MIB = 1024 * 1024;

/** Spreadsheets that are small as files, and very large once they are read; and what the message says of each. */
const SPREADSHEETS: readonly (readonly [title: string, bytes: () => Uint8Array, message: string])[] = [
  [
    'a million rows with one cell far to the right',
    () =>
      rawXlsx({ sheet: HEADER + '<row><c r="ALK2" t="s"><v>0</v></c></row>'.repeat(MIB), texts: '<si><t>x</t></si>' }),
    'more than 1048576 rows in a sheet',
  ],
  [
    'very many filled cells',
    () =>
      rawXlsx({
        sheet: HEADER + `<row>${shared(0).repeat(400)}</row>`.repeat(10_001),
        texts: '<si><t>x</t></si>',
      }),
    'more than 4000000 filled cells in a sheet',
  ],
  [
    'a shared text of a megabyte in very many cells',
    () =>
      rawXlsx({
        sheet: HEADER + `<row>${shared(0)}${shared(0)}</row>`.repeat(MIB / 2),
        texts: `<si><t>${'long '.repeat(MIB / 5)}</t></si>`,
      }),
    'more than 67108864 characters in its cells',
  ],
  [
    'very many shared texts',
    () => rawXlsx({ sheet: `${HEADER}<row>${shared(1)}${shared(2)}</row>`, texts: '<si/>'.repeat(2 * MIB) }),
    'more than 2000000 shared texts',
  ],
  [
    'one cell with very many characters',
    () => rawXlsx({ sheet: `${HEADER}<row><c t="inlineStr"><is><t>${' '.repeat(65 * MIB)}x</t></is></c></row>` }),
    'more than 67108864 characters in its cells',
  ],
  [
    'very many sheets',
    () => rawXlsx({ sheet: '', sheets: '<sheet name="a" r:id="rId1"/>'.repeat(MIB) }),
    'more than 1000 sheets',
  ],
];

describe('a small spreadsheet with very much in it is refused within a small heap', () => {
  for (const [title, bytes, message] of SPREADSHEETS)
    test(title, async () => {
      const cwd = await tempWorkspace({});
      const file = bytes();
      expect(file.byteLength).toBeLessThan(300_000);
      writeFileSync(join(cwd, 'terms.xlsx'), file);
      const env = { NODE_OPTIONS: '--max-old-space-size=560' };
      const { code, err } = await startLexform(
        { cwd, who: 'bench', env },
        ...['import', 'terms.xlsx', '--to', 'glossary.product'],
      ).ended;
      expect(err).toContain(`the spreadsheet cannot be read: it has ${message}`);
      expect(code).toBe(4);
    }, 120_000);
});

test('the largest number of rows is read within a small heap, also with blank cells before one cell far to the right', async () => {
  const cwd = await tempWorkspace({});
  const sheet = HEADER + '<row><c r="A2" t="s"><v>0</v></c><c r="ALJ2" t="s"><v>0</v></c></row>'.repeat(MIB - 1);
  writeFileSync(join(cwd, 'terms.xlsx'), rawXlsx({ sheet, texts: '<si><t>x</t></si>' }));
  const env = { NODE_OPTIONS: '--max-old-space-size=560' };
  const { code, err } = await startLexform({ cwd, who: 'bench', env }, 'import', 'terms.xlsx', '--to', 'glossary.p')
    .ended;
  expect(err).not.toContain('heap');
  expect(err).toContain('1,048,575 cells "x": not kept: it is to the right of the last column of the header');
  expect(err).toContain('[import-languages]');
  expect(code).toBe(4);
}, 120_000);

test('very many empty cells take no memory', async () => {
  const cwd = await tempWorkspace({});
  // An array of all of them takes 32 MB, and more while it grows.
  const sheet = `${HEADER}<row r="2"><c t="str"><v>size</v></c><c t="str"><v>Größe</v></c>${'<c/>'.repeat(4 * MIB)}</row>`;
  writeFileSync(join(cwd, 'terms.xlsx'), rawXlsx({ sheet }));
  const env = { NODE_OPTIONS: '--max-old-space-size=56' };
  const { code, err } = await startLexform({ cwd, who: 'bench', env }, 'import', 'terms.xlsx', '--to', 'glossary.p')
    .ended;
  expect(err).not.toContain('heap');
  expect(code).toBe(0);
}, 120_000);

test('a header of a megabyte is read in linear time, within a small heap', async () => {
  const cwd = await tempWorkspace({});
  const long = `a${' '.repeat(MIB)}[b`;
  writeFileSync(
    join(cwd, 'terms.xlsx'),
    rawXlsx({
      sheet: `<row><c t="inlineStr"><is><t>en</t></is></c><c t="inlineStr"><is><t>de</t></is></c>${shared(0).repeat(20)}</row><row>${shared(1).repeat(3)}</row>`,
      texts: `<si><t xml:space="preserve">${long}</t></si><si><t>x</t></si>`,
    }),
  );
  const env = { NODE_OPTIONS: '--max-old-space-size=560' };
  const { code, err } = await startLexform({ cwd, who: 'bench', env }, 'import', 'terms.xlsx', '--to', 'glossary.p')
    .ended;
  expect(err).toContain('import-column-unknown');
  expect(code).toBe(4);
});
