import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { type ExplainInput, explainTerm } from '../../../src/steps/search/explain-term.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { desiredGlossary } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { bring, clientOf } from '../../support/target.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const BASE = 'glossaries/base/en-de.csv';
const PRODUCT = 'glossaries/product/en-de.csv';
const FILES = {
  'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
  'glossaries/base/glossary.yaml': 'name: Base\n',
  [BASE]: 'en,de\nhouse,Haus\ncat,Katze\ncat food,Futter\n',
  'glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.base]\n',
  [PRODUCT]: [
    'en,de,override,status,note',
    'house,Heim,yes,,mine',
    'cat,,remove,,',
    'cat food,,remove,,',
    'day,Tag,,deprecated,old',
    'day trip,Ausflug,,deprecated,',
    'boat,Boot,,,',
    '',
  ].join('\n'),
};

/** The terms of the product glossary, with its files and perhaps a service that was once brought to older terms. */
async function explained(term: string, isAsked = false) {
  const root = await tempWorkspace(FILES);
  const { desired = {} } = await readDesired(nodeFiles(), root);
  const service = testService();
  await bring(service, { glossaries: [desiredGlossary('product', { 'en->de': { day: 'Tag' } }, { name: 'Product' })] });
  const asked: ExplainInput['service'] = { target: 'test', client: clientOf(service), limit: pLimit(4), all: false };
  const input: ExplainInput = { term, desired, files: nodeFiles(), root };
  const { inFiles, onService } = await explainTerm(isAsked ? { ...input, service: asked } : input);
  return { inFiles: inFiles.filter(({ glossary }) => glossary === 'Product'), onService };
}

const at = (file: string, line: number) => ({ file, line, column: 1 });
const entry = { dictionary: 'glossary.product/en->de', glossary: 'Product' };

test.each([
  ['day', 'exact'],
  ['Day', 'alike'],
])('a row that is held back is told with the reason: %s', async (term, likeness) => {
  const held = {
    ...{ ...entry, source: 'day', target: 'Tag', likeness, at: at(PRODUCT, 5) },
    notes: [
      { name: 'status', text: 'deprecated' },
      { name: 'note', text: 'old' },
    ],
    heldBack: { reason: 'status', status: 'deprecated' },
  };
  expect(await explained(term)).toEqual({ inFiles: [held], onService: [] });
  expect(await explained(term, true)).toEqual({
    inFiles: [{ ...held, service: { kind: 'same' } }],
    onService: [],
  });
});

test.each([
  ['cat', 'exact'],
  ['CAT', 'alike'],
])('a row that removes an inherited term is told with those of the layers: %s', async (term, likeness) => {
  const { inFiles } = await explained(term);
  expect(inFiles).toEqual([
    {
      ...{ ...entry, source: 'cat', target: 'Katze', likeness, at: at(PRODUCT, 3) },
      notes: [{ name: 'override', text: 'remove' }],
      layers: [
        { address: 'glossary.product', at: at(PRODUCT, 3), isUsed: true },
        { address: 'glossary.base', at: at(BASE, 3), target: 'Katze', isUsed: false },
      ],
    },
  ]);
});

test('the rows of the layers are told of a term that several of them have, or another one', async () => {
  const layersOf = async (term: string) =>
    (await explained(term)).inFiles.map(({ layers }) => layers?.map(({ address, isUsed }) => [address, isUsed]));
  expect(await layersOf('house')).toEqual([
    [
      ['glossary.product', true],
      ['glossary.base', false],
    ],
  ]);
  expect(await layersOf('boat')).toEqual([undefined]);
});

test('a similar spelling counts only in the language of the term', async () => {
  const desired = {
    glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' }, 'de->en': { houzt: 'x' } })],
  };
  const nearest = async (language?: string, term = 'houze') => {
    const input = { term, desired, files: nodeFiles(), root: '/nowhere' };
    return (await explainTerm(language === undefined ? input : { ...input, language })).nearest;
  };
  expect([await nearest('en'), await nearest('de'), (await nearest()).toSorted()]).toEqual([
    ['house'],
    ['houzt'],
    ['house', 'houzt'],
  ]);
  expect(await nearest(undefined, 'house')).toEqual([]);
});
