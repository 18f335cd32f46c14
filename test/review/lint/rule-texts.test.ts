import { describe, expect, test } from 'vitest';
import type { Rule } from '../../../src/lint/rule.ts';
import { RULES, ruleNamed } from '../../../src/lint/rules/registry.ts';
import { ruleMarkdown, rulesMarkdown } from '../../../src/review/ci/rule-markdown.ts';
import { ruleText } from '../../../src/review/lint/rule-text.ts';
import { detailsOf } from '../../../src/review/messages/finding-details.ts';
import { findingMessage } from '../../../src/review/messages/finding-text.ts';

const AT = { file: 'a.csv', line: 2, column: 1 };

/** A rule whose texts try to break out of wherever they are shown. */
const HOSTILE: Rule = {
  id: 'terms/hostile',
  aliases: ['terms/old'],
  level: 'note',
  strict: 'error',
  scope: 'term',
  summary: 'A phrase with | and <b> and `code`.',
  why: 'Because.',
  message: 'x',
  fixes: { safety: 'suggested', how: 'It goes.' },
  exceptions: ['fr: U+00A0. Source: CLDR'],
  precision: [
    { right: 20, hits: 25, lists: 'one list' },
    { right: 1, hits: 1, lists: 'another' },
  ],
  bad: [
    { pair: 'en->de', source: 'a\u200bb', target: '| x |\n<img src=x>', fixed: 'ab', note: 'a | b' },
    { pair: 'en->de', source: ' sign  in', target: 'x'.repeat(400) },
  ],
  good: [{ pair: 'en->he', source: 'peace', target: 'שלום' }],
  needs: () => ({}),
  check: () => [],
};

describe('the text of a rule', () => {
  test('says all that is known of it, and shows what cannot be seen', () => {
    const text = ruleText(HOSTILE);
    expect(text.split('\n').slice(0, 11)).toEqual([
      'terms/hostile',
      'A phrase with | and <b> and `code`.',
      '',
      'level          note; in strict error',
      'earlier names  terms/old',
      'why            Because.',
      'fix            suggested: It goes.',
      'precision      20 of 25 hits right (one list)',
      'precision      1 of 1 hit right (another)',
      '',
      'Exceptions',
    ]);
    expect(text).toContain('a⟨U+200B⟩b');
    expect(text).toContain('| x |⏎<img src=x>');
    expect(text).toContain('␠sign␠ in');
    expect(text).not.toContain('x'.repeat(200));
    expect(text).toContain('after the fix');
  });

  test.each(RULES.map((rule) => [rule.id, rule] as const))('%s: no line has anything that hides', (_, rule) => {
    const text = ruleText(rule);
    expect(text).not.toMatch(/[\u200b-\u200d\u202a-\u202e\u2060\ufeff]|(?!\n)\p{Cc}/u);
    expect(text).toContain(rule.summary);
    expect(text.endsWith('\n')).toBe(true);
  });
});

describe('the markdown of a rule', () => {
  test('every row of a table has as many cells as its head, whatever the examples hold', () => {
    const tables = ruleMarkdown(HOSTILE)
      .trim()
      .split('\n\n')
      .filter((part) => part.startsWith('|'));
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      const cells = table.split('\n').map((line) => line.split('|').length);
      expect(new Set(cells).size).toBe(1);
    }
    expect(ruleMarkdown(HOSTILE)).not.toMatch(/<img|<b>/);
  });

  test('a rule that the service enforces says so', () => {
    const outer = ruleNamed('space/outer');
    expect(outer && ruleMarkdown(outer)).toContain('- **level**: error; the service refuses it');
  });

  test('the page has a section for each rule, each once', () => {
    const headings = rulesMarkdown(RULES).match(/^### .+$/gm);
    expect([...(headings ?? [])].sort()).toEqual(RULES.map(({ id }) => `### ${id}`).sort());
  });
});

describe('the message of a finding of a rule', () => {
  test('is its template with the details', () => {
    const details = { pair: 'en->de', term: 'a', text: 'sign  in', side: 'source' };
    const wording = ruleNamed('space/double')?.message ?? '';
    expect(findingMessage({ code: 'space/double', severity: 'warning', at: AT, details, wording })).toBe(
      'source phrase "sign  in" has two spaces in a row',
    );
  });

  test('names a function of the details wherever it names one', () => {
    const functions = detailsOf({ details: {} });
    const named = RULES.flatMap(({ message }) => [...message.matchAll(/\{(\w+) \w+/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name in functions))).toEqual([]);
  });
});
