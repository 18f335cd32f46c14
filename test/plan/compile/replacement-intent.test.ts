import { describe, expect, test } from 'vitest';
import type { UnfinishedReplacement } from '../../../src/kinds/states.ts';
import type { LiveStyleList } from '../../../src/kinds/style-list/style-list.ts';
import { styleListDigest } from '../../../src/kinds/style-list/style-list.ts';
import { styleId } from '../../../src/model/ids.ts';
import { recordReplacements, resolveReplacements } from '../../../src/plan/compile/replacement-intent.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { matchAll } from '../../../src/plan/match/match.ts';
import { movedLedger } from '../../../src/plan/moves.ts';
import { desiredStyleList, liveStyleList } from '../../support/build.ts';
import { desiredSide, driftInput, type SideLike } from '../drift-input.ts';

const GERMAN = { lists: { l: { id: 'old', language: 'de' } } };
const FRENCH = { lists: { l: { language: 'fr' } } };
const OLD = liveStyleList('old', 'l', { language: 'de' });
const NEW = liveStyleList('new', 'l', { language: 'fr' });
const begun: UnfinishedReplacement = {
  kind: 'pending',
  address: 'style_rules.l',
  old: styleId('old'),
  digest: styleListDigest(NEW.content),
  notIds: [styleId('old'), styleId('stranger')],
};
const left = (old: string): UnfinishedReplacement => ({ kind: 'left', address: 'style_rules.l', old: styleId(old) });

/** Which list is owned, and what is left, when the service has these lists. */
function settled(
  live: readonly LiveStyleList[] | undefined,
  ours: { lists: { l: { language: string } } } = FRENCH,
  unfinished: readonly UnfinishedReplacement[] = [begun],
  base: SideLike = GERMAN,
) {
  const { ledger } = driftInput({ base, ours, theirs: GERMAN });
  const after = resolveReplacements({
    ledger: { ...ledger, unfinished },
    desired: desiredSide(ours),
    live: live === undefined ? {} : { styleLists: live },
  });
  return { owned: after.styleLists.get('style_rules.l')?.id, unfinished: after.unfinished };
}

describe('a replacement that was begun', () => {
  test('of which nothing came has not happened', () => {
    expect(settled([OLD])).toEqual({ owned: 'old', unfinished: undefined });
    expect(settled([])).toEqual({ owned: 'old', unfinished: undefined });
  });

  test('of which the new list came owns it, and the old one is left over', () => {
    expect(settled([OLD, NEW])).toEqual({ owned: 'new', unfinished: [left('old')] });
    expect(settled([NEW])).toEqual({ owned: 'new', unfinished: undefined });
  });

  test('never takes a list that was there before, or has another content', () => {
    const stranger = { ...NEW, id: styleId('stranger') };
    expect(settled([OLD, stranger])).toEqual({ owned: 'old', unfinished: undefined });
    expect(settled([OLD, liveStyleList('x', 'l', { language: 'it' })])).toEqual({
      owned: 'old',
      unfinished: undefined,
    });
  });

  test('keeps the old list when the files ask for its language again', () => {
    expect(settled([OLD, NEW], GERMAN)).toEqual({ owned: 'old', unfinished: [left('new')] });
    expect(settled([NEW], GERMAN)).toEqual({ owned: 'new', unfinished: undefined });
  });

  test('of which two lists came owns the first one, and the others are left over with the old one', () => {
    const twin = { ...NEW, id: styleId('twin') };
    expect(settled([OLD, NEW, twin])).toEqual({ owned: 'new', unfinished: [left('old'), left('twin')] });
    expect(settled([OLD, NEW, twin], GERMAN)).toEqual({ owned: 'old', unfinished: [left('new'), left('twin')] });
  });

  test('never takes a list that is owned elsewhere or left over, or the old one itself', () => {
    const base = { lists: { ...GERMAN.lists, m: { id: 'new', language: 'fr' } } };
    expect(settled([OLD, NEW], FRENCH, [begun], base)).toEqual({ owned: 'old', unfinished: undefined });
    expect(settled([OLD, NEW], FRENCH, [left('new'), begun])).toEqual({ owned: 'old', unfinished: [left('new')] });
    const same = { ...begun, digest: styleListDigest(OLD.content), notIds: [] };
    expect(settled([OLD], FRENCH, [same])).toEqual({ owned: 'old', unfinished: undefined });
  });

  test('owns the new list when the files want neither language, or nothing', () => {
    expect(settled([OLD, NEW], { lists: { l: { language: 'it' } } })).toEqual({
      owned: 'new',
      unfinished: [left('old')],
    });
    expect(settled([OLD, NEW], { lists: { m: { language: 'de' } } } as never)).toEqual({
      owned: 'new',
      unfinished: [left('old')],
    });
    // Both have the language that the files want.
    const german = { ...NEW, content: { ...NEW.content, language: 'de', name: 'x' } };
    const again = { ...begun, digest: styleListDigest(german.content) };
    expect(settled([OLD, german], GERMAN, [again])).toEqual({ owned: 'new', unfinished: [left('old')] });
  });

  test('is protected as the ledger says, else as the files say, else not', () => {
    const { ledger } = driftInput({ base: GERMAN, ours: FRENCH, theirs: GERMAN });
    const [was] = [...ledger.styleLists.values()];
    const protect = (known: readonly boolean[], wanted: readonly boolean[]) =>
      resolveReplacements({
        ledger: {
          ...ledger,
          styleLists: new Map(known.map((each) => ['style_rules.l', { ...was, protect: each } as never])),
          unfinished: [begun],
        },
        desired: { styleLists: wanted.map((each) => desiredStyleList('l', { language: 'fr' }, { protect: each })) },
        live: { styleLists: [OLD, NEW] },
      }).styleLists.get('style_rules.l');
    expect(protect([true], [false])).toStrictEqual({ id: 'new', content: NEW.content, protect: true });
    expect(protect([false], [true])).toMatchObject({ protect: false });
    expect(protect([], [true])).toMatchObject({ protect: true });
    expect(protect([], [])).toMatchObject({ protect: false });
  });

  test('that is left over stays so as long as the old list is there', () => {
    expect(settled([OLD, NEW], FRENCH, [left('old')])).toEqual({ owned: 'old', unfinished: [left('old')] });
    expect(settled([NEW], FRENCH, [left('old')])).toEqual({ owned: 'old', unfinished: undefined });
  });

  test('is not judged by lists that were not read', () => {
    expect(settled(undefined)).toEqual({ owned: 'old', unfinished: [begun] });
  });
});

