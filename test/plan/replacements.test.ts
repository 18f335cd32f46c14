import { describe, expect, test } from 'vitest';
import { styleListDigest } from '../../src/model/digest.ts';
import { styleId } from '../../src/model/ids.ts';
import type { UnfinishedReplacement } from '../../src/model/ledger-state.ts';
import type { LiveStyleList } from '../../src/model/live.ts';
import { decide } from '../../src/plan/decide.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { movedLedger } from '../../src/plan/moved.ts';
import { settleReplacements, withBegun } from '../../src/plan/replacements.ts';
import { liveStyleList } from '../support/build.ts';
import { desiredSide, driftInput } from './drift-input.ts';

const GERMAN = { lists: { l: { id: 'old', language: 'de' } } };
const FRENCH = { lists: { l: { language: 'fr' } } };
const OLD = liveStyleList('old', 'l', { language: 'de' });
const NEW = liveStyleList('new', 'l', { language: 'fr' });
const begun: UnfinishedReplacement = {
  kind: 'begun',
  address: 'style_rules.l',
  old: styleId('old'),
  digest: styleListDigest(NEW.content),
  notIds: [styleId('old'), styleId('stranger')],
};
const left = (old: string): UnfinishedReplacement => ({ kind: 'left', address: 'style_rules.l', old: styleId(old) });

/** Which list is owned, and what is left, when the service has these lists. */
function settled(live: readonly LiveStyleList[] | undefined, ours = FRENCH, unfinished = [begun]) {
  const { ledger } = driftInput({ base: GERMAN, ours, theirs: GERMAN });
  const after = settleReplacements({
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

  test('is not judged by lists that were not read', () => {
    expect(settled(undefined)).toEqual({ owned: 'old', unfinished: [begun] });
  });
});

test('what is left over goes, and is never taken for another list of its name', () => {
  const { ledger } = driftInput({ base: { lists: { l: { id: 'new', language: 'fr' } } }, ours: FRENCH, theirs: {} });
  const input = driftInput({ base: {}, ours: { lists: { l: { language: 'fr' }, m: { name: 'l' } } }, theirs: {} });
  const given = { ...input, live: { styleLists: [OLD, NEW] }, ledger: { ...ledger, unfinished: [left('old')] } };
  expect(decide(given).styleLists?.matches.map(({ desired, live }) => [desired.address, live?.id])).toEqual([
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
  const once = withBegun(input.ledger, plan);
  expect(once.unfinished).toMatchObject([{ kind: 'begun', address: 'style_rules.l', old: 'old', notIds: ['old'] }]);
  expect(withBegun({ ...once, unfinished: [left('older'), ...(once.unfinished ?? [])] }, plan).unfinished).toEqual([
    left('older'),
    ...(once.unfinished ?? []),
  ]);
});

test('what is left over moves along with its address', () => {
  const { ledger } = driftInput({ base: { lists: { l: { id: 'new', language: 'fr' } } }, ours: {}, theirs: {} });
  const desired = desiredSide({ lists: { other: { name: 'l', language: 'fr' } } });
  const moved = movedLedger({ desired, ledger: { ...ledger, unfinished: [left('old')] }, stated: [] });
  expect(moved.ledger.unfinished).toEqual([{ ...left('old'), address: 'style_rules.other' }]);
});
