import { describe, expect, test } from 'vitest';
import { glossaryId } from '../../../src/model/ids.ts';
import { explainJson, explainText } from '../../../src/review/translate/explain-text.ts';
import type { Explanation, TermInFiles, TermMention } from '../../../src/steps/search/explanation.ts';

const NOTHING: Explanation = {
  term: 'house',
  inFiles: [],
  onService: [],
  mentions: [],
  mentionCount: 0,
  nearest: [],
  files: { dictionaries: 2, terms: 1204 },
};
const HOUSE: TermInFiles = {
  dictionary: 'glossary.product/en->de',
  glossary: 'Product terms',
  source: 'house',
  target: 'Haus',
  likeness: 'exact',
  at: { file: 'glossaries/product/en-de.csv', line: 12, column: 1 },
  notes: [],
};
const ON_SERVICE: TermMention = {
  dictionary: 'glossary.product/en->de',
  glossary: 'Product terms',
  source: 'house number',
  target: 'Hausnummer',
  as: 'part',
};
const MENTION: TermMention = { ...ON_SERVICE, at: { file: 'glossaries/product/en-de.csv', line: 13, column: 1 } };
const SERVICE = { target: 'prod', dictionaries: 1, terms: 3, unread: 0 };
const text = (explanation: Partial<Explanation>, whyNotRead?: string): string =>
  explainText({ ...NOTHING, ...explanation }, { color: false, ...(whyNotRead !== undefined && { whyNotRead }) });

