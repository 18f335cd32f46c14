import { errorAt, type Finding, type FindingDetail, hasErrors, topOf } from '../../model/finding.ts';
import { redactUrl } from '../../model/secret.ts';
import { FINDINGS_MAX, findingList } from '../finding-list.ts';
import { nearestName } from '../languages/nearest-name.ts';
import type { SchemaFault, Validate } from '../validators.generated.js';
import { parseYaml, type YamlFile, type YamlInput, type YamlPath } from './yaml-file.ts';

/** Names of fields whose value is never repeated: it may be a secret written there by mistake. */
const SECRET_FIELD = /key$|^base_url$|auth|secret|token|passw|pwd|credential|bearer/i;

/**
 * An unknown field, by its name in the file. YAML reads `key:abc` without a space as a name, so the text after the
 * colon is not repeated.
 */
const shownName = (name: string): string =>
  name.replace(/^([^:=]*)[:=].*$/su, (match, field: string) =>
    SECRET_FIELD.test(field.trim()) ? `${field}:…` : match,
  );
/** Keys of languages: a closer check than the list in the schema reports their errors. */
const LANGUAGE_KEYS: ReadonlySet<string> = new Set(['language', 'source_lang', 'target_lang']);

/** JSON pointer → path. Whether a part is an index of a list depends on the document. */
const pathOf = (pointer: string): YamlPath =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part));

/** `targets.prod.key`, `custom_instructions[2].label`; the top is `the file`. */
const pathText = (path: YamlPath): string =>
  path.length === 0
    ? 'the file'
    : path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'a map';
  }
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
};

