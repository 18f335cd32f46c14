import type { Finding } from '../../model/finding.ts';
import type { Drift } from './drift.ts';

/** What the drift of a key says, and the finding that says no more than that. */
const TOLD_BY: Readonly<Record<string, string>> = {
  'deactivated-outside': 'key-deactivated',
  'deleted-outside': 'pinned-id-missing',
};

/**
 * Findings without those that the drift of keys tells in full: that an entry asks for a key which somebody has
 * deactivated, or pins one that is gone.
 */
export function notInDrift(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const told = new Map<unknown, string | undefined>(
    resources.flatMap((drift) =>
      drift.kind === 'developer-key' && drift.whole !== undefined ? [[drift.address, TOLD_BY[drift.whole.how]]] : [],
    ),
  );
  return findings.filter(({ code, details: { address } }) => told.get(address) !== code);
}
