import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planCounts } from '../../../src/plan/counts.ts';
import { junit } from '../../../src/review/ci/junit.ts';
import { xmlText } from '../../../src/review/ci/xml.ts';
import { findingMessage } from '../../../src/review/messages/finding-text.ts';
import { verdictLine } from '../../../src/review/plan/verdict-line.ts';
import type { ReportContext, Reported } from '../../../src/review/reported.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { driftLike, findingsOf, planOf, reportOf } from '../markdown/hostile.ts';
import { hostileReports } from '../reports/hostile-reports.ts';
import { parseXml, type XmlElement } from '../reports/strict-xml.ts';

const CONTEXT: ReportContext = { version: '1.2.3', folder: '' };

const suites = (reported: Reported): readonly XmlElement[] => parseXml(junit(reported, CONTEXT)).children;
const count = (suite: XmlElement, name: string): number =>
  suite.children.filter(({ children }) => children.some((child) => child.name === name)).length;

describe('JUnit', () => {
  test('errors fail, warnings pass and say so', () => {
    const findings = findingsOf(() => 'x', 3);
    const [suite] = suites({ kind: 'validated', findings });
    expect(suite?.attributes.get('tests')).toBe('3');
    expect(suite?.attributes.get('failures')).toBe('1');
    const error = findings.find(({ severity }) => severity === 'error');
    if (error === undefined) throw new Error('no error');
    const failed = suite?.children.find(({ children }) => children[0]?.name === 'failure');
    expect(failed?.children[0]?.text).toBe(findingMessage(error));
    expect(failed?.attributes.get('name')).toBe(`x:${error.at.line}:2: ${error.code}`);
  });

  test('no findings are one case that passes', () => {
    expect(junit({ kind: 'validated', findings: [] }, CONTEXT)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="lexform">\n  <testsuite name="lexform files" tests="1" failures="0" errors="0" skipped="0" time="0">\n    <testcase name="no findings" classname="files" time="0"/>\n  </testsuite>\n</testsuites>\n',
    );
  });

  test('two findings that are alike are two cases', () => {
    const findings = findingsOf(() => 'x', 1);
    const [suite] = suites({ kind: 'validated', findings: [...findings, ...findings] });
    const names = suite?.children.map(({ attributes }) => attributes.get('name'));
    expect(names).toEqual(['x:1:2: duplicate-source', 'x:1:2: duplicate-source (2)']);
  });

  test('a planned change passes, a refusal fails, and the verdict has the counts', () => {
    const plan = { ...planOf(() => 'x', { terms: 2, random: randomOf(1) }), undoes: [] };
    const address = plan.changes[0]?.address ?? 'glossary.x';
    const refused = { kind: 'refused', refusals: [{ code: 'protected', address }] } as const;
    const [, allowed] = suites({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] });
    const [, guarded] = suites({ kind: 'planned', plan, guard: refused, findings: [] });
    expect(allowed?.attributes.get('failures')).toBe('0');
    expect(guarded?.attributes.get('failures')).toBe('1');
    expect(allowed?.children[0]?.children[0]?.text).toBe(verdictLine(plan, planCounts(plan)));
  });

  test('what was changed outside git fails, resource by resource; nothing is one case that passes', () => {
    const plan = planOf(() => 'x', { terms: 1, random: randomOf(1) });
    const drift = driftLike(() => 'x');
    const [, found] = suites({ kind: 'drifted', plan, drift, findings: [] });
    expect(found?.attributes.get('name')).toBe('lexform drift x');
    expect([found?.attributes.get('tests'), found?.attributes.get('failures')]).toEqual(['5', '4']);
    expect(found?.children[1]?.children[0]?.attributes.get('type')).toBe('drift');
    const [, none] = suites({ kind: 'drifted', plan, drift: { ...drift, resources: [] }, findings: [] });
    expect([none?.attributes.get('tests'), none?.attributes.get('failures')]).toEqual(['1', '0']);
  });

  test('a call is a case: done passes, refused, failed and unknown fail, not tried is skipped', () => {
    const plan = planOf(() => 'x', { terms: 1, random: randomOf(1) });
    const [, run] = suites({ kind: 'applied', plan, findings: [], report: reportOf(plan, () => 'x') });
    expect([run?.attributes.get('tests'), run?.attributes.get('failures'), run?.attributes.get('skipped')]).toEqual([
      '6',
      '3',
      '1',
    ]);
  });

  test('a call that an interruption has left out fails', () => {
    const plan = planOf(() => 'x', { terms: 1, random: randomOf(1) });
    const report = reportOf(plan, () => 'x');
    const outcomes = report.outcomes.flatMap((outcome) =>
      outcome.kind === 'not-tried' ? [{ ...outcome, because: 'interrupted' as const }] : [],
    );
    const [, run] = suites({ kind: 'applied', plan, findings: [], report: { ...report, outcomes } });
    expect([run?.attributes.get('failures'), run?.attributes.get('skipped')]).toEqual(['1', '0']);
  });

  test.each([
    ['<&>"\'', '&lt;&amp;&gt;&quot;&apos;'],
    [']]>', ']]&gt;'],
    ['\u0000\u001b', '⟨U+0000⟩⟨U+001B⟩'],
    ['\ufffe\ud800', '⟨U+FFFE⟩⟨U+D800⟩'],
  ])('%j is written as %s', (text, xml) => {
    expect(xmlText(text)).toBe(xml);
  });

  test('20,000 hostile texts: well-formed, every case once, and the numbers are those of the cases', () => {
    const check = (seed: number): void => {
      const { kinds } = hostileReports({ seed, terms: 20, findings: 40 });
      for (const reported of kinds) {
        for (const suite of suites(reported)) {
          const names = suite.children.map(
            ({ attributes }) => `${attributes.get('classname')} ${attributes.get('name')}`,
          );
          expect(new Set(names).size).toBe(names.length);
          expect(suite.attributes.get('tests')).toBe(String(suite.children.length));
          expect(suite.attributes.get('failures')).toBe(String(count(suite, 'failure')));
          expect(suite.attributes.get('skipped')).toBe(String(count(suite, 'skipped')));
        }
      }
    };
    fc.assert(fc.property(anySeed, check), { numRuns: runs(14) });
  });
});
