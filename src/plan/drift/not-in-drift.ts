import { isIrreversible, kindNamed } from '../../kinds/registry.ts';
import type { Finding } from '../../model/finding.ts';
import type { Drift } from './drift.ts';

/** The finding about a resource that cannot be used any more, by the drift of the resource. */
const SHOWN_BY_DRIFT: Readonly<Record<string, string>> = {
  'deactivated-outside': 'key-deactivated',
  'deleted-outside': 'pinned-id-missing',
};

/** The findings, without those whose whole content the drift already shows. */
export function notInDrift(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const shown = new Map<unknown, string | undefined>(
    resources.flatMap(({ kind, address, whole }) =>
      whole === undefined || !isIrreversible(kindNamed(kind)) ? [] : [[address, SHOWN_BY_DRIFT[whole.how]]],
    ),
  );
  return findings.filter(({ code, details: { address } }) => shown.get(address) !== code);
}
