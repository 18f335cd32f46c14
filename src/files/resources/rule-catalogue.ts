import { builtInRules, type RuleOptions } from '../../contract/rule-catalogue.ts';

/**
 * The rules that files are compared with. A service may have others: what a catalogue lacks is never more than a
 * warning.
 */
export interface RuleCatalogue {
  readonly rules: RuleOptions;
  /** The document of `rule_catalog:`, relative to the workspace; absent: the built-in catalogue. */
  readonly file?: string;
}

/** The catalogue of a workspace that names none. */
export const builtInCatalogue = (): RuleCatalogue => ({ rules: builtInRules() });
