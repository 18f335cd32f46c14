import { describe, expect, test } from 'vitest';
import { diffItems, EDITED_MIN_RANK, inContentOrder, pairItems } from '../../src/change/pair-items.ts';
import { itemsIn } from '../../src/kinds/items.ts';
import { INSTRUCTIONS } from '../../src/kinds/style-list/instructions.ts';

type Row = readonly [label: string, prompt: string, sourceLanguage?: string];
/** The instructions of a German list, with the ids `1`, `2`, …. */
const items = (...rows: readonly Row[]) =>
  itemsIn(
    INSTRUCTIONS,
    {
      name: 'A list',
      language: 'de',
      rules: new Map(),
      instructions: rows.map(([label, prompt, sourceLanguage]) => ({
        label,
        prompt,
        ...(sourceLanguage !== undefined && { sourceLanguage }),
      })),
    },
    { ids: rows.map((_, index) => String(index + 1)) },
  );

function paired(have: ReturnType<typeof items>, want: readonly Row[]) {
  const { changed, added, removed, unchanged } = diffItems(have, items(...want));
  return {
    edits: changed.map(({ from: { id }, to: { index } }) => [id, index]),
    adds: added.map(({ index }) => index),
    deletes: removed.map(({ id }) => id),
    kept: unchanged.map(({ id }) => id),
  };
}
const NONE = { edits: [], adds: [], deletes: [], kept: [] };

describe('instructions are paired', () => {
  test('when they are equal, whatever their order; the list’s own language is the same as none', () => {
    expect(
      paired(items(['A', 'a'], ['B', 'b', 'de']), [
        ['B', 'b'],
        ['A', 'a'],
      ]),
    ).toEqual({ ...NONE, kept: ['2', '1'] });
    expect(paired(items(['A', 'a', 'fr']), [['A', 'a']])).toEqual({ ...NONE, edits: [['1', 0]] });
    expect(
      paired(items(['A', 'a']), [
        ['A', 'a'],
        ['A', 'a'],
      ]),
    ).toEqual({ ...NONE, kept: ['1'], adds: [1] });
    expect(paired(items(['A', 'a'], ['A', 'a']), [['A', 'a']])).toEqual({ ...NONE, kept: ['1'], deletes: ['2'] });
    expect(paired([], [])).toEqual(NONE);
  });

  test('by their label, before prompts are compared', () => {
    expect(paired(items(['A', 'the same words'], ['B', 'nothing alike']), [['B', 'the same words']])).toEqual({
      ...NONE,
      edits: [['2', 0]],
      deletes: ['1'],
    });
  });

  test.each<readonly [near: string, far: string, wanted: string]>([
    ['write short sentences', 'write long names', 'write short words'],
    // Two of three words are more than three of twelve.
    ['a b', 'a b c d e f g h i j k', 'a b z'],
    ['Be FORMAL', 'be brief', 'be formal!'],
    ['敬語を使ってください', '短い文を書いてください', '敬語を使わないでください'],
    ['ใช้ภาษาสุภาพ', 'เขียนประโยคสั้น', 'ใช้ภาษาทางการ'],
    ['DeepLを使う', 'DeepLでよむ', 'DeepLを使え'],
    ['字', 'カ', '字 語'],
  ])('by the nearest prompt, among those of one label and among the rest: %s, %s, %s', (near, far, wanted) => {
    const result = { ...NONE, edits: [['2', 0]], deletes: ['1'] };
    expect(paired(items(['A', far], ['A', near]), [['A', wanted]])).toEqual(result);
    expect(paired(items(['A', far], ['B', near]), [['C', wanted]])).toEqual(result);
  });

  test('each once: the nearest of all pairs goes first, and edits come in the order of the files', () => {
    expect(
      paired(items(['A', 'one two three'], ['B', 'six seven']), [
        ['C', 'six'],
        ['D', 'one two three!'],
        ['E', 'one'],
      ]),
    ).toEqual({
      ...NONE,
      edits: [
        ['2', 0],
        ['1', 1],
      ],
      adds: [2],
    });
  });

  test('in the order of their content when they are equally near, whatever the order on the service', () => {
    const have = items(['B', 'x'], ['A', 'y']);
    expect(paired(have, [['C', 'z']])).toEqual({ ...NONE, edits: [['2', 0]], deletes: ['1'] });
    expect(paired([...have].reverse(), [['C', 'z']])).toEqual({ ...NONE, edits: [['2', 0]], deletes: ['1'] });
  });

  test('when they are near enough', () => {
    const [one, other] = [items(['A', 'a b c']), items(['B', 'a x y'])];
    expect(pairItems(one, other, EDITED_MIN_RANK)).toMatchObject({ onlyLeft: one, onlyRight: other });
    expect(pairItems(one, other, 0)).toMatchObject({ onlyLeft: [], onlyRight: [] });
  });
});

test('the order of content is that of label, prompt, language and id', () => {
  const rows = items(['B', 'a'], ['A', 'b'], ['A', 'a', 'fr'], ['A', 'a'], ['A', 'a', 'de'], ['A', 'a', 'cs']);
  const ids = (of: typeof rows) => inContentOrder(of).map(({ id }) => id);
  expect(ids(rows)).toEqual(['6', '3', '4', '5', '2', '1']);
  expect(ids([...rows].reverse())).toEqual(ids(rows));
});
