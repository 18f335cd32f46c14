import { describe, expect, test } from 'vitest';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { partsOf } from '../../support/drift-parts.ts';
import { driftInput, type SideLike } from '../drift-input.ts';

describe('instructions', () => {
  const TONE = { label: 'Tone', prompt: 'Be friendly.' };
  const list = (...instructions: readonly CustomInstruction[]): SideLike => ({ lists: { l: { instructions } } });
  const found = (base: SideLike, ours: SideLike, theirs: SideLike) =>
    driftOf(driftInput({ base, ours, theirs })).resources.flatMap((each) =>
      each.kind === 'style-list' ? partsOf(each).instructions : [],
    );

  test('are found by their prompt when somebody gives them another label', () => {
    const renamed = { ...TONE, label: 'Voice' };
    expect(found(list(TONE), list(TONE), list(renamed))).toMatchObject([
      { kind: 'theirs', base: TONE, theirs: renamed, index: 0, id: 'id-l-i0' },
    ]);
  });

  test('are not taken for one another when neither label nor prompt is like the other', () => {
    const other = { label: 'Dates', prompt: 'Write day and month in full.' };
    expect(found(list(TONE), list(TONE), list(other))).toMatchObject([
      { kind: 'theirs', base: TONE, index: 0 },
      { kind: 'theirs', theirs: other, id: 'id-l-i0' },
    ]);
    expect(found(list(TONE), list(), list(other))).toMatchObject([{ kind: 'theirs', theirs: other }]);
  });

  const said = (label: string, prompt: string) => ({ label, prompt });

  test.each([
    ['half of the words', 'write short sentences always', 'write short names only', true],
    ['less than half of the words', 'write short sentences', 'write long names', false],
    ['all words in another case', 'Write SHORT', 'write short', true],
    ['a number', 'at most 12', 'at most 15 words', true],
    ['letters with marks alone', 'e\u0301te\u0301', 'e\u0301te\u0301!', true],
    ['no word but other signs', '!!!', '???', false],
    ['the same signs', '!!!', '!!!', true],
  ])('with %s in common are one that was edited, or two: %s, %s', (_, was, is, isOne) => {
    const [before, after] = [said('Old', was), said('New', is)];
    expect(found(list(before), list(before), list(after))).toMatchObject(
      isOne
        ? [{ kind: 'theirs', base: before, theirs: after }]
        : [
            { base: before, index: 0 },
            { theirs: after, id: 'id-l-i0' },
          ],
    );
    expect(found(list(before), list(before), list(after))).toHaveLength(isOne ? 1 : 2);
  });

  test('of one label are one, however much another prompt is like theirs', () => {
    const [was, same, near] = [said('A', 'one two three'), said('A', 'else'), said('B', 'one two four')];
    expect(found(list(was), list(was), list(near, same))).toMatchObject([
      { base: was, theirs: same },
      { theirs: near },
    ]);
    // The nearest pair is found first, whichever comes first in the lists.
    const [far, close, now] = [said('A', 'one two x y'), said('B', 'one two three z'), said('C', 'one two three')];
    for (const both of [
      [far, close],
      [close, far],
    ])
      expect(found(list(...both), list(...both), list(now)).map(({ base, theirs }) => [base, theirs])).toEqual(
        both.map((each) => [each, each === close ? now : undefined]),
      );
    // Of several that are as near, each is paired once.
    const [one, other] = [said('X', 'one two three'), said('Y', 'one two three')];
    expect(
      found(list(far, close), list(far, close), list(one, other)).map(({ base, theirs }) => [base, theirs]),
    ).toEqual([
      [far, other],
      [close, one],
    ]);
  });

  test('of the same content are told apart by their number', () => {
    expect(found(list(TONE, TONE), list(TONE, TONE), list(TONE))).toMatchObject([
      { kind: 'theirs', base: TONE, index: 1 },
    ]);
    expect(found(list(TONE), list(TONE), list(TONE, TONE))).toMatchObject([
      { kind: 'theirs', theirs: TONE, id: 'id-l-i1' },
    ]);
    expect(found(list(TONE, TONE), list(TONE), list(TONE))).toEqual([]);
  });

  test('that both sides edited alike are no drift, and a copy that somebody added is one', () => {
    const edited = { ...TONE, prompt: 'Count in dozens.' };
    expect(found(list(TONE), list(edited), list(edited, edited))).toMatchObject([{ kind: 'theirs', theirs: edited }]);
    expect(found(list(TONE), list(edited), list(edited, edited))).toHaveLength(1);
  });

  test('that are new come by their content, in whatever order the service lists them', () => {
    const [a, z] = [
      { label: 'A', prompt: 'First.' },
      { label: 'Z', prompt: 'Last.' },
    ];
    expect(found(list(), list(), list(z, a)).map(({ theirs }) => theirs)).toEqual([a, z]);
  });

  test('that both sides add under one label are a conflict, even where the files edited an old one to it', () => {
    const [mine, others] = [
      { label: 'New', prompt: 'Be friendly!' },
      { label: 'New', prompt: 'Count in dozens.' },
    ];
    expect(found(list(), list(mine), list(others))).toMatchObject([
      { kind: 'both', ours: mine, theirs: others, index: 0 },
    ]);
    expect(found(list(TONE), list(mine), list(others))).toMatchObject([
      { kind: 'both', base: TONE, ours: mine, theirs: others },
    ]);
  });

  test('are written in the way of the files, so that only what differs looks different', () => {
    const explicit = { ...TONE, sourceLanguage: 'de' };
    expect(found(list(TONE), list(explicit), list({ label: 'Tone', prompt: 'Be kind.' }))).toMatchObject([
      { kind: 'theirs', base: explicit, theirs: { label: 'Tone', prompt: 'Be kind.', sourceLanguage: 'de' } },
    ]);
    expect(found(list(explicit), list(TONE), list({ ...explicit, prompt: 'Be kind.' }))).toEqual([
      {
        kind: 'theirs',
        base: TONE,
        theirs: { label: 'Tone', prompt: 'Be kind.' },
        id: 'id-l-i0',
        index: 0,
        at: expect.anything(),
      },
    ]);
  });

  test('of a list that the files dropped have no place in them', () => {
    const edited = { ...TONE, prompt: 'Be kind.' };
    const [drift] = found(list(TONE), {}, list(edited));
    expect(drift).toMatchObject({ base: TONE, theirs: edited });
    expect(drift).not.toHaveProperty('index');
    expect(drift).not.toHaveProperty('at');
  });
});
