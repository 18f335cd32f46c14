import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import { type Entries, entriesOfIndex } from '../../model/entries/entries.ts';
import type { Choice, HeldBackRow } from '../../model/entries/held-back.ts';
import type { TermFields } from '../../model/entries/term-fields.ts';
import { errorAt, type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import { findingList } from '../finding-list.ts';
import { type CandidateRow, choiceOffer } from './term-columns.ts';

/** A dictionary read from a file, with the place of each entry. */
export interface ParsedDictionary {
  readonly entries: Entries;
  /** Place of the entry of a source phrase; `undefined` for an unknown source phrase. */
  locate(source: string): SourceRef | undefined;
  /** Place of the target phrase of a source phrase; `undefined` for an unknown source phrase. */
  locateTarget(source: string): SourceRef | undefined;
  /** Number of rows that gave an entry or were held back, including duplicates. */
  readonly rows: number;
  /** The fields of the term in the row of a source phrase. Absent: no row has any. */
  fieldsOf?(source: string): TermFields | undefined;
  /** Rows that are not sent, grouped by reason and then in file order. Absent: all rows are sent. */
  readonly heldBack?: readonly HeldBackRow[];
  /** The rows that override inherited entries. Absent: none. */
  readonly overrides?: Overrides;
}

/** The rows of one dictionary that override entries of layers. */
export interface Overrides {
  /** The source phrases of entries that are marked as overrides. */
  readonly replaced: ReadonlySet<string>;
  /** Source phrase → place of the row that removes it. */
  readonly removed: ReadonlyMap<string, SourceRef>;
}

const encoder = new TextEncoder();

/** Bytes of the entries as text: UTF-8, plus a tab and a line end for each entry. */
function textBytes(entries: Entries): number {
  let bytes = 0;
  for (const [source, target] of entries)
    bytes += encoder.encode(source).byteLength + encoder.encode(target).byteLength + 2;
  return bytes;
}

export interface CollectInput {
  readonly file: string;
  /** Size of the file. The entries of a dictionary cannot be larger, so a small file needs no counting. */
  readonly fileBytes: number;
  /** In file order. */
  readonly rows: readonly CandidateRow[];
  readonly heldBack: readonly HeldBackRow[];
  /** The rule that selected the rows. Rows that still share a source phrase are a tie. */
  readonly choose?: Choice | undefined;
  /** The rows that are marked as overrides. */
  readonly replacing: ReadonlySet<CandidateRow>;
  /** Source phrase → place of the row that removes an inherited entry. */
  readonly removed: ReadonlyMap<string, SourceRef>;
}

/** A row that gives an entry, or would without an earlier duplicate. */
interface Placed {
  readonly target: string;
  readonly at: SourceRef;
  readonly fields: TermFields | undefined;
}

/** The finding for a row whose source phrase an earlier row has. */
function duplicate(
  { source, target, at, fields }: Placed & { readonly source: string },
  first: Placed,
  choose: CollectInput['choose'],
): Finding {
  const same = first.target === target;
  return {
    code: same ? 'duplicate-source-same-target' : choose === undefined ? 'duplicate-source' : 'choice-tie',
    severity: same ? 'warning' : 'error',
    at,
    related: [first.at],
    details: {
      source,
      target,
      firstTarget: first.target,
      firstLine: first.at.line,
      ...(!same && (choose === undefined ? choiceOffer(first.fields, fields) : { choose: choose.kind })),
    },
  };
}

/**
 * The entries of one dictionary from its rows, and findings about duplicates. The function is longer than 60 lines
 * because the result reads the lists that its loop fills.
 */
export function collectEntries({ file, fileBytes, rows, heldBack, choose, replacing, removed }: CollectInput): {
  readonly value: ParsedDictionary;
  readonly findings: readonly Finding[];
} {
  /** Source phrase → its place in the lists below: one look-up serves duplicates, entries and positions. */
  const places = new Map<string, number>();
  const targets: string[] = [];
  const lines: number[] = [];
  const columns: number[] = [];
  const targetColumns: number[] = [];
  const fields: (TermFields | undefined)[] = [];
  const findings = findingList();
  const refAt = (place: number, columnsByPlace = columns): SourceRef => ({
    file,
    line: lines[place] ?? 1,
    column: columnsByPlace[place] ?? 1,
  });
  for (const { source, target, line, column, targetColumn, fields: rowFields } of rows) {
    const place = places.get(source);
    if (place === undefined) {
      places.set(source, targets.length);
      targets.push(target);
      lines.push(line);
      columns.push(column);
      targetColumns.push(targetColumn);
      if (rowFields !== undefined) fields[targets.length - 1] = rowFields;
      continue;
    }
    const first = { target: targets[place] ?? '', at: refAt(place), fields: fields[place] };
    findings.add(duplicate({ source, target, fields: rowFields, at: { file, line, column } }, first, choose));
  }
  for (const [source, at] of removed) {
    const target = targets[places.get(source) ?? -1];
    if (target !== undefined) findings.add(errorAt('override-remove-filled', at, { source, target }));
  }
  const entries = entriesOfIndex(places, targets);
  const bytes = fileBytes <= DICTIONARY_MAX_BYTES ? fileBytes : textBytes(entries);
  const tooLarge = errorAt('dictionary-too-large', topOf(file), { bytes, maxBytes: DICTIONARY_MAX_BYTES });
  const locate = (source: string): SourceRef | undefined => {
    const place = places.get(source);
    return place === undefined ? undefined : refAt(place);
  };
  const locateTarget = (source: string): SourceRef | undefined => {
    const place = places.get(source);
    return place === undefined ? undefined : refAt(place, targetColumns);
  };
  const replaced = new Set(
    replacing.size === 0 ? [] : rows.filter((row) => replacing.has(row)).map(({ source }) => source),
  );
  const fieldsOf = (source: string): TermFields | undefined => fields[places.get(source) ?? -1];
  return {
    value: {
      entries,
      locate,
      locateTarget,
      rows: rows.length + heldBack.length,
      ...(fields.length > 0 && { fieldsOf }),
      ...(heldBack.length > 0 && { heldBack }),
      ...(replaced.size + removed.size > 0 && { overrides: { replaced, removed } }),
    },
    findings: [...(bytes > DICTIONARY_MAX_BYTES ? [tooLarge] : []), ...findings.all()],
  };
}
