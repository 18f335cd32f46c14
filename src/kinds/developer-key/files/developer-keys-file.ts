import { validateDeveloperKeys } from '../../../files/validators.generated.js';
import { isAddressName } from '../../../files/workspace/workspace-path.ts';
import { checkLine } from '../../../files/yaml/check-text.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../../../files/yaml/yaml-file.ts';
import { yamlText } from '../../../files/yaml/yaml-text.ts';
import { type Checked, errorAt, type Finding, type SourceRef } from '../../../model/finding.ts';
import { byCodeUnit } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { Value, ValueKey } from '../../../model/resources/resource.ts';
import type { Placed } from '../../files/files-facet.ts';
import { onName, parseOn } from '../../files/parse-on.ts';
import type { ResourceToWrite } from '../../files/pull-context.ts';
import {
  type DesiredDeveloperKey,
  type DeveloperKeyPart,
  developerKeyAddress,
  KEY_LIMITS,
  KEY_PART_NAMES,
  type KeyLimits,
  type KnownKey,
  keyId,
} from '../developer-key.ts';

/** One entry of the file of developer keys. */
export interface DeveloperKeySource extends DesiredDeveloperKey, Placed {
  /** Place of the label, or of the name of the entry if it sets none. */
  readonly nameAt: SourceRef;
}

declare module '../../files/files-facet.ts' {
  interface SourceTypes {
    readonly developerKeys: DeveloperKeySource;
  }
}

/** An entry of the file of developer keys as the schema accepts it. `key:` without a value is an entry too. */
interface RawDeveloperKey {
  readonly label?: string;
  readonly id?: string;
  readonly characters?: number | null;
  readonly speech_to_text_milliseconds?: number | null;
  readonly deactivated?: boolean;
  readonly on?: Readonly<Record<string, RawKeyOn>>;
  readonly protect?: boolean;
}

/** The settings of a key for one target. */
interface RawKeyOn extends Omit<RawDeveloperKey, 'id' | 'deactivated' | 'protect' | 'on'> {
  readonly publish?: boolean;
}

const limitsOf = (raw: RawKeyOn): Partial<KeyLimits> => ({
  ...(raw.characters !== undefined && { characters: raw.characters }),
  ...(raw.speech_to_text_milliseconds !== undefined && { speechToTextMilliseconds: raw.speech_to_text_milliseconds }),
});

/**
 * Checks that the schema cannot express: the name must fit an address, and the service does not accept a blank label.
 */
function checkEntry(name: string, { label, on }: RawDeveloperKey, yaml: YamlFile): readonly Finding[] {
  const nameFindings: readonly Finding[] = isAddressName(name)
    ? []
    : [errorAt('address-name-form', yaml.keyAt([name]), { name })];
  const checkLabel = (text: unknown, path: YamlPath): readonly Finding[] => {
    if (typeof text !== 'string' || text === '') return [];
    const at = yaml.at(path);
    return text.trim() === '' ? [errorAt('label-blank', at)] : checkLine({ key: path.join('.'), text, at });
  };
  return [
    ...nameFindings,
    ...checkLabel(label, [name, 'label']),
    ...Object.entries(isMap(on) ? on : {}).flatMap(([target, each]) =>
      checkLabel(each.label, [name, 'on', target, 'label']),
    ),
  ];
}

const isMap = (value: unknown): value is NonNullable<RawDeveloperKey['on']> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'object' && each);

const onValues = (settings: RawKeyOn): readonly (readonly [ValueKey, Value])[] => [
  ...(typeof settings.label === 'string' ? [[['label'], settings.label] as const] : []),
  ...Object.entries(limitsOf(settings)).map(([limit, value]) => [['limit', limit], value] as const),
];

