import type { Finding } from '../model/finding.ts';
import type { ConfiguredRules } from '../model/style-list.ts';
import { nearestName } from './nearest-name.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';
import type { YamlFile } from './yaml-file.ts';

const suggestionFor = (name: string, known: Iterable<string>): { readonly suggestion?: string } => {
  const suggestion = nearestName(name, [...known]);
  return suggestion === undefined ? {} : { suggestion };
};

/**
 * Compares rules with a catalogue. The catalogue of the service is open, so what it does not hold is a warning; an option that a known rule does
 * not offer is an error. Names are compared in NFC: some hold accents.
 */
export function checkRules(rules: ConfiguredRules, catalogue: RuleCatalogue, yaml: YamlFile): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [category, selected] of rules) {
    const path = ['configured_rules', category];
    const known = catalogue.get(category.normalize('NFC'));
    if (known === undefined) {
      findings.push({
        code: 'rule-category-unknown',
        severity: 'warning',
        at: yaml.keyAt(path),
        details: { category, ...suggestionFor(category, catalogue.keys()) },
      });
      continue;
    }
    for (const [rule, option] of selected) {
      const options = known.get(rule.normalize('NFC'));
      if (options === undefined) {
        findings.push({
          code: 'rule-unknown',
          severity: 'warning',
          at: yaml.keyAt([...path, rule]),
          details: { category, rule, ...suggestionFor(rule, known.keys()) },
        });
      } else if (!options.includes(option.normalize('NFC'))) {
        findings.push({
          code: 'rule-option-unknown',
          severity: 'error',
          at: yaml.at([...path, rule]),
          details: { category, rule, option, allowed: options, ...suggestionFor(option, options) },
        });
      }
    }
  }
  return findings;
}
