import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { DesiredGlossary, GlossaryAddress, OwnedGlossary } from '../../../src/kinds/glossary/glossary.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState } from '../../../src/kinds/states.ts';

import { glossaryId } from '../../../src/model/ids.ts';
import { type ExplainInput, explainTerm } from '../../../src/steps/search/explain-term.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { desiredGlossary, entries } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { bring, clientOf } from '../../support/target.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const wants = (...glossaries: readonly DesiredGlossary[]): DesiredState => ({ glossaries });

/** The files alone. */
const explainFiles = (term: string, desired: DesiredState, more: Partial<ExplainInput> = {}) =>
  explainTerm({ term, desired, files: nodeFiles(), root: '/nowhere', ...more });

/** What the files say and a service that was once brought to `live`; and the paths that were asked for. */
async function explainBoth(
  term: string,
  {
    desired,
    live,
    all = false,
    language,
  }: { desired: DesiredState; live: DesiredState; all?: boolean; language?: string },
) {
  const service = testService();
  await bring(service, live);
  const asked: string[] = [];
  const client = clientOf(service, (fetch) => (url, request) => {
    const { pathname, search } = new URL(url);
    asked.push(`${request.method} ${pathname}${search}`);
    return fetch(url, request);
  });
  const explanation = await explainTerm({
    term,
    ...(language !== undefined && { language }),
    desired,
    files: nodeFiles(),
    root: '/nowhere',
    service: { target: 'test', client, limit: pLimit(4), all },
  });
  return { explanation, asked };
}

