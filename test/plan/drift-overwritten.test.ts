import { expect, test } from 'vitest';
import { driftCounts } from '../../src/plan/drift-counts.ts';
import { type DriftInput, driftOf } from '../../src/plan/drift-of.ts';
import { overwritten } from '../../src/plan/drift-overwritten.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { type SideLike, world } from './drift-world.ts';

/** What a plan of this input would undo, of all the drift there is. */
const undone = (input: DriftInput, only: readonly string[] = []) =>
  overwritten(driftOf(input), makePlan({ ...input, only }).plan);

const side = (name: string, de: string, fr: string): SideLike => ({
  glossaries: {
    g: { name, dictionaries: { 'en->de': { a: de, keep: '1' }, 'en->fr': { a: fr } } },
    h: { dictionaries: { 'en->de': { a: de } } },
  },
});

test('a plan of files alone undoes whatever was changed outside', () => {
  const base = side('G', '1', '1');
  const input = world({ base, ours: base, theirs: side('H', '2', '2') });
  expect(undone(input).resources).toEqual(driftOf(input).resources);
});

test('a plan of one dictionary undoes what was changed in that one', () => {
  const base = side('G', '1', '1');
  const input = world({ base, ours: base, theirs: side('H', '2', '2') });
  const { resources } = undone(input, ['glossary.g/en->fr']);
  expect(resources).toMatchObject([{ address: 'glossary.g', dictionaries: [{ address: 'glossary.g/en->fr' }] }]);
  expect(resources[0]).not.toHaveProperty('name');
});

test('nothing is undone where files and service are the same by now, and nothing of that is counted', () => {
  const base = side('G', '1', '1');
  const theirs = side('H', '2', '2');
  const drift = undone(world({ base, ours: theirs, theirs }));
  expect(drift.resources).toEqual([]);
  expect(driftCounts(drift).parts.terms).toEqual({ theirs: 0, both: 0, same: 0, ours: 0 });
});

test("a pending change beside somebody else's undoes only what it touches", () => {
  const input = world({
    base: side('G', '1', '1'),
    ours: side('Ours', '1', '1'),
    theirs: side('G', '2', '1'),
  });
  const { plan } = makePlan(input);
  const renames = plan.changes.map((change) => (change.kind === 'glossary' ? { ...change, dictionaries: [] } : change));
  expect(overwritten(driftOf(input), { ...plan, changes: renames }).resources).toEqual([]);
});

test('foreign entries of an additive glossary stay, and so are not undone', () => {
  const additive = (entries: Readonly<Record<string, string>>): SideLike => ({
    glossaries: { g: { mode: 'additive', dictionaries: { 'en->de': entries } } },
  });
  const input = world({
    base: additive({ a: '1', b: '1' }),
    ours: additive({ a: '1', b: '1' }),
    theirs: additive({ a: '2', b: '1', foreign: 'x' }),
  });
  expect(undone(input).resources).toMatchObject([{ dictionaries: [{ entries: [{ source: 'a' }] }] }]);
});

test('a resource that was made anew is not undone, but what differs in it is', () => {
  const base: SideLike = { glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } } } };
  const theirs = (value: string): SideLike => ({
    glossaries: { g: { id: 'new', dictionaries: { 'en->de': { a: value } } } },
  });
  expect(undone(world({ base, ours: base, theirs: theirs('1') })).resources).toEqual([]);
  const { resources } = undone(world({ base, ours: base, theirs: theirs('2') }));
  expect(resources).toMatchObject([{ address: 'glossary.g', dictionaries: [{ entries: [{ source: 'a' }] }] }]);
  expect(resources[0]).not.toHaveProperty('whole');
});

test('a new language in the files takes the whole list, with everything that somebody did to it', () => {
  const input = world({
    base: { lists: { l: { rules: { x: { a: '1' } } } } },
    ours: { lists: { l: { language: 'fr', rules: { x: { a: '1' } } } } },
    theirs: { lists: { l: { rules: { x: { a: '1', b: '2' } }, instructions: [{ label: 'A', prompt: 'B' }] } } },
  });
  expect(undone(input).resources).toMatchObject([
    { rules: [{ rule: 'b' }], instructions: [{ theirs: { label: 'A' } }] },
  ]);
});

test('of instructions that are alike it does not matter which one the plan takes', () => {
  const list = (...prompts: readonly string[]): SideLike => ({
    lists: { l: { instructions: prompts.map((prompt) => ({ label: 'A', prompt })) } },
  });
  const input = world({ base: list('old'), ours: list('new'), theirs: list('new', 'new') });
  expect(driftOf(input).resources).toHaveLength(1);
  expect(undone(input).resources).toEqual(driftOf(input).resources);
});
