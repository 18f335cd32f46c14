import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../../src/model/desired.ts';
import type { LiveState } from '../../src/model/live.ts';
import { DEFAULT_SAFETY } from '../../src/model/workspace.ts';
import { checkGuard, type GuardInput } from '../../src/plan/guard.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  type DictionariesLike,
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';

const terms = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index + from}`, 'x']));

function refusals(
  desired: DesiredState,
  live: LiveState,
  input: Partial<GuardInput> & { readonly deletable?: readonly string[] } = {},
) {
  const { allowDelete = [], prune = [], deletable = [] } = input;
  const { plan } = makePlan(planInput(desired, live, { deletable: [...allowDelete, ...prune, ...deletable] }));
  const verdict = checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete, prune, desired, ...input });
  return verdict.kind === 'allowed' ? [] : verdict.refusals;
}

const one = (dictionaries: DictionariesLike, more = {}) => ({ glossaries: [desiredGlossary('a', dictionaries, more)] });
const live = (dictionaries: DictionariesLike) => ({ glossaries: [liveGlossary('g1', 'a', dictionaries)] });

describe('entries', () => {
  test('up to ten may go, and up to a tenth, whichever is more', () => {
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(12) }))).toEqual([]);
    expect(refusals(one({ 'en->de': terms(180) }), live({ 'en->de': terms(200) }))).toEqual([]);
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(13) }))).toEqual([
      { code: 'too-many-removed', address: 'glossary.a/en->de', part: 'entries', removed: 11, before: 13, allowed: 10 },
    ]);
    expect(refusals(one({ 'en->de': terms(179) }), live({ 'en->de': terms(200) }))).toMatchObject([
      { removed: 21, allowed: 20 },
    ]);
  });

  test.each([{ maxDeletes: 11 }, { allowDelete: ['glossary.a/en->de'] }, { allowDelete: ['glossary.a'] }])(
    '%j consents',
    (consent) => {
      expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(13) }), consent)).toEqual([]);
    },
  );

  test('--max-deletes can be stricter too', () => {
    expect(refusals(one({ 'en->de': terms(2) }), live({ 'en->de': terms(3) }), { maxDeletes: 0 })).toMatchObject([
      { code: 'too-many-removed', allowed: 0 },
    ]);
  });

  test('changes and additions need no consent, however many', () => {
    const changed = Object.fromEntries(Object.keys(terms(500)).map((source) => [source, 'y']));
    expect(refusals(one({ 'en->de': { ...changed, ...terms(500, 500) } }), live({ 'en->de': terms(500) }))).toEqual([]);
  });
});

describe('dictionaries and glossaries', () => {
  const two = {
    glossaries: [liveGlossary('g1', 'a', { 'en->de': terms(3) }), liveGlossary('g2', 'b', { 'en->de': terms(3) })],
  };

  test('an emptied dictionary is a deletion, which needs consent', () => {
    const desired = one({ 'en->de': {}, 'en->fr': terms(1) });
    const found = live({ 'en->de': terms(2), 'en->fr': terms(1) });
    expect(refusals(desired, found)).toEqual([
      { code: 'delete-needs-consent', address: 'glossary.a/en->de', what: 'dictionary', entries: 2 },
    ]);
    expect(refusals(desired, found, { allowDelete: ['glossary.a'] })).toHaveLength(1);
    expect(refusals(desired, found, { allowDelete: ['glossary.a/*'] })).toEqual([]);
  });

  test('--allow-delete names and consents at once', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'] })).toEqual([]);
  });

  test('without it a deletion that something else asks for is refused', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { deletable: ['glossary.b'] })).toEqual([
      { code: 'delete-needs-consent', address: 'glossary.b', what: 'glossary', entries: 3 },
    ]);
  });

  test('prune: consents to a half, and not to more', () => {
    expect(refusals(one({ 'en->de': terms(3) }), two, { prune: ['glossary.*'] })).toEqual([]);
    const three = { glossaries: [...two.glossaries, liveGlossary('g3', 'c', { 'en->de': terms(1) })] };
    expect(refusals(one({ 'en->de': terms(3) }), three, { prune: ['glossary.*'] })).toMatchObject([
      { code: 'prune-too-many', address: 'glossary.b', deleted: 2, total: 3 },
      { code: 'prune-too-many', address: 'glossary.c' },
    ]);
  });

  test('files that name none of a kind delete nothing by pattern', () => {
    expect(refusals({ glossaries: [] }, two, { prune: ['glossary.*'] }).map(({ code }) => code)).toEqual([
      'empty-source',
      'empty-source',
    ]);
    expect(refusals({ glossaries: [] }, two, { allowDelete: ['glossary.*'] })).toEqual([]);
  });

  test('what is protected never goes, whoever consents', () => {
    const safety = { ...DEFAULT_SAFETY, protect: ['glossary.b'] };
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'], safety })).toEqual([
      { code: 'protected', address: 'glossary.b' },
    ]);
    const desired = one({ 'en->de': {}, 'en->fr': terms(1) }, { protect: true });
    expect(
      refusals(desired, live({ 'en->de': terms(2), 'en->fr': terms(1) }), { allowDelete: ['glossary.a/*'] }),
    ).toEqual([{ code: 'protected', address: 'glossary.a/en->de' }]);
  });

  test('a protected dictionary keeps its glossary from going', () => {
    const safety = { ...DEFAULT_SAFETY, protect: ['glossary.b/en->de'] };
    expect(refusals(one({ 'en->de': terms(3) }), two, { allowDelete: ['glossary.b'], safety })).toEqual([
      { code: 'protected', address: 'glossary.b' },
    ]);
  });
});

describe('style lists', () => {
  const TONE = { label: 'Tone', prompt: 'Be friendly.' };

  test('a replacement needs consent', () => {
    const desired = { styleLists: [desiredStyleList('a', { language: 'fr' })] };
    const found = { styleLists: [liveStyleList('s1', 'a', { language: 'de' })] };
    expect(refusals(desired, found)).toEqual([
      { code: 'replace-needs-consent', address: 'style_rules.a', from: 'de', to: 'fr' },
    ]);
    expect(refusals(desired, found, { allowDelete: ['style_rules.a'] })).toEqual([]);
  });

  test('the last instruction and the last rule need consent, another one of few does not', () => {
    const desired = { styleLists: [desiredStyleList('a', { instructions: [], rules: {} })] };
    const found = { styleLists: [liveStyleList('s1', 'a', { instructions: [TONE], rules: { a: { b: 'c' } } })] };
    expect(refusals(desired, found)).toEqual([
      { code: 'last-removed', address: 'style_rules.a', part: 'rules', removed: 1 },
      { code: 'last-removed', address: 'style_rules.a', part: 'instructions', removed: 1 },
    ]);
    const fewer = { styleLists: [desiredStyleList('a', { instructions: [TONE] })] };
    expect(
      refusals(fewer, {
        styleLists: [liveStyleList('s1', 'a', { instructions: [TONE, { label: 'x', prompt: 'y' }] })],
      }),
    ).toEqual([]);
  });
});

test('prune: is no consent to a replacement', () => {
  const desired = { styleLists: [desiredStyleList('a', { language: 'fr' })] };
  const found = { styleLists: [liveStyleList('s1', 'a', { language: 'de' })] };
  expect(refusals(desired, found, { prune: ['style_rules.*'] }).map(({ code }) => code)).toEqual([
    'replace-needs-consent',
  ]);
});
