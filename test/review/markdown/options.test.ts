import { describe, expect, test } from 'vitest';
import { beginning } from '../../../src/review/format/text.ts';
import { budgetOf, document, pointerOf, unitsOf, wholeLines } from '../../../src/review/markdown/options.ts';

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
    ['a'.repeat(200), true],
    ['a'.repeat(201), false],
    ['', false],
    ['a b', false],
    [' a', false],
    ['a\n', false],
  ])('the file %j of a page is named: %j', (pageFile, isNamed) => {
    const shows = isNamed ? `the page \`${pageFile}\` and \`lexform plan\` show all` : '`lexform plan` shows all';
    expect(pointerOf({ pageFile }, 'lexform plan')).toBe(shows);
  });

  test('the full report is named before the page', () => {
    const options = { fullReport: 'https://ci.test/2', page: 'https://ci.test/1' };
    expect(pointerOf(options, 'lexform plan')).toBe('[the full report](https://ci.test/2) and `lexform plan` show all');
  });

  test('the length of paragraphs is that of their document and one line end', () => {
    const paragraphs = ['One', 'two lines\nof text', ''];
    expect(unitsOf(paragraphs)).toBe(document(paragraphs).length + 1);
    expect([document(['One', 'two']), unitsOf([])]).toEqual(['One\n\ntwo\n', 0]);
  });

  test.each([
    [14, ['one', 'two', 'three'], 0],
    [13, ['one', 'two'], 1],
    [8, ['one', 'two'], 1],
    [7, ['one'], 2],
    [3, [], 3],
  ])('in %d units, lines with their line ends are %j, and %d more', (units, shown, hidden) => {
    expect(wholeLines(['one', 'two', 'three'], units)).toEqual({ shown, hidden });
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
