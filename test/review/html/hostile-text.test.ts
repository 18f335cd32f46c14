import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryChange, Plan } from '../../../src/plan/plan.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { PAGE_SCRIPT } from '../../../src/review/html/script/page-script.ts';
import { revealed } from '../../../src/review/visible.ts';
import { type HtmlToken, htmlTokens } from '../../support/html-tokens.ts';
import { planOfEntries } from '../../support/page-plans.ts';

const FRAGMENTS = [
  '<script>alert(1)</script>',
  '</script>',
  '</SCRIPT ',
  '<!--',
  '<!-- <script>',
  '-->',
  '--!>',
  ']]>',
  '</style>',
  '</title>',
  '</bdi></td></table>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<base href="//evil.test">',
  '" onmouseover="alert(1)',
  "' autofocus onfocus='alert(1)",
  '`',
  '&lt;',
  '&#60;',
  '&#x3c;script&#x3e;',
  '&',
  'javascript:alert(1)',
  '\\u003c',
  '\\',
  '{"',
  '"]',
  '\0',
  '\r\n',
  '\n',
  '\t',
  '\u001b[31m',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udfff',
  '⟨U+200B⟩',
  '__proto__',
  'عربي',
  '😀',
  ' ',
  'word',
];

const hostile = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: 'binary', maxLength: 6 })),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

/** Deep copies of a plan in which every text that is not part of its structure comes from a list. */
function shaped(texts: readonly string[]): Plan {
  let used = 0;
  const next = (): string => texts[used++ % texts.length] ?? '';
  const at = () => ({ file: next(), line: 3, column: 1 });
  const entry = (index: number): EntryChange => {
    const kind = (['added', 'changed', 'removed'] as const)[index % 3] ?? 'added';
    if (kind === 'added') return { kind, source: next(), to: next(), at: at() };
    return kind === 'changed'
      ? { kind, source: next(), from: next(), to: next(), at: at() }
      : { kind, source: next(), from: next() };
  };
  const entries = Array.from({ length: 24 }, (_, index) => entry(index));
  const terms = planOfEntries(entries, next());
  const instruction = () => ({ label: next(), prompt: next(), sourceLanguage: next() });
  const list = {
    kind: 'style-list',
    action: 'replace',
    address: `style_rules.${next()}`,
    adopted: true,
    nameBefore: next(),
    nameAfter: next(),
    languageBefore: next(),
    languageAfter: next(),
    rules: [
      { kind: 'added', category: next(), rule: next(), to: next(), at: at() },
      { kind: 'changed', category: next(), rule: next(), from: next(), to: next() },
      { kind: 'removed', category: next(), rule: next(), from: next() },
    ],
    rulesBefore: 2,
    instructions: [
      { kind: 'added', to: instruction(), at: at() },
      { kind: 'changed', id: 'i1', from: instruction(), to: instruction() },
      { kind: 'removed', id: 'i2', from: instruction() },
    ],
    instructionsBefore: 2,
    operations: [{}],
  };
  const key = {
    kind: 'developer-key',
    action: 'create',
    address: `developer_key.${next()}`,
    adopted: false,
    nameAfter: next(),
    limits: [{ limit: 'characters', from: null, to: 0, at: at() }],
    operations: [{}],
  };
  const thing = () => ({ address: `glossary.${next()}`, id: next(), name: next() });
  return {
    ...terms,
    target: { name: next(), baseUrl: next() },
    only: [next()],
    changes: [...terms.changes, list, key],
    adopts: [thing()],
    unmanaged: [thing()],
  } as unknown as Plan;
}

interface ReadRow {
  readonly texts: readonly (string | null)[];
}

/** The four texts of each row, as JSON has them. */
const rowsOf = (tokens: readonly HtmlToken[]): readonly ReadRow[] => {
  const text = tokens.flatMap((token) => (token.kind === 'text' && token.inside === 'script' ? [token.text] : []))[0];
  return JSON.parse(text ?? '').rows.map((row: readonly (string | null)[]) => ({ texts: row.slice(2, 6) }));
};

const sorted = (pairs: readonly (readonly string[])[]): readonly string[] =>
  pairs.map((pair) => JSON.stringify(pair)).sort();

describe('hostile text in the page of a plan', () => {
  // Each plan has more than a hundred texts.
  test('no text becomes markup, and every term is in the data as it is', () => {
    let strings = 0;
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 110, maxLength: 110 }), (texts) => {
        strings += texts.length;
        const plan = shaped(texts);
        const tokens = htmlTokens(planHtml(plan));
        const opened = tokens.flatMap((token) => (token.kind === 'open' ? [token] : []));
        const scripts = opened.filter(({ name }) => name === 'script');
        expect(scripts.map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
          { type: 'application/json', id: 'data' },
          {},
        ]);
        expect(
          tokens.flatMap((token) => (token.kind === 'text' && token.inside === 'script' ? [token.text] : []))[1],
        ).toBe(PAGE_SCRIPT);
        expect(
          opened.flatMap(({ attributes }) => [...attributes.keys()].filter((name) => name.startsWith('on'))),
        ).toEqual([]);

        const [glossary] = plan.changes;
        const entries = glossary?.kind === 'glossary' ? (glossary.dictionaries[0]?.entries ?? []) : [];
        const before = entries.flatMap((entry) => (entry.kind === 'added' ? [] : [[entry.source, entry.from]]));
        const after = entries.flatMap((entry) => (entry.kind === 'removed' ? [] : [[entry.source, entry.to]]));
        const rows = rowsOf(tokens);
        const side = (from: number) =>
          rows.flatMap(({ texts: [...four] }) =>
            four[from] === null ? [] : [[four[from] ?? '', four[from + 1] ?? '']],
          );
        expect(sorted(side(0))).toEqual(sorted(before));
        expect(sorted(side(2))).toEqual(sorted(after));
      }),
      { numRuns: 200 },
    );
    expect(strings).toBeGreaterThanOrEqual(20_000);
  });

  test('text between tags reads as it is shown everywhere, whatever it holds', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const plan = { ...planOfEntries([]), changes: [], unmanaged: [{ address: 'glossary.x', id: 'u', name }] };
        const tokens = htmlTokens(planHtml(plan as unknown as Plan));
        const start = tokens.findIndex((token) => token.kind === 'open' && token.name === 'li');
        const end = tokens.findIndex((token, index) => index > start && token.kind === 'close' && token.name === 'bdi');
        const read = tokens
          .slice(start, end)
          .flatMap((token) => (token.kind === 'text' ? [token.text] : []))
          .join('');
        expect(read.replaceAll('␠', ' ')).toBe(revealed(name).replaceAll('␠', ' '));
      }),
      { numRuns: 2000 },
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
