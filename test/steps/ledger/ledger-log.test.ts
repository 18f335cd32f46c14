import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dictionaryCsv } from '../../../src/files/dictionary/write-dictionary.ts';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { ledgerVersion } from '../../../src/ledger/ledger.ts';
import { parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { changeKind } from '../../../src/model/resources/resource.ts';
import { changeOfAddress, changeOfEntries, diffLedgers } from '../../../src/plan/diff/diff-ledgers.ts';
import { findVersion, logQuestion, readEntry, readLog } from '../../../src/steps/ledger/ledger-log.ts';
import { foldTerm } from '../../../src/steps/search/match-term.ts';
import { type EntriesLike, entries } from '../../support/build.ts';
import { ledgerState } from '../../support/ledger-states.ts';
import { runs } from '../../support/runs.ts';
import { writtenLedger } from '../written-ledger.ts';

/** One glossary with these dictionaries. */
const product = (like: Readonly<Record<`${string}->${string}`, EntriesLike>>, address = 'glossary.product') => ({
  ...EMPTY_LEDGER,
  glossaries: new Map([
    [
      address as GlossaryAddress,
      {
        id: glossaryId('g1'),
        protect: false,
        content: {
          name: 'P',
          dictionaries: new Map(
            Object.entries(like).map(([key, rows]) => {
              const pair = key as `${string}->${string}`;
              return [pair, { pair: parsePairKey(pair), entries: entries(rows) }];
            }),
          ),
        },
      },
    ],
  ]),
});

const CAT = product({ 'en->de': { cat: 'Katze' }, 'en->fr': { cat: 'chat' } });
const DOG = product({ 'en->de': { cat: 'Katze', dog: 'Hund' }, 'en->fr': { cat: 'chat' } });
const CAPITAL = product({ 'en->de': { Cat: 'Katze', dog: 'Hund' }, 'en->fr': { cat: 'chat' } });

/** What the log of a question has, as `summary: changed terms`. */
async function logged(states: readonly LedgerState[], question: string, limit = 100) {
  const { ledger, read } = await writtenLedger(states);
  const { entries: found, more } = await readLog(ledger, logQuestion(question), limit);
  const lines = found.map(({ summary, changes = [] }) => {
    const terms = changes.flatMap(({ children }) =>
      children.flatMap(({ values }) =>
        values.map((each) => `${changeKind(each)} ${each.key[2]} (${each.key[1]?.slice(-2)})`),
      ),
    );
    return `${summary}: ${terms.join(', ')}`;
  });
  return { lines, more, read };
}

describe('a question', () => {
  test.each([
    [undefined, { kind: 'all' }],
    ['glossary.product', { kind: 'address', pattern: 'glossary.product' }],
    ['style_rules.*', { kind: 'address', pattern: 'style_rules.*' }],
    ['developer_key.ci', { kind: 'address', pattern: 'developer_key.ci' }],
    ['glossary', { kind: 'term', term: 'glossary' }],
    ['glossary.', { kind: 'term', term: 'glossary.' }],
    ['glossary. of terms', { kind: 'term', term: 'glossary. of terms' }],
    ['the glossary. of', { kind: 'term', term: 'the glossary. of' }],
    ['__proto__', { kind: 'term', term: '__proto__' }],
  ])('%s is about %j', (text, question) => {
    expect(logQuestion(text)).toEqual(question);
  });
});

describe('the log', () => {
  test('of everything names the newest entries without a look into any', async () => {
    const { ledger, read } = await writtenLedger([CAT, DOG, CAT]);
    const { entries: found, more } = await readLog(ledger, { kind: 'all' }, 2);
    expect(found.map(({ summary }) => summary)).toEqual(['entry 3', 'entry 2']);
    expect(more).toBe(true);
    expect((await readLog(ledger, { kind: 'all' }, 3)).more).toBe(false);
    expect(read).toEqual([]);
  });

  test('of a dictionary has the entries in which it changed, and reads no other dictionary that did not', async () => {
    const { lines, more, read } = await logged([CAT, DOG, DOG, CAT], 'glossary.product/en->de');
    expect(lines).toEqual(['entry 4: removed dog (de)', 'entry 2: added dog (de)', 'entry 1: added cat (de)']);
    expect(more).toBe(false);
    expect(read.filter((file) => file.includes('en-fr'))).toEqual(['000001 glossaries/product/en-fr.csv']);
    expect(read.filter((file) => file.startsWith('000003') && file.includes('.csv'))).toEqual([
      '000003 glossaries/product/en-de.csv',
    ]);
    const first = await logged([CAT, DOG, DOG, CAT], 'glossary.product/en->de', 1);
    expect([first.lines, first.more]).toEqual([['entry 4: removed dog (de)'], true]);
  });

  test('of another address reads no dictionary at all', async () => {
    const { lines, read } = await logged([CAT, DOG], 'style_rules.marketing');
    expect(lines).toEqual([]);
    expect(read).toEqual(['000002 ledger.json', '000001 ledger.json']);
  });

  test('of a term knows it as source phrase and as translation, as it is written', async () => {
    const states = [CAT, DOG, CAPITAL];
    expect((await logged(states, 'cat')).lines).toEqual([
      'entry 3: removed cat (de), added Cat (de)',
      'entry 1: added cat (de), added cat (fr)',
    ]);
    expect((await logged(states, 'Hund')).lines).toEqual(['entry 2: added dog (de)']);
    expect((await logged(states, 'ca')).lines).toEqual([]);
  });

  test('of a term that was renamed has both halves, by either name', async () => {
    const { ledger } = await writtenLedger([DOG, product({ 'en->de': { cat: 'Katze', hound: 'Hund' } })]);
    for (const term of ['dog', 'hound']) {
      const { entries } = await readLog(ledger, logQuestion(term), 10);
      expect(entries[0]?.changes?.[0]?.children[0]?.values).toEqual([
        { key: ['entry', 'en->de', 'dog'], from: 'Hund' },
        { key: ['entry', 'en->de', 'hound'], to: 'Hund' },
      ]);
    }
  });

  test('of a term that was never written so is of the one that differs in case', async () => {
    expect((await logged([CAT, CAPITAL], 'CAT')).lines).toEqual([
      'entry 2: removed cat (de), added Cat (de)',
      'entry 1: added cat (de), added cat (fr)',
    ]);
  });

  test('of a term that was written so long ago passes over what differs in case since', async () => {
    expect((await logged([CAPITAL, CAT], 'Cat')).lines).toEqual([
      'entry 2: removed Cat (de), added cat (de)',
      'entry 1: added Cat (de)',
    ]);
    expect((await logged([CAT, DOG, CAPITAL, DOG], 'HUND', 1)).lines).toEqual(['entry 2: added dog (de)']);
  });

  test('of a term finds it in a row with quotes and commas, and where it moved to another dictionary', async () => {
    const odd = product({ 'en->de': { 'a "b", c': 'x, "y"', ΟΔΟΣ: 'ｗｅｇ' } });
    for (const term of ['a "b", c', 'x, "y"', 'οδοσ', 'weg'])
      expect((await logged([CAT, odd], term)).lines).toHaveLength(1);
    const there = product({ 'en->de': { dog: 'Hund' }, 'en->fr': { cat: 'Katze' } });
    expect((await logged([product({ 'en->de': { cat: 'Katze', dog: 'Hund' } }), there], 'Katze', 1)).lines).toEqual([
      'entry 2: removed cat (de), added cat (fr)',
    ]);
  });

  test('of a term may look for it in a row, which folds as its phrases do', () => {
    const phrase = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('ΟΔΟΣ', "Σ'", "'Σ", 'ẞ', 'ﬁ', '\u0338x', '\u00a0x', 'a\u200d', '한', 'a,b', 'ǅ'),
    );
    fc.assert(
      fc.property(phrase, phrase, (source, target) => {
        fc.pre(!/[\p{Cc}\u2028\u2029]/u.test(source + target));
        const row = foldTerm(dictionaryCsv(entries([[source, target]])));
        for (const folded of [foldTerm(source), foldTerm(target)])
          expect(folded.includes('"') || row.includes(folded)).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('of any term has every entry in which it changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ledgerState, { minLength: 2, maxLength: 6 }), fc.nat(), async (states, pick) => {
        const sources = states.flatMap(({ glossaries }) =>
          [...glossaries.values()].flatMap(({ content }) =>
            [...content.dictionaries.values()].flatMap(({ entries: rows }) => [...rows].map(([source]) => source)),
          ),
        );
        const term = sources[pick % Math.max(1, sources.length)];
        if (term === undefined || logQuestion(term).kind !== 'term') return;
        const { ledger } = await writtenLedger(states);
        const found = await readLog(ledger, { kind: 'term', term }, 100);
        const expected = states.flatMap((state, index) => {
          const changes = diffLedgers(states[index - 1] ?? EMPTY_LEDGER, state).flatMap(
            (change) =>
              changeOfEntries(change, ({ key, from = '', to = '' }) => [key[2], from, to].includes(term)) ?? [],
          );
          return changes.length === 0 ? [] : [{ summary: `entry ${index + 1}`, changes }];
        });
        expect(found.entries.map(({ summary, changes }) => ({ summary, changes }))).toEqual(expected.reverse());
      }),
      { numRuns: runs(10) },
    );
  });

  test.each([
    ['of an address', 'glossary.product/en->de'],
    ['of a term', 'dog'],
  ])('%s has each entry of a long ledger once, with its own changes', async (_, question) => {
    const states = Array.from({ length: 150 }, (_, index) => (index % 2 === 0 ? CAT : DOG));
    const { lines, more } = await logged(states, question, 1000);
    const expected = states.map(
      (state, index) => `entry ${index + 1}: ${state === DOG ? 'added' : 'removed'} dog (de)`,
    );
    const first = question === 'dog' ? [] : ['entry 1: added cat (de)'];
    expect(lines).toEqual([...expected.slice(1).reverse(), ...first]);
    expect(more).toBe(false);
  });

  test('ends at the limit, and says that there may be more', async () => {
    const { lines, more } = await logged([CAT, DOG, CAT, DOG], 'dog', 2);
    expect(lines).toEqual(['entry 4: added dog (de)', 'entry 3: removed dog (de)']);
    expect(more).toBe(true);
    const alike = await Promise.all([1, 3, 4].map((limit) => logged([CAT, DOG, CAT, DOG], 'DOG', limit)));
    expect(alike.map((each) => [each.lines.length, each.more])).toEqual([
      [1, true],
      [3, true],
      [3, false],
    ]);
  });

  test('follows a glossary to the address that it had before', async () => {
    const moved = product({ 'en->de': { cat: 'Kater' }, 'en->fr': { cat: 'chat' } }, 'glossary.new');
    expect((await logged([CAT, moved], 'glossary.product')).lines).toEqual([
      'entry 2: changed cat (de)',
      'entry 1: added cat (de), added cat (fr)',
    ]);
    expect((await logged([CAT, moved], 'glossary.new')).lines).toEqual(['entry 2: changed cat (de)']);
  });

  test('says of any history what its states say when they are read whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ledgerState, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('glossary.*', 'glossary.product', 'glossary.legal/en->*', 'style_rules.*', 'developer_key.*'),
        async (states, pattern) => {
          const { ledger } = await writtenLedger(states);
          const { entries: found } = await readLog(ledger, logQuestion(pattern), 100);
          const expected = states.flatMap((state, index) => {
            const changes = diffLedgers(states[index - 1] ?? EMPTY_LEDGER, state);
            const meant = changes.flatMap((change) => changeOfAddress(change, pattern) ?? []);
            return meant.length === 0 ? [] : [{ summary: `entry ${index + 1}`, changes: meant }];
          });
          expect(found.map(({ summary, changes }) => ({ summary, changes }))).toEqual(expected.reverse());
        },
      ),
      { numRuns: runs(8) },
    );
  });

  test.each(['ledger.json', 'glossaries/product/en-de.csv'])('says which entry lacks its %s', async (lost) => {
    const { ledger } = await writtenLedger([CAT, DOG]);
    const broken: typeof ledger = {
      ...ledger,
      readMany: async (wanted) => {
        const found = await ledger.readMany(wanted);
        return found.map((bytes, index) =>
          wanted[index]?.version === '000001' && wanted[index].path === lost ? undefined : bytes,
        );
      },
    };
    for (const question of ['glossary.product', 'nothing of that kind'])
      await expect(readLog(broken, logQuestion(question), 9)).rejects.toMatchObject({
        name: 'LedgerError',
        message: `the ledger's entry 000001 lacks its file ${lost}`,
        wayOut: expect.stringContaining('git fsck'),
      });
  });

  test('goes through a history that is longer than what is read at once', async () => {
    const states = Array.from({ length: 70 }, (_, index) => product({ 'en->de': { cat: `Katze ${index}` } }));
    const { lines, read } = await logged(states, 'cat');
    expect(lines).toHaveLength(70);
    expect(lines.at(0)).toBe('entry 70: changed cat (de)');
    expect(lines.at(-1)).toBe('entry 1: added cat (de)');
    // Each is told of once.
    expect(new Set(read.filter((file) => file.endsWith('ledger.json'))).size).toBe(70);
    expect(read.filter((file) => file.endsWith('ledger.json'))).toHaveLength(70);
  });
});

