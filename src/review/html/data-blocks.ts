import { dataBlock, type Markup } from './markup.ts';
import type { PageData } from './page-data.ts';

/** So many terms are a block of their own: to read one takes a millisecond. */
const BLOCK_TERMS = 1000;

/**
 * What the script of the page reads, as blocks that are no script. The texts of terms are in blocks of their own, which
 * it reads when they are needed: all of them at once would keep a page of 100,000 terms from opening for as long as one
 * blinks.
 */
export function dataBlocks({ rows, ...others }: PageData): readonly Markup[] {
  const head = {
    ...others,
    kindOf: rows.map(([kind]) => kind),
    groupOf: rows.map(([, group]) => group),
    blockTerms: BLOCK_TERMS,
  };
  const count = Math.ceil(rows.length / BLOCK_TERMS);
  const blocks = Array.from({ length: count }, (_, block) =>
    rows.slice(block * BLOCK_TERMS, (block + 1) * BLOCK_TERMS).map(([, , ...texts]) => texts),
  );
  return [dataBlock('data', head), ...blocks.map((terms, block) => dataBlock(`terms-${block}`, terms))];
}