describe('an explanation as text', () => {
  test('lists a term once for dictionaries that inherit it from the same row', () => {
    const row = { address: 'glossary.company', target: 'Haus', at: HOUSE.at, isUsed: true } as const;
    const inherited = (name: string): TermInFiles => ({
      ...HOUSE,
      dictionary: `glossary.${name}/en->de`,
      glossary: name,
      layers: [row],
    });
    const own = { ...row, address: 'glossary.shop', target: 'Heim' } as const;
    const overridden = { ...inherited('shop'), target: 'Heim', layers: [own, { ...row, isUsed: false }] };
    expect(text({ inFiles: [inherited('chat'), overridden, inherited('maps'), HOUSE] })).toBe(
      `"house" is in 4 dictionaries of the files.

glossary.chat/en->de  "chat"
  and the same in 1 more dictionary: glossary.maps/en->de
  house → Haus  glossaries/product/en-de.csv:12:1
    glossary.company: Haus  glossaries/product/en-de.csv:12:1  (used)

glossary.shop/en->de  "shop"
  house → Heim  glossaries/product/en-de.csv:12:1
    glossary.shop: Heim  glossaries/product/en-de.csv:12:1  (used)
    glossary.company: Haus  glossaries/product/en-de.csv:12:1

glossary.product/en->de  "Product terms"
  house → Haus  glossaries/product/en-de.csv:12:1

Searched 2 dictionaries (1,204 terms) of the files.
`,
    );
  });

  test('says where a term stands, what stands beside it, and what the service has', () => {
    const notes = [{ name: 'note', text: 'the building' }];
    const inFiles: readonly TermInFiles[] = [
      { ...HOUSE, notes, service: { kind: 'differs', target: 'Gebäude' } },
      { ...HOUSE, source: 'House', likeness: 'alike', service: { kind: 'no-term' } },
    ];
    expect(text({ inFiles, service: SERVICE })).toMatchInlineSnapshot(`
      ""house" is in 1 dictionary of the files.

      glossary.product/en->de  "Product terms"
        house → Haus  glossaries/product/en-de.csv:12:1
          note: the building
        prod has → Gebäude

      glossary.product/en->de  "Product terms"
        House → Haus  (different spelling)  glossaries/product/en-de.csv:12:1
        prod does not have it

      Searched 2 dictionaries (1,204 terms) of the files and 1 dictionary (3 terms) on prod.
      "
    `);
  });

  test('shows the numbers of letters that are not what they look like', () => {
    const inFiles: readonly TermInFiles[] = [
      { ...HOUSE, target: 'W\u0430renhaus' },
      { ...HOUSE, target: 'Cloud', service: { kind: 'differs', target: 'CIoud' } },
    ];
    const lines = text({ term: 'Hause', inFiles, service: SERVICE, nearest: ['Haus\u0435'] }).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('house → W\u0430⟨U+0430⟩renhaus'),
        '  prod has → CI⟨U+0049⟩oud',
        'Did you mean "Haus\u0435⟨U+0435⟩"?',
      ]),
    );
  });

  test('says what the service alone has, and where else the term is', () => {
    expect(
      text({
        onService: [
          {
            dictionary: 'glossary.old/en->de',
            glossary: 'Old',
            glossaryId: glossaryId('1'),
            source: 'house',
            target: 'Bude',
            likeness: 'exact',
            managed: false,
          },
        ],
        mentions: [MENTION, { ...ON_SERVICE, source: 'Haus', target: 'house', as: 'translation' }],
        mentionCount: 1203,
        service: { ...SERVICE, unread: 2 },
        language: 'en',
      }),
    ).toMatchInlineSnapshot(`
      ""house" is in 1 dictionary on prod alone.

      On prod, and in no file:
        glossary.old/en->de  house → Bude  "Old"  (unmanaged)

      Also in 1,203 terms:
        glossary.product/en->de  house number → Hausnummer  glossaries/product/en-de.csv:13:1
        glossary.product/en->de  Haus → house  (as translation)  on prod
        … and 1,201 more

      Searched 2 dictionaries (1,204 terms) of the files and 1 dictionary (3 terms) on prod, from or into en only.
      On prod, 2 dictionaries that no file names were not searched; --all searches them.
      "
    `);
  });

  test('says what was meant and where was looked when there is nothing', () => {
    expect(text({ nearest: ['mouse', 'hose'] }, '--offline')).toMatchInlineSnapshot(`
      ""house" was not found.
      Did you mean "mouse", "hose"?

      Searched 2 dictionaries (1,204 terms) of the files.
      The service was not searched: --offline.
      "
    `);
  });

  test('tells a mention from the term', () => {
    expect(text({ mentions: [MENTION], mentionCount: 1 })).toContain('"house" is not a source phrase.\n');
  });

  test.each([
    [{ kind: 'same' }, 'prod has the same'],
    [{ kind: 'differs', target: 'x' }, 'prod has → x'],
    [{ kind: 'no-term' }, 'prod does not have it'],
    [{ kind: 'no-dictionary' }, 'prod does not have this dictionary'],
    [{ kind: 'no-glossary' }, 'prod does not have this glossary'],
    [{ kind: 'unclear' }, 'several glossaries of prod could be this one; lexform plan lists them'],
  ] as const)('words the state %j of the service', (service, words) => {
    expect(text({ inFiles: [{ ...HOUSE, service }], service: SERVICE })).toContain(`\n  ${words}\n`);
  });

  test('lets nothing through that moves the cursor, hides, or commands a CI system', () => {
    const evil = '\u001b[2J\u202e\u200b##[group]x\r\n::error::y';
    const hostile: TermInFiles = {
      dictionary: `glossary.${evil}/en->de`,
      glossary: evil,
      source: evil,
      target: evil,
      likeness: 'exact',
      at: { file: evil, line: 1, column: 1 },
      notes: [{ name: evil, text: evil }],
      service: { kind: 'differs', target: evil },
    };
    const shown = text(
      {
        term: evil,
        inFiles: [hostile],
        onService: [{ ...hostile, glossaryId: glossaryId(evil), managed: false }],
        mentions: [{ ...hostile, as: 'part' }],
        mentionCount: 1,
        nearest: [evil],
        service: { ...SERVICE, target: evil },
        language: evil,
      },
      evil,
    );
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\u200b]|##\[|(?:^|\s)::/m);
    const json = explainJson({ ...NOTHING, term: evil, inFiles: [hostile] });
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\u200b]|##\[/);
    expect(JSON.parse(json)).toMatchObject({ term: evil, files: [{ source: evil, notes: [{ text: evil }] }] });
  });
});

describe('an explanation as JSON', () => {
  test('says what was not asked as null, and nothing twice', () => {
    expect(JSON.parse(explainJson({ ...NOTHING, inFiles: [HOUSE], mentions: [MENTION], mentionCount: 7 }))).toEqual({
      formatVersion: 1,
      term: 'house',
      language: null,
      found: true,
      files: [{ ...HOUSE, service: null }],
      serviceOnly: [],
      mentions: { count: 7, first: [MENTION] },
      nearest: [],
      looked: { files: { dictionaries: 2, terms: 1204 }, service: null },
    });
  });

  test('says that nothing was found', () => {
    expect(JSON.parse(explainJson({ ...NOTHING, nearest: ['mouse'], service: SERVICE, language: 'en' }))).toMatchObject(
      { found: false, language: 'en', nearest: ['mouse'], looked: { service: SERVICE } },
    );
  });
});
