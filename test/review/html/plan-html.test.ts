import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dictionariesOf } from '../../../src/kinds/glossary/glossary.ts';
import { pairKey } from '../../../src/model/entries/language-pair.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import { type PlanHtmlExtras, planHtml } from '../../../src/review/html/plan-html.ts';
import { PAGE_SCRIPT } from '../../../src/review/html/script/page-script.ts';
import { PAGE_STYLE } from '../../../src/review/html/style.ts';
import { verdictLine } from '../../../src/review/plan/verdict-line.ts';
import { at } from '../../support/changes.ts';
import { fullPage, LINKS } from '../../support/full-page.ts';
import { type HtmlToken, htmlTokens } from '../../support/html-tokens.ts';
import { planOfEntries, shopPlan } from '../../support/page-plans.ts';

const EMPTY: Plan = { ...planOfEntries([]), changes: [] };

const opens = (tokens: readonly HtmlToken[], name: string) =>
  tokens.flatMap((token) => (token.kind === 'open' && token.name === name ? [token.attributes] : []));

const textIn = (tokens: readonly HtmlToken[], inside: string): string =>
  tokens.flatMap((token) => (token.kind === 'text' && token.inside === inside ? [token.text] : [])).join('');

/** All that can be read, white space as one. */
const readable = (plan: Plan, extras: PlanHtmlExtras = {}): string =>
  htmlTokens(planHtml(plan, extras))
    .flatMap((token) => (token.kind === 'text' && !['script', 'style'].includes(token.inside) ? [token.text] : []))
    .join('')
    .replace(/\s+/g, ' ');

