import type { FileEdit } from '../../../change/file-edit.ts';
import { editYamlFile } from '../../../files/edit/edit-yaml-file.ts';
import type { Edited } from '../../../files/edit/entry-edit.ts';
import type { YamlChange } from '../../../files/edit/yaml/yaml-changes.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { topOf } from '../../../model/finding.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import { type FileValue, isRecord } from '../../../model/resources/resource.ts';
import { WORKSPACE_FILE } from '../../../model/workspace/workspace.ts';
import { onPath } from '../../files/parse-on.ts';
import type { PullContext, WritingFacet } from '../../files/pull-context.ts';
import { type DeveloperKeyPart, developerKeyAddress, KEY_PART_NAMES, type KnownKey } from '../developer-key.ts';
import {
  type DeveloperKeySource,
  developerKeysText,
  entryParts,
  type KeyEntry,
  keysFileText,
  limitsToWrite,
  parseDeveloperKeysFile,
} from './developer-keys-file.ts';

/** An edit of one entry, which is named by the last part of its address. */
export interface KeyFileEdit {
  readonly action: 'edit' | 'add' | 'remove';
  readonly address: ResourceAddress;
  /** Values of an existing entry; other values stay. */
  readonly values: readonly FileValue[];
  /** The content of a new entry. */
  readonly entry?: Partial<KeyEntry>;
}

function changesOf({ action, values, entry }: KeyFileEdit, name: string): readonly YamlChange[] {
  if (action === 'remove') return [{ path: [name] }];
  if (action === 'add') return [{ path: [name], to: entryParts(name, entry ?? {}) }];
  return values.map(({ key, to, on }) => ({
    path: [name, ...onPath(on), KEY_PART_NAMES[key.at(-1) as DeveloperKeyPart]],
    ...(to !== undefined && !isRecord(to) && { to }),
  }));
}

/** Makes edits in a file of developer keys, one after the other. */
export const editDeveloperKeys = (input: YamlInput, edits: readonly KeyFileEdit[]): Edited =>
  editYamlFile(input, {
    parse: parseDeveloperKeysFile,
    changes(before) {
      const known = new Set<ResourceAddress>(before.map(({ address }) => address));
      const changes: YamlChange[] = [];
      for (const edit of edits) {
        if (known.has(edit.address) === (edit.action === 'add')) return undefined;
        if (edit.action === 'add') known.add(edit.address);
        changes.push(...changesOf(edit, edit.address.slice(developerKeyAddress('').length)));
      }
      return changes;
    },
  });

/** The edit of the file of developer keys. `pin`: ids of keys that have the same label as another one. */
export function keyFileEdit(
  { action, address, values, add }: FileEdit<KnownKey>,
  pin: ReadonlySet<string>,
): KeyFileEdit {
  if (add === undefined) return { action, address, values };
  const { label, limits } = add.content;
  const entry = {
    ...(label !== undefined && { label }),
    limits: limitsToWrite(limits),
    ...omitUndefined({ nameOn: add.nameOn }),
    ...(pin.has(add.id) && { pinnedId: add.id }),
  };
  return { action, address, values, entry };
}

/** Edits the file of developer keys, which may not exist yet. */
function pullDeveloperKey(edit: FileEdit<KnownKey>, pull: PullContext): Promise<void> | undefined {
  const { staged, pin, patterns: [file] = [] } = pull;
  if (file === undefined) return undefined;
  const work = async (): Promise<void> => {
    await staged.create(file, keysFileText(new Map()));
    await staged.edit(file, topOf(WORKSPACE_FILE), (bytes) =>
      editDeveloperKeys({ bytes, file }, [keyFileEdit(edit, pin)]),
    );
  };
  return work();
}

export const DEVELOPER_KEY_WRITING: WritingFacet<KnownKey, DeveloperKeySource> = {
  write: (resources, pathOf) => [[pathOf(''), developerKeysText(resources)]],
  edit: (edit, _, pull) => pullDeveloperKey(edit, pull),
};
