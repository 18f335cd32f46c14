import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import { type Entries, entriesOfIndex } from '../../model/entries/entries.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { type SourceRef, topOf } from '../../model/source-ref.ts';
import { findingList } from '../finding-list.ts';

/** A dictionary out of a file, and where each of its entries stands. */
export interface ParsedDictionary {
  readonly entries: Entries;
  /** Where the entry of a source phrase stands; `undefined` when there is none. */
  locate(source: string): SourceRef | undefined;
  /** How many rows gave an entry, repeated ones counted. */
  readonly rows: number;
}

/** Takes the entries of one dictionary in file order, and sees the duplicates and the size. */
export interface EntryCollector {
  /** `line` and `column` of the source phrase. */
  readonly add: (source: string, target: string, line: number, column: number) => void;
  readonly finish: () => { readonly value: ParsedDictionary; readonly findings: readonly Finding[] };
}

const encoder = new TextEncoder();

/** Bytes of the entries as text: UTF-8, a tab and a line end for each. */
function textBytes(entries: Entries): number {
  let bytes = 0;
  for (const [source, target] of entries)
    bytes += encoder.encode(source).byteLength + encoder.encode(target).byteLength + 2;
  return bytes;
}

/**
 * `fileBytes`: size of the file. What it holds of one dictionary is no more, so that a small file needs no counting.
 */
export function collectEntries(file: string, fileBytes: number): EntryCollector {
  /** Source phrase → its place in the lists below: one look-up serves duplicates, entries and positions. */
  const places = new Map<string, number>();
  const targets: string[] = [];
  const lines: number[] = [];
  const columns: number[] = [];
  const findings = findingList();
  let rows = 0;
  const locate = (source: string): SourceRef | undefined => {
    const place = places.get(source);
    return place === undefined ? undefined : { file, line: lines[place] ?? 1, column: columns[place] ?? 1 };
  };
  return {
    add(source, target, line, column) {
      rows += 1;
      const place = places.get(source);
      if (place === undefined) {
        places.set(source, targets.length);
        targets.push(target);
        lines.push(line);
        columns.push(column);
        return;
      }
      const known = targets[place] ?? '';
      const first = locate(source);
      const same = known === target;
      findings.add({
        code: same ? 'duplicate-source-same-target' : 'duplicate-source',
        severity: same ? 'warning' : 'error',
        at: { file, line, column },
        ...(first !== undefined && { related: [first] }),
        details: { source, target, firstTarget: known, firstLine: first?.line ?? 0 },
      });
    },
    finish() {
      const entries = entriesOfIndex(places, targets);
      const bytes = fileBytes <= DICTIONARY_MAX_BYTES ? fileBytes : textBytes(entries);
      const tooLarge: readonly Finding[] =
        bytes > DICTIONARY_MAX_BYTES
          ? [errorAt('dictionary-too-large', topOf(file), { bytes, maxBytes: DICTIONARY_MAX_BYTES })]
          : [];
      return { value: { entries, locate, rows }, findings: [...tooLarge, ...findings.all()] };
    },
  };
}
