import { describe, expect, test } from 'vitest';
import { beginning } from '../../../src/review/format/text.ts';
import { budgetOf, pointerOf } from '../../../src/review/markdown/options.ts';

describe('the options of a document', () => {
  test('a budget is at most 64,000 units, which is what it is unless told', () => {
    expect([budgetOf({}), budgetOf({ budget: 70_000 }), budgetOf({ budget: 5000 })]).toEqual([64_000, 64_000, 5000]);
  });

  test.each([
    [
      'https://ci.test/run/1?a=b&c=%20#d~e',
      '[the full report](https://ci.test/run/1?a=b&c=%20#d~e) and `lexform plan` show all',
    ],
    ['http://ci.test/1', '[the full report](http://ci.test/1) and `lexform plan` show all'],
    ['https://ci.test/) [x](https://evil.test', '`lexform plan` shows all'],
    ['https://ci.test/\n', '`lexform plan` shows all'],
    ['javascript:alert(1)//https://ci.test/1', '`lexform plan` shows all'],
    ['https://', '`lexform plan` shows all'],
    [undefined, '`lexform plan` shows all'],
  ])('%j as the full report: %s', (fullReport, words) => {
    expect(pointerOf(fullReport === undefined ? {} : { fullReport }, 'lexform plan')).toBe(words);
  });

  test('the file of a page is named where its address is not known', () => {
    expect(pointerOf({ pageFile: 'out/plan.html' }, 'lexform plan')).toBe(
      'the page `out/plan.html` and `lexform plan` show all',
    );
    expect(pointerOf({ pageFile: 'a`b.html' }, 'lexform plan')).toBe('`lexform plan` shows all');
    expect(pointerOf({ pageFile: 'plan.html', page: 'https://ci.test/1' }, 'lexform plan')).toBe(
      '[the full report](https://ci.test/1) and `lexform plan` show all',
    );
  });

  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab😀d', 3, 'ab…'],
    ['a😀bd', 3, 'a😀…'],
    ['a\ud83dbd', 3, 'a\ud83db…'],
  ])('the beginning of %j in %d units is %j', (text, units, shown) => {
    expect(beginning(text, units)).toBe(shown);
  });
});
