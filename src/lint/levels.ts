import { addressMatches } from '../model/resources/address.ts';
import type { LintLevel, LintPlace, LintSettings } from '../model/workspace/lint-settings.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/registry.ts';

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

/** The rules that look at one kind of thing. */
export const ofScope = <Scope extends Rule['scope']>(
  scope: Scope,
): readonly Extract<Rule, { readonly scope: Scope }>[] =>
  RULES.filter((rule): rule is Extract<Rule, { readonly scope: Scope }> => rule.scope === scope);

const TERM_RULES = ofScope('term');
const DICTIONARY_RULES = ofScope('dictionary');

/** The level of each rule by its id. */
export type Levels = ReadonlyMap<string, LintLevel>;

/** The levels at a place, and the rules that are on there. */
interface RulesHere {
  readonly levels: Levels;
  readonly ofTerms: typeof TERM_RULES;
  readonly ofDictionaries: typeof DICTIONARY_RULES;
}

/** The level of each rule at a place. `errorsOnly`: rules whose findings are no errors are off. */
export const levelsAt = (place: LintedPlace, settings: readonly LintSettings[], errorsOnly = false): Levels =>
  new Map(
    RULES.map((rule) => {
      const level = levelOf(rule, place, settings);
      return [rule.id, errorsOnly && level !== 'error' ? 'off' : level];
    }),
  );

/** Those that are on. */
export const active = <Any extends Rule>(rules: readonly Any[], levels: Levels): readonly Any[] =>
  rules.filter(({ id }) => levels.get(id) !== 'off');

/** Finds the rules of dictionaries, once for all of a glossary's own settings where the same overrides hold. */
export function rulesFinder(
  workspace: LintSettings,
  errorsOnly?: boolean,
): (place: LintedPlace, settings: LintSettings | undefined) => RulesHere {
  const known = new Map<LintSettings | undefined, Map<string, RulesHere>>();
  return (place, own) => {
    const settings = own === undefined ? [workspace] : [workspace, own];
    const holding = settings
      .flatMap(({ overrides }) => overrides.map((each) => Number(isInPlace(each, place))))
      .join('');
    const ofOwn = known.get(own) ?? new Map<string, RulesHere>();
    known.set(own, ofOwn);
    const found = ofOwn.get(holding);
    if (found !== undefined) return found;
    const levels = levelsAt(place, settings, errorsOnly);
    const here = { levels, ofTerms: active(TERM_RULES, levels), ofDictionaries: active(DICTIONARY_RULES, levels) };
    ofOwn.set(holding, here);
    return here;
  };
}
