import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { xlsx } from '../exchange/xlsx.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { expectSession } from './session.ts';

test('the commands of docs/get-started.md show what the page says', async () => {
  await expectSession({ page: 'docs/get-started.md' });
});

/** What a team keeps: words of its own as headers, a double space, a term without translation. */
const SHEET: readonly (readonly string[])[] = [
  ['English', 'German', 'French', 'Part of speech', 'Comment'],
  ['workspace', 'Arbeitsbereich', 'espace de travail', 'noun', ''],
  ['sign in', 'anmelden', 'se connecter', 'verb', 'the button'],
  ['billing period', 'Abrechnungszeitraum', 'période  de facturation', 'noun', ''],
  ['dashboard', 'Dashboard', '', 'noun', 'not translated in French yet'],
];

test('docs/spreadsheet.md shows the spreadsheet that it imports', () => {
  const [head = [], ...rows] = SHEET.map(
    (cells) => `| ${cells.map((cell) => cell.replace('  ', ' &nbsp;')).join(' | ')} |`,
  );
  const rule = `|${' --- |'.repeat(SHEET[0]?.length ?? 0)}`;
  expectGenerated('docs/spreadsheet.md', 'the spreadsheet', [head, rule, ...rows].join('\n'));
});

test('the commands of docs/spreadsheet.md show what the page says', async () => {
  await expectSession({
    page: 'docs/spreadsheet.md',
    begin: (folder) => writeFileSync(join(folder, 'terms.xlsx'), xlsx({ Terms: SHEET })),
  });
});
