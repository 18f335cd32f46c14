import fc from 'fast-check';
import type { DeveloperKeyAddress } from '../../src/kinds/developer-key/developer-key.ts';
import { type KnownKey, keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { GlossaryAddress } from '../../src/kinds/glossary/glossary.ts';
import type { LedgerState, UnfinishedReplacement } from '../../src/kinds/states.ts';
import type { CustomInstruction, StyleListAddress } from '../../src/kinds/style-list/style-list.ts';
import type { Dictionary } from '../../src/model/entries/dictionary.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { glossaryId, styleId } from '../../src/model/ids.ts';
import { nameDigest } from '../../src/model/resources/digest.ts';

/** Phrases as a service takes them: no control characters, no outer white space. */
const phrase = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter(
    (text) =>
      text.trim() === text &&
      !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) &&
      !/^\p{White_Space}|\p{White_Space}$/u.test(text),
  )
  .map((text) => (text === '' ? 'x' : text));

const name = fc.constantFrom('product', 'legal', 'a-b', 'ä');
const pair = fc.constantFrom<PairKey>('en->de', 'de->en', 'en->fr');

const dictionaries = fc
  .dictionary(pair, fc.array(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 5 }))
  .map(
    (given) =>
      new Map(
        Object.entries(given).map(([key, rows]): [PairKey, Dictionary] => [
          key as PairKey,
          { pair: parsePairKey(key as PairKey), entries: entriesOf(rows) },
        ]),
      ),
  );

const instruction: fc.Arbitrary<CustomInstruction> = fc
  .record({
    label: phrase,
    prompt: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/\p{Cs}/u.test(text)),
    source: fc.option(fc.constantFrom('en', 'de'), { nil: undefined }),
  })
  .map(({ label, prompt, source }) => ({ label, prompt, ...(source !== undefined && { sourceLanguage: source }) }));

const rules = fc
  .dictionary(
    fc.constantFrom('numbers', '__proto__'),
    fc.dictionary(fc.constantFrom('rule', 'constructor'), phrase, { minKeys: 1 }),
  )
  .map(
    (given) =>
      new Map(Object.entries(given).map(([category, selected]) => [category, new Map(Object.entries(selected))])),
  );

const limit = fc.option(fc.nat(5000), { nil: null });

/** What is known of a key: all of it, nothing but the id, or anything between. */
const knownKey: fc.Arbitrary<KnownKey> = fc
  .record(
    {
      label: phrase,
      limits: fc.record({ characters: limit, speechToTextMilliseconds: limit }, { requiredKeys: [] }),
      deactivated: fc.boolean(),
    },
    { requiredKeys: ['limits'] },
  )
  .map(({ limits, ...known }) => ({ ...known, limits: { ...limits } }));

/** What an apply may have left. */
export const ledgerState: fc.Arbitrary<LedgerState> = fc
  .record({
    glossaries: fc.array(fc.record({ name, display: phrase, dictionaries, protect: fc.boolean() }), { maxLength: 3 }),
    lists: fc.array(
      fc.record({
        name,
        display: phrase,
        language: fc.constantFrom('de', 'fr'),
        rules,
        instructions: fc.array(instruction, { maxLength: 3 }),
        protect: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    keys: fc.array(fc.record({ name, content: knownKey, protect: fc.boolean() }), { maxLength: 2 }),
    unfinished: fc.array(fc.record({ name, isBegun: fc.boolean(), others: fc.array(phrase, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
  })
  .map(({ glossaries, lists, keys, unfinished }) => ({
    ...(unfinished.length > 0 && {
      unfinished: unfinished.map((each, index): UnfinishedReplacement => {
        const known = { address: `style_rules.${each.name}`, old: styleId(`old${index}`) } as const;
        if (!each.isBegun) return { kind: 'left', ...known };
        return { kind: 'pending', ...known, digest: nameDigest(each.name), notIds: each.others.map(styleId) };
      }),
    }),
    glossaries: new Map(
      glossaries.map((each, index) => [
        `glossary.${each.name}` as GlossaryAddress,
        {
          id: glossaryId(`g${index}`),
          protect: each.protect,
          content: { name: each.display, dictionaries: each.dictionaries },
        },
      ]),
    ),
    styleLists: new Map(
      lists.map((each, index) => [
        `style_rules.${each.name}` as StyleListAddress,
        {
          id: styleId(`s${index}`),
          protect: each.protect,
          content: { name: each.display, language: each.language, rules: each.rules, instructions: each.instructions },
        },
      ]),
    ),
    developerKeys: new Map(
      keys.map((each, index) => [
        `developer_key.${each.name}` as DeveloperKeyAddress,
        { id: keyId(`k${index}:x`), content: each.content, protect: each.protect },
      ]),
    ),
  }));

/** A state as plain values, so that two can be compared: entries are behind an interface. */
export const plain = ({ glossaries, styleLists, developerKeys, unfinished = [] }: LedgerState): unknown => ({
  unfinished,
  glossaries: [...glossaries]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([address, { id, protect, content }]) => [
      address,
      id,
      protect,
      content.name,
      [...content.dictionaries]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, { entries }]) => [key, [...entries]]),
    ]),
  styleLists: [...styleLists].sort(([left], [right]) => (left < right ? -1 : 1)),
  developerKeys: [...developerKeys].sort(([left], [right]) => (left < right ? -1 : 1)),
});
