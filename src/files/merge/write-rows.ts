import { errorAt, type Finding } from '../../model/finding.ts';
import { largest } from '../../model/push-all.ts';
import { cellText } from '../delimited/cell-text.ts';
import type { TextRow } from '../delimited/table-text.ts';
import type { SideName } from './merge-columns.ts';
import { type MergedRow, OTHER_SIDE } from './merge-row.ts';
import type { RowPlaces } from './pair-rows.ts';
import { type Frame, rowAt, SIDES } from './table-frame.ts';
import { either } from './three-way.ts';

/** Writes rows of the merged table. */
export interface RowWriter {
  /** A row as text. `from`: the version that each cell is from, by merged column. */
  readonly row: (places: RowPlaces, from: readonly SideName[]) => string;
  /** The header of a merged column; its number where there is none. */
  readonly nameOf: (column: number) => string;
}

/** `kept`: the merged columns that are written. */
export function writerOf(frame: Frame, kept: readonly number[]): RowWriter {
  const { versions, columns, delimiter, alike } = frame;
  const headerWidth = (side: SideName): number => versions[side].header?.texts.length ?? 0;
  const isHeaded = (column: number): boolean =>
    SIDES.some((side) => (columns[column]?.[side] ?? headerWidth(side)) < headerWidth(side));
  // The width of a whole row. Cells beyond the header are written only where they are filled.
  const headed = kept.filter(isHeaded).length || kept.length;
  const cell = (places: RowPlaces, side: SideName, column: number): string => {
    const [row, place] = [rowAt(frame, places, side), columns[column]?.[side]];
    const text = place === undefined ? undefined : row?.texts[place];
    if (row === undefined || place === undefined || text === undefined) return '';
    return versions[side].table.delimiter === delimiter ? row.cell(place) : cellText(text, column, { delimiter });
  };
  const width = (places: RowPlaces): number => {
    const [base, ours, theirs] = [
      rowAt(frame, places, 'base'),
      rowAt(frame, places, 'ours'),
      rowAt(frame, places, 'theirs'),
    ];
    const of = (row: TextRow | undefined): number =>
      row?.texts.length ?? ours?.texts.length ?? theirs?.texts.length ?? 0;
    if (alike) return either({ base: of(base), ours: of(ours), theirs: of(theirs) });
    const isWhole = (['ours', 'theirs'] as const).some((side) => {
      const row = rowAt(frame, places, side);
      return row !== undefined && row.texts.length >= headerWidth(side);
    });
    return isWhole ? headed : 0;
  };
  const header = (column: number): string | undefined =>
    (['ours', 'theirs', 'base'] as const)
      .map((side) => versions[side].header?.texts[columns[column]?.[side] ?? -1])
      .find((text) => text !== undefined && text !== '');
  return {
    row(places, from) {
      const cells = kept.map((column) => cell(places, from[column] ?? 'ours', column));
      const filled = largest(
        cells.flatMap((text, index) => (text === '' ? [] : [index + 1])),
        0,
      );
      return cells.slice(0, Math.max(filled, width(places))).join(delimiter);
    },
    nameOf: (column) => header(column) ?? String(kept.indexOf(column) + 1),
  };
}

/** What a side says of a row that the other one removed. */
const ofOneSide = ({ columns }: Frame, side: 'ours' | 'theirs'): readonly SideName[] => columns.map(() => side);

/** One row as text: alone, or as what each side makes of it. */
export type WrittenRow = { readonly raw: string } | { readonly ours?: string; readonly theirs?: string };

export function writtenRow(frame: Frame, writer: RowWriter, places: RowPlaces, row: MergedRow): WrittenRow | undefined {
  switch (row.kind) {
    case 'gone':
      return undefined;
    case 'taken':
      return { raw: rowAt(frame, places, row.side)?.raw ?? '' };
    case 'removed': {
      const side = OTHER_SIDE[row.by];
      return { [side]: writer.row(places, ofOneSide(frame, side)) };
    }
    case 'made': {
      const inDoubt = new Set(row.conflicts.map(({ column }) => column));
      const of = (side: 'ours' | 'theirs'): string =>
        writer.row(
          places,
          row.from.map((from, column) => (inDoubt.has(column) ? side : from)),
        );
      return inDoubt.size === 0 ? { raw: writer.row(places, row.from) } : { ours: of('ours'), theirs: of('theirs') };
    }
    default:
      return row satisfies never;
  }
}

export function conflictsOf(
  frame: Frame,
  writer: RowWriter,
  {
    places,
    row,
    written,
    line,
  }: {
    readonly places: RowPlaces;
    readonly row: MergedRow;
    readonly written: WrittenRow;
    readonly line: number;
  },
): readonly Finding[] {
  const some = SIDES.find((side) => places[side] !== undefined) ?? 'ours';
  const { keys, term } = frame.versions[some];
  const of = rowAt(frame, places, some)?.texts[term] ?? keys[places[some] ?? 0] ?? '';
  const at = { file: frame.file, line, column: 1 };
  if (row.kind === 'removed') return [errorAt('merge-conflict', at, { term: of, ...written })];
  if (row.kind !== 'made') return [];
  return row.conflicts.map(({ column, ours, theirs }) =>
    errorAt('merge-conflict', at, {
      term: of,
      name: writer.nameOf(column),
      ...(ours !== undefined && { ours }),
      ...(theirs !== undefined && { theirs }),
    }),
  );
}
