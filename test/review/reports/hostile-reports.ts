import type { Finding } from '../../../src/model/finding.ts';
import type { Reported } from '../../../src/review/reports/reported.ts';
import { driftLike, findingsOf, hostileText, planOf, randomOf, reportOf } from '../markdown/hostile.ts';

/** Every kind of report, over and over with other texts, until 20,000 hostile ones stood in them. */
export function* hostileReports(size: {
  readonly seed: number;
  readonly terms: number;
  readonly findings: number;
}): Generator<{ readonly kinds: readonly Reported[]; readonly findings: readonly Finding[] }> {
  const random = randomOf(size.seed);
  let texts = 0;
  const text = () => {
    texts += 1;
    return hostileText(random);
  };
  while (texts < 20_000) {
    const plan = planOf(text, { terms: size.terms, random });
    const findings = findingsOf(text, size.findings);
    yield {
      kinds: [
        { kind: 'validated', findings },
        { kind: 'planned', plan, guard: { kind: 'allowed' }, findings },
        { kind: 'refused', plan, guard: { kind: 'allowed' }, findings, reason: text() },
        { kind: 'drifted', plan, drift: driftLike(text), findings },
        { kind: 'applied', plan, findings, report: reportOf(plan, text) },
      ],
      findings,
    };
  }
}
