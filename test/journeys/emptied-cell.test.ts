import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const TABLE = 'glossaries/product/terms.csv';

test('a term whose cell of a wide table is empty now is removed, and the plan says where that cell is', async () => {
  const cwd = await tempWorkspace({
    'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/glossary.yaml':
      'name: Product\ntables: [{ file: terms.csv, pairs: ["en->de", "en->fr", "de->en"] }]\n',
    [TABLE]: 'en,de,fr\nhouse,Haus,maison\ncat,Katze,chat\ndog,Hund,chien\n',
  });
  const lexform = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  expect(await lexform('apply', '-y')).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, TABLE), 'en,de,fr\nhouse,Haus,maison\ncat,,chat\n');
  const { out } = await lexform('plan');
  expect(out).toContain(`- cat → Katze  ${TABLE}:3\n`);
  expect(out).toMatch(/- dog → Hund\n/);
  const { changes } = JSON.parse((await lexform('plan', '--json')).out);
  expect(changes[0].children.flatMap(({ values }: { values: readonly unknown[] }) => values)).toEqual(
    expect.arrayContaining([
      { key: ['entry', 'en->de', 'cat'], from: 'Katze', at: { file: TABLE, line: 3, column: 1 } },
      { key: ['entry', 'en->de', 'dog'], from: 'Hund' },
    ]),
  );
  expect(await lexform('plan', '--out', 'saved.json')).toMatchObject({ code: 0 });
  expect(await lexform('apply', 'saved.json', '-y')).toMatchObject({ code: 0 });
  expect((await lexform('plan')).out).toContain('No changes');
});
