import { describe, expect, test } from 'vitest';
import { kindNamed } from '../../../src/kinds/registry.ts';
import { type Change, operationsOf } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { nextContent } from '../../../src/plan/next-state/next-state.ts';
import { changeOutcome } from '../../../src/plan/next-state/run-outcomes.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { desiredStyleList, liveStyleList, planInput, type StyleListLike } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const one = { label: 'one', prompt: '1' };
const two = { label: 'two', prompt: '2' };
const three = { label: 'three', prompt: '3' };
const TWO = { label: 'two', prompt: 'II' };
const four = { label: 'four', prompt: '4' };
/** The call that edits an instruction sends the language of the list. */
const EDITED = { ...TWO, sourceLanguage: 'de' };

const BASE: StyleListLike = {
  name: 'L',
  rules: { numbers: { a: 'x' } },
  instructions: [one, two, three],
};
const WANTED: StyleListLike = {
  name: 'New',
  rules: { numbers: { a: 'y' } },
  instructions: [one, TWO, three, four],
};
const contentOf = (like: StyleListLike) => liveStyleList('s1', 'l', like).content;
const listContent = (sides: Omit<Parameters<typeof nextContent>[1], 'ownsNamed' | 'unread'>, before: unknown) =>
  nextContent(kindNamed('style-list'), { ...sides, unread: [], ownsNamed: false }, before);

/** What the ledger says after a run whose operations of some kinds failed. */
function contentAfter(
  {
    files = WANTED,
    live = BASE,
    before = BASE,
    left,
  }: Record<'files' | 'live' | 'before' | 'left', StyleListLike | undefined>,
  failing: readonly string[] = [],
) {
  const desired = desiredStyleList('l', files);
  const found = live && liveStyleList('s1', 'l', live);
  const lists = found === undefined ? [] : [found];
  const { plan } = makePlan(
    planInput(
      { styleLists: [desired] },
      { styleLists: lists },
      {
        ledger: owning(
          { styleLists: lists },
          { styleLists: [{ ...desired, content: found?.content ?? desired.content }] },
        ),
      },
    ),
  );
  const change = plan.changes.find((each): each is Change => each.kind === 'style-list');
  const outcomes = operationsOf(plan).map(
    (operation): Outcome => ({
      kind: failing.includes(operation.kind) ? 'failed' : 'applied',
      operation,
      address: 'style_rules.l',
      error: new Error('no'),
    }),
  );
  const report: ApplyReport = { outcomes, ids: [], secrets: [] };
  return listContent(
    {
      desired: desired.content,
      live: found?.content,
      after: left && contentOf(left),
      done: change && changeOutcome(change, report),
    },
    before && contentOf(before),
  );
}

const SIDES = { files: WANTED, live: BASE, before: BASE, left: undefined };
const ALL = ['rename-style-list', 'replace-rules', 'add-instruction', 'edit-instruction', 'delete-instruction'];
const but = (...kinds: readonly string[]) => ALL.filter((kind) => !kinds.includes(kind));

