const MIB = 1024 * 1024;

/** What a file of the workspace is read as. It decides which endings the file may have, and how large it may be. */
export type FileRole =
  | 'workspace'
  | 'glossary'
  | 'style-list'
  | 'developer-keys'
  | 'dictionary'
  | 'rule-catalogue'
  | 'backup'
  | 'edited'
  | 'key';

export interface FileRule {
  /** The role in a sentence: "is not read as …". */
  readonly words: string;
  /** Lower case; absent: any ending. */
  readonly endings?: readonly string[];
  readonly maxBytes: number;
}

const YAML = ['.yaml', '.yml'];

/** Far above what a person writes; a YAML document takes about a hundred times its size in memory. */
const YAML_MAX_BYTES = 4 * MIB;

/** A wide table holds many dictionaries of 10 MB each. Hosts of repositories refuse larger files. */
const TABLE_MAX_BYTES = 100 * MIB;

/** A key is a line. */
const KEY_MAX_BYTES = 64 * 1024;

const ROWS = ['.csv', '.tsv', '.txt'];

const RULES: Readonly<Record<FileRole, FileRule>> = {
  workspace: { words: 'lexform.yaml', endings: YAML, maxBytes: YAML_MAX_BYTES },
  glossary: { words: 'a glossary', endings: YAML, maxBytes: YAML_MAX_BYTES },
  'style-list': { words: 'a style list', endings: YAML, maxBytes: YAML_MAX_BYTES },
  'developer-keys': { words: 'the file of developer keys', endings: YAML, maxBytes: YAML_MAX_BYTES },
  dictionary: { words: 'a dictionary', endings: ROWS, maxBytes: TABLE_MAX_BYTES },
  'rule-catalogue': { words: 'a rule catalogue', endings: ['.json', ...YAML], maxBytes: YAML_MAX_BYTES },
  backup: { words: 'a part of a backup', endings: ['.json', ...ROWS, ...YAML], maxBytes: TABLE_MAX_BYTES },
  // By pull, which has read the file in its role before.
  edited: { words: 'a file to edit', endings: [...ROWS, ...YAML], maxBytes: TABLE_MAX_BYTES },
  key: { words: 'a key', maxBytes: KEY_MAX_BYTES },
};

export const fileRule = (role: FileRole): FileRule => RULES[role];
