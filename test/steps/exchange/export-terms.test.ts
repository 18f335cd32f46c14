import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { readGlossaryTerms } from '../../../src/steps/exchange/export-terms.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

type Files = Readonly<Record<string, string>>;

const FOLDER = 'glossaries/product';
const GLOSSARY = `${FOLDER}/glossary.yaml`;
const TERMS = `${FOLDER}/terms.csv`;
const WIDE = 'name: Product\ntables: [{ file: terms.csv, pairs: [en->*] }]\n';
const OPEN_QUOTE = 'en,de\n"house,Haus\n';

/** The terms of a glossary, a list for each concept. */
async function exported(files: Files, yaml = 'name: Product\n') {
  const inFolder = Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text] as const);
  const root = await tempWorkspace({ ...Object.fromEntries(inFolder), [GLOSSARY]: yaml });
  const { value, findings } = await readGlossaryTerms(nodeFiles(), root, GLOSSARY);
  if (value === undefined) throw new Error(JSON.stringify(findings));
  return { ...value, terms: [...value.termbase.concepts].map(({ terms }) => terms) };
}

describe('an export', () => {
  test.each<[string, Files, readonly string[]]>([
    ['the table does not exist', { [GLOSSARY]: WIDE }, [`file-missing ${GLOSSARY}:2`]],
    ['the table has errors', { [GLOSSARY]: WIDE, [TERMS]: OPEN_QUOTE }, [`quote-not-closed ${TERMS}:2`]],
    [
      'a dictionary has errors',
      { [GLOSSARY]: 'name: Product\n', [`${FOLDER}/en-de.csv`]: OPEN_QUOTE },
      [`quote-not-closed ${FOLDER}/en-de.csv:2`],
    ],
    ['the glossary has errors', { [GLOSSARY]: 'id: x\n' }, [`key-missing ${GLOSSARY}:1`]],
    ['there is no glossary', {}, []],
  ])('has no terms and says why if %s', async (_, files, places) => {
    const { value, findings } = await readGlossaryTerms(nodeFiles(), await tempWorkspace(files), GLOSSARY);
    expect([value, findings.map(({ code, at }) => `${code} ${at.file}:${at.line}`)]).toEqual([undefined, places]);
  });

  test('of a table whose pairs name no language begins with its first language', async () => {
    const yaml = WIDE.replace('[en->*]', '["*->*"]');
    expect((await exported({ 'terms.csv': 'de,en\nTag,day\n' }, yaml)).languages).toEqual(['de', 'en']);
  });

  test.each([
    ['of the pairs of a table', '["DE->*"]', ['de', 'en', 'fr']],
    ['of a dictionary if the pairs name none', '["*->*"]', ['fr', 'en', 'de']],
  ])('begins with the source language %s', async (_, pairs, languages) => {
    const files = {
      [GLOSSARY]: `name: Product\ntables: [{ file: terms.csv, pairs: ${pairs} }]\n`,
      [TERMS]: 'en,de\nday,Tag\n',
      [`${FOLDER}/fr-de.csv`]: 'maison,Haus\n',
    };
    const { value } = await readGlossaryTerms(nodeFiles(), await tempWorkspace(files), GLOSSARY);
    expect(value?.languages).toEqual(languages);
  });

  test('joins the rows of a source term, with what they agree on', async () => {
    const { terms, languages } = await exported({
      'en-de.csv': 'en,de,status,note,definition\nhouse,Haus,draft,a,b\ncat,Katze,,,\nhouse,Bau,draft,,\n',
      'en-fr.csv': 'en,fr,status,note,definition\nhouse,maison,draft,c,\ntaxi,taxi,,,\n',
    });
    expect(terms).toEqual([
      [
        { language: 'en', text: 'house', status: 'draft' },
        { language: 'de', text: 'Haus', status: 'draft', note: 'a', definition: 'b' },
        { language: 'de', text: 'Bau', status: 'draft' },
        { language: 'fr', text: 'maison', status: 'draft', note: 'c' },
      ],
      [
        { language: 'en', text: 'cat' },
        { language: 'de', text: 'Katze' },
      ],
      [
        { language: 'en', text: 'taxi' },
        { language: 'fr', text: 'taxi' },
      ],
    ]);
    expect(languages).toEqual(['en', 'de', 'fr']);
  });

  test.each<[string, string, string, readonly string[]]>([
    ['no file', 'none.txt', '', []],
    ['an empty file', 'en-de.csv', '', ['en']],
  ])('of a glossary with %s has no terms', async (_, name, text, languages) => {
    expect(await exported({ [name]: text })).toMatchObject({ terms: [], languages, inherits: false });
  });

  test('keeps a translation without a source term', async () => {
    const { terms } = await exported({ 'en-de.csv': 'en,de\n,Haus\n' });
    expect(terms).toEqual([[{ language: 'de', text: 'Haus' }]]);
  });

  test('has no rows that remove inherited terms, which only a header can mark', async () => {
    const named = (terms: Awaited<ReturnType<typeof exported>>['terms']) =>
      terms.map((concept) => concept.map(({ text }) => text));
    const layered = 'name: Product\nextends: [glossary.base]\n';
    const marked = await exported({ 'en-de.csv': 'en,de,override\nhouse,Haus,yes\ncat,Katze,remove\n' }, layered);
    expect([named(marked.terms), marked.inherits]).toEqual([[['house', 'Haus']], true]);
    const plain = await exported({ 'en-de.csv': 'house,override\ncat,remove\n' });
    expect([named(plain.terms), plain.inherits]).toEqual([
      [
        ['house', 'override'],
        ['cat', 'remove'],
      ],
      false,
    ]);
  });
});
