import { builtInRules, type RuleOptions } from '../../../contract/rule-catalogue.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { documentRole } from '../../../files/workspace/file-role.ts';
import { readInside } from '../../../files/workspace/workspace-path.ts';
import { parseYaml, type YamlInput } from '../../../files/yaml/yaml-file.ts';
import type { PlainValue } from '../../../files/yaml/yaml-value.ts';
import { type Checked, errorAt, type Finding, topOf } from '../../../model/finding.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../../model/workspace/workspace.ts';

type PlainMap = { readonly [key: string]: PlainValue };

const asMap = (value: PlainValue | undefined): PlainMap | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainMap) : undefined;

const asList = (value: PlainValue | undefined): readonly PlainValue[] =>
  Array.isArray(value) ? (value as readonly PlainValue[]) : [];

const escaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Maximum depth when following `$ref` inside the document and joining `allOf`: a document may refer to itself. */
const DEPTH_MAX = 20;

interface Schema {
  readonly properties: ReadonlyMap<string, PlainValue>;
  readonly options: readonly string[];
}

function flatten(node: PlainValue | undefined, document: PlainMap, depth = 0): Schema {
  const map = asMap(node);
  if (map === undefined || depth > DEPTH_MAX) return { properties: new Map(), options: [] };
  const ref = map.$ref;
  const parts: Schema[] = asList(map.allOf).map((part) => flatten(part, document, depth + 1));
  if (typeof ref === 'string' && ref.startsWith('#/')) {
    const target = ref
      .slice(2)
      .split('/')
      .reduce<PlainValue | undefined>((from, part) => asMap(from)?.[escaped(part)], document);
    parts.push(flatten(target, document, depth + 1));
  }
  return {
    properties: new Map([
      ...parts.flatMap(({ properties }) => [...properties]),
      ...Object.entries(asMap(map.properties) ?? {}),
    ]),
    options: [
      ...parts.flatMap(({ options }) => options),
      ...asList(map.enum).filter((option) => typeof option === 'string'),
    ],
  };
}

const nfc = (text: string): string => text.normalize('NFC');

/** Tries JSON first: for these long documents, it is faster than YAML, which includes JSON. */
function plainDocument({ bytes, file }: YamlInput): Checked<PlainValue> {
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) as PlainValue, findings: [] };
  } catch {
    const { value, findings } = parseYaml({ bytes, file });
    return value === undefined ? { findings } : { value: value.value, findings };
  }
}

/**
 * The rules in an OpenAPI document, from `components.schemas.ConfiguredRules`: its properties are categories, their
 * properties are rules, and the `enum` of a rule has its options. A rule without an enum is left out, because its
 * options are unknown.
 */
export function parseOpenApiRules(input: YamlInput): Checked<RuleOptions> {
  const parsed = plainDocument(input);
  if (parsed.value === undefined) return { findings: parsed.findings };
  const document = asMap(parsed.value) ?? {};
  const schema = asMap(asMap(document.components)?.schemas)?.ConfiguredRules;
  const catalogue = new Map(
    [...flatten(schema, document).properties].map(([category, node]) => {
      const rules = [...flatten(node, document).properties].flatMap(([rule, child]) => {
        const { options } = flatten(child, document);
        return options.length === 0 ? [] : [[nfc(rule), options.map(nfc)] as const];
      });
      return [nfc(category), new Map(rules)] as const;
    }),
  );
  if (catalogue.size > 0) return { value: catalogue, findings: [] };
  return { findings: [errorAt('rule-catalogue-form', topOf(input.file))] };
}

/**
 * The rules that files are compared with. A service may have other rules, so a rule outside the catalogue is at most a
 * warning.
 */
export interface RuleCatalogue {
  readonly rules: RuleOptions;
  /** The document of `rule_catalog:`, relative to the workspace; absent: the built-in catalogue. */
  readonly file?: string;
}

/** The catalogue of a workspace without `rule_catalog:`. */
export const builtInCatalogue = (): RuleCatalogue => ({ rules: builtInRules() });

/**
 * The catalogue in `rule_catalog:`, or otherwise the built-in one. Always returns a catalogue: an error in the document
 * is reported once, not for every rule.
 */
export async function readRuleCatalogue(
  ports: FilePorts,
  root: string,
  config: Pick<WorkspaceConfig, 'ruleCatalog' | 'origins'>,
): Promise<{ readonly value: RuleCatalogue; readonly findings: readonly Finding[] }> {
  const file = config.ruleCatalog;
  if (file === undefined) return { value: builtInCatalogue(), findings: [] };
  const namedAt = config.origins?.get(file) ?? topOf(WORKSPACE_FILE);
  const { value: bytes, findings } = await readInside(ports, {
    root,
    file,
    role: documentRole('a rule catalogue'),
    namedAt,
  });
  if (bytes === undefined) return { value: builtInCatalogue(), findings };
  const parsed = parseOpenApiRules({ bytes, file });
  const { value: rules, findings: documentFindings } = parsed;
  return { value: rules === undefined ? builtInCatalogue() : { rules, file }, findings: documentFindings };
}
