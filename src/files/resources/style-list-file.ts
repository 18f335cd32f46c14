import { type Checked, type Finding, hasErrors } from '../../model/finding.ts';
import { styleId } from '../../model/ids.ts';
import { styleListAddress } from '../../model/resources/address.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import { checkStyleListLanguage } from '../languages/check-language.ts';
import { validateStyleList } from '../validators.generated.js';
import { addressNameOf } from '../workspace/resource-name.ts';
import type { StyleListSource } from '../workspace/sources.ts';
import { schemaFindings } from '../yaml/schema-findings.ts';
import { parseYaml, type YamlFile, type YamlInput } from '../yaml/yaml-file.ts';
import { checkInstructions } from './check-instructions.ts';
import { checkRules } from './check-rules.ts';
import { checkLine, checkNameFree } from './check-text.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

/** A style list file as the schema lets it through. */
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
  readonly protect?: boolean;
}

/** The rules in file order, as maps. What is no rule is left out: the schema has said so. */
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

/** The checks that still mean something in a file that does not fit the schema: all faults are told at once. */
function checkRest(yaml: YamlFile, catalogue: RuleCatalogue): readonly Finding[] {
  const raw = (yaml.value ?? {}) as unknown as Partial<RawStyleList>;
  return [
    ...(typeof raw.language === 'string' && raw.language !== ''
      ? checkStyleListLanguage(raw.language, yaml.at(['language'])).findings
      : []),
    ...checkRules(rulesOf(raw, yaml), catalogue, yaml),
  ];
}

/** Parses one style list file. The value is absent when the file has errors. */
export function parseStyleListFile(input: YamlInput, catalogue: RuleCatalogue): Checked<StyleListSource> {
  const parsed = parseYaml(input);
  const yaml = parsed.value;
  if (yaml === undefined) return { findings: parsed.findings };
  const address = addressNameOf(input.file, 'style-list');
  const findings: Finding[] = [...address.findings, ...schemaFindings(yaml, validateStyleList)];
  if (hasErrors(findings)) return { findings: [...findings, ...checkRest(yaml, catalogue)] };
  const raw = yaml.value as unknown as RawStyleList;

  const language = checkStyleListLanguage(raw.language, yaml.at(['language']));
  const rules = rulesOf(raw, yaml);
  const instructions = (raw.custom_instructions ?? []).map(
    ({ label, prompt, source_language: source }): CustomInstruction => ({
      label,
      prompt,
      ...(source !== undefined && { sourceLanguage: source.toLowerCase() }),
    }),
  );
  findings.push(
    ...checkLine({ key: 'name', text: raw.name, at: yaml.at(['name']) }),
    ...checkNameFree(raw.name, yaml.at(['name'])),
    ...(raw.id === undefined ? [] : checkLine({ key: 'id', text: raw.id, at: yaml.at(['id']) })),
    ...language.findings,
    ...checkRules(rules, catalogue, yaml),
    ...checkInstructions(instructions, yaml),
  );
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
    },
    findings,
  };
}
