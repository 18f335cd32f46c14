import { describe, expect, test } from 'vitest';
import type { LiveGlossary } from '../../../src/kinds/glossary/glossary.ts';
import { type GlossarySide, staleGlossary } from '../../../src/kinds/glossary/service/glossary-service.ts';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import type { Change, OperationKind } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { type DictionariesLike, desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';

interface GlossaryLike {
  readonly name?: string;
  readonly dictionaries: DictionariesLike;
}

const live = ({ name = 'g', dictionaries }: GlossaryLike): LiveGlossary => liveGlossary('g1', name, dictionaries);
const now = (like: GlossaryLike): GlossarySide => ({
  name: like.name ?? 'g',
  dictionaries: live(like).dictionaries,
});
const content = ({ name = 'g', dictionaries }: GlossaryLike): GlossaryContent => ({
  name,
  dictionaries: desiredGlossary('g', dictionaries).dictionaries,
});

interface Stale {
  readonly from?: GlossaryLike;
  readonly to?: GlossaryLike;
  readonly now?: GlossaryLike;
  readonly base?: GlossaryLike;
}

/** What is told of the one operation of a kind that leads from one glossary to another. */
function told(kind: OperationKind, { from, to, ...sides }: Stale) {
  const found = from === undefined ? [] : [live(from)];
  const pinned = from !== undefined && { pinnedId: live(from).id };
  const desired = to === undefined ? [] : [desiredGlossary('g', to.dictionaries, { name: to.name ?? 'g', ...pinned })];
  const { plan } = makePlan(
    planInput({ glossaries: desired }, { glossaries: found }, { deletable: ['glossary.*', 'glossary.*/*'] }),
  );
  const change = plan.changes[0] as Change;
  const [operation, ...others] = change.operations.filter((each) => each.kind === kind);
  if (operation === undefined || others.length > 0) throw new Error(`not one ${kind}`);
  return staleGlossary(change, operation, {
    now: sides.now && now(sides.now),
    base: sides.base && content(sides.base),
  });
}

const entry = (source: string, pair = 'en->de') => ({ key: ['entry', pair, source] });
const planned = { planned: true };
const foreign = { planned: false };

describe('a glossary that was to be made', () => {
  const to = { name: 'New', dictionaries: { 'en->de': { a: '1', b: '2' } } };

  test('and of which there is one already: what is missing in it, and what it has beside', () => {
    const there = { name: 'New', dictionaries: { 'en->de': { a: '1', b: '9', c: '3' }, 'en->fr': { x: 'y' } } };
    expect(told('create-glossary', { to, now: there })).toStrictEqual({
      values: [
        { ...entry('b'), ...planned, to: '2', now: '9' },
        { ...entry('c'), ...foreign, now: '3' },
        { ...entry('x', 'en->fr'), ...foreign, now: 'y' },
      ],
      count: 3,
      complete: true,
      size: { from: 0, now: 4 },
    });
  });

  test('and is not there: all that should come', () => {
    expect(told('create-glossary', { to })).toStrictEqual({
      values: [
        { key: ['name'], ...planned, to: 'New' },
        { ...entry('a'), ...planned, to: '1' },
        { ...entry('b'), ...planned, to: '2' },
      ],
      count: 3,
      complete: true,
      size: { from: 0, now: 0 },
    });
  });
});

describe('a glossary that was to be deleted', () => {
  const from = { name: 'Old', dictionaries: { 'en->de': { a: '1', b: '2' }, 'en->fr': { x: 'y' } } };

  test('and has another name, other entries and one dictionary more', () => {
    const there = { name: 'By hand', dictionaries: { 'en->de': { a: '9', b: '2' }, 'en->it': { n: 'm' } } };
    expect(told('delete-glossary', { from, now: there, base: from })).toStrictEqual({
      values: [
        { key: ['name'], ...planned, from: 'Old', now: 'By hand' },
        { ...entry('a'), ...planned, from: '1', now: '9' },
        // It is gone already, as planned.
        { ...entry('x', 'en->fr'), ...planned, from: 'y' },
        { ...entry('n', 'en->it'), ...foreign, now: 'm' },
      ],
      count: 4,
      complete: true,
      size: { from: 3, now: 3 },
    });
  });

  test('and has something more, of which no history tells', () => {
    const there = { name: 'Old', dictionaries: { ...from.dictionaries, 'en->it': { n: 'm' } } };
    expect(told('delete-glossary', { from, now: there })).toStrictEqual({
      values: [],
      count: 0,
      complete: false,
      size: { from: 3, now: 4 },
    });
  });
});

describe('a name', () => {
  const dictionaries = { 'en->de': { a: '1' } };

  test('that was to change alone has no size, and entries are none of its business', () => {
    const sides = { from: { name: 'Old', dictionaries }, to: { name: 'New', dictionaries } };
    const value = { key: ['name'], ...planned, from: 'Old', to: 'New' };
    const there = { name: 'By hand', dictionaries: { 'en->de': { z: 'z' } } };
    expect(told('rename-glossary', { ...sides, now: there, base: sides.from })).toStrictEqual({
      values: [{ ...value, now: 'By hand' }],
      count: 1,
      complete: true,
    });
    expect(told('rename-glossary', sides)).toStrictEqual({ values: [value], count: 1, complete: true });
  });

  test('that rides on entries is told with them, and one that does not is not', () => {
    const from = { name: 'Old', dictionaries };
    const there = { name: 'By hand', dictionaries: { 'en->de': { a: '9' } } };
    const value = { ...entry('a'), ...planned, from: '1', to: '2', now: '9' };
    const size = { from: 1, now: 1 };
    expect(
      told('merge-entries', { from, to: { name: 'New', dictionaries: { 'en->de': { a: '2' } } }, now: there }),
    ).toStrictEqual({
      values: [{ key: ['name'], ...planned, from: 'Old', to: 'New', now: 'By hand' }, value],
      count: 2,
      complete: true,
      size,
    });
    expect(
      told('merge-entries', { from, to: { name: 'Old', dictionaries: { 'en->de': { a: '2' } } }, now: there }),
    ).toStrictEqual({ values: [value], count: 1, complete: true, size });
  });
});

describe('one dictionary', () => {
  const from = { dictionaries: { 'en->de': { a: '1', b: '1', c: '1' }, 'en->fr': { x: 'y' } } };

  test('that was to be put: what is removed has no planned value, what is added none that it was planned from', () => {
    const to = { dictionaries: { 'en->de': { b: '2', c: '1', d: '4' }, 'en->fr': { x: 'y' } } };
    const there = { dictionaries: { 'en->de': { a: '9', b: '9', c: '1', d: '9' }, 'en->fr': { x: 'other' } } };
    expect(told('put-dictionary', { from, to, now: there })).toStrictEqual({
      values: [
        { ...entry('a'), ...planned, from: '1', now: '9' },
        { ...entry('b'), ...planned, from: '1', to: '2', now: '9' },
        { ...entry('d'), ...planned, to: '4', now: '9' },
      ],
      count: 3,
      complete: true,
      size: { from: 3, now: 4 },
    });
  });

  test('that was to be deleted: its entries alone', () => {
    const to = { dictionaries: { 'en->de': from.dictionaries['en->de'] } };
    const there = { dictionaries: { 'en->de': { z: 'z' }, 'en->fr': { x: '9', n: 'm' } } };
    expect(told('delete-dictionary', { from, to, now: there, base: from })).toStrictEqual({
      values: [
        { ...entry('x', 'en->fr'), ...planned, from: 'y', now: '9' },
        { ...entry('n', 'en->fr'), ...foreign, now: 'm' },
      ],
      count: 2,
      complete: true,
      size: { from: 1, now: 2 },
    });
  });

  test('beside another one that changes as well: each has its own values and its own size', () => {
    const to = { dictionaries: { 'en->de': { a: '2', b: '1', c: '1' }, 'en->fr': { z: 'y' } } };
    const there = { dictionaries: { 'en->de': { a: '9', b: '1', c: '1' }, 'en->fr': { x: '9', y: 'y' } } };
    expect(told('merge-entries', { from, to, now: there })).toStrictEqual({
      values: [{ ...entry('a'), ...planned, from: '1', to: '2', now: '9' }],
      count: 1,
      complete: true,
      size: { from: 3, now: 3 },
    });
    expect(told('put-dictionary', { from, to, now: there, base: from })).toStrictEqual({
      values: [
        { ...entry('x', 'en->fr'), ...planned, from: 'y', now: '9' },
        // `z` was to come and has not: of it nothing is stale.
        { ...entry('y', 'en->fr'), ...foreign, now: 'y' },
      ],
      count: 2,
      complete: true,
      size: { from: 1, now: 2 },
    });
  });

  test('that is gone, where the history knows it otherwise than the plan found it', () => {
    const to = { dictionaries: { ...from.dictionaries, 'en->fr': { x: 'z' } } };
    const there = { dictionaries: { 'en->de': from.dictionaries['en->de'] } };
    expect(told('merge-entries', { from, to, now: there, base: from })).toStrictEqual({
      values: [{ ...entry('x', 'en->fr'), ...planned, from: 'y', to: 'z' }],
      count: 1,
      complete: true,
      size: { from: 1, now: 0 },
    });
  });

  test('that was to come, and is there with other entries', () => {
    const to = { dictionaries: { ...from.dictionaries, 'en->it': { a: '1' } } };
    const there = { dictionaries: { 'en->it': { b: '2' } } };
    expect(told('put-dictionary', { from, to, now: there })).toStrictEqual({
      values: [
        { ...entry('a', 'en->it'), ...planned, to: '1' },
        { ...entry('b', 'en->it'), ...foreign, now: '2' },
      ],
      count: 2,
      complete: true,
      size: { from: 0, now: 1 },
    });
  });
});

test('a name is no business of a dictionary that is put or deleted', () => {
  const from = { name: 'Old', dictionaries: { 'en->de': { a: '1', b: '1' }, 'en->fr': { a: '1' } } };
  const there = { name: 'By hand', dictionaries: { 'en->de': { a: '1' }, 'en->fr': { a: '2' } } };
  const put = {
    from,
    to: { name: 'New', dictionaries: { 'en->de': { a: '1' }, 'en->fr': { a: '1' } } },
    now: there,
    base: from,
  };
  expect(told('put-dictionary', put)).toMatchObject({ values: [{ ...entry('b'), ...planned, from: '1' }], count: 1 });
  const gone = { ...put, to: { name: 'New', dictionaries: { 'en->de': { a: '1', b: '1' }, 'en->fr': {} } } };
  expect(told('delete-dictionary', gone)).toMatchObject({
    values: [{ ...entry('a', 'en->fr'), ...planned, from: '1', now: '2' }],
    count: 1,
  });
});
