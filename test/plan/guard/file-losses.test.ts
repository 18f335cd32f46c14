import { expect, test } from 'vitest';
import type { DictionaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { GuardInput } from '../../../src/plan/guard/guard-input.ts';
import { fileEdits } from '../../../src/plan/pull/file-edits.ts';
import { lossRefusal } from '../../../src/steps/pull/pull-drift.ts';
import { desiredSide, driftInput, type SideLike } from '../drift-input.ts';

const DE = { 'en->de': { a: '1' } };
const ALL: SideLike = {
  glossaries: {
    a: { dictionaries: { ...DE, 'en->fr': { a: '1' }, 'en->it': { a: '1' }, 'en->es': { a: '1' } } },
    b: { dictionaries: DE },
    c: { dictionaries: DE },
  },
  lists: { l: {} },
};

/** Refusals by address, when the service has only `theirs`. */
function refusals(theirs: SideLike, allowDelete: readonly string[], more: Partial<GuardInput> = {}) {
  const edits = fileEdits(driftOf(driftInput({ base: ALL, ours: ALL, theirs })), { takeTheirs: false });
  const input = { safety: DEFAULT_SAFETY, allowDelete, prune: ['*'], desired: desiredSide(ALL), ...more };
  const addresses = ['glossary.a', 'glossary.b', 'glossary.c', 'glossary.a/en->de', 'style_rules.l'] as const;
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const refusal = lossRefusal(address, edits, input);
      return refusal === undefined ? [] : [[address, refusal]];
    }),
  );
}

const without = (...names: readonly string[]): SideLike => ({
  ...ALL,
  glossaries: Object.fromEntries(Object.entries(ALL.glossaries ?? {}).filter(([name]) => !names.includes(name))),
});

test('files go with the consent of their address or of a pattern, and "prune:" does not speak of files', () => {
  expect(refusals(without('b'), [])).toEqual({ 'glossary.b': { kind: 'needs-consent' } });
  expect(refusals(without('b'), ['glossary.b'])).toEqual({});
  expect(refusals(without('b'), ['glossary.*'])).toEqual({});
  expect(refusals(without('b'), ['glossary.b/en->de'])).toEqual({ 'glossary.b': { kind: 'needs-consent' } });
});

test('a pattern takes neither more than half nor the last ones, an address and a lone star do', () => {
  const tooMany = { kind: 'too-many', deleted: 2, total: 3 };
  expect(refusals(without('b', 'c'), ['glossary.*'])).toEqual({ 'glossary.b': tooMany, 'glossary.c': tooMany });
  expect(refusals(without('b', 'c'), ['glossary.*', 'glossary.c'])).toEqual({ 'glossary.b': tooMany });
  expect(refusals(without('b', 'c'), ['*'])).toEqual({});
  expect(refusals({ glossaries: {}, lists: {} }, ['style_rules.*'])).toMatchObject({
    'glossary.a': { kind: 'needs-consent' },
    'style_rules.l': { kind: 'too-many', deleted: 1, total: 1 },
  });
});

test('dictionaries are counted within their glossary', () => {
  const left = (dictionaries: Record<string, Record<string, string>>): SideLike => ({
    ...ALL,
    glossaries: { ...ALL.glossaries, a: { dictionaries } },
  });
  const two = left({ 'en->fr': { a: '1' }, 'en->it': { a: '1' } });
  expect(refusals(two, ['glossary.a/*'])).toEqual({});
  // They do not count as glossaries.
  const { b: _, ...others } = two.glossaries ?? {};
  expect(refusals({ ...two, glossaries: others }, ['glossary.*', 'glossary.a/*'])).toEqual({});
  expect(refusals(left({ 'en->fr': { a: '1' } }), ['glossary.a/*'])).toEqual({
    'glossary.a/en->de': { kind: 'too-many', deleted: 3, total: 4 },
  });
});

test('what is protected by its address, by its file or by the history stays, whatever is allowed', () => {
  const safety = { ...DEFAULT_SAFETY, protect: ['glossary.b/*'] };
  expect(refusals(without('b'), ['*', 'glossary.b'], { safety })).toEqual({ 'glossary.b': { kind: 'protected' } });
  const ofNone = { ...DEFAULT_SAFETY, protect: ['glossary.b/en->fr'] };
  expect(refusals(without('b'), ['glossary.b'], { safety: ofNone })).toEqual({});
  const { ledger } = driftInput({ base: ALL, ours: ALL, theirs: ALL });
  const glossaries = new Map([...ledger.glossaries].map(([address, owned]) => [address, { ...owned, protect: true }]));
  expect(refusals(without('c'), ['*'], { ledger: { ...ledger, glossaries } })).toEqual({
    'glossary.c': { kind: 'protected' },
  });
});

test('an empty dictionary of the files counts for nothing, and neither do those of another glossary', () => {
  const three = { dictionaries: { ...DE, 'en->fr': { a: '1' }, 'en->it': { a: '1' } } };
  const all: SideLike = { ...ALL, glossaries: { ...ALL.glossaries, b: three } };
  const refused = (theirs: SideLike['glossaries'], ours: SideLike['glossaries'], address: DictionaryAddress) => {
    const drift = driftOf(driftInput({ base: all, ours: all, theirs: { ...all, glossaries: theirs ?? {} } }));
    const desired = desiredSide({ ...all, glossaries: ours ?? {} });
    const input = { safety: DEFAULT_SAFETY, allowDelete: ['glossary.*/*'], prune: [], desired };
    return lossRefusal(address, fileEdits(drift, { takeTheirs: false }), input);
  };
  const a = (dictionaries: Record<string, Record<string, string>>) => ({ ...all.glossaries, a: { dictionaries } });
  const beside = {
    ...a({ 'en->it': { a: '1' }, 'en->es': { a: '1' } }),
    b: { dictionaries: { 'en->fr': { a: '1' }, 'en->it': { a: '1' } } },
  };
  expect(refused(beside, all.glossaries, 'glossary.a/en->de')).toBeUndefined();
  const withEmpty = a({ ...DE, 'en->fr': { a: '1' }, 'en->it': { a: '1' }, 'en->es': { a: '1' }, 'en->pt': {} });
  expect(refused(a({ 'en->es': { a: '1' } }), withEmpty, 'glossary.a/en->de')).toEqual({
    kind: 'too-many',
    deleted: 3,
    total: 4,
  });
});