describe('in the files', () => {
  test('a term stands in every dictionary that has it, with file, line and column', async () => {
    const { inFiles, files, service } = await explainFiles(
      'house',
      wants(
        desiredGlossary('product', { 'en->de': { cat: 'Katze', house: 'Haus' }, 'en->fr': { cat: 'chat' } }),
        desiredGlossary('legal', { 'en->fr': { house: 'maison' } }),
      ),
    );
    expect(inFiles).toEqual([
      {
        dictionary: 'glossary.legal/en->fr',
        glossary: 'legal',
        source: 'house',
        target: 'maison',
        likeness: 'exact',
        at: { file: 'glossaries/legal/en-fr.csv', line: 1, column: 1 },
        notes: [],
      },
      {
        dictionary: 'glossary.product/en->de',
        glossary: 'product',
        source: 'house',
        target: 'Haus',
        likeness: 'exact',
        at: { file: 'glossaries/product/en-de.csv', line: 2, column: 1 },
        notes: [],
      },
    ]);
    expect(files).toEqual({ dictionaries: 3, terms: 4 });
    expect(service).toBeUndefined();
  });

  test('exact spellings come before others', async () => {
    const { inFiles } = await explainFiles(
      'café',
      wants(
        desiredGlossary('a', { 'en->de': { 'CAFE\u0301': 'x' } }),
        desiredGlossary('b', { 'en->de': { café: 'y' } }),
      ),
    );
    expect(inFiles.map(({ dictionary, likeness }) => [dictionary, likeness])).toEqual([
      ['glossary.b/en->de', 'exact'],
      ['glossary.a/en->de', 'alike'],
    ]);
  });

  test('mentions are translations, then words of longer phrases, then parts; at most 20, and all are counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`warehouse ${index}`, 'Lager']));
    const { inFiles, mentions, mentionCount } = await explainFiles(
      'house',
      wants(desiredGlossary('a', { 'en->de': { ...many, 'house number': 'Nummer', Haus: 'House' } })),
    );
    expect(inFiles).toEqual([]);
    expect(mentionCount).toBe(32);
    expect(mentions).toHaveLength(20);
    expect(mentions.slice(0, 3).map(({ as, source, at }) => [as, source, at?.line])).toEqual([
      ['translation', 'Haus', 32],
      ['part', 'house number', 31],
      ['part', 'warehouse 0', 1],
    ]);
  });

  test('a language takes source phrases of dictionaries from it and translations of those into it', async () => {
    const desired = wants(
      desiredGlossary('a', {
        'en->de': { gift: 'Geschenk' },
        'de->en': { Gift: 'poison' },
        'fr->en': { cadeau: 'gift' },
      }),
    );
    const inEnglish = await explainFiles('gift', desired, { language: 'en' });
    expect(inEnglish.inFiles.map(({ dictionary }) => dictionary)).toEqual(['glossary.a/en->de']);
    expect(inEnglish.mentions.map(({ dictionary }) => dictionary)).toEqual(['glossary.a/fr->en']);
    expect(inEnglish.files.dictionaries).toBe(3);
    const inGerman = await explainFiles('gift', desired, { language: 'de' });
    expect(inGerman.inFiles.map(({ dictionary, likeness }) => [dictionary, likeness])).toEqual([
      ['glossary.a/de->en', 'alike'],
    ]);
    expect(inGerman.files.dictionaries).toBe(2);
  });

  test('what is nowhere gets the nearest phrases, and what is found gets none', async () => {
    const desired = wants(desiredGlossary('a', { 'en->de': { checkout: 'Kasse', basket: 'Korb' } }));
    expect((await explainFiles('chekout', desired)).nearest).toEqual(['checkout']);
    expect((await explainFiles('check', desired)).nearest).toEqual([]);
    expect((await explainFiles('zzzzzz', desired)).nearest).toEqual([]);
  });

  test('names of JavaScript are phrases like any other, and absent ones are absent', async () => {
    const desired = wants(desiredGlossary('a', { 'en->de': [['__proto__', 'x']] }));
    expect((await explainFiles('__proto__', desired)).inFiles).toHaveLength(1);
    expect((await explainFiles('constructor', desired)).inFiles).toHaveLength(0);
  });

  test('a term has the notes of its row; a file that is gone since has none', async () => {
    const root = await tempWorkspace({
      'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: g/*/glossary.yaml\n',
      'g/a/glossary.yaml': 'name: A\ncolumns: { remark: note }\n',
      'g/a/en-de.csv': 'source,target,remark\nhouse,Haus,a building\nHouse,Haus,a series\ncat,Katze,a pet\n',
      'g/a/en-fr.csv': 'source,target,remark\nhouse,maison,un toit\n',
    });
    const { desired = {} } = await readDesired(nodeFiles(), root);
    const notes = async () =>
      (await explainFiles('house', desired, { root })).inFiles.map(({ target, likeness, notes: found }) => [
        target,
        likeness,
        found.map(({ text }) => text),
      ]);
    expect(await notes()).toEqual([
      ['Haus', 'exact', ['a building']],
      ['maison', 'exact', ['un toit']],
      ['Haus', 'alike', ['a series']],
    ]);
    const read: string[] = [];
    const real = nodeFiles();
    const files: typeof real = {
      ...real,
      readRegularFile: (path, max) => {
        read.push(basename(path));
        return real.readRegularFile(path, max);
      },
    };
    await explainFiles('house', desired, { root, files });
    expect(read).toEqual(['en-de.csv', 'en-fr.csv']);
    rmSync(join(root, 'g/a/en-fr.csv'));
    expect((await notes())[1]).toEqual(['maison', 'exact', []]);
  });

  test('a term that is of other languages than the one that was asked for is said to be', async () => {
    const desired = wants(
      desiredGlossary('a', {
        'en->de': { gift: 'Geschenk', 'gift box': 'x' },
        'fr->it': { x: 'gift' },
        'da->sv': { Gift: 'y' },
      }),
      desiredGlossary('b', { 'en->fr': { gift: 'cadeau' } }),
    );
    const { otherLanguages, nearest } = await explainFiles('gift', desired, { language: 'es' });
    expect([otherLanguages, nearest]).toEqual([['da', 'en', 'it'], []]);
    expect(await explainFiles('gift', desired, { language: 'en' })).not.toHaveProperty('otherLanguages');
    expect(await explainFiles('nowhere', desired, { language: 'es' })).not.toHaveProperty('otherLanguages');
    expect(await explainFiles('nowhere', desired)).not.toHaveProperty('otherLanguages');
  });

  test('a workspace without glossaries has nothing', async () => {
    const { inFiles, mentionCount, files } = await explainFiles('x', {});
    expect([inFiles, mentionCount, files]).toEqual([[], 0, { dictionaries: 0, terms: 0 }]);
  });
});

