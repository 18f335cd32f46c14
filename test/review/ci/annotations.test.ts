import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planCounts } from '../../../src/plan/counts.ts';
import { annotations, annotationsOfAll } from '../../../src/review/ci/annotations.ts';
import { visible } from '../../../src/review/format/escape.ts';
import { findingMessage } from '../../../src/review/messages/finding-text.ts';
import { verdictLine } from '../../../src/review/plan/verdict-line.ts';
import type { ReportContext, Reported } from '../../../src/review/reported.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { findingsOf, planOf } from '../markdown/hostile.ts';
import { hostileReports } from '../reports/hostile-reports.ts';
import { runnerLines } from '../reports/runner.ts';

const CONTEXT: ReportContext = { version: '1.2.3', folder: 'terms' };

describe('annotations', () => {
  test('a finding stands at its line, with the path from the root of the repository', () => {
    const reported: Reported = {
      kind: 'validated',
      findings: [
        {
          code: 'phrase-too-long',
          severity: 'error',
          at: { file: 'glossaries/a,b:c/en-de.csv', line: 12, column: 3 },
          details: { bytes: 1100, maxBytes: 1024 },
        },
      ],
    };
    expect(annotations(reported, CONTEXT)).toBe(
      '::error file=terms/glossaries/a%2Cb%3Ac/en-de.csv,line=12,col=3,title=phrase-too-long::phrase is 1100 bytes in UTF-8, at most 1024 are allowed\n',
    );
  });

  test('at most ten of a type, the last of which counts the others', () => {
    const findings = findingsOf(() => 'x', 90);
    const lines = runnerLines(annotations({ kind: 'validated', findings }, CONTEXT));
    const count = (name: string) => lines.filter(({ command }) => command?.name === name).length;
    expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 10]);
    expect(lines[9]?.command?.data).toBe('and 21 more errors of 30; the log and the other reports show all');
    expect(annotations({ kind: 'validated', findings: findings.slice(0, 9) }, CONTEXT)).not.toContain('more');
  });

  test('a plan is told of in one note, with its counts', () => {
    const random = randomOf(1);
    const plan = planOf(() => 'x', { terms: 3, random });
    const log = annotations({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] }, CONTEXT);
    const notes = runnerLines(log).filter(({ command }) => command?.name === 'notice');
    expect(notes.map(({ command }) => command?.data)).toEqual([verdictLine(plan, planCounts(plan))]);
  });

  test('of several targets a finding of the files comes once, and what belongs to a target names it', () => {
    const findings = findingsOf(() => 'x', 3);
    const planned = (name: string): Reported => {
      const plan = planOf(() => 'x', { terms: 3, random: randomOf(1) });
      const target = { ...plan.target, name };
      const guard = {
        kind: 'refused',
        refusals: [{ code: 'empty-source', kind: 'glossary', deleted: 1, address: 'glossary.x' }],
      } as const;
      return { kind: 'planned', plan: { ...plan, target }, guard: guard as never, findings };
    };
    const all = runnerLines(annotationsOfAll([planned('eu'), planned('us')], CONTEXT)).map(({ command }) => command);
    const messages = findings.map((finding) => visible(findingMessage(finding)));
    expect(all.filter((each) => messages.includes(each?.data ?? ''))).toHaveLength(findings.length);
    for (const name of ['eu', 'us']) expect(all.some((each) => each?.data.startsWith(`${name}: `))).toBe(true);
  });

  test('what the step has annotated itself is taken from the ten', () => {
    const findings = findingsOf(() => 'x', 90);
    const reported: Reported = { kind: 'validated', findings };
    const count = (made: number) => {
      const lines = runnerLines(annotationsOfAll([reported], CONTEXT, { error: made, warning: 0, notice: 0 }));
      return lines.filter(({ command }) => command?.name === 'error').length;
    };
    expect([0, 1, 8, 9, 10, 11].map(count)).toEqual([10, 9, 2, 1, 0, 0]);
  });

  test('nothing found is nothing said', () => {
    expect(annotations({ kind: 'validated', findings: [] }, CONTEXT)).toBe('');
  });

  test('20,000 hostile texts: every line is one annotation, and no text begins another command', () => {
    const check = (seed: number): void => {
      const { kinds, findings } = hostileReports({ seed, terms: 4, findings: 30 });
      for (const reported of kinds) {
        for (const { line, command } of runnerLines(annotations(reported, CONTEXT))) {
          expect(line).toMatch(/^::(?:error|warning|notice) [a-z]+=/);
          expect(command).toMatchObject({ form: 'v2', name: expect.stringMatching(/^(?:error|warning|notice)$/) });
          expect(Object.keys(command?.properties ?? {}).join()).toMatch(/^(?:file,line,col,)?title$/);
          expect(line).not.toMatch(/##\[|##vso\[/i);
          expect((command?.data ?? '').length).toBeLessThanOrEqual(4096);
        }
      }
      const first = findings.find(({ severity }) => severity === 'error');
      const found = runnerLines(
        annotations({ kind: 'validated', findings: first === undefined ? [] : [first] }, CONTEXT),
      );
      // The runner takes white space off the end of a property.
      const place = visible(`terms/${first?.at.file}`).trimEnd();
      expect(found.map(({ command }) => command?.properties.file)).toEqual([place]);
      if (first !== undefined)
        expect(found[0]?.line.endsWith(visible(findingMessage(first)).replaceAll('%', '%25'))).toBe(true);
    };
    fc.assert(fc.property(anySeed, check), { numRuns: runs(16) });
  });
});
