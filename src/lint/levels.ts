import { addressMatches } from '../model/resources/address.ts';
import type { LintLevel, LintPlace, LintSettings } from '../model/workspace/lint-settings.ts';
import type { Rule } from './rule.ts';

/** Where a finding is: the address of its resource and of its part, and the languages there. */
export interface LintedPlace {
  readonly addresses: readonly string[];
  /** Languages, and the pair where there is one. */
  readonly languages: readonly string[];
}

/** True when a place is one of those that settings name. */
export const isInPlace = ({ addresses, languages }: LintPlace, place: LintedPlace): boolean =>
  (addresses === undefined ||
    addresses.some((pattern) => place.addresses.some((address) => addressMatches(pattern, address)))) &&
  (languages === undefined || languages.some((language) => place.languages.includes(language)));

/** The level under one of the ids of a rule. */
const said = (levels: ReadonlyMap<string, LintLevel>, { id, aliases = [] }: Rule): LintLevel | undefined =>
  [id, ...aliases].map((each) => levels.get(each)).find((level) => level !== undefined);

/**
 * The level of a rule in a place. Later settings count more: those of a glossary more than those of the workspace, and
 * overrides more than rules, the last one most.
 */
export function levelOf(rule: Rule, place: LintedPlace, settings: readonly LintSettings[]): LintLevel {
  const preset = settings.findLast(({ extends: preset }) => preset !== undefined)?.extends;
  let level = (preset === 'strict' ? rule.strict : undefined) ?? rule.level;
  for (const { rules, overrides } of settings) {
    level = said(rules, rule) ?? level;
    for (const override of overrides) if (isInPlace(override, place)) level = said(override.rules, rule) ?? level;
  }
  return level;
}