const kindsAllowed = (type: unknown): readonly string[] =>
  (Array.isArray(type) ? type : [type]).map((kind) => KIND_WORDS[String(kind)] ?? String(kind));

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** A value as a user would write it, shortened. Only texts, numbers and booleans are shown. */
const shown = (value: unknown, path: YamlPath): FindingDetail | undefined => {
  if (path.some((part) => SECRET_FIELD.test(String(part)))) return undefined;
  if (typeof value === 'string') return short(redactUrl(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

function unknownKey(name: string, path: YamlPath, allowed: readonly string[], yaml: YamlFile): Finding {
  const suggestion = nearestName(name, allowed);
  return errorAt('key-unknown', yaml.keyAt([...path, name]), {
    key: short(shownName(name)),
    in: pathText(path),
    allowed,
    suggestion,
  });
}

/**
 * A fault of a compiled schema as a finding at its exact node; `undefined` if another check has a better message. The
 * function is longer than 60 lines because it is one table: a finding for each keyword of a schema.
 */
function schemaFinding(fault: SchemaFault, yaml: YamlFile): Finding | undefined {
  const path = pathOf(fault.instancePath);
  const { keyword, params, data, parentSchema = {} } = fault;
  const here = yaml.at(path);
  const key = pathText(path);
  const found = shown(data, path);
  switch (keyword) {
    case 'additionalProperties': {
      const allowed = Object.keys(parentSchema.properties ?? {});
      return unknownKey(String(params.additionalProperty), path, allowed, yaml);
    }
    case 'required':
    case 'dependencies':
      return errorAt('key-missing', here, { key: String(params.missingProperty), in: key });
    case 'type':
      return errorAt('value-kind', here, { key, found: kindOf(data), allowed: kindsAllowed(params.type) });
    case 'const':
      return errorAt('value-not-allowed', here, { key, found, allowed: [String(params.allowedValue)] });
    case 'enum': {
      if (LANGUAGE_KEYS.has(String(path.at(-1)))) return undefined;
      const allowed = (params.allowedValues as readonly unknown[]).map(String);
      const suggestion = typeof found === 'string' ? nearestName(found, allowed) : undefined;
      return errorAt('value-not-allowed', here, {
        key,
        found,
        allowed,
        suggestion,
      });
    }
    case 'pattern':
      if (parentSchema['x-allowed'] === undefined && typeof found !== 'string') return undefined;
      return errorAt('value-form', here, { key, found, allowed: String(parentSchema['x-allowed']) });
    case 'propertyNames': {
      const name = String(params.propertyName);
      const { enum: allowed, 'x-allowed': form } = parentSchema.propertyNames as SchemaFault['parentSchema'] & object;
      return Array.isArray(allowed)
        ? unknownKey(name, path, allowed.map(String), yaml)
        : errorAt('value-form', yaml.keyAt([...path, name]), {
            key: `a name in ${key}`,
            found: short(shownName(name)),
            allowed: String(form),
          });
    }
    case 'minimum':
    case 'maximum':
      return errorAt('number-range', here, {
        key,
        found,
        min: Number(parentSchema.minimum ?? 0),
        // A maximum that only marks the limit of exact numbers does not help with a value below the minimum.
        ...(parentSchema.maximum !== undefined &&
          (keyword === 'maximum' || parentSchema.maximum !== Number.MAX_SAFE_INTEGER) && {
            max: Number(parentSchema.maximum),
          }),
      });
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return errorAt('value-empty', here, { key });
    case 'maxLength':
      return errorAt('text-too-long', here, { key, chars: [...String(data)].length, max: Number(params.limit) });
    case 'maxItems':
      return errorAt('list-too-long', here, {
        key,
        items: (data as readonly unknown[]).length,
        max: Number(params.limit),
      });
    case 'maxProperties':
      return errorAt('value-form', here, {
        key,
        allowed: `only one of ${Object.keys(parentSchema.properties ?? {}).join(', ')}`,
      });
    default:
      return errorAt('value-form', here, { key, found, allowed: fault.message ?? keyword });
  }
}

/** True for a key at the top that the schema does not have, and that is one of `more`. */
const isOneOf = ({ keyword, instancePath, params }: SchemaFault, more: readonly string[]): boolean =>
  keyword === 'additionalProperties' && instancePath === '' && more.includes(String(params.additionalProperty));

/** All faults that a schema finds in a document. Faults inside names of keys are reported once, by `propertyNames`. */
function schemaFindings(yaml: YamlFile, validate: Validate, more: readonly string[]): readonly Finding[] {
  if (yaml.value === null) {
    return [errorAt('file-empty', topOf(yaml.file))];
  }
  if (validate(yaml.value)) return [];
  const faults = (validate.errors ?? []).filter(
    (fault) => !('propertyName' in fault) && fault.keyword !== 'if' && !isOneOf(fault, more),
  );
  const list = findingList(faults.slice(0, FINDINGS_MAX).flatMap((fault) => schemaFinding(fault, yaml) ?? []));
  const [first, ...others] = faults.slice(FINDINGS_MAX);
  if (first !== undefined) {
    const at = schemaFinding(first, yaml)?.at ?? yaml.at([]);
    list.add(errorAt('findings-more', at, { count: others.length + 1 }));
  }
  return list.all();
}

/** Result of reading a YAML file with a schema. */
export interface ValidYaml<Raw> {
  /** Absent: it is not YAML. */
  readonly yaml?: YamlFile;
  /** The content, if the schema finds no error. */
  readonly raw?: Raw;
  readonly findings: readonly Finding[];
}

/**
 * Parses a file and checks it against its schema. `Raw`: the type that the schema allows. `more`: keys that may be at
 * the top although the schema does not have them; the caller checks their values.
 */
export function parseValidYaml<Raw>(
  input: YamlInput,
  validate: Validate,
  more: readonly string[] = [],
): ValidYaml<Raw> {
  const { value: yaml, findings } = parseYaml(input);
  if (yaml === undefined) return { findings };
  const faults = schemaFindings(yaml, validate, more);
  return { yaml, findings: faults, ...(!hasErrors(faults) && { raw: yaml.value as Raw }) };
}
