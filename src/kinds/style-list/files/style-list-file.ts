import { checkStyleListLanguage, isGlossaryLanguage } from '../../../files/languages/check-language.ts';
import { nearestNames } from '../../../files/languages/nearest-name.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { validateStyleList } from '../../../files/validators.generated.js';
import { yamlRole } from '../../../files/workspace/file-role.ts';
import { addressNameOf, type FileToRead, fileRelativeTo, readParsed } from '../../../files/workspace/workspace-path.ts';
import { checkLine, checkNameFree, checkProse } from '../../../files/yaml/check-text.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../../../files/yaml/yaml-file.ts';
import { yamlText } from '../../../files/yaml/yaml-text.ts';
import {
  type Checked,
  errorAt,
  type Finding,
  hasErrors,
  type SourceRef,
  topOf,
  warningAt,
} from '../../../model/finding.ts';
import { styleId } from '../../../model/ids.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { Placed } from '../../files/files-facet.ts';
import { onName, parseOn } from '../../files/parse-on.ts';
import {
  type ConfiguredRules,
  type CustomInstruction,
  type DesiredStyleList,
  type StyleListContent,
  sameInstruction,
  styleListAddress,
} from '../style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

/** One style list file. */
export interface StyleListSource extends DesiredStyleList, Placed {
  /** Absent: it extends no file, and removes nothing. */
  readonly stack?: StyleStack;
}

/** The own content of a style list, and the inherited one before it is overridden or removed. */
export interface StyleStack {
  readonly own: StyleListContent;
  /** `remove:` of its file. */
  readonly removed: readonly string[];
  /** Absent until the files that it extends are read. */
  readonly inherited?: Pick<StyleListContent, 'rules' | 'instructions'>;
}

/** A text in a list of a file. */
interface PlacedText {
  readonly text: string;
  readonly at: SourceRef;
}

/** A rule or an instruction in a file. */
export type StyleItem = { readonly at: SourceRef; readonly languages?: readonly string[] } & (
  | { readonly rule: readonly [category: string, rule: string]; readonly option: string }
  | { readonly rule?: never; readonly instruction: CustomInstruction }
);

/** One file of rules and instructions: a list, or a part that lists extend. */
export interface StyleFile {
  readonly file: string;
  readonly items: readonly StyleItem[];
  /** `extends:`, in its order. */
  readonly layers: readonly PlacedText[];
  readonly removed: readonly PlacedText[];
  /** The languages of the lists that it applies to. Absent: all languages. */
  readonly languages?: readonly string[];
  /** The place of its languages, or of the file. */
  readonly at: SourceRef;
  /** Absent: the file is a part. */
  readonly list?: StyleListSource;
}