describe('the page of a plan', () => {
  test('its title is its first heading; the verdict has the words of every other rendering', () => {
    const plan = shopPlan();
    const tokens = htmlTokens(planHtml(plan));
    expect(textIn(tokens, 'title')).toBe('Plan for production');
    expect(textIn(tokens, 'h1')).toBe('Plan for production');
    expect(textIn(tokens, 'p')).toContain(verdictLine(plan, planCounts(plan)));
  });

  test('a plan without changes says so, and has neither script nor table', () => {
    const tokens = htmlTokens(planHtml(EMPTY));
    expect(textIn(tokens, 'h1')).toBe('No changes for test');
    expect(textIn(tokens, 'p')).toContain('No changes. test matches the files.');
    expect(opens(tokens, 'script')).toEqual([]);
    expect(opens(tokens, 'table')).toEqual([]);
  });

  test('the policy lets run what has the hashes of the style sheet and the script, and nothing else', () => {
    const tokens = htmlTokens(planHtml(shopPlan()));
    const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = opens(tokens, 'meta').find((meta) => meta.get('http-equiv') === 'Content-Security-Policy');
    expect(policy?.get('content')).toBe(
      `default-src 'none'; script-src ${sha256(PAGE_SCRIPT)}; style-src ${sha256(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`,
    );
    expect(textIn(tokens, 'style')).toBe(PAGE_STYLE);
    expect(textIn(tokens, 'script').endsWith(PAGE_SCRIPT)).toBe(true);
  });

  test('nothing is fetched: no address but places in the page, no handler, no style of an element', () => {
    const attributes = htmlTokens(planHtml(shopPlan())).flatMap((token) =>
      token.kind === 'open' ? [...token.attributes] : [],
    );
    const names = new Set(attributes.map(([name]) => name));
    for (const banned of ['src', 'srcset', 'style', 'action', 'formaction', 'background', 'data', 'ping'])
      expect(names).not.toContain(banned);
    expect([...names].filter((name) => name.startsWith('on'))).toEqual([]);
    expect(attributes.filter(([name, value]) => name === 'href' && !value.startsWith('#'))).toEqual([]);
    expect(PAGE_STYLE).not.toMatch(/url\(|@import/);
    expect(PAGE_SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|https?:/);
  });

  test('every place that the page points to is there, and no id twice', () => {
    const tokens = htmlTokens(planHtml(shopPlan()));
    const all = tokens.flatMap((token) => (token.kind === 'open' ? [token.attributes] : []));
    const ids = all.flatMap((attributes) => attributes.get('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const pointed = all.flatMap((attributes) => [
      ...(attributes.get('href')?.slice(1) ?? '').split(' '),
      ...(attributes.get('aria-labelledby') ?? '').split(' '),
    ]);
    expect(pointed.filter((id) => id !== '' && !ids.includes(id))).toEqual([]);
  });

  test('every resource and every dictionary stands in the table, with what happens to it', () => {
    const plan = shopPlan();
    const text = readable(plan);
    for (const change of plan.changes) {
      expect(text).toContain(change.address);
      for (const { pair } of dictionariesOf(change)) expect(text).toContain(pairKey(pair));
    }
    expect(text).toContain('English → Arabic');
    expect(text).toContain('dictionary deleted');
    expect(text).toContain('new dictionary');
  });

  test('rules, instructions and limits stand in the page with both sides and their place', () => {
    const text = readable(shopPlan());
    expect(text).toMatch(
      /changed punctuation\.quotation_markuse_german_quotesuse_guillemets style-rules\/website\.yaml:5/,
    );
    expect(text).toContain('Address readers as “du”, never as “Sie”, and keep sentences short.');
    expect(text).toMatch(/changed characters1,000,0002,000,000 developer-keys\.yaml:2/);
  });

  test('only the words that differ are marked', () => {
    const tokens = htmlTokens(planHtml(shopPlan()));
    expect(textIn(tokens, 'ins')).toContain('du”, never as “');
    expect(textIn(tokens, 'ins')).not.toContain('sentences');
  });

  test('why apply would refuse comes before everything else, in the words of the terminal', () => {
    const text = readable(shopPlan(), {
      guard: {
        kind: 'refused',
        refusals: [{ code: 'empty-source', address: 'glossary.product', what: 'glossary', entries: 3 }],
      },
    });
    expect(text).toMatch(/^ Apply would refuse the plan for production /);
    expect(text).toContain('Why apply would refuse it: 1 reason');
    expect(text).toContain('[empty-source]');
    expect(text.indexOf('[empty-source]')).toBeLessThan(text.indexOf('What happens'));
    expect(readable(shopPlan(), { guard: { kind: 'allowed' } })).not.toContain('refuse');
  });

  test('the workspace is at the top, commit, author and time are at the end, as text; the same facts make the same bytes', () => {
    const origin = {
      time: '2026-01-02T03:04:05.678Z',
      workspace: 'acme/<b>terms</b>',
      commit: '4f2a91c0d7e84f2a91c0d7e84f2a91c0d7e84f2a',
      author: '<script>alert(1)</script>\u202e',
    };
    const text = readable(shopPlan(), { origin });
    expect(text).toContain('Lexform · acme/<b>terms</b> Plan for production ');
    expect(text).toMatch(
      /Details ?Commit4f2a91c0d7e8Author<script>alert\(1\)<\/script>⟨U\+202E⟩Made2026-01-02 03:04 UTC.{0,1000}$/,
    );
    expect(readable(shopPlan(), { origin: { ...origin, isEdited: true } })).toContain('and uncommitted changes');
    expect(planHtml(shopPlan(), { origin })).toBe(planHtml(shopPlan(), { origin }));
    expect(readable(shopPlan())).not.toContain('Lexform ·');
    expect(readable(shopPlan(), { origin: { time: 'soon' } })).toContain('Madesoon');
  });

  test('the flags that lift a refusal stand on their own, also for one reason and on a page without terms', () => {
    const refusals = [
      { code: 'delete-needs-consent', address: "glossary.o'clock", what: 'glossary', entries: 0 },
    ] as const;
    const tokens = htmlTokens(planHtml(EMPTY, { guard: { kind: 'refused', refusals } }));
    expect(textIn(tokens, 'code')).toContain("--allow-delete 'glossary.o'\\''clock'");
    expect(opens(tokens, 'button').map((button) => button.get('class'))).toEqual(['copy']);
    expect(textIn(tokens, 'script')).toBe(PAGE_SCRIPT);
    const held = [{ code: 'protected', address: 'glossary.a' }] as const;
    const protectedOnly = htmlTokens(planHtml(EMPTY, { guard: { kind: 'refused', refusals: held } }));
    expect(opens(protectedOnly, 'button')).toEqual([]);
  });

  test('rows, samples and parts lead to their lines on the code host, and the page leads back to the pull request', () => {
    const hrefs = (html: string) => opens(htmlTokens(html), 'a').map((link) => link.get('href'));
    const page = hrefs(fullPage());
    expect(page).toContain('https://code.example/acme/terms/pull/12');
    expect(page).toContain(`${LINKS.prefix}style-rules/website.yaml#L5`);
    expect(page).toContain(`${LINKS.prefix}glossaries/product/glossary.yaml#L4`);
    expect(fullPage()).toContain(`"links":["${LINKS.prefix}glossaries/legal/en-de.csv"`);
    expect(hrefs(planHtml(shopPlan())).filter((href) => !href?.startsWith('#'))).toEqual([]);
    expect(planHtml(shopPlan())).toContain('"links":[null');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/pull/1',
    'https://code.example@evil.example/pull/1',
    'https://code.example/" onclick="alert(1)',
    'https://code.example/\u202e',
    'pull/1',
  ])('an address of a pull request that could lead elsewhere is no link: %s', (url) => {
    const tokens = htmlTokens(planHtml(shopPlan(), { pullRequest: { url, name: 'x' }, links: { prefix: url } }));
    expect(opens(tokens, 'a').filter((link) => !link.get('href')?.startsWith('#'))).toEqual([]);
  });

  test('marks of a reader belong to the same terms in the same order on the same target', () => {
    const digest = (plan: Plan) => opens(htmlTokens(planHtml(plan)), 'body')[0]?.get('data-changes');
    const line = (source: string, row: number) => ['+', source, 'x', at('a.csv', row)] as const;
    const plan = planOfEntries([line('a', 1), line('b', 2)]);
    expect(digest(plan)).toMatch(/^sha256:/);
    expect(digest(planOfEntries([line('a', 5), line('b', 7)]))).toBe(digest(plan));
    const others = [
      planOfEntries([line('b', 1), line('a', 2)]),
      planOfEntries([line('a', 1), line('c', 2)]),
      { ...plan, target: { ...plan.target, name: 'other' } },
    ];
    expect(new Set([plan, ...others].map(digest)).size).toBe(4);
    expect(digest(EMPTY)).toBeUndefined();
  });

  test('nothing on the page moves by itself', () => {
    expect(PAGE_STYLE).not.toMatch(/transition|animation|scroll-behavior|@keyframes/);
    expect(PAGE_SCRIPT).not.toMatch(/smooth|\.animate\(/);
  });

  test('what hides is written out, with its name', () => {
    const plan = { ...EMPTY, unmanaged: [{ address: 'glossary.x', id: 'u1', name: 'pass\u200bword\u202e' }] } as Plan;
    const tokens = htmlTokens(planHtml(plan));
    const titles = opens(tokens, 'span').flatMap((attributes) => attributes.get('title') ?? []);
    expect(titles).toEqual(['zero width space, U+200B', 'right-to-left override, U+202E']);
    expect(textIn(tokens, 'bdi')).toContain('password');
    expect(readable(plan)).toContain('pass⟨U+200B⟩word⟨U+202E⟩');
  });

  test('a rename is one row, and the page says why there are fewer rows than the verdict counts', () => {
    const plan = planOfEntries([
      ['-', 'checkout', 'Kasse'],
      ['+', 'check-out', 'Kasse'],
    ]);
    expect(readable(plan)).toContain('one row here. For the service, it is one entry removed and one added.');
    expect(readable(planOfEntries([['+', 'a', 'b']]))).not.toContain('one row here');
  });

  test('the same plan is the same page', () => {
    expect(planHtml(shopPlan())).toBe(planHtml(shopPlan()));
  });
});
