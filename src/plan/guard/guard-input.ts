import { kindAt, patternsFor } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import type { SafetyPolicy } from '../../model/workspace/workspace.ts';

/** The settings and options that limit what a plan may remove. */
export interface GuardInput {
  readonly safety: SafetyPolicy;
  /** Address patterns of `--allow-delete`: consent of this run. */
  readonly allowDelete: readonly string[];
  /**
   * Address patterns of `prune:`: consent of the workspace for every run. It is not enough to delete the last resource
   * of a kind, or more than half of them.
   */
  readonly prune: readonly string[];
  /**
   * `--max-deletes-per-run`: maximum number of entries, rules and instructions that the whole run may remove. Overrides
   * `safety:`.
   */
  readonly maxDeletesPerRun?: number;
  /** `--overwrite-drift`: the plan may undo changes made on the service. Default: false. */
  readonly overwriteDrift?: boolean;
  readonly desired: DesiredState;
  /**
   * State after the last apply. Absent: the workspace keeps no ledger, and only resources that the files pin by `id:`
   * are owned.
   */
  readonly ledger?: LedgerState;
}

/** True if one of the patterns consents to deletions at this address. */
export function consents(patterns: readonly string[], address: Address): boolean {
  const kind = kindAt(address);
  return matchesAny(kind === undefined ? patterns : patternsFor(kind, patterns), address);
}

/** Patterns that explicitly match everything. */
const EVERYTHING = ['*', '*/*'];

/**
 * True if a pattern is exactly the address, or explicitly matches everything. Then the user intends the deletion,
 * however little remains.
 */
export const consentsToAll = (patterns: readonly string[], address: Address): boolean =>
  consents(
    patterns.filter((pattern) => pattern === address || EVERYTHING.includes(pattern)),
    address,
  );