declare module '../../files/files-facet.ts' {
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
  readonly name?: string;
  readonly id?: string;
  readonly language?: string;
  readonly extends?: string | readonly string[];
  readonly languages?: readonly string[];
  readonly remove?: readonly string[];
  readonly configured_rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly custom_instructions?: readonly {
    readonly label: string;
    readonly prompt: string;
    readonly source_language?: string;
    readonly languages?: readonly string[];
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

/** The languages at a path, as codes in lower case. Errors are added to `findings`. */
function languagesOf(raw: RawStyleList['languages'], path: YamlPath, yaml: YamlFile, findings: Finding[]) {
  const codes = raw?.map((text, index) => {
    const checked = checkStyleListLanguage(text, yaml.at([...path, 'languages', index]));
    findings.push(...checked.findings);
    return checked.code ?? text.toLowerCase();
  });
  if (codes !== undefined && yaml.keys([]).includes('name'))
    findings.push(errorAt('style-languages-in-list', yaml.keyAt([...path, 'languages'])));
  return omitUndefined({ languages: codes });
}

/** Parses one file of rules and instructions. The value is absent if the file has errors. */
function parseStyleFile(input: YamlInput, catalogue: RuleCatalogue): Checked<StyleFile> {
  const { yaml, raw, findings: schemaFindings } = parseValidYaml<RawStyleList>(input, validateStyleList);
  if (yaml === undefined) return { findings: schemaFindings };
  const address = addressNameOf(input.file);
  // Only a list has an address.
  const isList = yaml.keys([]).includes('name');
  const findings: Finding[] = [...(isList ? address.findings : []), ...schemaFindings];
  if (raw === undefined || hasErrors(findings)) return { findings: [...findings, ...checkRest(yaml, catalogue)] };

  const rules = rulesOf(raw, yaml);
  const written = raw.custom_instructions ?? [];
  const instructions = written.map(
    ({ label, prompt, source_language: source }): CustomInstruction =>
      omitUndefined({ label, prompt, sourceLanguage: source?.toLowerCase() }),
  );
  const list = listOf(raw, yaml, { rules, instructions }, findings);
  findings.push(...checkRules(rules, catalogue, yaml), ...checkInstructions(instructions, yaml));
  const at = (key: string) => (text: string, index: number) => ({ text, at: yaml.at([key, index]) });
  const items: readonly StyleItem[] = [
    ...[...rules].flatMap(([category, selected]) =>
      [...selected].map(
        ([rule, option]): StyleItem => ({
          rule: [category, rule],
          option,
          at: yaml.keyAt(['configured_rules', category, rule]),
        }),
      ),
    ),
    ...instructions.map((instruction, index): StyleItem => {
      const path = ['custom_instructions', index];
      return { instruction, at: yaml.at(path), ...languagesOf(written[index]?.languages, path, yaml, findings) };
    }),
  ];
  const file = {
    file: input.file,
    items,
    layers:
      typeof raw.extends === 'string'
        ? [{ text: raw.extends, at: yaml.at(['extends']) }]
        : (raw.extends ?? []).map(at('extends')),
    removed: (raw.remove ?? []).map(at('remove')),
    ...languagesOf(raw.languages, [], yaml, findings),
    at: raw.languages === undefined ? topOf(input.file) : yaml.keyAt(['languages']),
  };
  if (hasErrors(findings)) return { findings };
  if (list === undefined || address.name === undefined) return { value: file, findings };
  const hasStack = file.layers.length + file.removed.length > 0;
  const stack = { own: list.content, removed: file.removed.map(({ text }) => text) };
  const source = { ...list, address: styleListAddress(address.name), ...(hasStack && { stack }) };
  return { value: { ...file, list: source }, findings };
}

/** The list in a file; `undefined` if the file is a part. Errors are added to `findings`. */
function listOf(
  raw: RawStyleList,
  yaml: YamlFile,
  { rules, instructions }: Pick<StyleListContent, 'rules' | 'instructions'>,
  findings: Finding[],
): Omit<StyleListSource, 'address'> | undefined {
  const { name, language } = raw;
  if (name === undefined || language === undefined) return undefined;
  const { code, findings: languageFindings } = checkStyleListLanguage(language, yaml.at(['language']));
  const checkName = (text: string, at: SourceRef): unknown =>
    findings.push(...checkLine({ key: 'name', text, at }), ...checkNameFree(text, at));
  checkName(name, yaml.at(['name']));
  if (raw.id !== undefined) findings.push(...checkLine({ key: 'id', text: raw.id, at: yaml.at(['id']) }));
  findings.push(...languageFindings);
  const on = parseOn(raw.on, ['on'], yaml, ({ name: own }, path) => {
    if (own === undefined) return [];
    checkName(own, yaml.at([...path, 'name']));
    return [[['name'], own]];
  });
  return {
    file: yaml.file,
    origin: yaml.at(['name']),
    ...(raw.id !== undefined && { pinnedId: styleId(raw.id), pinnedIdAt: yaml.at(['id']) }),
    content: { name, language: code ?? language, rules, instructions },
    instructionOrigins: instructions.map((_, index) => yaml.at(['custom_instructions', index])),
    locateRule: (category, rule) =>
      rules.get(category)?.has(rule) ? yaml.keyAt(['configured_rules', category, rule]) : undefined,
    protect: raw.protect ?? false,
    ...on,
  };
}

/** Parses the file of a list, without what it inherits. The value is absent if the file has errors, or is a part. */
export function parseStyleListFile(input: YamlInput, catalogue: RuleCatalogue): Checked<StyleListSource> {
  const { value, findings } = parseStyleFile(input, catalogue);
  return value?.list === undefined ? { findings } : { value: value.list, findings };
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

/** What is read once for all style lists. */
export interface StyleShared extends RuleCatalogue {
  /** The files of lists and parts that were read, by path. */
  readonly files: Map<string, Checked<StyleFile>>;
  /** Files that a pattern of the workspace matches. */
  readonly matched: Set<string>;
}

/** True for a line of `extends:` that is an address. */
export const isStyleAddress = (text: string): boolean => text.startsWith(styleListAddress(''));

/**
 * Reads a file, and every file that it extends by a path, each once. Files with an address are read because a pattern
 * matches them.
 */
export async function readStyleFile(
  ports: FilePorts,
  place: Omit<FileToRead, 'role'>,
  shared: StyleShared,
): Promise<Checked<StyleFile>> {
  const known = shared.files.get(place.file);
  if (known !== undefined) return known;
  const role = yamlRole('a style list');
  const read = await readParsed(ports, { ...place, role }, (input) => parseStyleFile(input, shared));
  shared.files.set(place.file, read);
  for (const { text, at } of read.value?.layers ?? []) {
    const file = isStyleAddress(text) ? undefined : fileRelativeTo(place.file, text, true);
    if (file !== undefined) await readStyleFile(ports, { ...place, file, namedAt: at }, shared);
  }
  return read;
}
