import type { Finding } from '../../../src/model/finding.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { randomOf } from '../../support/seeded.ts';
import { driftLike, findingsOf, hostileText, planOf, reportOf } from '../markdown/hostile.ts';

/** Every kind of report, with texts that the seed chooses: more than 1200. */
export function hostileReports(size: { readonly seed: number; readonly terms: number; readonly findings: number }): {
  readonly kinds: readonly Reported[];
  readonly findings: readonly Finding[];
} {
  const random = randomOf(size.seed);
  const text = () => hostileText(random);
  const plan = planOf(text, { terms: size.terms, random });
  const findings = findingsOf(text, size.findings);
  const kinds: readonly Reported[] = [
    { kind: 'validated', findings },
    { kind: 'planned', plan, guard: { kind: 'allowed' }, findings },
    { kind: 'refused', code: 'drift', plan, guard: { kind: 'allowed' }, findings, reason: text() },
    { kind: 'drifted', plan, drift: driftLike(text), findings },
    { kind: 'applied', plan, findings, report: reportOf(plan, text) },
  ];
  return { kinds, findings };
}