/** One entry, even if it has errors: nothing is planned then, but other entries can still repeat it. */
function sourceOf(name: string, raw: RawDeveloperKey, yaml: YamlFile): DeveloperKeySource {
  const origin = yaml.keyAt([name]);
  const locate = (part: DeveloperKeyPart) =>
    raw[KEY_PART_NAMES[part]] === undefined ? undefined : yaml.at([name, KEY_PART_NAMES[part]]);
  return {
    address: developerKeyAddress(name),
    origin,
    file: yaml.file,
    label: typeof raw.label === 'string' ? raw.label : name,
    nameAt: locate('label') ?? origin,
    ...(typeof raw.id === 'string' && { pinnedId: keyId(raw.id), pinnedIdAt: yaml.at([name, 'id']) }),
    limits: limitsOf(raw),
    deactivated: raw.deactivated === true,
    protect: raw.protect === true,
    locate,
    ...(isMap(raw.on) && parseOn(raw.on, [name, 'on'], yaml, (settings) => onValues(settings))),
  };
}

/**
 * Parses the file of developer keys. All errors are reported at once. The value contains all entries that are maps, in
 * file order; it is absent if the file is not a map.
 */
export function parseDeveloperKeysFile(input: YamlInput): Checked<readonly DeveloperKeySource[]> {
  const { yaml, findings: faults } = parseValidYaml(input, validateDeveloperKeys);
  if (yaml === undefined) return { findings: faults };
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value)) return { findings: faults };
  const entries = yaml.value as unknown as Readonly<Record<string, RawDeveloperKey | null>>;
  const named = yaml.keys([]).flatMap((name) => {
    const raw = entries[name] ?? {};
    return typeof raw === 'object' && !Array.isArray(raw) ? [{ name, raw }] : [];
  });
  return {
    value: named.map(({ name, raw }) => sourceOf(name, raw, yaml)),
    findings: [...faults, ...named.flatMap(({ name, raw }) => checkEntry(name, raw, yaml))],
  };
}

/** The content of an entry. */
export type KeyEntry = Pick<DesiredDeveloperKey, 'label' | 'limits' | 'deactivated' | 'protect'> & {
  readonly pinnedId?: string;
  /** The target that the label is only for. Absent: all targets. */
  readonly nameOn?: string;
};

/** The limits to write. A limit that is not set is left out, which has the same meaning. */
export const limitsToWrite = (live: Partial<KeyLimits>): Partial<KeyLimits> =>
  Object.fromEntries(KEY_LIMITS.flatMap((limit) => (live[limit] == null ? [] : [[limit, live[limit]]])));

/** Only what differs from the default is written. */
export const entryParts = (
  name: string,
  { label, nameOn, pinnedId, limits, deactivated, protect }: Partial<KeyEntry>,
) => ({
  ...(label !== undefined && label !== name && { label }),
  ...(pinnedId !== undefined && { id: pinnedId }),
  ...omitUndefined(Object.fromEntries(KEY_LIMITS.map((limit) => [KEY_PART_NAMES[limit], limits?.[limit]]))),
  ...(deactivated === true && { deactivated }),
  ...omitUndefined({ on: onName(nameOn, label ?? name, 'label') }),
  ...(protect === true && { protect }),
});

/** The text of a file of developer keys: by name, in code unit order. */
export function keysFileText(entries: ReadonlyMap<string, KeyEntry>): string {
  const sorted = [...entries].sort(([left], [right]) => byCodeUnit(left, right));
  return yamlText('developer-keys', new Map(sorted.map(([name, entry]) => [name, entryParts(name, entry)])));
}

/** The text of the file of developer keys. */
export const developerKeysText = (keys: readonly ResourceToWrite<KnownKey>[]): string =>
  keysFileText(
    new Map(
      keys.map(({ name, content, pinnedId }): [string, KeyEntry] => [
        name,
        {
          label: content.label ?? name,
          limits: limitsToWrite(content.limits),
          deactivated: false,
          protect: false,
          pinnedId,
        },
      ]),
    ),
  );
