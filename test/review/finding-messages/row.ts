import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { FilePorts } from '../../../src/files/ports.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** One message as a user reads it, and the way to cause it. */
export interface Row {
  /** The whole line, with its code in brackets at the end. */
  readonly line: string;
  /** Causes it by the real path, and gives everything that is shown then. */
  readonly show: () => Promise<string>;
  /** The whole workspace, where files alone cause it. */
  readonly files?: Files;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * A workspace of these files, and of a `lexform.yaml` unless they have one. Patterns name what is there, so that a
 * pattern without a file is no finding.
 */
export function workspaceOf(files: Files): Files {
  const names = Object.keys(files);
  const has = (start: string): boolean => names.some((name) => name.startsWith(start));
  const kinds = [
    ['glossaries/', 'glossaries: glossaries/*/glossary.yaml\n'],
    ['style-rules/', 'style_rules: style-rules/*.yaml\n'],
    ['developer-keys.yaml', 'developer_keys: developer-keys.yaml\n'],
  ] as const;
  const managed = kinds.flatMap(([start, line]) => (has(start) ? [line] : [])).join('');
  return { 'lexform.yaml': `version: 1\ntargets:\n  local: { service: embedded }\n${managed}`, ...files };
}

const onlyFiles = (): FilePorts => nodeFiles();

/**
 * A finding of `validate`: these files cause it. `ports`: how the files are read, and what else the workspace needs
 * that no text can say.
 */
export const inFiles = (
  line: string,
  files: Files,
  ports: (root: string) => FilePorts | Promise<FilePorts> = onlyFiles,
): Row => ({
  line,
  ...(ports === onlyFiles && { files: workspaceOf(files) }),
  async show() {
    const root = await tempWorkspace(workspaceOf(files));
    const { findings } = await readDesired(await ports(root), root);
    return findingsText(findings);
  },
});

/** The same for `lexform.yaml` alone: these lines behind `version: 1`. */
export const inConfig = (line: string, config: string): Row =>
  inFiles(line, { 'lexform.yaml': `version: 1\n${config}` });

/** The same for one dictionary, `glossaries/g/en-de.csv`, whose glossary says `more`. */
export const inDictionary = (line: string, csv: string | Uint8Array, more = ''): Row =>
  inFiles(line, { 'glossaries/g/glossary.yaml': `name: G\n${more}`, 'glossaries/g/en-de.csv': csv });

/** The same for one wide table, `glossaries/g/terms.csv`. */
export const inTable = (line: string, csv: string | Uint8Array, pairs = '[en->*]'): Row =>
  inFiles(line, {
    'glossaries/g/glossary.yaml': `name: G\ntables:\n  - { file: terms.csv, pairs: ${pairs} }\n`,
    'glossaries/g/terms.csv': csv,
  });

/** The same for one `glossary.yaml` with these lines, beside one dictionary. */
export const inGlossary = (line: string, yaml: string): Row =>
  inFiles(line, { 'glossaries/g/glossary.yaml': yaml, 'glossaries/g/en-de.csv': 'house,Haus\n' });

/** The same for one style list with these lines behind its name and its language. */
export const inStyleList = (line: string, yaml: string): Row =>
  inFiles(line, { 'style-rules/s.yaml': `name: S\nlanguage: de\n${yaml}` });

/** The same for a file of developer keys. */
export const inKeys = (line: string, yaml: string): Row => inFiles(line, { 'developer-keys.yaml': yaml });
