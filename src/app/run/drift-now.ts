import { UsageError } from '../../model/errors.ts';
import { notInDrift } from '../../plan/drift/not-in-drift.ts';
import type { Planning } from '../../plan/make-plan.ts';
import type { PlanningOptions } from '../options.ts';
import { mustHaveEntry } from '../session/choose-ledger.ts';
import type { TargetSession } from '../session/connect.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';
import { planNow } from './plan-now.ts';

/** Throws `UsageError` if the workspace keeps no ledger: the last apply is then unknown. */
export function mustKeepLedger({ config }: Pick<OpenWorkspace, 'config'>): void {
  if (config.ledger.kind === 'none')
    throw new UsageError('lexform.yaml has "ledger: false", so there is no ledger to compare the service with', {
      code: 'ledger-absent',
    });
}

/**
 * The changes on the service since the last apply. The findings are those of the plan that the drift does not contain.
 * Rejects with `LedgerError` if the ledger has no entry: drift is then unknown, which differs from no drift.
 */
export async function driftNow(
  session: TargetSession<Omit<PlanningOptions, 'allowDelete'>>,
): Promise<Pick<Planning, 'drift' | 'plan' | 'findings'>> {
  const planned = await planNow({ ...session, options: { ...session.options, allowDelete: [] } });
  const { ledger, snapshot, drift, plan, findings } = planned;
  mustHaveEntry(snapshot, session.connection.target.name, 'changes made on the service are unknown', ledger);
  return { drift, plan, findings: notInDrift(findings, drift) };
}
