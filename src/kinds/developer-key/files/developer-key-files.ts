import { parseDeveloperKeysFile } from '../../../files/resources/developer-keys-file.ts';
import { developerKeysText } from '../../../files/resources/write-developer-keys.ts';
import type { DeveloperKeySource } from '../../../files/workspace/sources.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import { pullDeveloperKey } from '../../../flow/pull/pull-developer-key.ts';
import type { FilesFacet } from '../../files/files-facet.ts';
import type { KnownKey } from '../developer-key.ts';
import { checkLabelsDiffer } from './check-labels.ts';

/** One file for all keys. When it is not there, that is an error: an empty map in it says that there should be none. */
export const DEVELOPER_KEY_FILES: FilesFacet<KnownKey, DeveloperKeySource> = {
  kind: 'developer-key',
  key: 'developer_keys',
  pattern: 'developer-keys.yaml',
  isOneFile: true,
  read: (ports, place) => readParsed(ports, { ...place, role: 'developer-keys' }, parseDeveloperKeysFile),
  count: () => [],
  nameAt: ({ labelAt }) => labelAt,
  checkNames: checkLabelsDiffer,
  write(resources, pathOf, before) {
    const text = developerKeysText(resources, before);
    return text === undefined ? [] : [[pathOf(''), text]];
  },
  edit: (edit, _, pull) => pullDeveloperKey(edit, pull),
};
