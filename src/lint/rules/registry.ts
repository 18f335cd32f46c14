import type { Rule } from '../rule.ts';
import { spaceDouble } from './space/double.ts';
import { spaceOuter } from './space/outer.ts';
import { termsNearDuplicate } from './terms/near-duplicate.ts';

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [spaceOuter, spaceDouble, termsNearDuplicate];

const BY_ID: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap((rule) => [rule.id, ...(rule.aliases ?? [])].map((id) => [id, rule] as const)),
);

/** A rule by its id, or by an earlier one. */
export const ruleNamed = (id: string): Rule | undefined => BY_ID.get(id);
