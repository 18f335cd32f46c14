import { type FileRole, tableRole, yamlRole } from '../../../files/workspace/file-role.ts';
import { IMPORT_MAX_BYTES } from '../../../model/incoming-limits.ts';

export const GLOSSARY_ROLE = yamlRole('a glossary');

export const DICTIONARY_ROLE = tableRole('a dictionary');

/** A file of another system that `imports:` names. */
export const IMPORT_ROLE: FileRole = {
  words: 'a list of terms',
  endings: ['.tbx', '.xml', '.xlsx', '.csv', '.tsv', '.txt'],
  maxBytes: IMPORT_MAX_BYTES,
};
