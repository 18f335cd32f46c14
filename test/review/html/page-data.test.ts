import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { withAdditions } from '../../../src/model/plan/additions.ts';
import { dataBlocks, pageData } from '../../../src/review/html/page-data.ts';
import { changedPieces, piecesOf } from '../../../src/review/html/pieces.ts';
import { natureOf } from '../../../src/review/values/word-change.ts';
import { companyPlan, planOfEntries, shopPlan } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';

const blockOf = ({ html }: { readonly html: string }) =>
  JSON.parse(html.slice(html.indexOf('>') + 1, html.lastIndexOf('<')));

/** Rows as they were before they became blocks. */
const rowsOf = ({ kindOf, groupOf, blocks }: ReturnType<typeof pageData>['rows']) =>
  [...blocks].flatMap(blockOf).map((texts, index) => [kindOf[index], groupOf[index], ...texts]);

describe('the terms of a page', () => {
  test('a plain term is its texts and its place, and nothing more', () => {
    const at = { file: 'a.csv', line: 7, column: 1 };
    const { rows: made, files, pairs, kinds } = pageData(planOfEntries([['+', 'cart', 'Wagen', at]]));
    const rows = rowsOf(made);
    expect(rows).toEqual([[4, 0, null, null, 'cart', 'Wagen', 0, 7, null, null]]);
    expect(kinds[4]).toEqual({ id: 'added', words: 'added' });
    expect(files).toEqual(['a.csv']);
    const languages = [
      { lang: 'en', words: 'English' },
      { lang: 'de', words: 'German', own: 'Deutsch' },
    ];
    expect(pairs).toEqual([{ name: 'en->de', languages }]);
  });

  test('a changed term says which words differ, and keeps its texts as they are', () => {
    const { rows: made, natures } = pageData(planOfEntries([['~', 'x', 'red house', 'red hous\u200be']]));
    const rows = rowsOf(made);
    expect(rows[0]?.slice(2, 6)).toEqual(['x', 'red house', 'x', 'red hous\u200be']);
    expect(natures[rows[0]?.[9] ?? -1]).toEqual({ id: 'invisible', words: 'invisible characters only' });
    expect(rows[0]?.[10]).toEqual([null, ['red ', ['house']], null, ['red ', ['hous', '⟨U+200B⟩', 'e']]]);
  });

  test('a term that has moved is one row, with the dictionary that it has left and the one that it is in now', () => {
    const { rows: made, groups } = pageData(shopPlan());
    const rows = rowsOf(made);
    const moved = rows.filter(([, , , , , , , , to]) => to !== null);
    expect(moved.map(([, group, ...row]) => [groups[group]?.address, groups[row[6] ?? -1]?.address])).toEqual([
      ['glossary.product/en->de', 'glossary.legal/en->de'],
    ]);
  });

  test('a term that several dictionaries inherit is one row, with the other dictionaries', () => {
    const { rows: made, groups } = pageData(companyPlan());
    const rows = rowsOf(made);
    expect(rows.map(([, group, , , source]) => [groups[group]?.name, source])).toEqual([
      ['booking', 'account'],
      ['booking', 'cart'],
      ['shop', 'home'],
    ]);
    expect(made.alsoIn).toEqual([
      [0, [1, 2]],
      [1, [1, 2]],
    ]);
    expect(pageData(companyPlan(['booking', 'shop'])).rows.digest).not.toBe(made.digest);
  });

  test('a dictionary that goes comes first in its glossary', () => {
    expect(pageData(shopPlan()).groups.map(({ address }) => address)).toEqual([
      'glossary.legal/en->de',
      'glossary.product/en->fr',
      'glossary.product/en->ar',
      'glossary.product/en->de',
      'glossary.product/en->fa',
      'glossary.product/en->ja',
    ]);
  });
});

test('the blocks of a page hold every term once, a thousand to a block, and the head what filters ask for', () => {
  const entries = Array.from({ length: 2001 }, (_, index) => ['+', `s${index}`, 't'] as const);
  const [head, ...blocks] = [...dataBlocks(pageData(planOfEntries(entries)))].map(blockOf);
  expect(blocks.map(({ length }) => length)).toEqual([1000, 1000, 1]);
  expect(new Set(blocks.flat().map(([, , source]) => source)).size).toBe(2001);
  expect([head.kindOf, head.groupOf].map((each) => each.length)).toEqual([2001, 2001]);
  expect(head.kinds[head.kindOf[2000]].id).toBe('added');
});

