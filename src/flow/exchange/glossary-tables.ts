import { join } from 'node:path';
import { parseDictionaryName } from '../../files/dictionary/dictionary-name.ts';
import { checkPair } from '../../files/languages/check-language.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import { GLOSSARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import {
  type GlossaryFile,
  type ListedDictionary,
  parseGlossaryFile,
} from '../../kinds/glossary/files/glossary-file.ts';
import type { Checked } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';

/** The files of a glossary that have its terms. */
export interface GlossaryTables extends Pick<GlossaryFile, 'file' | 'tables' | 'form'> {
  readonly dictionaries: readonly ListedDictionary[];
}

/** The dictionaries beside a `glossary.yaml`, by their names. */
async function besides(ports: FilePorts, root: string, glossary: GlossaryFile): Promise<readonly ListedDictionary[]> {
  const folder = glossary.file.slice(0, glossary.file.lastIndexOf('/') + 1);
  const claimed = new Set(glossary.tables.map(({ file }) => file));
  return (await ports.list(join(root, folder))).flatMap((name): readonly ListedDictionary[] => {
    const said = parseDictionaryName(name);
    const file = `${folder}${name}`;
    if (said.kind !== 'pair' || claimed.has(file)) return [];
    const at = topOf(file);
    const { pair } = checkPair({ source: { text: said.source, at }, target: { text: said.target, at } });
    return pair === undefined ? [] : [{ pair, file, at, form: glossary.form }];
  });
}

/**
 * The files that a `glossary.yaml` names or that stand beside it, without reading them: an import edits files that have
 * errors too. The value is absent when `glossary.yaml` itself has errors, or is not there.
 */
export async function glossaryTables(ports: FilePorts, root: string, file: string): Promise<Checked<GlossaryTables>> {
  if ((await ports.realPath(join(root, file))) === undefined) return { findings: [] };
  const read = await readInside(ports, { root, file, role: GLOSSARY_ROLE, namedAt: topOf(file) });
  const { value: bytes } = read;
  if (bytes === undefined) return { findings: read.findings };
  const { value, findings } = parseGlossaryFile({ bytes, file });
  if (value === undefined) return { findings };
  const dictionaries = value.dictionaries === 'auto' ? await besides(ports, root, value) : value.dictionaries;
  return { value: { file, tables: value.tables, form: value.form, dictionaries }, findings: [] };
}
