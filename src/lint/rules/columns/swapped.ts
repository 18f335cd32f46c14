import type { DictionaryRule } from '../../rule.ts';

const ROWS = 2;

/** Source and target columns in the wrong order. */
export const columnsSwapped: DictionaryRule = {
  id: 'columns/swapped',
  level: 'error',
  scope: 'dictionary',
  summary:
    'Source phrases are in the script of the target language, and target phrases in the script of the source ' +
    'language.',
  why: 'The columns or the languages of the file are swapped: the service would translate in the wrong direction.',
  message:
    'the columns of {pair} look swapped: in {swapped} of {rows} rows the source phrase is in the script of the ' +
    'target language; swap the columns, or name the file for the other direction',
  exceptions: ['Languages with the same script are not checked.'],
  precision: [{ right: 11, hits: 11, lists: 'TICO-19, swapped on purpose, in languages of another script' }],
  bad: [{ pair: 'en->ru', source: 'корзина', target: 'basket', note: 'and so in most rows' }],
  good: [{ pair: 'en->ru', source: 'basket', target: 'корзина' }],
  check: (dictionary) => {
    const { rows, swapped } = dictionary.counts;
    return swapped < ROWS || swapped * 2 < rows ? [] : [{ dictionary, details: { swapped, rows } }];
  },
};
