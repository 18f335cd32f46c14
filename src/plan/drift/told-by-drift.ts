import { kindNamed } from '../../kinds/registry.ts';
import type { Finding } from '../../model/finding.ts';
import type { Drift } from './drift.ts';

/** The findings, without those whose whole content the drift already shows. */
export function notInDrift(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const told = new Map<unknown, string | undefined>(
    resources.flatMap(({ kind, address, whole }) =>
      whole === undefined ? [] : [[address, kindNamed(kind).drift?.toldBy?.[whole.how]]],
    ),
  );
  return findings.filter(({ code, details: { address } }) => told.get(address) !== code);
}
