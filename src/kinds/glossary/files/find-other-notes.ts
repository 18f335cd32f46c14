import { parseDictionary } from '../../../files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../files/dictionary/entry-collector.ts';
import { parseTable } from '../../../files/dictionary/table-file.ts';
import { type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import type { OtherField, OtherNotesRow } from '../../../model/entries/other-notes.ts';
import { REVIEW_FIELDS, type TermFields } from '../../../model/entries/term-fields.ts';
import { grouped } from '../../../model/grouped.ts';
import { topOf } from '../../../model/source-ref.ts';
import type { EarlierFile } from '../../files/files-facet.ts';
import type { DictionarySource, GlossarySource } from '../../files/sources.ts';

/** The dictionaries of a file in an earlier version, read as the workspace reads the file now. */
function earlierDictionaries(
  { stored }: DictionarySource,
  bytes: Uint8Array,
): ReadonlyMap<PairKey, ParsedDictionary> | undefined {
  const { file, form } = stored.listed;
  if (stored.kind === 'table') return parseTable({ ...form, bytes, file, pairs: stored.listed.pairs }).value;
  const { pair } = stored.listed;
  const { value } = parseDictionary({ ...form, bytes, file, pair });
  return value && new Map([[pairKey(pair), value]]);
}

const otherFields = (before: TermFields = {}, now: TermFields = {}): readonly OtherField[] =>
  REVIEW_FIELDS.flatMap((field): readonly OtherField[] => {
    const [from, to] = [before[field], now[field]];
    if (from === to) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });

/**
 * The rows of a glossary whose entries are as they were in earlier versions of its files, and whose fields beside them
 * are not. A row of a wide table comes once. Rows that are held back are not looked at.
 */
export async function findOtherNotes(
  { address, dictionaries }: GlossarySource,
  earlier: EarlierFile,
): Promise<readonly OtherNotesRow[]> {
  const found: OtherNotesRow[] = [];
  for (const [file, ofFile] of grouped(dictionaries.values(), ({ stored }) => stored.listed.file)) {
    const [first] = ofFile;
    const bytes = await earlier(file);
    const before = first && bytes && earlierDictionaries(first, bytes);
    const lines = new Set<number>();
    for (const { pair, entries, locate, fieldsOf } of ofFile) {
      const old = before?.get(pairKey(pair));
      if (old === undefined || (old.fieldsOf === undefined && fieldsOf === undefined)) continue;
      for (const [source, target] of entries) {
        if (old.entries.get(source) !== target) continue;
        const fields = otherFields(old.fieldsOf?.(source), fieldsOf?.(source));
        if (fields.length === 0) continue;
        const at = locate(source) ?? topOf(file);
        if (lines.has(at.line)) continue;
        lines.add(at.line);
        found.push({ at, address: `${address}/${pairKey(pair)}`, source, target, fields });
      }
    }
  }
  return found;
}