/** A ledger of 3000 entries, newest first, that own `DOG` at these indexes and `CAT` everywhere else. */
async function longLedger(dogs: readonly number[]) {
  const { ledger } = await writtenLedger([CAT, DOG]);
  const versions = Array.from({ length: 3000 }, (_, index) => ledgerVersion(`v${index}`));
  const indexOf = (version: string): number => Number(version.slice(1));
  const [read, compared]: [Set<number>, number[]] = [new Set(), []];
  const long: typeof ledger = {
    ...ledger,
    entries: async () => versions.map((version) => ({ version, time: '', summary: version, facts: [] })),
    readMany: async (wanted) => {
      for (const { version } of wanted) read.add(indexOf(version));
      const real = (index: number) => ledgerVersion(dogs.includes(index) ? '000002' : '000001');
      return ledger.readMany(wanted.map(({ version, path }) => ({ version: real(indexOf(version)), path })));
    },
    changedLines: async (page) => {
      compared.push(page.length);
      const isDog = (version: string): boolean => dogs.includes(indexOf(version));
      const known = page.filter((_, at) => at + 1 < page.length || indexOf(page[at] ?? '') === versions.length - 1);
      return new Map(
        known.map((version, at) => [version, isDog(version) === isDog(page[at + 1] ?? '') ? [] : ['dog,Hund']]),
      );
    },
  };
  return { long, read, compared };
}

