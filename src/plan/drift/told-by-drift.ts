import { kindNamed } from '../../kinds/registry.ts';
import { goesForGood } from '../../kinds/traits.ts';
import type { Finding } from '../../model/finding.ts';
import type { Drift } from './drift.ts';

/** The finding about a resource that cannot be used any more, by the drift of the resource. */
const TOLD: Readonly<Record<string, string>> = {
  'deactivated-outside': 'key-deactivated',
  'deleted-outside': 'pinned-id-missing',
};

/** The findings, without those whose whole content the drift already shows. */
export function notInDrift(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const told = new Map<unknown, string | undefined>(
    resources.flatMap(({ kind, address, whole }) =>
      whole === undefined || !goesForGood(kindNamed(kind)) ? [] : [[address, TOLD[whole.how]]],
    ),
  );
  return findings.filter(({ code, details: { address } }) => told.get(address) !== code);
}
