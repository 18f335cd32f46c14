import { type Finding, warningAt } from '../../model/finding.ts';
import type { ConfiguredRules } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { nearestNames } from '../languages/nearest-name.ts';
import type { YamlFile } from '../yaml/yaml-file.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

/**
 * Compares rules with a catalogue. The catalogue of the service is open and changes every month, so whatever a
 * catalogue does not hold is a warning and is sent as it is: a category, a rule, or an option of a known rule. Names
 * are compared in NFC: some hold accents.
 */
export function checkRules(rules: ConfiguredRules, catalogue: RuleCatalogue, yaml: YamlFile): readonly Finding[] {
  const { rules: known, file } = catalogue;
  const findings: Finding[] = [];
  const warn = (code: string, at: SourceRef, details: Finding['details']): void => {
    findings.push(warningAt(code, at, { ...details, ...(file !== undefined && { catalogue: file }) }));
  };
  const nearest = nearestNames();
  const suggestionFor = (name: string, names: Iterable<string>): { readonly suggestion?: string } => {
    const suggestion = nearest(name, [...names]);
    return suggestion === undefined ? {} : { suggestion };
  };
  for (const [category, selected] of rules) {
    const path = ['configured_rules', category];
    const ofCategory = known.get(category.normalize('NFC'));
    if (ofCategory === undefined) {
      warn('rule-category-unknown', yaml.keyAt(path), { category, ...suggestionFor(category, known.keys()) });
      continue;
    }
    for (const [rule, option] of selected) {
      const options = ofCategory.get(rule.normalize('NFC'));
      if (options === undefined) {
        const details = { category, rule, ...suggestionFor(rule, ofCategory.keys()) };
        warn('rule-unknown', yaml.keyAt([...path, rule]), details);
      } else if (!options.includes(option.normalize('NFC'))) {
        const details = { category, rule, option, known: options, ...suggestionFor(option, options) };
        warn('rule-option-unknown', yaml.at([...path, rule]), details);
      }
    }
  }
  return findings;
}
