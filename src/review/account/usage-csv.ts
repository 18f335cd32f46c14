import type { Usage } from '../../model/account/usage.ts';
import type { UsageOverview, UsageStanding } from '../../steps/usage-standing.ts';
import { visible } from '../format/escape.ts';

type Cell = string | number;

/**
 * The start of a text that a spreadsheet program may take for a formula: at the start of a cell, and after a `;` or
 * `|`, where some programs split a line. Some programs also accept the full-width characters.
 */
const FORMULA = /(^|[;|])(?=[\s"]*[=+\-@＝＋－＠])|(\t)(?=(?:[^\S\t]|")*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * One field. Text of others is escaped, an apostrophe turns a formula into text, and characters that would end the
 * field are quoted (RFC 4180). For the exact text, use JSON.
 */
function csvField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = visible(cell).replace(FORMULA, "$1$2'");
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV with CRLF line ends, as in RFC 4180. Safe to open in a spreadsheet program. */
const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');

const COUNTERS: readonly (readonly [string, keyof Usage])[] = [
  ['total_characters', 'totalCharacters'],
  ['text_translation_characters', 'textTranslationCharacters'],
  ['document_translation_characters', 'documentTranslationCharacters'],
  ['text_improvement_characters', 'textImprovementCharacters'],
  ['speech_to_text_minutes', 'speechToTextMinutes'],
];

const titles = COUNTERS.map(([title]) => title);
const amounts = (usage: Usage): readonly number[] => COUNTERS.map(([, counter]) => usage[counter]);

/**
 * The cells for usage and limit of the key with a label. Both are empty if it has no limit, and `?` if several keys
 * have the label.
 */
function limitCells(standings: readonly UsageStanding[], label: string): readonly Cell[] {
  const [only, ...others] = standings.filter(
    ({ owner, unit }) => owner.kind === 'key' && owner.label === label && unit === 'characters',
  );
  if (only === undefined) return ['', ''];
  return others.length > 0 || !only.certain ? ['?', '?'] : [only.used, only.limit];
}

/**
 * The rows of the report, without a row of totals, so that a sum over a column is correct; or the limits and products
 * that an ordinary key can read.
 */
export function usageCsv(overview: UsageOverview): string {
  if (overview.kind === 'analytics') {
    const { report, groupBy, standings } = overview;
    if (groupBy === 'key')
      return csvText([
        ['label', 'masked_key', ...titles, 'month_characters', 'month_character_limit'],
        ...report.byKey.map(({ label, apiKey, usage }) => [
          label,
          apiKey,
          ...amounts(usage),
          ...limitCells(standings, label),
        ]),
      ]);
    return csvText([
      ['label', 'masked_key', 'day', ...titles],
      ...report.byKeyAndDay.map(({ label, apiKey, day, usage }) => [label, apiKey, day, ...amounts(usage)]),
    ]);
  }
  const { characters, key, speechMinutes, products } = overview.account;
  return csvText([
    ['scope', 'product', 'unit', 'used', 'limit'],
    ...(characters === undefined ? [] : [['account', '', 'characters', characters.used, characters.limit ?? '']]),
    ...(key === undefined ? [] : [['key', '', 'characters', key.used, key.limit ?? '']]),
    ...(speechMinutes === undefined ? [] : [['speech', '', 'minutes', speechMinutes.used, speechMinutes.limit ?? '']]),
    ...products.flatMap(({ product, billingUnit, accountUnits, keyUnits }) => [
      ['account', product, billingUnit ?? '', accountUnits ?? '', ''],
      ['key', product, billingUnit ?? '', keyUnits ?? '', ''],
    ]),
  ]);
}
