import { checkStyleListLanguage, isGlossaryLanguage } from '../../../files/languages/check-language.ts';
import { nearestNames } from '../../../files/languages/nearest-name.ts';
import { validateStyleList } from '../../../files/validators.generated.js';
import { addressNameOf } from '../../../files/workspace/resource-name.ts';
import { checkLine, checkNameFree, checkProse } from '../../../files/yaml/check-text.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput } from '../../../files/yaml/yaml-file.ts';
import { yamlText } from '../../../files/yaml/yaml-text.ts';
import { type Checked, type Finding, hasErrors, warningAt } from '../../../model/finding.ts';
import { styleId } from '../../../model/ids.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { SourceRef } from '../../../model/source-ref.ts';
import { onName, parseOn } from '../../files/parse-on.ts';
import type { Placed } from '../../files/resource-source.ts';
import type { ConfiguredRules, CustomInstruction, DesiredStyleList, StyleListContent } from '../style-list.ts';
import { sameInstruction, styleListAddress } from '../style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

/** One style list file. */
export interface StyleListSource extends DesiredStyleList, Placed {}

declare module '../../files/resource-source.ts' {
  interface SourceTypes {
    readonly styleLists: StyleListSource;
  }
}

/**
 * Compares rules with a catalogue. The catalogue of the service is open and changes every month, so everything that a
 * catalogue does not contain is only a warning and is sent unchanged: a category, a rule, or an option of a known rule.
 * Names are compared in NFC, because some contain accents.
 */
function checkRules(rules: ConfiguredRules, catalogue: RuleCatalogue, yaml: YamlFile): readonly Finding[] {
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
    const knownRules = known.get(category.normalize('NFC'));
    if (knownRules === undefined) {
      warn('rule-category-unknown', yaml.keyAt(path), { category, ...suggestionFor(category, known.keys()) });
      continue;
    }
    for (const [rule, option] of selected) {
      const options = knownRules.get(rule.normalize('NFC'));
      if (options === undefined) {
        const details = { category, rule, ...suggestionFor(rule, knownRules.keys()) };
        warn('rule-unknown', yaml.keyAt([...path, rule]), details);
      } else if (!options.includes(option.normalize('NFC'))) {
        const details = { category, rule, option, known: options, ...suggestionFor(option, options) };
        warn('rule-option-unknown', yaml.at([...path, rule]), details);
      }
    }
  }
  return findings;
}

/** Checks each custom instruction, and finds duplicates. The schema checks lengths and numbers. */
function checkInstructions(instructions: readonly CustomInstruction[], yaml: YamlFile): readonly Finding[] {
  const at = (index: number, key: string): SourceRef => yaml.at(['custom_instructions', index, key]);
  const findings: Finding[] = [];
  const byLabel = new Map<string, readonly number[]>();
  instructions.forEach((instruction, index) => {
    const { label, prompt, sourceLanguage } = instruction;
    findings.push(
      ...checkLine({ key: `custom_instructions[${index}].label`, text: label, at: at(index, 'label') }),
      ...checkProse({ key: `custom_instructions[${index}].prompt`, text: prompt, at: at(index, 'prompt') }),
    );
    if (sourceLanguage !== undefined && !isGlossaryLanguage(sourceLanguage)) {
      findings.push(warningAt('source-language-unusual', at(index, 'source_language'), { language: sourceLanguage }));
    }
    const earlier = byLabel.get(label) ?? [];
    byLabel.set(label, [...earlier, index]);
    const twin = earlier.find((each) => sameInstruction(instructions[each] as CustomInstruction, instruction, ''));
    const first = twin ?? earlier[0];
    if (first === undefined) return;
    findings.push({
      code: twin === undefined ? 'instruction-label-repeated' : 'instruction-repeated',
      severity: 'warning',
      at: at(index, 'label'),
      related: [at(first, 'label')],
      details: { label },
    });
  });
  return findings;
}

/** A style list file as the schema accepts it. */
interface RawStyleList {
  readonly name: string;
  readonly id?: string;
  readonly language: string;
  readonly configured_rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly custom_instructions?: readonly {
    readonly label: string;
    readonly prompt: string;
    readonly source_language?: string;
  }[];
  readonly on?: Readonly<Record<string, { readonly name?: string; readonly publish?: boolean }>>;
  readonly protect?: boolean;
}