test('what is left over goes, and is never taken for another list of its name', () => {
  const { ledger } = driftInput({ base: { lists: { l: { id: 'new', language: 'fr' } } }, ours: FRENCH, theirs: {} });
  const input = driftInput({ base: {}, ours: { lists: { l: { language: 'fr' }, m: { name: 'l' } } }, theirs: {} });
  const given = { ...input, live: { styleLists: [OLD, NEW] }, ledger: { ...ledger, unfinished: [left('old')] } };
  expect(matchAll(given).styleLists?.matches.map(({ desired, live }) => [desired.address, live?.id])).toEqual([
    ['style_rules.l', 'new'],
    ['style_rules.m', undefined],
  ]);
  const { plan } = makePlan(given);
  expect(plan.changes).toMatchObject([
    { action: 'delete', leftOf: 'style_rules.l', id: 'old' },
    { action: 'create', address: 'style_rules.m' },
  ]);
  expect(makePlan({ ...given, only: ['style_rules.m'] }).plan.changes).toHaveLength(1);
});

test('a plan that replaces says so before it begins, and a second time only once', () => {
  const input = driftInput({ base: GERMAN, ours: FRENCH, theirs: GERMAN });
  const { plan } = makePlan(input);
  const once = recordReplacements(input.ledger, plan);
  expect(once.unfinished).toMatchObject([{ kind: 'pending', address: 'style_rules.l', old: 'old', notIds: ['old'] }]);
  expect(
    recordReplacements({ ...once, unfinished: [left('older'), ...(once.unfinished ?? [])] }, plan).unfinished,
  ).toEqual([left('older'), ...(once.unfinished ?? [])]);
});

test('what is left over moves along with its address', () => {
  const { ledger } = driftInput({ base: { lists: { l: { id: 'new', language: 'fr' } } }, ours: {}, theirs: {} });
  const desired = desiredSide({ lists: { other: { name: 'l', language: 'fr' } } });
  const moved = movedLedger({ desired, ledger: { ...ledger, unfinished: [left('old')] }, stated: [] });
  expect(moved.ledger.unfinished).toEqual([{ ...left('old'), address: 'style_rules.other' }]);
});

test('only a replacement is begun', () => {
  const other = { rules: { x: { a: '1' } } };
  const input = driftInput({
    base: { lists: { l: { id: 'old' }, gone: {} }, glossaries: { g: {} } },
    ours: { lists: { l: { ...other }, made: {} }, glossaries: { g: { name: 'new' } } },
    theirs: { lists: { l: { id: 'old' }, gone: {} }, glossaries: { g: {} } },
  });
  const { plan } = makePlan(input);
  expect(plan.changes.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'create']);
  expect(recordReplacements(input.ledger, plan)).toStrictEqual(input.ledger);
  // A call that says nothing of what will be there, or none, leaves nothing to find again.
  const { plan: replacing } = makePlan(driftInput({ base: GERMAN, ours: FRENCH, theirs: GERMAN }));
  const edited = (edit: (operation: object) => readonly object[]) => ({
    ...replacing,
    changes: replacing.changes.map((change) => ({ ...change, operations: change.operations.flatMap(edit) }) as never),
  });
  for (const without of [
    edited((operation) => [{ ...operation, post: 'absent' }]),
    edited((operation) => ('notIds' in operation ? [] : [operation])),
  ])
    expect(recordReplacements(input.ledger, without)).toStrictEqual(input.ledger);
});
