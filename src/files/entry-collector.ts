import { DICTIONARY_MAX_BYTES } from '../contract/limits.ts';
import { type Entries, entriesOfMap } from '../model/entries.ts';
import type { Finding } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';

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
function textBytes(entries: ReadonlyMap<string, string>): number {
  let bytes = 0;
  for (const [source, target] of entries)
    bytes += encoder.encode(source).byteLength + encoder.encode(target).byteLength + 2;
  return bytes;
}

/** `fileBytes`: size of the file. What it holds of one dictionary is no more, so that a small file needs no counting. */
export function collectEntries(file: string, fileBytes: number): EntryCollector {
  const targets = new Map<string, string>();
  /** Line and column of each entry, in the order of `targets`: most entries are never located, so no index is made before one is. */
  const lines: number[] = [];
  const columns: number[] = [];
  const findings: Finding[] = [];
  let rows = 0;
  let indexes: ReadonlyMap<string, number> | undefined;
  const locate = (source: string): SourceRef | undefined => {
    if (indexes === undefined || indexes.size < targets.size)
      indexes = new Map([...targets.keys()].map((key, index) => [key, index]));
    const index = indexes.get(source);
    return index === undefined ? undefined : { file, line: lines[index] ?? 1, column: columns[index] ?? 1 };
  };
  return {
    add(source, target, line, column) {
      rows += 1;
      const known = targets.get(source);
      if (known === undefined) {
        targets.set(source, target);
        lines.push(line);
        columns.push(column);
        return;
      }
      const first = locate(source);
      const same = known === target;
      findings.push({
        code: same ? 'duplicate-source-same-target' : 'duplicate-source',
        severity: same ? 'warning' : 'error',
        at: { file, line, column },
        ...(first !== undefined && { related: [first] }),
        details: { source, target, firstTarget: known, firstLine: first?.line ?? 0 },
      });
    },
    finish() {
      const bytes = fileBytes <= DICTIONARY_MAX_BYTES ? fileBytes : textBytes(targets);
      const tooLarge: readonly Finding[] =
        bytes > DICTIONARY_MAX_BYTES
          ? [
              {
                code: 'dictionary-too-large',
                severity: 'error',
                at: { file, line: 1, column: 1 },
                details: { bytes, maxBytes: DICTIONARY_MAX_BYTES },
              },
            ]
          : [];
      return { value: { entries: entriesOfMap(targets), locate, rows }, findings: [...tooLarge, ...findings] };
    },
  };
}
