import { parseDictionary } from '../../../files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../files/dictionary/entry-collector.ts';
import { parseTable } from '../../../files/dictionary/table-file.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { placeInside } from '../../../files/workspace/workspace-path.ts';
import { neededNow } from '../../../files/yaml/unread-file.ts';
import { type PairKey, parsePairKey } from '../../../model/entries/language-pair.ts';
import { UsageError } from '../../../model/errors.ts';
import { type Checked, hasErrors } from '../../../model/finding.ts';
import { lazy } from '../../../model/lazy.ts';
import { topOf } from '../../../model/source-ref.ts';
import type { DictionarySource } from '../../files/sources.ts';
import { DICTIONARY_ROLE } from './file-roles.ts';
import type { ListedDictionary, ListedTable } from './glossary-file.ts';

/** Parses a file whose real path may be read. Throws a `UsageError` when it has errors. */
function parsedNow<Value>(
  { readRegularFileNow }: FilePorts,
  { real, file }: { readonly real: string; readonly file: string },
  parse: (bytes: Uint8Array) => Checked<Value>,
): Value {
  const read = readRegularFileNow?.(real, DICTIONARY_ROLE.maxBytes);
  return neededNow(file, 'its terms are', read?.kind === 'bytes' ? parse(read.bytes) : undefined);
}

/** A dictionary of which no row is known yet. */
const unread = (
  { pair, stored }: Pick<DictionarySource, 'pair' | 'stored'>,
  rows: () => ParsedDictionary,
): DictionarySource => {
  const { file, at, form } = stored.listed;
  const value = {
    ...{ pair, origin: topOf(file), declaredAt: at, form, stored, isUnread: true },
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
  };
  return value as DictionarySource;
};

/** A dictionary whose file is read when something asks for its rows. Whether it may be read is checked before. */
export async function unreadDictionary(
  ports: FilePorts,
  root: string,
  listed: ListedDictionary,
): Promise<Checked<DictionarySource>> {
  const { file, pair, at: namedAt, form } = listed;
  const { value: real, findings } = await placeInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt });
  if (real === undefined) return { findings };
  const rows = lazy(() => parsedNow(ports, { real, file }, (bytes) => parseDictionary({ ...form, bytes, file, pair })));
  return { value: unread({ pair, stored: { kind: 'dictionary', listed } }, rows), findings };
}

/** Lines from which the languages of a table can be told. */
const HEAD_LINES = 8;

function headOfTable(bytes: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < HEAD_LINES; line += 1) {
    const next = bytes.indexOf(10, end);
    if (next < 0) return bytes;
    end = next + 1;
  }
  return bytes.subarray(0, end);
}

/**
 * The dictionaries of a wide table: its first lines tell which there are, and the others are looked at when something
 * asks for a row. `undefined`: they do not tell it, or have errors.
 */
export async function unreadTable(
  ports: FilePorts,
  root: string,
  listed: ListedTable,
): Promise<readonly DictionarySource[] | undefined> {
  const { file, pairs, at: namedAt, form } = listed;
  const { value: real } = await placeInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt });
  const read = real === undefined ? undefined : ports.readRegularFileNow?.(real, DICTIONARY_ROLE.maxBytes);
  if (real === undefined || read?.kind !== 'bytes') return undefined;
  const parse = (bytes: Uint8Array) => parseTable({ ...form, bytes, file, pairs });
  const head = parse(headOfTable(read.bytes));
  if (head.value === undefined || hasErrors(head.findings)) return undefined;
  const whole = lazy(() => parsedNow(ports, { real, file }, parse));
  const rowsOf = (key: PairKey) => (): ParsedDictionary => {
    const found = whole().get(key);
    if (found === undefined)
      throw new UsageError(`${file} was read in part and has changed since; run the command again`);
    return found;
  };
  return [...head.value.keys()].map((key) =>
    unread({ pair: parsePairKey(key), stored: { kind: 'table', listed } }, rowsOf(key)),
  );
}
