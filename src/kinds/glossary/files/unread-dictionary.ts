import { parseDictionary } from '../../../files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../files/dictionary/entry-collector.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { placeInside } from '../../../files/workspace/workspace-path.ts';
import { UsageError } from '../../../model/errors.ts';
import { type Checked, hasErrors } from '../../../model/finding.ts';
import { topOf } from '../../../model/source-ref.ts';
import type { DictionarySource } from '../../files/sources.ts';
import { DICTIONARY_ROLE } from './file-roles.ts';
import type { ListedDictionary } from './glossary-file.ts';

/** The rows of a file whose real path may be read. Throws a `UsageError` when it has errors. */
function rowsNow(
  { readRegularFileNow, store }: FilePorts,
  real: string,
  { file, pair, form }: ListedDictionary,
): ParsedDictionary {
  const read = readRegularFileNow?.(real, DICTIONARY_ROLE.maxBytes);
  const parsed =
    read?.kind === 'bytes'
      ? parseDictionary({ ...form, bytes: read.bytes, file, pair, ...(store && { store }) })
      : undefined;
  if (parsed?.value === undefined || hasErrors(parsed.findings))
    throw new UsageError(
      `${file} did not change and was not checked, but its terms are needed, and it has errors; lexform validate shows them`,
    );
  return parsed.value;
}

/** A dictionary whose file is read when something asks for its rows. Whether it may be read is checked before. */
export async function unreadDictionary(
  ports: FilePorts,
  root: string,
  listed: ListedDictionary,
): Promise<Checked<DictionarySource>> {
  const { file, pair, at, form } = listed;
  const { value: real, findings } = await placeInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: at });
  if (real === undefined) return { findings };
  let read: ParsedDictionary | undefined;
  const rows = (): ParsedDictionary => {
    read ??= rowsNow(ports, real, listed);
    return read;
  };
  const value = {
    ...{ pair, origin: topOf(file), declaredAt: at, form, stored: { kind: 'dictionary', listed }, isUnread: true },
    get entries() {
      return rows().entries;
    },
    locate: (source: string) => rows().locate(source),
    locateTarget: (source: string) => rows().locateTarget(source),
    get fieldsOf() {
      return rows().fieldsOf;
    },
    get heldBack() {
      return rows().heldBack;
    },
  } as const;
  return { value: value as DictionarySource, findings };
}
