import { addressMatches } from '../model/resources/address.ts';
import type { LintLevel, LintPlace, LintSettings } from '../model/workspace/lint-settings.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/registry.ts';

/** The place of a finding: the addresses of its resource and of its part, and their languages. */
export interface LintedPlace {
  readonly addresses: readonly string[];
  /** Languages, and their pair for a dictionary. */
  readonly languages: readonly string[];
}

/** True if the settings select this place. */
export const isInPlace = ({ addresses, languages }: LintPlace, place: LintedPlace): boolean =>
  (addresses === undefined ||
    addresses.some((pattern) => place.addresses.some((address) => addressMatches(pattern, address)))) &&
  (languages === undefined || languages.some((language) => place.languages.includes(language)));

/** The level set for a rule, under any of its ids. */
const configuredLevel = (levels: ReadonlyMap<string, LintLevel>, { id, aliases = [] }: Rule): LintLevel | undefined =>
  [id, ...aliases].map((each) => levels.get(each)).find((level) => level !== undefined);

/**
 * The level of a rule at a place. Later settings have priority: those of a glossary over those of the workspace,
 * overrides over rules, and the last override over earlier ones.
 */
export function levelOf(rule: Rule, place: LintedPlace, settings: readonly LintSettings[]): LintLevel {
  const preset = settings.findLast(({ extends: preset }) => preset !== undefined)?.extends;
  let level = (preset === 'strict' ? rule.strict : undefined) ?? rule.level;
  for (const { rules, overrides } of settings) {
    level = configuredLevel(rules, rule) ?? level;
    for (const override of overrides)
      if (isInPlace(override, place)) level = configuredLevel(override.rules, rule) ?? level;
  }
  return level;
}

/** The rules with a scope. */
export const rulesWithScope = <Scope extends Rule['scope']>(
  scope: Scope,
): readonly Extract<Rule, { readonly scope: Scope }>[] =>
  RULES.filter((rule): rule is Extract<Rule, { readonly scope: Scope }> => rule.scope === scope);

const TERM_RULES = rulesWithScope('term');
const DICTIONARY_RULES = rulesWithScope('dictionary');

/** The level of each rule by its id. */
export type Levels = ReadonlyMap<string, LintLevel>;

/** The levels at a place, and the rules that are on. */
interface RulesHere {
  readonly levels: Levels;
  readonly termRules: typeof TERM_RULES;
  readonly dictionaryRules: typeof DICTIONARY_RULES;
}

/** The level of each rule at a place. `errorsOnly`: other rules than those with the level `error` are off. */
export const levelsAt = (place: LintedPlace, settings: readonly LintSettings[], errorsOnly = false): Levels =>
  new Map(
    RULES.map((rule) => {
      const level = levelOf(rule, place, settings);
      return [rule.id, errorsOnly && level !== 'error' ? 'off' : level];
    }),
  );

/** The rules that are on. */
export const active = <Any extends Rule>(rules: readonly Any[], levels: Levels): readonly Any[] =>
  rules.filter(({ id }) => levels.get(id) !== 'off');

/**
 * Finds the rules for dictionaries. The result is computed once for all dictionaries of a glossary to which the same
 * overrides apply.
 */
export function rulesFinder(
  workspace: LintSettings,
  errorsOnly?: boolean,
): (place: LintedPlace, settings: LintSettings | undefined) => RulesHere {
  const known = new Map<LintSettings | undefined, Map<string, RulesHere>>();
  return (place, glossarySettings) => {
    const settings = glossarySettings === undefined ? [workspace] : [workspace, glossarySettings];
    const holding = settings
      .flatMap(({ overrides }) => overrides.map((each) => Number(isInPlace(each, place))))
      .join('');
    const glossaryRules = known.get(glossarySettings) ?? new Map<string, RulesHere>();
    known.set(glossarySettings, glossaryRules);
    const found = glossaryRules.get(holding);
    if (found !== undefined) return found;
    const levels = levelsAt(place, settings, errorsOnly);
    const here = { levels, termRules: active(TERM_RULES, levels), dictionaryRules: active(DICTIONARY_RULES, levels) };
    glossaryRules.set(holding, here);
    return here;
  };
}
