import type { Entries } from '../../../model/entries/entries.ts';
import type { DictionaryRule } from '../../rule.ts';

const ROWS = 20;
const PERCENT = 30;

/** Languages that share so much vocabulary that a third of a list can be equal. */
const CLOSE: readonly ReadonlySet<string>[] = [
  new Set(['da', 'nb', 'nn', 'no', 'sv']),
  new Set(['ca', 'es', 'gl', 'it', 'oc', 'pt']),
  new Set(['bs', 'cnr', 'hr', 'sh', 'sl', 'sr']),
  new Set(['cs', 'sk']),
  new Set(['id', 'ms']),
  new Set(['be', 'bg', 'mk', 'ru', 'uk']),
  new Set(['ja', 'lzh', 'wuu', 'yue', 'zh']),
];

/** A phrase with a word in lower case is not a name. Many languages keep names unchanged. */
const IS_NO_NAME = /(?<!\p{L})\p{Ll}{3}/u;

/** The number of rows whose target equals their source, and whose source is not a name. */
function filledRows(entries: Entries): number {
  let count = 0;
  for (const [source, target] of entries) if (source === target && IS_NO_NAME.test(source)) count += 1;
  return count;
}

/** A column that was filled with the source phrases. */
export const columnsFilled: DictionaryRule = {
  id: 'columns/filled',
  level: 'warning',
  scope: 'dictionary',
  summary:
    `In a dictionary of at least ${ROWS} rows, at least ${PERCENT} % of the target phrases equal their source ` +
    'phrase.',
  why:
    'Spreadsheets and translation systems fill empty cells with the source. The service would keep these terms ' +
    'untranslated.',
  message:
    '{identical} of {rows} target phrases of {pair} equal their source phrase; add translations, or remove the ' +
    'rows without a translation',
  exceptions: [
    'Names, which many languages share, do not count: phrases without a word in lower case. Languages that share ' +
      'many words, such as Danish and Norwegian, are not checked.',
  ],
  precision: [
    { right: 1, hits: 1, lists: 'UI lists' },
    { right: 32, hits: 32, lists: 'TICO-19, of which 40 % were filled with the source on purpose' },
  ],
  bad: [{ pair: 'en->vi', source: 'basket', target: 'basket', note: `in ${PERCENT} % of the rows` }],
  good: [{ pair: 'en->vi', source: 'Bluetooth', target: 'Bluetooth', note: 'in a few rows' }],
  check: (dictionary) => {
    const { rows, identical } = dictionary.counts;
    const isShare = (count: number): boolean => count * 100 >= rows * PERCENT;
    if (rows < ROWS || !isShare(identical)) return [];
    const { source, target } = dictionary.pair;
    if (CLOSE.some((languages) => languages.has(source) && languages.has(target))) return [];
    if (!isShare(filledRows(dictionary.entries))) return [];
    return [{ dictionary, details: { identical, rows } }];
  },
};
