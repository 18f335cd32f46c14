import { join } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { readParsed } from '../../files/workspace/workspace-path.ts';
import { GLOSSARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import {
  type GlossaryFile,
  type ListedDictionary,
  parseGlossaryFile,
} from '../../kinds/glossary/files/glossary-file.ts';
import { findDictionaries } from '../../kinds/glossary/files/read-glossary.ts';
import { type Checked, topOf } from '../../model/finding.ts';

/** The files that contain the terms of a glossary. */
export interface TermFiles extends Pick<GlossaryFile, 'tables' | 'form' | 'stack'> {
  readonly dictionaries: readonly ListedDictionary[];
}

/** The source language of a pattern of pairs such as `en->*`; it may be `*`. */
export const patternSource = (pattern: string): string => pattern.replace(/->.*/, '').toLowerCase();

/**
 * The files that a `glossary.yaml` lists or that are next to it. They are not read, because an import also edits files
 * with errors. The value is absent if `glossary.yaml` has errors or does not exist.
 */
export async function termFiles(ports: FilePorts, root: string, file: string): Promise<Checked<TermFiles>> {
  if ((await ports.realPath(join(root, file))) === undefined) return { findings: [] };
  const place = { root, file, role: GLOSSARY_ROLE, namedAt: topOf(file) };
  const { value, findings } = await readParsed(ports, place, parseGlossaryFile);
  if (value === undefined) return { findings };
  const { tables, form, stack } = value;
  const dictionaries =
    value.dictionaries === 'auto' ? (await findDictionaries(ports, root, value)).dictionaries : value.dictionaries;
  return { value: { tables, dictionaries, form, stack }, findings: [] };
}
