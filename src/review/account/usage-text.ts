import pc from 'picocolors';
import type { AccountUsage, Quota } from '../../model/account/usage.ts';
import type { UsageOverview } from '../../steps/usage-standing.ts';
import { type ColumnOf, tableOf } from '../format/aligned-table.ts';
import { barText, percentText } from '../format/bars.ts';
import { visible } from '../format/escape.ts';
import { counted, linesOf, plural, withLineEnds } from '../format/text.ts';
import { strayText } from './usage-notes.ts';
import { type Analytics, amountText, type UsageTextOptions, usageTable } from './usage-table.ts';

const BAR_COLUMNS = 20;

/** `7 of 10 characters (70%)  [####      ]`, or `7 characters, no limit`. */
function quotaText({ used, limit }: Quota, unit: string, { color, width }: UsageTextOptions): string {
  const amount = (count: number): string => `${amountText(count)} ${plural(count, unit, `${unit}s`)}`;
  if (limit === null) return `${amount(used)}, no limit`;
  const text = `${amountText(used)} of ${amount(limit)} (${percentText(used, limit)})`;
  if (used === 0 || limit === 0 || width < 80) return text;
  return `${text}  [${barText(used, limit, { width: BAR_COLUMNS, fine: color }).padEnd(BAR_COLUMNS)}]`;
}

/** Shown for data that the service does not return. */
const UNKNOWN = '?';

function accountLines(account: AccountUsage, options: UsageTextOptions): readonly string[] {
  const { characters, key, speechMinutes } = account;
  return linesOf(
    characters !== undefined && `account    ${quotaText(characters, 'character', options)}`,
    key !== undefined && `this key   ${quotaText(key, 'character', options)}`,
    speechMinutes !== undefined && `speech     ${quotaText(speechMinutes, 'minute', options)}`,
  );
}

const unitsText = (units: number | undefined): string => (units === undefined ? UNKNOWN : amountText(units));

const PRODUCT_COLUMNS: readonly ColumnOf<AccountUsage['products'][number]>[] = [
  ['PRODUCT', 'left', ({ product }) => visible(product) || UNKNOWN],
  ['ACCOUNT', 'right', ({ accountUnits }) => unitsText(accountUnits)],
  ['THIS KEY', 'right', ({ keyUnits }) => unitsText(keyUnits)],
  ['UNIT', 'left', ({ billingUnit = UNKNOWN }) => visible(billingUnit)],
];

const productLines = ({ products }: AccountUsage): readonly string[] =>
  products.length === 0 ? [] : ['', ...tableOf(PRODUCT_COLUMNS, products)];

function footnotes({ report, groupBy, standings, limitPeriod, strayCharacters }: Analytics): readonly string[] {
  const rows = groupBy === 'key' ? report.byKey : report.byKeyAndDay;
  const unnamed = report.total.totalCharacters - rows.reduce((sum, { usage }) => sum + usage.totalCharacters, 0);
  const keyLimits = groupBy === 'key' ? standings.filter(({ owner }) => owner.kind === 'key') : [];
  return linesOf(
    unnamed > 0 && `${counted(unnamed, 'character')} of the total in no row: the service names no key for it`,
    limitPeriod !== undefined && keyLimits.length > 0 && `limits count what was used since ${limitPeriod.from}`,
    keyLimits.length > 0 && strayCharacters > 0 && strayText(strayCharacters),
    keyLimits.some(({ certain }) => !certain) &&
      '?: several keys have or had this label, and the report identifies a key only by label and mask, so its ' +
        'limit is unknown',
  );
}

/** A time as the service wrote it; only the date for midnight in UTC. */
const momentText = (moment: string): string => visible(moment.replace(/T00:00:00(?:\.0+)?Z$/, ''));

/** The usage for a terminal. Text of the service is escaped. */
export function usageText(overview: UsageOverview, options: UsageTextOptions): string {
  const { bold } = pc.createColors(options.color);
  const target = visible(options.target);
  if (overview.kind === 'account') {
    const { account } = overview;
    const { periodStart, periodEnd } = account;
    const from = periodStart === undefined ? '' : ` from ${momentText(periodStart)}`;
    const to = periodEnd === undefined ? '' : ` to ${momentText(periodEnd)}`;
    const head = bold(`Usage of ${target} in the current period${from}${to}`);
    return withLineEnds([head, '', ...accountLines(account, options), ...productLines(account)]);
  }
  const { report, groupBy, account, limitPeriod } = overview;
  const by = groupBy === 'key' ? 'by key' : 'by key and day';
  const rows = groupBy === 'key' ? report.byKey : report.byKeyAndDay;
  const notes = footnotes(overview);
  return withLineEnds(
    linesOf(
      bold(`Usage of ${target} from ${report.start} to ${report.end} (UTC), ${by}`),
      '',
      rows.length === 0 && report.total.totalCharacters === 0 && ['Nothing was used.', ''],
      usageTable(overview, options),
      account?.characters !== undefined &&
        limitPeriod !== undefined && [
          '',
          `Account since ${limitPeriod.from}: ${quotaText(account.characters, 'character', options)}`,
        ],
      notes.length > 0 && ['', ...notes],
    ),
  );
}
