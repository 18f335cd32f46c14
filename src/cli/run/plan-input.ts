import type { PlanInput } from '../../flow/plan-target.ts';
import type { LedgerState } from '../../model/ledger/ledger-state.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import type { PlanningOptions } from '../options/options.ts';
import type { Connection } from '../session/connect.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';

/** What `--only`, `--allow-delete`, the workspace and its history say of a plan. */
export function planInput(
  { config, desired }: Pick<OpenWorkspace, 'config' | 'desired'>,
  target: Connection['target'],
  options: PlanningOptions,
  ledger: LedgerState,
): PlanInput {
  return {
    target,
    desired,
    ledger,
    only: options.only,
    deletable: [...options.allowDelete, ...config.prune],
    safety: config.safety,
    takesOver: config.ledger.kind !== 'none',
  };
}

/** What the options and the workspace consent to. */
export function guardInput(
  { config, desired }: OpenWorkspace,
  options: PlanningOptions,
  ledger: LedgerState,
): GuardInput {
  return {
    safety: config.safety,
    allowDelete: options.allowDelete,
    prune: config.prune,
    ...(options.maxDeletes !== undefined && { maxDeletes: options.maxDeletes }),
    desired,
    ...(config.ledger.kind !== 'none' && { ledger }),
  };
}
