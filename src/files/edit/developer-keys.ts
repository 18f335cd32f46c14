import { type Document, isMap, isScalar, type Node } from 'yaml';
import { KEY_LIMITS, type KeyId, type KeyLimits } from '../../model/resources/developer-key.ts';
import { KEY_PART_NAMES } from '../resources/developer-key-names.ts';
import { parseDeveloperKeysFile } from '../resources/developer-keys-file.ts';
import type { DeveloperKeySource } from '../workspace/sources.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import { findNode, isFlow, keyStart, mapAt, parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';
import { columnAt } from './yaml/yaml-lines.ts';
import type { NewPair } from './yaml/yaml-new.ts';
import { commonType } from './yaml/yaml-scalar-style.ts';

/** What becomes of one entry. Limits that are not given stay as they are. */
export type DeveloperKeysEdit =
  | {
      readonly kind: 'set-key';
      readonly name: string;
      readonly label?: string;
      readonly limits: Partial<KeyLimits>;
      /** True: it says from now on that the key is deactivated. */
      readonly deactivates: boolean;
    }
  | { readonly kind: 'remove-key'; readonly name: string }
  | {
      readonly kind: 'add-key';
      readonly name: string;
      readonly label: string;
      readonly limits: Partial<KeyLimits>;
      readonly pinnedId?: KeyId;
    };

type Said = Pick<DeveloperKeySource, 'label' | 'limits' | 'deactivated' | 'protect'> & {
  readonly pinnedId: KeyId | undefined;
};

/** What the entries say, by their names. */
export const saidBy = (sources: readonly DeveloperKeySource[]): Map<string, Said> =>
  new Map(
    sources.map(({ address, label, limits, deactivated, protect, pinnedId }) => [
      address.slice(address.indexOf('.') + 1),
      { label, limits, deactivated, protect, pinnedId },
    ]),
  );

/** What the edited file must say. */
function withEdits(sources: readonly DeveloperKeySource[], edits: readonly DeveloperKeysEdit[]): Map<string, Said> {
  const said = saidBy(sources);
  for (const edit of edits) {
    const old = said.get(edit.name);
    if (edit.kind === 'remove-key') said.delete(edit.name);
    else if (edit.kind === 'add-key')
      said.set(edit.name, {
        label: edit.label,
        limits: edit.limits,
        deactivated: false,
        protect: false,
        pinnedId: edit.pinnedId,
      });
    else if (old !== undefined)
      said.set(edit.name, {
        ...old,
        label: edit.label ?? old.label,
        limits: { ...old.limits, ...edit.limits },
        deactivated: old.deactivated || edit.deactivates,
      });
  }
  return said;
}

/** The kinds of scalar that new parts are to be like: those of the entry, else of all entries. */
function typesOf(document: Document, name: string): Pick<NewPair, 'keyType' | 'valueType'> {
  const entries = mapAt(document, [])?.items ?? [];
  const pairs = entries.flatMap(({ value }) => (isMap<Node, Node | null>(value) ? value.items : []));
  const own = mapAt(document, [name])?.items ?? [];
  const keyType = commonType((own.length > 0 ? own : pairs.length > 0 ? pairs : entries).map(({ key }) => key));
  const labels = pairs.filter(({ key }) => isScalar(key) && key.value === KEY_PART_NAMES.label);
  return { keyType, valueType: commonType(labels.map(({ value }) => value)) };
}

type Part = readonly [key: string, value: string | { readonly literal: string }];

const limitParts = (limits: Partial<KeyLimits>): readonly Part[] =>
  KEY_LIMITS.flatMap((limit) =>
    limits[limit] === undefined ? [] : [[KEY_PART_NAMES[limit], { literal: String(limits[limit]) }] as const],
  );

function keyEdits(document: Document, edit: DeveloperKeysEdit): readonly YamlEdit[] {
  const { kind, name } = edit;
  if (kind === 'remove-key') return [{ kind: 'remove', path: [name] }];
  const { keyType, valueType } = typesOf(document, name);
  const pairOf = ([key, value]: Part): NewPair => ({ key, value, keyType, valueType });
  if (kind === 'add-key') {
    const label: readonly Part[] = edit.label === name ? [] : [[KEY_PART_NAMES.label, edit.label]];
    const names = commonType(mapAt(document, [])?.items.map(({ key }) => key) ?? []);
    const pin: readonly Part[] = edit.pinnedId === undefined ? [] : [['id', edit.pinnedId]];
    const pair = { key: name, value: [...label, ...pin, ...limitParts(edit.limits)].map(pairOf), keyType: names };
    return [{ kind: 'add', path: [], part: { kind: 'pair', pair } }];
  }
  const parts: readonly Part[] = [
    ...(edit.label === undefined ? [] : [[KEY_PART_NAMES.label, edit.label] as const]),
    ...limitParts(edit.limits),
    ...(edit.deactivates ? [[KEY_PART_NAMES.deactivated, { literal: 'true' }] as const] : []),
  ];
  // `ci:` and nothing behind it is an entry as well.
  const isBare = isScalar(findNode(document, [name])?.node);
  return [
    ...(isBare ? [{ kind: 'set', path: [name], text: '{}', literal: true } as const] : []),
    ...parts.map((part): YamlEdit => {
      const [key, value] = part;
      const path = [name, key];
      if (findNode(document, path) === undefined)
        return { kind: 'add', path: [name], part: { kind: 'pair', pair: pairOf(part) } };
      return typeof value === 'string'
        ? { kind: 'set', path, text: value }
        : { kind: 'set', path, text: value.literal, literal: true };
    }),
  ];
}

/**
 * How much further in the parts of an entry stand: as in the first entry that has some on lines of their own, else two
 * spaces.
 */
function stepOf(document: Document, text: string): number {
  for (const { key, value } of mapAt(document, [])?.items ?? []) {
    if (!isMap<Node, Node | null>(value) || isFlow(value)) continue;
    const [outer, inner] = [key.range?.[0], keyStart(value, 0)];
    if (outer === undefined || inner === undefined) continue;
    const step = columnAt(text, inner) - columnAt(text, outer);
    if (step > 0) return step;
  }
  return 2;
}

/**
 * Makes edits in a file of developer keys, under the same promises as those of a style list: only the named parts
 * change, new ones are written in the style of their neighbours, every other byte stays, and the result is read again
 * before it is given. A file with errors is not edited.
 */
export const editDeveloperKeys = (input: YamlInput, edits: readonly DeveloperKeysEdit[]): Edited =>
  editYamlFile(input, {
    parse: parseDeveloperKeysFile,
    edit: (text) =>
      edits.reduce<string | undefined>((edited, edit) => {
        if (edited === undefined) return undefined;
        const document = parseWithTokens(edited);
        return editYaml(edited, keyEdits(document, edit), { step: stepOf(document, edited), blocks: false });
      }, text),
    wanted: (before) => withEdits(before, edits),
    said: saidBy,
  });
