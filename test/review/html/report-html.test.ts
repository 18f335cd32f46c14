import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/model/errors.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import { reportHtml } from '../../../src/review/html/report-html.ts';
import { verdictLine } from '../../../src/review/plan/verdict-line.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { verdictOf } from '../../../src/review/verdict.ts';
import { fromParts } from '../../support/drift-parts.ts';
import { htmlTokens } from '../../support/html-tokens.ts';
import { shopPlan } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { comparisonLike, driftLike, findingsOf, hostileText, planOf, reportOf } from '../markdown/hostile.ts';

const plan = shopPlan();

const GONE = { kind: 'theirs', how: 'deleted-outside' } as const;

const textIn = (html: string, inside: string): string =>
  htmlTokens(html)
    .flatMap((token) => (token.kind === 'text' && token.inside === inside ? [token.text] : []))
    .join('');

describe('the page of a command', () => {
  test('a plan with warnings shows them, and what would be refused', () => {
    const html = reportHtml({
      kind: 'planned',
      plan,
      guard: {
        kind: 'refused',
        refusals: [{ code: 'empty-source', address: 'glossary.product', what: 'glossary', entries: 3 }],
      },
      findings: findingsOf(() => 'x', 2),
    });
    expect(textIn(html, 'h1')).toBe('Apply would refuse the plan for production');
    expect(textIn(html, 'h2')).toMatch(
      /^Why apply would refuse it: 1 reason.*In the files: \d+ errors?, \d+ warnings?/,
    );
    expect(textIn(html, 'li')).toContain('[empty-source]');
  });

  test('checked files without a plan are a page of what was found', () => {
    const html = reportHtml({ kind: 'validated', findings: [] });
    expect(textIn(html, 'h1')).toBe('Files checked: 0 errors, 0 warnings');
    expect(html).not.toContain('<script');
  });

  test('drift is a page of its own, without the plan; none is one line', () => {
    const drift = driftLike(() => 'x');
    const reported: Reported = { kind: 'drifted', plan, drift, findings: [] };
    const html = reportHtml(reported);
    expect(textIn(html, 'h1')).toBe('Drift on x');
    expect(textIn(html, 'p')).toContain(verdictOf(reported));
    expect(textIn(html, 'h2')).toContain('84 conflicts: changed in the files and outside git');
    expect(textIn(html, 'td')).not.toContain('add');
    const none = reportHtml({ ...reported, drift: { ...drift, resources: [] } });
    expect(textIn(none, 'h1')).toBe('No drift on x');
    expect(textIn(none, 'h2')).toBe('');
  });

  test('each text of a conflict has the language of its side and its direction, and no other cell is turned', () => {
    const RTL = ['ar', 'he', 'fa', 'ur'];
    const language = fc.constantFrom('en', 'de', 'ja', ...RTL);
    const text = fc.constantFrom('USD 5', 'سلة', '(عربة) cart', 'カート', 'x <b>');
    const side = fc.option(text, { nil: undefined });
    const check = (source: string, target: string, term: string, sides: readonly (string | undefined)[]): void => {
      const pair = { source, target };
      const address = `glossary.x/${source}->${target}` as const;
      const [base, ours, theirs] = sides;
      const entry = {
        source: term,
        kind: 'both',
        ...(base && { base }),
        ...(ours && { ours }),
        ...(theirs && { theirs }),
      };
      const dictionary = { address, pair, baseSize: 1, entries: [entry] } as const;
      const { resources: _, ...drift } = driftLike(() => 'x');
      const resource = fromParts({
        ...{ kind: 'glossary', address: 'glossary.x', id: 'g', baseName: 'x' },
        dictionaries: [dictionary],
      } as never);
      const html = reportHtml({ kind: 'drifted', plan, drift: { ...drift, resources: [resource] }, findings: [] });
      const row = /<table class="parts conflicts">.*?<tbody>\n(.*?)<\/tr>/s.exec(html)?.[1] ?? '';
      const directionOf = (code: string) => (RTL.includes(code) ? ' dir="rtl"' : '');
      expect(row).toContain(`<th scope="row"><div lang="${source}"${directionOf(source)}>`);
      const cells = [...row.matchAll(/<td([^>]*)><(span|bdi)([^>]*)/g)].slice(0, 3);
      const attributes = ` lang="${target}"${directionOf(target)}`;
      const inside = ` lang="${target}" dir="${RTL.includes(target) ? 'rtl' : 'auto'}"`;
      expect(cells.map(([, ...found]) => found)).toEqual(
        sides.map((each) => (each === undefined ? ['', 'span', ' class="quiet"'] : [attributes, 'bdi', inside])),
      );
      expect(row).toContain(`<code><bdi dir="auto">${address.replace('>', '&#62;')}</bdi></code>`);
    };
    fc.assert(fc.property(language, language, text, fc.tuple(side, side, side), check), { numRuns: runs(100) });
  });

  test('what both sides meant has neutral colours: drift and differences between targets, and no plan', () => {
    const drift = driftLike(() => 'x');
    const gone = { ...drift, resources: drift.resources.map((each) => ({ ...each, whole: GONE })) };
    const comparison = comparisonLike(() => 'x');
    for (const html of [
      reportHtml({ kind: 'drifted', plan, drift: gone, findings: [] }),
      reportHtml({ kind: 'compared', comparison, failed: [], findings: [] }),
    ]) {
      expect(html).toContain('<body class="neutral"');
      expect(html).not.toContain('class="notice bad"');
    }
    expect(reportHtml({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] })).not.toContain('"neutral"');
  });

  test('a refusal says why, before the plan', () => {
    const html = reportHtml({
      kind: 'refused',
      code: 'ledger-moved',
      plan,
      guard: { kind: 'allowed' },
      findings: [],
      reason: 'the service has moved on\n',
    });
    expect(textIn(html, 'h1')).toBe('Not applied to production');
    expect(textIn(html, 'pre')).toBe('the service has moved on');
  });

  test.each([
    [undefined, 'deletions allowed by --allow-delete; overwriting of drift allowed by --overwrite-drift.'],
    [
      ['may-go'],
      'deletions allowed by the input allow-delete; overwriting of drift allowed by the input overwrite-drift.',
    ],
  ])('the page of a plan and of a run says which options consented: %s', (labels, words) => {
    const consents = { labels: [], options: ['--allow-delete', '--overwrite-drift'] } as const;
    const planned = { kind: 'planned', plan, guard: { kind: 'allowed' }, consents, findings: [] } as const;
    const applied = { kind: 'applied', plan, consents, findings: [], report: reportOf(plan, () => 'x') } as const;
    for (const each of [planned, applied])
      expect(textIn(reportHtml(each, { labels }), 'strong')).toContain(`D${words.slice(1)}`);
  });

  test('the page of a plan says who consented with a label, and when', () => {
    const consent = { label: '<b>may-go', login: 'ana', time: '2026-01-02T03:04:05Z' };
    const consents = { labels: [consent], options: [] };
    const html = reportHtml({ kind: 'planned', plan, guard: { kind: 'allowed' }, consents, findings: [] });
    expect(html).toContain('Deletions allowed by the label ');
    expect(html).toContain('set at 2026-01-02 03:04 UTC.');
    expect(html).not.toContain('<b>may-go');
  });

  test('a run says how it ended, then what was planned', () => {
    const reported: Reported = { kind: 'applied', plan, findings: [], report: reportOf(plan, () => 'no answer') };
    const html = reportHtml(reported);
    expect(`${textIn(html, 'h1')}: ${/1 of 5 calls made.*?skipped\./.exec(html)?.[0]}`).toBe(verdictOf(reported));
    expect(textIn(html, 'p')).toContain(verdictLine(plan, planCounts(plan)));
    expect(textIn(html, 'pre')).toContain('no answer');
    expect(textIn(html, 'p')).not.toContain('secret');
  });

  test('hostile text of findings, reasons and answers stays text', () => {
    const check = (seed: number): void => {
      const random = randomOf(seed);
      const text = () => hostileText(random);
      const made = planOf(text, { terms: 4, random });
      const findings = findingsOf(text, 10);
      const kinds: readonly Reported[] = [
        { kind: 'validated', findings },
        { kind: 'planned', plan: made, guard: { kind: 'allowed' }, findings },
        { kind: 'refused', code: 'drift', plan: made, guard: { kind: 'allowed' }, findings, reason: text() },
        { kind: 'drifted', plan: made, drift: driftLike(text), findings },
        {
          kind: 'compared',
          comparison: comparisonLike(text),
          failed: [{ name: text(), error: new UsageError(text()) }],
          findings: [],
        },
        { kind: 'applied', plan: made, findings, report: reportOf(made, text) },
      ];
      for (const reported of kinds) {
        const scripts = htmlTokens(reportHtml(reported)).filter(
          (token) => token.kind === 'open' && token.name === 'script' && !token.attributes.has('type'),
        );
        expect([0, 1]).toContain(scripts.length);
      }
    };
    fc.assert(fc.property(anySeed, check), { numRuns: runs(20) });
  });
});