test('entries of a long ledger are compared in pages, few at first, and only those with a row are read', async () => {
  const { long, read, compared } = await longLedger([10, 2760]);
  const found = await readLog(long, logQuestion('dog'), 100);
  expect(found.entries.map(({ summary }) => summary)).toEqual(['v9', 'v10', 'v2759', 'v2760']);
  expect(found.more).toBe(false);
  expect([...read].sort((one, other) => one - other)).toEqual([9, 10, 11, 2759, 2760, 2761]);
  expect(compared).toEqual([251, 2501, 250]);
  expect((await readLog(long, logQuestion('dog'), 2)).more).toBe(true);
  expect(compared.slice(3)).toEqual([251]);
});

test('entries at the end of a page are compared with the first one of the next page', async () => {
  for (const dogs of [[250], [249], [2750], [2749]]) {
    const { long, read } = await longLedger(dogs);
    const [dog = 0] = dogs;
    const found = await readLog(long, logQuestion('dog'), 100);
    expect(found.entries.map(({ summary }) => summary)).toEqual([`v${dog - 1}`, `v${dog}`]);
    expect([...read].sort((one, other) => one - other)).toEqual([dog - 1, dog, dog + 1]);
  }
});

describe('an entry', () => {
  const versions = ['ab12', 'ab34', 'cd56'].map((start) => start.padEnd(40, '0'));
  const history = versions.map((version) => ({ version: ledgerVersion(version), time: '', summary: '', facts: [] }));

  test.each([
    ['latest', 0],
    ['ab1', 0],
    ['AB3', 1],
    ['c', 2],
    [versions[2] ?? '', 2],
  ])('is found by %s', (text, place) => {
    expect(findVersion(history, text)).toBe(history[place]);
  });

  test.each([
    ['ab', /^2 entries .* begin with "ab": ab12.*, ab34/],
    ['zz', /no entry "zz"/],
    ['', /no entry ""/],
  ])('is not found by %j', (text, message) => {
    expect(() => findVersion(history, text)).toThrow(message);
  });

  test('of a ledger without entries is an error that says so', () => {
    expect(() => findVersion([], 'latest')).toThrow(
      expect.objectContaining({ code: 'ledger-absent', message: expect.stringContaining('nothing was applied yet') }),
    );
  });

  test('of a folder is found by its number, with zeros and without', async () => {
    const { ledger } = await writtenLedger([CAT, DOG]);
    for (const text of ['2', '000002', 'latest'])
      expect(await readEntry(ledger, text)).toMatchObject({
        entry: { version: '000002', summary: 'entry 2' },
        before: '000001',
        changes: [{ action: 'changed', children: [{ address: 'glossary.product/en->de' }] }],
      });
    const first = await readEntry(ledger, '1');
    expect(first.before).toBeUndefined();
    expect(first.changes).toMatchObject([{ action: 'added' }]);
  });
});

test('of many versions that begin alike, five are named', () => {
  const history = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ version: ledgerVersion(`ab${index}`) })) as unknown as Parameters<
      typeof findVersion
    >[0];
  expect(() => findVersion(history(5), 'ab')).toThrow(
    '5 entries of the ledger begin with "ab": ab0, ab1, ab2, ab3, ab4; name more of the one that is meant',
  );
  expect(() => findVersion(history(6), 'ab')).toThrow(
    '6 entries of the ledger begin with "ab": ab0, ab1, ab2, ab3, ab4 …; name more of the one that is meant',
  );
});
