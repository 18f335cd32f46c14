import fc from 'fast-check';
import type { CustomInstruction } from '../../src/kinds/style-list/style-list.ts';
import type { Entry } from '../../src/model/entries/entries.ts';
import { type Address, addressName } from '../../src/model/resources/address.ts';
import type { ComparedTarget } from '../../src/plan/compare/compare-targets.ts';
import type {} from '../../src/plan/compare/comparison.ts';
import type { OwnedBy } from '../../src/plan/match/match.ts';
import { liveGlossary, liveStyleList } from '../support/build.ts';

/** What a target has, as plain values: nothing but pairs, since every name may be `__proto__`. */
export interface Content {
  readonly glossaries: readonly { readonly name: string; readonly dictionaries: readonly DictionaryContent[] }[];
  readonly lists: readonly ListContent[];
}

export interface DictionaryContent {
  readonly pair: 'en->de' | 'en->fr' | 'de->en';
  readonly terms: readonly Entry[];
}

export interface ListContent {
  readonly name: string;
  readonly language: string;
  readonly rules: readonly (readonly [category: string, rule: string, option: string])[];
  readonly instructions: readonly CustomInstruction[];
}

/** The target that has this content, with ids of its own and, `reversed`, in another order. */
export function targetOf(
  name: string,
  content: Content,
  { reversed = false, standing = 'files' as OwnedBy } = {},
): ComparedTarget {
  const turned = <Item>(items: readonly Item[]): readonly Item[] => (reversed ? [...items].reverse() : items);
  const glossaries = turned(content.glossaries).map((glossary, index) =>
    liveGlossary(
      `${name}-g${index}`,
      glossary.name,
      Object.fromEntries(turned(glossary.dictionaries).map(({ pair, terms }) => [pair, turned(terms)])),
    ),
  );
  const styleLists = turned(content.lists).map((list, index) => {
    const {
      id,
      version,
      instructions,
      content: made,
    } = liveStyleList(`${name}-l${index}`, list.name, {
      language: list.language,
      instructions: turned(list.instructions),
    });
    const rules = new Map<string, Map<string, string>>();
    for (const [category, rule, option] of turned(list.rules))
      rules.set(category, (rules.get(category) ?? new Map()).set(rule, option));
    return { id, version, instructions, content: { ...made, rules } };
  });
  const known = new Map<string, { readonly address: Address; readonly standing: OwnedBy }>([
    ...glossaries.map(
      (each) => [each.id, { address: `glossary.${addressName(each.name, new Set())}`, standing }] as const,
    ),
    ...styleLists.map(
      ({ id, content: { name: shown } }) =>
        [id, { address: `style_rules.${addressName(shown, new Set())}`, standing }] as const,
    ),
  ]);
  return { name, live: { glossaries, styleLists }, known };
}

const word = fc.constantFrom('house', 'Haus', 'cat', '__proto__', 'é', 'e\u0301', 'שלום', '10', '->');

const terms = fc.uniqueArray(fc.tuple(word, word), { selector: ([source]) => source, minLength: 1, maxLength: 5 });

const dictionaries = fc.uniqueArray(
  fc.record({ pair: fc.constantFrom('en->de' as const, 'en->fr' as const, 'de->en' as const), terms }),
  { selector: ({ pair }) => pair, maxLength: 3 },
);

const instruction: fc.Arbitrary<CustomInstruction> = fc.record(
  { label: fc.constantFrom('Tone', 'Form'), prompt: word, sourceLanguage: fc.constantFrom('en', 'fr') },
  { requiredKeys: ['label', 'prompt'] },
);

const list = fc.record({
  name: word,
  language: fc.constantFrom('de', 'fr'),
  rules: fc.uniqueArray(fc.tuple(fc.constantFrom('style', 'numbers'), word, word), {
    selector: ([category, rule]) => JSON.stringify([category, rule]),
    maxLength: 4,
  }),
  instructions: fc.array(instruction, { maxLength: 4 }),
});

/** Any content, each name once. */
export const anyContent: fc.Arbitrary<Content> = fc.record({
  glossaries: fc.uniqueArray(fc.record({ name: word, dictionaries }), { selector: ({ name }) => name, maxLength: 4 }),
  lists: fc.uniqueArray(list, { selector: ({ name }) => name, maxLength: 3 }),
});
