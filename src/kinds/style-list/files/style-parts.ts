import type { FilePorts } from '../../../files/ports.ts';
import { yamlRole } from '../../../files/workspace/file-role.ts';
import { type FileToRead, fileRelativeTo, readParsed } from '../../../files/workspace/workspace-path.ts';
import type { Checked } from '../../../model/finding.ts';
import { styleListAddress } from '../style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';
import { parseStyleFile, type StyleFile } from './style-list-file.ts';

/** What is read once for all style lists. */
export interface StyleShared extends RuleCatalogue {
  /** The files of lists and parts that were read, by path. */
  readonly files: Map<string, Checked<StyleFile>>;
  /** Files that a pattern of the workspace matches. */
  readonly matched: Set<string>;
}

/** True for a line of `extends:` that is an address. */
export const isStyleAddress = (text: string): boolean => text.startsWith(styleListAddress(''));

/**
 * Reads a file, and every file that it extends by a path, each once. Files with an address are read because a pattern
 * matches them.
 */
export async function readStyleFile(
  ports: FilePorts,
  place: Omit<FileToRead, 'role'>,
  shared: StyleShared,
): Promise<Checked<StyleFile>> {
  const known = shared.files.get(place.file);
  if (known !== undefined) return known;
  const role = yamlRole('a style list');
  const read = await readParsed(ports, { ...place, role }, (input) => parseStyleFile(input, shared));
  shared.files.set(place.file, read);
  for (const { text, at } of read.value?.layers ?? []) {
    const file = isStyleAddress(text) ? undefined : fileRelativeTo(place.file, text, true);
    if (file !== undefined) await readStyleFile(ports, { ...place, file, namedAt: at }, shared);
  }
  return read;
}
