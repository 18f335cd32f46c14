import fc from 'fast-check';
import type { CustomInstruction } from '../../src/kinds/style-list/style-list.ts';
import type { EntriesLike } from '../support/build.ts';
import type { DriftInputLike, GlossaryLike, KeyLike, SideLike } from './drift-input.ts';

const value = fc.constantFrom('1', '2', '3');

/** Few phrases and few values, so that sides agree as often as not. */
const dictionary = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '10'), value), {
  minLength: 1,
  maxLength: 4,
  selector: ([source]) => source,
});

const glossary = (address: string): fc.Arbitrary<GlossaryLike> =>
  fc.record({
    name: fc.constantFrom(`${address} M`, `${address} N`),
    dictionaries: fc
      .record({ 'en->de': dictionary, 'en->fr': dictionary }, { requiredKeys: [] })
      // Without entries the service stores no glossary.
      .map((given) => ({ 'en->it': [['always', 'there']] as EntriesLike, ...given })),
  });

/** Labels say which is which: no two prompts of different labels share a word. */
export const plainInstructions = fc
  .uniqueArray(fc.tuple(fc.constantFrom('A', 'B', 'C'), value), { maxLength: 3, selector: ([label]) => label })
  .map((pairs) => pairs.map(([label, each]) => ({ label, prompt: `${label}${each}` })));

/** Labels twice, prompts that share words, source languages that are said and not said. */
export const wildInstructions: fc.Arbitrary<readonly CustomInstruction[]> = fc.array(
  fc
    .record({
      label: fc.constantFrom('A', 'B'),
      prompt: fc.constantFrom('be friendly', 'be very friendly', 'be formal', 'count', 'count in dozens'),
      source: fc.constantFrom(undefined, 'de', 'en'),
    })
    .map(({ label, prompt, source }) => ({ label, prompt, ...(source !== undefined && { sourceLanguage: source }) })),
  { maxLength: 4 },
);

const rules = fc.dictionary(fc.constantFrom('x', 'y'), fc.dictionary(fc.constantFrom('r', 's'), value, { minKeys: 1 }));

const limit = fc.option(fc.constantFrom(1, 2), { nil: null });

/** Labels say which key is which. A limit may go unnamed. */
const key = (address: string): fc.Arbitrary<KeyLike> =>
  fc.record({
    label: fc.constantFrom(`${address} M`, `${address} N`),
    limits: fc
      .record({ characters: limit, speechToTextMilliseconds: limit }, { requiredKeys: [] })
      .map((limits) => ({ ...limits })),
    deactivated: fc.boolean(),
  });

const side = (instructions: fc.Arbitrary<readonly CustomInstruction[]>): fc.Arbitrary<SideLike> =>
  fc.record({
    glossaries: fc.record({ g: glossary('g'), h: glossary('h') }, { requiredKeys: [] }),
    lists: fc.record(
      { l: fc.record({ name: fc.constantFrom('l M', 'l N'), rules, instructions }) },
      { requiredKeys: [] },
    ),
    keys: fc.record({ k: key('k'), m: key('m') }, { requiredKeys: [] }),
  });

/** What was deactivated once is so for good. */
const stillDead = (base: SideLike, theirs: SideLike): SideLike => ({
  ...theirs,
  keys: Object.fromEntries(
    Object.entries(theirs.keys ?? {}).map(([name, like]) => [
      name,
      { ...like, deactivated: like.deactivated === true || base.keys?.[name]?.deactivated === true },
    ]),
  ),
});

export const sides = (instructions: fc.Arbitrary<readonly CustomInstruction[]>): fc.Arbitrary<DriftInputLike> =>
  fc
    .record({ base: side(instructions), ours: side(instructions), theirs: side(instructions) })
    .map((given) => ({ ...given, theirs: stillDead(given.base, given.theirs) }));
