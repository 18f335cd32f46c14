import type { KeyUsage, Usage } from '../../model/account/usage.ts';
import type { UsageOverview, UsageStanding } from '../../steps/usage-standing.ts';
import { type TableColumn, tableLines, tableWidth } from '../format/aligned-table.ts';
import { barText, percentText } from '../format/bars.ts';
import { columns, cutTo } from '../format/columns.ts';
import { inPlace, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';

export interface UsageTextOptions {
  /** Name of the target. */
  readonly target: string;
  /** True for a terminal with colours, which can also show fine bars. */
  readonly color: boolean;
  /** Width of the terminal in columns. */
  readonly width: number;
}

export type Analytics = Extract<UsageOverview, { readonly kind: 'analytics' }>;

/** A line of the table: a row of a report, or a key that has a limit and no usage. */
interface Row {
  readonly day?: string;
  readonly label: string;
  readonly apiKey: string;
  readonly usage: Usage;
}

const LABEL_MAX_COLUMNS = 40;
const BAR_MAX_COLUMNS = 40;
/** A shorter bar is not useful. */
const BAR_MIN_COLUMNS = 6;

type ColumnName = 'day' | 'label' | 'key' | 'characters' | 'kind' | 'limit';

interface NamedColumn extends TableColumn {
  readonly name: ColumnName;
}

const NOTHING: Usage = {
  totalCharacters: 0,
  textTranslationCharacters: 0,
  documentTranslationCharacters: 0,
  textImprovementCharacters: 0,
  speechToTextMinutes: 0,
};

/**
 * The kinds of usage besides the sum. A kind without usage has no column. The column for text is left out if there is
 * only text.
 */
const KINDS: readonly { readonly title: string; readonly counter: keyof Usage }[] = [
  { title: 'TEXT', counter: 'textTranslationCharacters' },
  { title: 'DOCUMENTS', counter: 'documentTranslationCharacters' },
  { title: 'IMPROVED', counter: 'textImprovementCharacters' },
  { title: 'SPEECH MIN', counter: 'speechToTextMinutes' },
];

/** `1,204`, or `1,204.5` for minutes, rounded to a thousandth. */
export function amountText(amount: number): string {
  const [whole = '0', ...fraction] = String(Math.round(amount * 1000) / 1000).split('.');
  return [groupedDigits(Number(whole)), ...fraction].join('.');
}

export function labelText(label: string): string {
  if (label === '') return '(no label)';
  const shown = visible(label);
  return inPlace(columns(shown) > LABEL_MAX_COLUMNS ? `${cutTo(shown, LABEL_MAX_COLUMNS - 1)}…` : shown);
}

const isOfKey = ({ owner }: UsageStanding, label: string): boolean => owner.kind === 'key' && owner.label === label;

/** `7 of 10 (70%)`; `?` if unknown; `–` without a limit. */
function limitCell(standings: readonly UsageStanding[]): string {
  const [only, ...others] = standings;
  if (only === undefined) return '–';
  if (others.length > 0 || !only.certain) return '?';
  return `${amountText(only.used)} of ${amountText(only.limit)} (${percentText(only.used, only.limit)})`;
}

function rowsOf({ report, standings, limitPeriod, groupBy }: Analytics): readonly Row[] {
  if (groupBy === 'key_and_day') return report.byKeyAndDay;
  const rows: readonly KeyUsage[] = report.byKey;
  if (limitPeriod === undefined) return rows;
  const idle = standings.flatMap(({ owner }) => (owner.kind === 'key' ? [owner.label] : []));
  const labels = [...new Set(idle)].filter((label) => rows.every((row) => row.label !== label));
  return [...rows, ...labels.map((label): Row => ({ label, apiKey: '', usage: NOTHING }))];
}

/** The columns of the table, without bars. */
function tableColumns(overview: Analytics, rows: readonly Row[]): readonly NamedColumn[] {
  const { report, standings, limitPeriod, groupBy } = overview;
  const usages = [...rows.map(({ usage }) => usage), report.total];
  const number = (name: ColumnName, title: string, counter: keyof Usage): NamedColumn => ({
    name,
    title,
    align: 'right',
    cells: usages.map((usage) => amountText(usage[counter])),
  });
  const left = (name: ColumnName, title: string, cellOf: (row: Row) => string): NamedColumn => ({
    name,
    title,
    align: 'left',
    cells: [...rows.map(cellOf), name === 'label' ? 'total' : ''],
  });
  const limits = (title: string, unit: UsageStanding['unit']): readonly NamedColumn[] => {
    const known = standings.filter((standing) => standing.owner.kind === 'key' && standing.unit === unit);
    if (groupBy !== 'key' || limitPeriod === undefined || known.length === 0) return [];
    return [left('limit', title, ({ label }) => limitCell(known.filter((standing) => isOfKey(standing, label))))];
  };
  const isCovered = (counter: keyof Usage): boolean =>
    usages.some((usage) => usage[counter] > 0) &&
    (counter !== 'textTranslationCharacters' || usages.some((usage) => usage[counter] !== usage.totalCharacters));
  return [
    ...(groupBy === 'key_and_day' ? [left('day', 'DAY', ({ day = '' }) => day)] : []),
    left('label', 'LABEL', ({ label }) => labelText(label)),
    left('key', 'KEY', ({ apiKey }) => visible(apiKey)),
    number('characters', 'CHARACTERS', 'totalCharacters'),
    ...KINDS.filter(({ counter }) => isCovered(counter)).map(({ title, counter }) => number('kind', title, counter)),
    ...limits('OF MONTHLY LIMIT', 'characters'),
    ...limits('OF SPEECH LIMIT', 'minutes'),
  ];
}

/** As many columns as fit: first the kinds of usage are removed, then the masked keys. */
function fitting(table: readonly NamedColumn[], width: number): readonly NamedColumn[] {
  const less = table.filter(({ name }) => name !== 'kind');
  const least = less.filter(({ name }) => name !== 'key');
  return [table, less].find((each) => tableWidth(each) <= width) ?? least;
}

/** The report as a table with a line for each row, the sum, and bars if the terminal is wide enough. */
export function usageTable(overview: Analytics, { color, width }: UsageTextOptions): readonly string[] {
  const rows = rowsOf(overview);
  const table = fitting(tableColumns(overview, rows), width);
  const amounts = rows.map(({ usage }) => usage.totalCharacters);
  const max = amounts.reduce((left, right) => Math.max(left, right), 0);
  const room = Math.min(BAR_MAX_COLUMNS, width - tableWidth(table) - 2);
  if (max === 0 || room < BAR_MIN_COLUMNS) return tableLines(table);
  const bars = amounts.map((amount) => barText(amount, max, { width: room, fine: color }));
  const at = table.findIndex(({ name }) => name === 'characters') + 1;
  const bar: TableColumn = { title: '', align: 'left', cells: [...bars, ''] };
  return tableLines([...table.slice(0, at), bar, ...table.slice(at)]);
}