/** The rules in file order, as maps. Invalid rules are left out: the schema has reported them. */
function rulesOf(raw: Partial<RawStyleList>, yaml: YamlFile): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    yaml.keys(['configured_rules']).map((category) => {
      const selected = raw.configured_rules?.[category] ?? {};
      const rules = yaml.keys(['configured_rules', category]);
      return [
        category,
        new Map(rules.flatMap((rule) => (typeof selected[rule] === 'string' ? [[rule, selected[rule]] as const] : []))),
      ];
    }),
  );
}

/**
 * The checks that are still useful in a file that does not match the schema, so that all errors are reported at once.
 */
function checkRest(yaml: YamlFile, catalogue: RuleCatalogue): readonly Finding[] {
  const raw = (yaml.value ?? {}) as unknown as Partial<RawStyleList>;
  return [
    ...(typeof raw.language === 'string' && raw.language !== ''
      ? checkStyleListLanguage(raw.language, yaml.at(['language'])).findings
      : []),
    ...checkRules(rulesOf(raw, yaml), catalogue, yaml),
  ];
}

/** Parses one style list file. The value is absent if the file has errors. */
export function parseStyleListFile(input: YamlInput, catalogue: RuleCatalogue): Checked<StyleListSource> {
  const { yaml, raw, findings: schemaFindings } = parseValidYaml<RawStyleList>(input, validateStyleList);
  if (yaml === undefined) return { findings: schemaFindings };
  const address = addressNameOf(input.file);
  const findings: Finding[] = [...address.findings, ...schemaFindings];
  if (raw === undefined || hasErrors(findings)) return { findings: [...findings, ...checkRest(yaml, catalogue)] };

  const language = checkStyleListLanguage(raw.language, yaml.at(['language']));
  const rules = rulesOf(raw, yaml);
  const instructions = (raw.custom_instructions ?? []).map(
    ({ label, prompt, source_language: source }): CustomInstruction =>
      omitUndefined({ label, prompt, sourceLanguage: source?.toLowerCase() }),
  );
  findings.push(
    ...checkLine({ key: 'name', text: raw.name, at: yaml.at(['name']) }),
    ...checkNameFree(raw.name, yaml.at(['name'])),
    ...(raw.id === undefined ? [] : checkLine({ key: 'id', text: raw.id, at: yaml.at(['id']) })),
    ...language.findings,
    ...checkRules(rules, catalogue, yaml),
    ...checkInstructions(instructions, yaml),
  );
  const on = parseOn(raw.on, ['on'], yaml, ({ name }, path) => {
    if (name === undefined) return [];
    const at = yaml.at([...path, 'name']);
    findings.push(...checkLine({ key: 'name', text: name, at }), ...checkNameFree(name, at));
    return [[['name'], name]];
  });
  if (address.name === undefined || language.code === undefined || hasErrors(findings)) return { findings };
  return {
    value: {
      address: styleListAddress(address.name),
      file: input.file,
      origin: yaml.at(['name']),
      ...(raw.id !== undefined && { pinnedId: styleId(raw.id), pinnedIdAt: yaml.at(['id']) }),
      content: { name: raw.name, language: language.code, rules, instructions },
      instructionOrigins: instructions.map((_, index) => yaml.at(['custom_instructions', index])),
      locateRule: (category, rule) =>
        rules.get(category)?.has(rule) ? yaml.keyAt(['configured_rules', category, rule]) : undefined,
      protect: raw.protect ?? false,
      ...on,
    },
    findings,
  };
}

/** The text of a style list file. Categories without rules are left out, because they have no effect. */
export function styleListText(
  { name, language, rules, instructions }: StyleListContent,
  {
    pinnedId,
    nameOn,
    protect,
  }: { readonly pinnedId?: string; readonly nameOn?: string; readonly protect?: boolean } = {},
): string {
  const categories = [...rules].filter(([, selected]) => selected.size > 0);
  return yamlText('style-list', {
    name,
    id: pinnedId,
    language,
    configured_rules: categories.length === 0 ? undefined : new Map(categories),
    custom_instructions:
      instructions.length === 0
        ? undefined
        : instructions.map(({ label, prompt, sourceLanguage }) => ({ label, prompt, source_language: sourceLanguage })),
    on: onName(nameOn, name),
    protect: protect === true ? protect : undefined,
  });
}