describe('pieces of a text', () => {
  test('every second piece differs, and the others are the same on both sides', () => {
    expect(changedPieces('the red house', 'a red house today')).toEqual({
      from: ['', 'the', ' red house'],
      to: ['', 'a', ' red house', ' today'],
    });
  });

  test('texts without a word in common are one piece each', () => {
    expect(changedPieces('Wagen', 'Korb')).toEqual({ from: ['Wagen'], to: ['Korb'] });
  });

  test.each([
    ['Auftragsnummer', 'Bestellnummer', ['', 'Auftrags', 'nummer'], ['', 'Bestell', 'nummer']],
    ['anmelden', 'Anmelden', ['', 'a', 'nmelden'], ['', 'A', 'nmelden']],
    ['ショッピングカート', 'ショッピングカーゴ', ['ショッピングカー', 'ト'], ['ショッピングカー', 'ゴ']],
    // A lam and the alef after it are one letter.
    ['تسجيل', 'تسجيلات', ['تسجي', 'ل'], ['تسجي', 'لات']],
    // The letters that two long differences share by chance are part of them.
    [
      'xxxxabcdeyyyyyyyyyyyyyy',
      'zzzzabcdewwyyyyyyyyyyyyyy',
      ['', 'xxxx', 'abcdeyyyyyyyyyyyyyy'],
      ['', 'zzzz', 'abcde', 'ww', 'yyyyyyyyyyyyyy'],
    ],
    [
      'xxxxxaayyyyyyyyyyyyyyyyy',
      'zzzzzaawwwyyyyyyyyyyyyyyyyy',
      ['', 'xxxxxaa', 'yyyyyyyyyyyyyyyyy'],
      ['', 'zzzzzaawww', 'yyyyyyyyyyyyyyyyy'],
    ],
  ])('in a changed word, the letters that differ are marked: %s → %s', (from, to, before, after) => {
    expect(changedPieces(from, to)).toEqual({ from: ['', before], to: ['', after] });
    expect(changedPieces(`the ${from}`, `the ${to}`)).toEqual({ from: ['the ', before], to: ['the ', after] });
  });

  test('both sides hold their whole texts, whatever differs', () => {
    const whole = (pieces: ReturnType<typeof piecesOf>): string => pieces.flat().join('');
    const words = fc.array(fc.constantFrom('a', 'ab', 'aba', 'é', ' ', '🙂', 'ل', 'ا', 'カー'), { maxLength: 9 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [from, to] = [`x${one.join('')}x`, `x${other.join('')}x`];
        if (natureOf(from, to) !== undefined) return;
        const pieces = changedPieces(from, to);
        expect([whole(pieces.from), whole(pieces.to)]).toEqual([from, to]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('a space at an end is shown, one inside is not', () => {
    expect(piecesOf(' a b ')).toEqual(['␠a b␠']);
  });

  test('what stands for white space is shown by its number where the text itself has it', () => {
    expect(piecesOf('a␠\t⏎')).toEqual(['a⟨U+2420⟩⇥⟨U+23CE⟩']);
  });

  test('a number sign before a bracket stays as it was written: no log reads a page', () => {
    expect(piecesOf('##[error] ::set')).toEqual(['##[error] ::set']);
  });
});

test('the texts of additions are made when their block is asked for', () => {
  let made = 0;
  const plan = planOfEntries([]);
  const entries = entriesOf(Array.from({ length: 5000 }, (_, at) => [`term ${at}`, `Wort ${at}`] as const));
  const child = withAdditions(
    { address: 'glossary.a/en->de', action: 'create', before: null, after: null } as never,
    [],
    {
      entries,
      value([source, target], row) {
        made += 1;
        return { key: ['entry', 'en->de', source], to: target, at: { file: 'a.csv', line: row + 1, column: 1 } };
      },
    },
  );
  const [change] = shopPlan().changes;
  const { rows } = pageData({ ...plan, changes: [{ ...change, children: [child] }] } as never);
  expect(rows.length).toBe(5000);
  made = 0;
  const blocks = rows.blocks[Symbol.iterator]();
  expect(blockOf(blocks.next().value as never)).toHaveLength(1000);
  expect(made).toBeLessThan(1100);
  expect([...rows.blocks]).toEqual([...rows.blocks]);
});
