import { KNOWN_RULES, RULE_CATEGORIES } from '../contract/rule-catalogue.ts';

/** Category → rule → its options. Maps, since names may come from a document of the user. */
export type RuleCatalogue = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The rules that the description gives. Any other rule may exist. */
export const BUILT_IN_CATALOGUE: RuleCatalogue = new Map(
  RULE_CATEGORIES.map((category) => [category, new Map(Object.entries(KNOWN_RULES[category] ?? {}))]),
);
