import { columns } from './columns.ts';

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** One cell for each row, without line ends; text of others must be escaped before. */
  readonly cells: readonly string[];
}

const SEPARATOR = '  ';

/** Width in columns of a terminal. The marks that `inPlace` sets around right-to-left text have no width. */
const shownColumns = (text: string): number => columns(text.replaceAll('\u200e', ''));

const widthOf = ({ title, cells }: TableColumn): number =>
  [title, ...cells].reduce((most, cell) => Math.max(most, shownColumns(cell)), 0);

/** Width of a table in columns of a terminal. */
export const tableWidth = (table: readonly TableColumn[]): number =>
  table.reduce((sum, column) => sum + widthOf(column), SEPARATOR.length * Math.max(0, table.length - 1));

/** The titles and a line for each row, without white space at the end of a line. */
export function tableLines(table: readonly TableColumn[]): readonly string[] {
  const padded = table.map((column) => {
    const width = widthOf(column);
    return [column.title, ...column.cells].map((cell) => {
      const space = ' '.repeat(width - shownColumns(cell));
      return column.align === 'right' ? space + cell : cell + space;
    });
  });
  const count = padded.reduce((most, cells) => Math.max(most, cells.length), 0);
  return Array.from({ length: count }, (_, row) =>
    padded
      .map((cells) => cells[row] ?? '')
      .join(SEPARATOR)
      .trimEnd(),
  );
}

/** A column of a table whose rows have one type: its title, its alignment, and the text of a cell. */
export type ColumnOf<Row> = readonly [title: string, align: TableColumn['align'], cell: (row: Row) => string];

/** A table whose rows have one type. */
export const tableOf = <Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): readonly string[] =>
  tableLines(columns.map(([title, align, cell]) => ({ title, align, cells: rows.map(cell) })));
