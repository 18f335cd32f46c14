import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOfKey } from '../../../src/change/diff-entries.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { PAGE_SCRIPT } from '../../../src/review/html/script/page-script.ts';
import { hostileText, planOfTexts } from '../../support/hostile-plan.ts';
import { type HtmlToken, htmlTokens, textOnPage } from '../../support/html-tokens.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { least, runs } from '../../support/runs.ts';

interface ReadRow {
  readonly texts: readonly (string | null)[];
}

const scriptTexts = (tokens: readonly HtmlToken[]): readonly string[] =>
  tokens.flatMap((token) => (token.kind === 'text' && token.inside === 'script' ? [token.text] : []));

/** The four texts of each row, as JSON has them. */
const rowsOf = (tokens: readonly HtmlToken[]): readonly ReadRow[] =>
  JSON.parse(scriptTexts(tokens)[1] ?? '').map((row: readonly (string | null)[]) => ({ texts: row.slice(0, 4) }));

const sorted = (pairs: readonly (readonly string[])[]): readonly string[] =>
  pairs.map((pair) => JSON.stringify(pair)).sort();

describe('hostile text in the page of a plan', () => {
  // Each plan has more than a hundred texts.
  test('no text becomes markup, and every term is in the data as it is', () => {
    let strings = 0;
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 110, maxLength: 110 }), (texts) => {
        strings += texts.length;
        const plan = planOfTexts(texts);
        const links = { prefix: 'https://code.example/o/r/' };
        const tokens = htmlTokens(planHtml(plan, { links }));
        const opened = tokens.flatMap((token) => (token.kind === 'open' ? [token] : []));
        const scripts = opened.filter(({ name }) => name === 'script');
        expect(scripts.map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
          { type: 'application/json', id: 'data' },
          { type: 'application/json', id: 'terms-0' },
          {},
        ]);
        expect(scriptTexts(tokens)[2]).toBe(PAGE_SCRIPT);
        expect(
          opened.flatMap(({ attributes }) => [...attributes.keys()].filter((name) => name.startsWith('on'))),
        ).toEqual([]);

        const urls: readonly (string | null)[] = [
          ...JSON.parse(scriptTexts(tokens)[0] ?? '').links,
          ...opened.flatMap(({ name, attributes }) => (name === 'a' ? [attributes.get('href') ?? ''] : [])),
        ];
        for (const url of urls)
          expect(url ?? '#').toMatch(/^(?:#[\w-]+|#|https:\/\/code\.example\/o\/r\/[\w.~%/-]*(?:#L3)?)$/);

        const entries = plan.changes[0]?.children[0]?.values ?? [];
        const termsOn = (side: 'from' | 'to') =>
          entries.flatMap(({ key, [side]: target }) =>
            target === undefined ? [] : [[sourceOfKey(key), String(target)]],
          );
        const [before, after] = [termsOn('from'), termsOn('to')];
        const rows = rowsOf(tokens);
        const side = (from: number) =>
          rows.flatMap(({ texts: [...four] }) =>
            four[from] === null ? [] : [[four[from] ?? '', four[from + 1] ?? '']],
          );
        expect(sorted(side(0))).toEqual(sorted(before));
        expect(sorted(side(2))).toEqual(sorted(after));
      }),
      { numRuns: runs(200) },
    );
    expect(strings).toBeGreaterThanOrEqual(least(20_000));
  });

  test('text between tags reads as it is shown everywhere, whatever it holds', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const plan = { ...planOfEntries([]), changes: [], unmanaged: [{ address: 'glossary.x', id: 'u', name }] };
        const tokens = htmlTokens(planHtml(plan as unknown as Plan));
        const start = tokens.findIndex((token) => token.kind === 'open' && token.name === 'li');
        const end = tokens.findIndex((token, index) => index > start && token.kind === 'close' && token.name === 'bdi');
        const read = tokens
          .slice(start, end)
          .flatMap((token) => (token.kind === 'text' ? [token.text] : []))
          .join('');
        expect(read).toBe(textOnPage(name));
      }),
      // Words of two scripts are rare.
      { numRuns: runs(1000), examples: [['ЀÀ'], ['Wаrenkorb'], [' a␠b\tc⏎\n']] },
    );
  });

  test('the tokenizer of these tests sees what would run', () => {
    const page = (body: string): string => `<!DOCTYPE html>\n<html><body>${body}</body></html>`;
    for (const body of [
      '<script>"<!--"</script>',
      '<img src="x" onerror="alert(1)">',
      "<p title='x'></p>",
      '<p>a & b</p>',
      '<p>&lt;</p>',
      '<p>\0</p>',
      '<p></div>',
      '<!-- x -->',
      '<P></P>',
    ])
      expect(() => htmlTokens(page(body)), body).toThrow();
    expect(htmlTokens(page('<p title="a&#34;b">&#60;</p>')).length).toBe(7);
  });
});
