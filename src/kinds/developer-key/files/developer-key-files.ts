import { yamlRole } from '../../../files/workspace/file-role.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import type { FilesFacet } from '../../files/files-facet.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import type { DeveloperKeySource } from '../../files/sources.ts';
import { checkLabelsDiffer } from './check-labels.ts';
import { DEVELOPER_KEY_TEXTS } from './developer-key-texts.ts';
import { parseDeveloperKeysFile } from './developer-keys-file.ts';

/** One file for all keys. When it is not there, that is an error: an empty map in it says that there should be none. */
export const DEVELOPER_KEY_FILES: FilesFacet<DeveloperKeySource> = {
  kind: 'developer-key',
  keyOrder: { '*': ['label', 'id', 'characters', 'speech_to_text_milliseconds', 'deactivated', 'protect'] },
  key: 'developer_keys',
  pattern: 'developer-keys.yaml',
  texts: DEVELOPER_KEY_TEXTS as LedgerTexts<unknown>,
  isOneFile: true,
  read: (ports, place) =>
    readParsed(ports, { ...place, role: yamlRole('the file of developer keys') }, parseDeveloperKeysFile),
  count: () => [],
  nameAt: ({ labelAt }) => labelAt,
  checkNames: checkLabelsDiffer,
};
