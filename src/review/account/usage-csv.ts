import type { Usage } from '../../model/account/usage.ts';
import type { UsageOverview, UsageStanding } from '../../steps/usage-standing.ts';
import { visible } from '../format/escape.ts';

type Cell = string | number;

/**
 * What a spreadsheet could take for a formula: at the start of a cell, and behind a `;` or `|`, where some of them
 * split a line. The wide signs count in some, too.
 */
const FORMULA = /(^|[;|])(?=[\s"]*[=+\-@＝＋－＠])|(\t)(?=(?:[^\S\t]|")*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * One field. Text of others is made visible, a formula is made a text by an apostrophe before it, and what would end
 * the field is quoted (RFC 4180). Whoever needs the exact text takes JSON.
 */
function csvField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = visible(cell).replace(FORMULA, "$1$2'");
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV with CRLF line ends, as RFC 4180 has them. Safe to open in a spreadsheet. */
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

/** Used and limit of the keys with a label: empty without a limit, `?` where it cannot be told. */
function limitCells(standings: readonly UsageStanding[], label: string): readonly Cell[] {
  const [only, ...others] = standings.filter(
    ({ owner, unit }) => owner.kind === 'key' && owner.label === label && unit === 'characters',
  );
  if (only === undefined) return ['', ''];
  return others.length > 0 || !only.certain ? ['?', '?'] : [only.used, only.limit];
}

/**
 * The rows of the report, without a sum, so that whoever adds them up gets the total; or the limits and products that
 * an ordinary key sees.
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
