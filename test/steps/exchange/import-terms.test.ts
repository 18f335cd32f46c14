import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { errorAt, type Finding } from '../../../src/model/finding.ts';
import { importTerms } from '../../../src/steps/exchange/import-terms.ts';
import { importWorkspace, type NamedRequest } from '../../../src/steps/exchange/import-workspace.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

type Files = Readonly<Record<string, string>>;

const FOLDER = 'glossaries/product';
const GLOSSARY = `${FOLDER}/glossary.yaml`;
const TERMS = `${FOLDER}/terms.csv`;
const WORKSPACE = {
  'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
};
const WIDE = 'name: Product\ntables: [{ file: terms.csv, pairs: [en->*] }]\n';
const OPEN_QUOTE = 'en,de\n"house,Haus\n';

const requestOf = (text: string, more: Partial<NamedRequest>): NamedRequest => ({
  ...{ from: 'in.csv', name: 'product', clears: false, replaces: false, bytes: new TextEncoder().encode(text) },
  ...more,
});

/** Imports a text into a glossary, or, without a text, the files that the glossaries list. */
async function imported(given: Files, text?: string, more: Partial<NamedRequest> = {}) {
  const [files, root] = [nodeFiles(), await tempWorkspace({ ...WORKSPACE, ...given })];
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) throw new Error('the workspace has errors');
  return importWorkspace({ files, root, config, ...(text !== undefined && { request: requestOf(text, more) }) });
}

const placesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code, at }) => `${code} ${at.file}:${at.line}`);

describe('an import changes no file and says why', () => {
  test.each<[string, Files, readonly string[]]>([
    ['the table has errors', { [GLOSSARY]: WIDE, [TERMS]: OPEN_QUOTE }, [`quote-not-closed ${TERMS}:2`]],
    [
      'a dictionary has errors',
      { [GLOSSARY]: 'name: Product\n', [`${FOLDER}/en-de.csv`]: OPEN_QUOTE },
      [`quote-not-closed ${FOLDER}/en-de.csv:2`],
    ],
    ['the glossary has errors', { [GLOSSARY]: 'id: x\n' }, [`key-missing ${GLOSSARY}:1`]],
    ['the new table exists', { [GLOSSARY]: 'name: Product\n', [TERMS]: 'x\n' }, [`import-in-the-way ${TERMS}:1`]],
  ])('if %s', async (_, files, places) => {
    const { reports, files: become, findings } = await imported(files, 'en,de\nday,Tag\n');
    expect(placesOf(findings)).toEqual(places);
    expect([become.size, reports.map(({ source, files: changed }) => [source, changed])]).toEqual([0, [['', []]]]);
    expect(reports[0]?.findings).toEqual(findings);
  });

  test('if a file in the way has its name in the error', async () => {
    const { findings } = await imported({ [GLOSSARY]: 'name: Product\n', [TERMS]: 'x\n' }, 'en,de\nday,Tag\n');
    expect(findings).toMatchObject([{ details: { file: TERMS } }]);
  });

  test('if the file lacks the source language', async () => {
    const { findings } = await imported({}, 'en,de\nday,Tag\n', { source: 'fr' });
    expect(findings).toMatchObject([
      { code: 'import-source-missing', details: { source: 'fr', languages: ['en', 'de'] } },
    ]);
  });

  test('if the glossary has several tables and none is named', async () => {
    const tables = ['terms.csv', 'sub/more.csv'].map((file) => `  - { file: ${file}, pairs: [en->*] }\n`);
    const { findings } = await imported(
      { [GLOSSARY]: `name: Product\ntables:\n${tables.join('')}` },
      'en,de\nday,Tag\n',
    );
    expect(findings).toMatchObject([{ code: 'import-table', details: { tables: ['terms.csv', 'more.csv'] } }]);
  });

  test('if the new table cannot be entered in the glossary', async () => {
    const root = await tempWorkspace({ ...WORKSPACE, [GLOSSARY]: 'name: Product\n' });
    const staged = await stageFiles(nodeFiles(), root);
    const fault = errorAt('edit-not-safe', { file: GLOSSARY, line: 1, column: 1 }, { what: 'content' });
    const refusing = { ...staged, findings: [fault], edit: async () => false };
    const request = { ...requestOf('en,de\nday,Tag\n', { source: 'en' }), file: GLOSSARY };
    expect(await importTerms(refusing, root, request)).toMatchObject({ source: 'en', files: [], findings: [fault] });
  });

  test.each<[string, Files, readonly string[]]>([
    ['a glossary has errors', { [GLOSSARY]: 'imports: [{ file: in.csv }]\n' }, [`key-missing ${GLOSSARY}:1`]],
    [
      'a listed file does not exist',
      { [GLOSSARY]: `${WIDE}imports: [{ file: in.csv }]\n` },
      [`file-missing ${GLOSSARY}:3`],
    ],
  ])('of listed files, if %s', async (_, files, places) => {
    const { reports, findings } = await imported(files);
    expect([placesOf(findings), reports]).toEqual([places, []]);
  });
});

describe('an import', () => {
  test('of listed files passes over a glossary whose folder is not a name', async () => {
    const other = 'name: X\nimports: [{ file: in.csv }]\n';
    expect(await imported({ 'glossaries/A b/glossary.yaml': other })).toMatchObject({ reports: [], findings: [] });
  });

  test('makes the workspace manage glossaries', async () => {
    const workspace = `${WORKSPACE['lexform.yaml'].replace(/glossaries:.*\n/, '')}style_rules: style/*.yaml\n`;
    const { files, findings } = await imported({ 'lexform.yaml': workspace }, 'en,de\nday,Tag\n');
    expect([...files.keys()]).toEqual(expect.arrayContaining(['lexform.yaml', TERMS, GLOSSARY]));
    expect(new TextDecoder().decode(files.get('lexform.yaml'))).toContain('glossaries: glossaries/*/glossary.yaml\n');
    expect(findings).toEqual([]);
  });

  test('shows each new row by its source term, or by its first term if it has none', async () => {
    const { reports } = await imported({}, 'de,en,fr\nHaus,house,maison\nTag,,\n', { source: 'en' });
    expect(reports[0]?.files[0]?.changes()).toEqual([
      {
        kind: 'added',
        term: 'house',
        cells: [
          { column: 'de', from: '', to: 'Haus' },
          { column: 'en', from: '', to: 'house' },
          { column: 'fr', from: '', to: 'maison' },
        ],
      },
      { kind: 'added', term: 'Tag', cells: [{ column: 'de', from: '', to: 'Tag' }] },
    ]);
  });

  test.each([
    ['its pairs name', '["*->fr", EN->de, fr->de]', 'de,en\nHaus,house\n', 'en'],
    ['the file begins with', '["*->*"]', 'de,en\nHaus,house\n', 'de'],
  ])('into a table takes the source language that %s', async (_, pairs, text, source) => {
    const files = { [GLOSSARY]: WIDE.replace('[en->*]', pairs), [TERMS]: 'en,de,fr\nday,Tag,jour\n' };
    expect((await imported(files, text)).reports).toMatchObject([{ source, findings: [] }]);
  });
});