describe('a list that was changed', () => {
  test('is as the files want it when all went well; what others have changed or added since is not recorded', () => {
    expect(contentAfter(SIDES)).toEqual(contentOf(WANTED));
    const left = { ...WANTED, name: 'By others', rules: { numbers: { a: 'z', b: 'x' } } };
    const instructions = [...(WANTED.instructions ?? []), { label: 'By others', prompt: 'x' }];
    expect(contentAfter({ ...SIDES, left: { ...left, instructions } })).toEqual(contentOf(WANTED));
  });

  test('is as it was when nothing went well', () => {
    expect(contentAfter(SIDES, ALL)).toEqual(contentOf(BASE));
    const drifted = { ...BASE, name: 'Drifted' };
    expect(contentAfter({ ...SIDES, before: drifted }, ALL)).toEqual(contentOf(drifted));
  });

  test('is as it was on the service when nothing is known of it from before', () => {
    const desired = desiredStyleList('l', WANTED);
    const live = liveStyleList('s1', 'l', BASE);
    const { plan } = makePlan(
      planInput(
        { styleLists: [desired] },
        { styleLists: [live] },
        { ledger: owning({ styleLists: [live] }, { styleLists: [{ ...desired, content: live.content }] }) },
      ),
    );
    const change = plan.changes[0] as Change;
    const done = { change, isComplete: false, operation: () => false, isDone: () => false, id: 's1' };
    expect(listContent({ desired: desired.content, live: live.content, after: undefined, done }, undefined)).toEqual(
      contentOf(BASE),
    );
    expect(listContent({ desired: desired.content, live: undefined, after: undefined, done }, undefined)).toEqual(
      contentOf(WANTED),
    );
  });

  test.each<[string, StyleListLike]>([
    ['rename-style-list', { ...BASE, name: 'New' }],
    ['replace-rules', { ...BASE, rules: { numbers: { a: 'y' } } }],
    ['add-instruction', { ...BASE, instructions: [one, two, three, four] }],
    ['edit-instruction', { ...BASE, instructions: [one, EDITED, three] }],
  ])('has what %s alone brought', (kind, expected) => {
    expect(contentAfter(SIDES, but(kind))).toEqual(contentOf(expected));
  });

  test('lacks an instruction when its deletion went well', () => {
    const sides = { ...SIDES, files: { ...WANTED, instructions: [TWO, three] } };
    expect(contentAfter(sides, but('delete-instruction'))).toEqual(contentOf({ ...BASE, instructions: [two, three] }));
    expect(contentAfter(sides, ['delete-instruction'])).toEqual(
      contentOf({ ...WANTED, instructions: [one, EDITED, three] }),
    );
    const before = { ...BASE, instructions: [three] };
    expect(contentAfter({ ...sides, before }, but('delete-instruction'))).toEqual(contentOf(before));
  });

  test('has what a call left, also where others have changed that since', () => {
    const left = { name: 'Left', rules: { numbers: { a: 'z' } } };
    expect(contentAfter({ ...SIDES, left }, but('rename-style-list'))).toEqual(contentOf({ ...BASE, name: 'New' }));
    expect(contentAfter({ ...SIDES, left }, but('replace-rules'))).toEqual(contentOf({ ...BASE, rules: WANTED.rules }));
  });

  test('gets at its end what a call changed and the ledger did not know', () => {
    const before = { ...BASE, instructions: [three] };
    expect(contentAfter({ ...SIDES, before }, but('edit-instruction'))).toEqual(
      contentOf({ ...BASE, instructions: [three, EDITED] }),
    );
  });

  test('keeps its old language until it is replaced', () => {
    const sides = { ...SIDES, files: { ...BASE, language: 'fr' } };
    const failed = ['delete-style-list', 'create-style-list'];
    expect(contentAfter(sides, failed)).toEqual(contentOf(BASE));
    // The new list is there, and has all that the files want, also when the old one could not be deleted.
    expect(contentAfter(sides, ['delete-style-list'])).toEqual(contentOf({ ...BASE, language: 'fr' }));
    expect(contentAfter(sides, ['create-style-list'])).toEqual(contentOf(BASE));
    const renamed = { ...sides, files: { ...BASE, name: 'New', language: 'fr' } };
    expect(contentAfter(renamed, ['delete-style-list'])).toEqual(contentOf({ ...BASE, name: 'New', language: 'fr' }));
  });
});

describe('a list without a change', () => {
  const same = (files: StyleListLike, live: StyleListLike | undefined, before: StyleListLike | undefined) =>
    listContent(
      {
        desired: contentOf(files),
        live: live && contentOf(live),
        after: undefined,
        done: undefined,
      },
      before && contentOf(before),
    );
  const OLD = { name: 'Old' };

  test('is as files and service have it', () => {
    expect(same(BASE, BASE, OLD)).toEqual(contentOf(BASE));
    // Instructions have no order, and those of no language are in that of the list.
    const said = { ...BASE, instructions: [three, { ...two, sourceLanguage: 'de' }, one] };
    expect(same(said, BASE, OLD)).toEqual(contentOf(said));
  });

  test.each<[string, StyleListLike | undefined]>([
    ['another name', { ...BASE, name: 'X' }],
    ['another language', { ...BASE, language: 'fr' }],
    ['other rules', { ...BASE, rules: {} }],
    ['other instructions', { ...BASE, instructions: [one, two] }],
    ['another prompt', { ...BASE, instructions: [one, TWO, three] }],
    ['no list at all', undefined],
  ])('is as the ledger had it where the service has %s', (_, live) => {
    expect(same(BASE, live, OLD)).toEqual(contentOf(OLD));
    expect(same(BASE, live, undefined)).toEqual(contentOf(BASE));
  });
});
