import { describe, expect, test } from 'vitest';
import { inContentOrder, pairInstructions } from '../../../src/kinds/style-list/pair-instructions.ts';
import { instructionId } from '../../../src/model/ids.ts';

type Row = readonly [label: string, prompt: string, sourceLanguage?: string];
const content = ([label, prompt, sourceLanguage]: Row) => ({
  label,
  prompt,
  ...(sourceLanguage !== undefined && { sourceLanguage }),
});
/** Live instructions with the ids `1`, `2`, …; the language of the list is `de`. */
const live = (...rows: readonly Row[]) =>
  rows.map((row, index) => ({ id: instructionId(String(index + 1)), content: content(row) }));

function paired(have: ReturnType<typeof live>, want: readonly Row[]) {
  const { edits, adds, deletes, kept } = pairInstructions(have, want.map(content), 'de');
  return {
    edits: edits.map(({ live: { id }, to }) => [id, to]),
    adds,
    deletes: deletes.map(({ id }) => id),
    kept: kept.map(({ id }) => id),
  };
}
const NONE = { edits: [], adds: [], deletes: [], kept: [] };

describe('instructions are paired', () => {
  test('when they are equal, whatever their order; the list’s own language is the same as none', () => {
    expect(
      paired(live(['A', 'a'], ['B', 'b', 'de']), [
        ['B', 'b'],
        ['A', 'a'],
      ]),
    ).toEqual({ ...NONE, kept: ['2', '1'] });
    expect(paired(live(['A', 'a', 'fr']), [['A', 'a']])).toEqual({ ...NONE, edits: [['1', 0]] });
    expect(
      paired(live(['A', 'a']), [
        ['A', 'a'],
        ['A', 'a'],
      ]),
    ).toEqual({ ...NONE, kept: ['1'], adds: [1] });
    expect(paired(live(['A', 'a'], ['A', 'a']), [['A', 'a']])).toEqual({ ...NONE, kept: ['1'], deletes: ['2'] });
    expect(paired([], [])).toEqual(NONE);
  });

  test('by their label, before prompts are compared', () => {
    expect(paired(live(['A', 'the same words'], ['B', 'nothing alike']), [['B', 'the same words']])).toEqual({
      ...NONE,
      edits: [['2', 0]],
      deletes: ['1'],
    });
  });

  test('by the nearest prompt, among those of one label and among the rest', () => {
    expect(paired(live(['A', 'abcxyz'], ['A', 'abcdef']), [['A', 'abcdeg']])).toEqual({
      ...NONE,
      edits: [['2', 0]],
      deletes: ['1'],
    });
    expect(paired(live(['A', 'abcxyz'], ['B', 'abcdef']), [['C', 'abcdeg']])).toEqual({
      ...NONE,
      edits: [['2', 0]],
      deletes: ['1'],
    });
    // Two of three pairs of characters are more than two of twenty.
    expect(paired(live(['A', 'abcdefghijklmnopqrstu'], ['B', 'abc']), [['C', 'abcd']])).toEqual({
      ...NONE,
      edits: [['2', 0]],
      deletes: ['1'],
    });
    // The last two characters count.
    expect(paired(live(['A', 'xx'], ['B', 'ab']), [['C', 'zab']])).toMatchObject({ edits: [['2', 0]] });
    // Prompts of one character have no pairs, and are alike.
    expect(paired(live(['A', 'xyz'], ['B', 'b']), [['C', 'a']])).toMatchObject({ edits: [['2', 0]] });
  });

  test('each once: the nearest of all pairs goes first, and edits come in the order of the files', () => {
    expect(
      paired(live(['A', 'abcdef'], ['B', 'uvwxyz']), [
        ['C', 'uvw'],
        ['D', 'abcdef!'],
        ['E', 'abc'],
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
    const have = live(['B', 'x'], ['A', 'y']);
    expect(paired(have, [['C', 'z']])).toEqual({ ...NONE, edits: [['2', 0]], deletes: ['1'] });
    expect(paired([...have].reverse(), [['C', 'z']])).toEqual({ ...NONE, edits: [['2', 0]], deletes: ['1'] });
  });
});

test('the order of content is that of label, prompt, language and id', () => {
  const rows = live(['B', 'a'], ['A', 'b'], ['A', 'a', 'fr'], ['A', 'a'], ['A', 'a', 'de'], ['A', 'a', 'cs']);
  const ids = (of: typeof rows) => inContentOrder(of, 'de').map(({ id }) => id);
  expect(ids(rows)).toEqual(['6', '4', '5', '3', '2', '1']);
  expect(ids([...rows].reverse())).toEqual(ids(rows));
});
