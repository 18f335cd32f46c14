import { join } from 'node:path';
import type { FilePorts } from '../../../files/ports.ts';
import { isTableName } from '../../../files/workspace/file-role.ts';
import type { FileToRead } from '../../../files/workspace/workspace-path.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import type { TableFile } from '../../files/files-facet.ts';
import { GLOSSARY_ROLE } from './file-roles.ts';
import { parseGlossaryFile } from './glossary-file.ts';
import { findBeside } from './read-glossary.ts';

/**
 * The files of the dictionaries and tables of a glossary. Where `glossary.yaml` cannot be read, such as in the middle
 * of a merge, those are all tables beside it, and nothing is known of them.
 */
export async function glossaryTables(ports: FilePorts, place: Omit<FileToRead, 'role'>): Promise<readonly TableFile[]> {
  const { root, file } = place;
  const { value: glossary } = await readParsed(ports, { ...place, role: GLOSSARY_ROLE }, parseGlossaryFile);
  if (glossary === undefined) {
    const folder = file.split('/').slice(0, -1);
    const names = await ports.list(join(root, ...folder));
    return names.filter(isTableName).map((name) => ({ file: [...folder, name].join('/'), form: {} }));
  }
  const dictionaries =
    glossary.dictionaries === 'auto' ? (await findBeside(ports, root, glossary)).dictionaries : glossary.dictionaries;
  return [
    ...dictionaries.map(({ file: named, form, pair }) => ({ file: named, form: { ...form, pair } })),
    ...glossary.tables.map(({ file: named, form, pairs }) => ({ file: named, form: { ...form, pairs } })),
  ];
}