describe('beside the service', () => {
  const live = wants(
    desiredGlossary('product', { 'en->de': { house: 'Haus', cat: 'Katze', old: 'alt' }, 'en->it': { house: 'casa' } }),
    desiredGlossary('others', { 'en->de': { house: 'Fremdhaus' } }),
  );
  const desired = wants(
    desiredGlossary('product', {
      'en->de': { house: 'Haus', cat: 'Kater', dog: 'Hund' },
      'en->fr': { house: 'maison' },
    }),
    desiredGlossary('fresh', { 'en->de': { house: 'Neubau' } }),
  );

  test('the same, another, none, no dictionary and no glossary are told apart', async () => {
    const states = async (term: string) => {
      const { explanation } = await explainBoth(term, { desired, live });
      return explanation.inFiles.map(({ dictionary, service }) => [dictionary, service]);
    };
    expect(await states('house')).toEqual([
      ['glossary.fresh/en->de', { kind: 'no-glossary' }],
      ['glossary.product/en->de', { kind: 'same' }],
      ['glossary.product/en->fr', { kind: 'no-dictionary' }],
    ]);
    expect(await states('cat')).toEqual([['glossary.product/en->de', { kind: 'differs', target: 'Katze' }]]);
    expect(await states('dog')).toEqual([['glossary.product/en->de', { kind: 'no-term' }]]);
  });

  test('the nearest phrases are those of the service as well, in the language that is asked for', async () => {
    const service = wants(desiredGlossary('product', { 'en->de': { basket: 'Korb' }, 'fr->de': { bascule: 'Waage' } }));
    const nearest = async (term: string, language?: string) => {
      const given = { desired, live: service, ...(language !== undefined && { language }) };
      return (await explainBoth(term, given)).explanation.nearest;
    };
    expect([await nearest('baskett'), await nearest('baskett', 'en'), await nearest('bascul', 'en')]).toEqual([
      ['basket'],
      ['basket'],
      [],
    ]);
  });

  test('which of two glossaries of one name is meant, is unclear', async () => {
    const one = wants(desiredGlossary('product', { 'en->de': { house: 'Haus' } }));
    const service = testService();
    await bring(service, one);
    const client = clientOf(service);
    await glossaryCalls(client).create({
      name: 'product',
      dictionaries: new Map([
        ['en->de', { pair: { source: 'en', target: 'de' }, entries: entries({ house: 'Haus' }) }],
      ]),
    });
    const { inFiles } = await explainTerm({
      term: 'house',
      desired: one,
      files: nodeFiles(),
      root: '/nowhere',
      service: { target: 'test', client, limit: pLimit(4), all: false },
    });
    expect(inFiles.map(({ service: state }) => state)).toEqual([{ kind: 'unclear' }]);
  });

  test('a glossary that was renamed on the service is the one that the ledger owns; what has left the files is told too', async () => {
    const product = desiredGlossary('product', { 'en->de': { house: 'Haus' } });
    const left = desiredGlossary('left', { 'en->de': { house: 'Bude' } });
    const service = testService();
    await bring(service, wants(product, left));
    const client = clientOf(service);
    const live = await glossaryCalls(client).list();
    const owned = live.map(({ id, name }): [GlossaryAddress, OwnedGlossary] => [
      `glossary.${name}`,
      { id, content: { name, dictionaries: new Map() }, protect: false },
    ]);
    for (const { id, name } of live) await glossaryCalls(client).patch(id, { name: `${name}, renamed by hand` });
    const explained = await explainTerm({
      term: 'house',
      desired: wants(product),
      files: nodeFiles(),
      root: '/nowhere',
      service: {
        target: 'test',
        client,
        limit: pLimit(4),
        all: true,
        ledger: { ...EMPTY_LEDGER, glossaries: new Map(owned) },
      },
    });
    expect(explained.inFiles.map(({ service: state }) => state)).toEqual([{ kind: 'same' }]);
    expect(explained.onService.map(({ dictionary, managed }) => [dictionary, managed])).toEqual([
      ['glossary.left/en->de', false],
    ]);
  });

  test('a pinned id that is not there is unclear too', async () => {
    const pinned = wants(desiredGlossary('product', { 'en->de': { house: 'Haus' } }, { pinnedId: glossaryId('gone') }));
    const { explanation } = await explainBoth('house', { desired: pinned, live });
    expect(explanation.inFiles[0]?.service).toEqual({ kind: 'unclear' });
  });

  test('what the service alone has in a dictionary of the files is told, with its id', async () => {
    const { explanation } = await explainBoth('old', { desired, live });
    expect(explanation.inFiles).toEqual([]);
    expect(explanation.onService).toEqual([
      {
        dictionary: 'glossary.product/en->de',
        glossary: 'product',
        glossaryId: expect.stringMatching(/^0{8}-/),
        source: 'old',
        target: 'alt',
        likeness: 'exact',
        managed: true,
      },
    ]);
  });

  test('a translation that only the service has is a mention without a place', async () => {
    const { explanation } = await explainBoth('Katze', { desired, live });
    expect(explanation.mentions).toEqual([
      { dictionary: 'glossary.product/en->de', glossary: 'product', source: 'cat', target: 'Katze', as: 'translation' },
    ]);
    const both = await explainBoth('Haus', { desired, live });
    expect(both.explanation.mentions.map(({ at }) => at?.line)).toEqual([1]);
  });

  test('a part of a phrase that only the service has is a mention too', async () => {
    const phrases = wants(desiredGlossary('product', { 'en->de': { 'old house': 'Altbau', house: 'Haus' } }));
    const { explanation } = await explainBoth('old', { desired, live: phrases });
    expect(explanation.mentions).toEqual([
      { dictionary: 'glossary.product/en->de', glossary: 'product', source: 'old house', target: 'Altbau', as: 'part' },
    ]);
  });

  test('only the dictionaries that the files name are read, and the others are counted', async () => {
    const { explanation, asked } = await explainBoth('house', { desired, live });
    expect(asked.filter((path) => path.includes('/entries'))).toEqual([
      expect.stringMatching(/\/v3\/glossaries\/[^/]+\/entries\?source_lang=en&target_lang=de$/i),
    ]);
    expect(explanation.service).toEqual({ target: 'test', dictionaries: 1, terms: 3, unread: 2 });
    expect(explanation.onService).toEqual([]);
  });

  test('with all of them, what no file names is read and told as such', async () => {
    const { explanation } = await explainBoth('house', { desired, live, all: true });
    expect(explanation.onService.map(({ dictionary, target, managed }) => [dictionary, target, managed])).toEqual([
      ['glossary.others/en->de', 'Fremdhaus', false],
      ['glossary.product/en->it', 'casa', false],
    ]);
    expect(explanation.service).toEqual({ target: 'test', dictionaries: 3, terms: 5, unread: 0 });
  });

  test('a language narrows what is read', async () => {
    const { explanation, asked } = await explainBoth('casa', { desired, live, all: true, language: 'it' });
    expect(asked.filter((path) => path.includes('/entries'))).toHaveLength(1);
    expect(explanation.mentions.map(({ dictionary }) => dictionary)).toEqual(['glossary.product/en->it']);
  });

  test('nothing is written, and a service that refuses is an error, not "not there"', async () => {
    const { asked } = await explainBoth('house', { desired, live, all: true });
    expect(asked.filter((path) => !path.startsWith('GET '))).toEqual([]);
    const service = testService({ accounts: [] });
    await expect(
      explainTerm({
        term: 'house',
        desired,
        files: nodeFiles(),
        root: '/nowhere',
        service: { target: 'test', client: clientOf(service), limit: pLimit(4), all: false },
      }),
    ).rejects.toMatchObject({ name: 'ServiceError' });
  });
});
