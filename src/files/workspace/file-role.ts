const MIB = 1024 * 1024;

/**
 * The purpose for which a workspace file is read. It determines the allowed file name extensions and the maximum size.
 */
export interface FileRole {
  /** The role in a sentence: "is not read as …". */
  readonly words: string;
  /** File name extensions in lower case. Absent: any. */
  readonly endings?: readonly string[];
  readonly maxBytes: number;
  /** True: it has rows, so users may try to use a spreadsheet instead. */
  readonly isTable?: boolean;
}

const YAML = ['.yaml', '.yml'];

/** Far more than a person writes. A YAML document takes about a hundred times its size in memory. */
const YAML_MAX_BYTES = 4 * MIB;

/** A wide table contains the entries of many resources, 10 MB each. Git hosting services refuse larger files. */
const TABLE_MAX_BYTES = 100 * MIB;

/** A key is one line. */
const KEY_MAX_BYTES = 64 * 1024;

/** Lower case. */
export const TABLE_ENDINGS: readonly string[] = ['.csv', '.tsv', '.txt'];

/** True for the name of a CSV or TSV file. */
export const isTableName = (file: string): boolean =>
  TABLE_ENDINGS.some((ending) => file.toLowerCase().endsWith(ending));

/** A YAML file. `words`: with its article. */
export const yamlRole = (words: string): FileRole => ({ words, endings: YAML, maxBytes: YAML_MAX_BYTES });

/** A YAML or JSON document that another program wrote. */
export const documentRole = (words: string): FileRole => ({ ...yamlRole(words), endings: ['.json', ...YAML] });

/** A CSV or TSV file. */
export const tableRole = (words: string): FileRole => ({
  words,
  endings: TABLE_ENDINGS,
  maxBytes: TABLE_MAX_BYTES,
  isTable: true,
});

const ROLES = {
  workspace: yamlRole('lexform.yaml'),
  backup: { words: 'a part of a backup', endings: ['.json', ...TABLE_ENDINGS, ...YAML], maxBytes: TABLE_MAX_BYTES },
  // For pull, which has already read the file in its own role.
  edited: { words: 'a file to edit', endings: [...TABLE_ENDINGS, ...YAML], maxBytes: TABLE_MAX_BYTES },
  key: { words: 'a key', maxBytes: KEY_MAX_BYTES },
} as const satisfies Readonly<Record<string, FileRole>>;

/** A role of every workspace, by its name, or the role of a file of one kind. */
export type AnyRole = keyof typeof ROLES | FileRole;

export const roleOf = (role: AnyRole): FileRole => (typeof role === 'string' ? ROLES[role] : role);
