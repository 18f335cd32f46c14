import { editYamlFile } from '../../../files/edit/edit-yaml-file.ts';
import type { Edited } from '../../../files/edit/entry-edit.ts';
import type { YamlChange } from '../../../files/edit/yaml/yaml-changes.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import { type FileValue, isRecord } from '../../../model/resources/value.ts';
import type { DeveloperKeyPart } from '../developer-key.ts';
import { developerKeyAddress } from '../developer-key.ts';
import { KEY_PART_NAMES } from '../developer-key-names.ts';
import { parseDeveloperKeysFile } from './developer-keys-file.ts';
import { entryParts, type KeyEntry } from './write-developer-keys.ts';

/** What becomes of one entry, which is named by the end of its address. */
export interface KeyFileEdit {
  readonly action: 'edit' | 'add' | 'remove';
  readonly address: ResourceAddress;
  /** Of an entry that stays; values that are not named stay as they are. */
  readonly values: readonly FileValue[];
  /** Of a new entry: all that it says. */
  readonly entry?: Partial<KeyEntry>;
}

function changesOf({ action, values, entry }: KeyFileEdit, name: string): readonly YamlChange[] {
  if (action === 'remove') return [{ path: [name] }];
  if (action === 'add') return [{ path: [name], to: entryParts(name, entry ?? {}) }];
  return values.map(({ key, to }) => ({
    path: [name, KEY_PART_NAMES[key.at(-1) as DeveloperKeyPart]],
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
