import type { DictionaryRule } from '../../rule.ts';

const ROWS = 20;
const PERCENT = 30;

/** A column that was filled with the source phrases. */
export const columnsFilled: DictionaryRule = {
  id: 'columns/filled',
  level: 'warning',
  scope: 'dictionary',
  summary: `From ${ROWS} rows on, at least ${PERCENT} % of the target phrases of a dictionary are their source phrase.`,
  why:
    'Spreadsheets and translation systems fill empty cells with the source. The service would keep those terms ' +
    'untranslated.',
  message:
    '{identical} of {rows} target phrases of {pair} are their source phrase; fill in translations, or remove the ' +
    'rows that have none',
  precision: [],
  bad: [{ pair: 'en->vi', source: 'basket', target: 'basket', note: `in ${PERCENT} % of the rows` }],
  good: [{ pair: 'en->vi', source: 'Bluetooth', target: 'Bluetooth', note: 'in a few rows' }],
  check: (dictionary) => {
    const { rows, identical } = dictionary.counts;
    if (rows < ROWS || identical * 100 < rows * PERCENT) return [];
    return [{ dictionary, details: { identical, rows } }];
  },
};
