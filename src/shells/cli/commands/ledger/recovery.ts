import type { DryRunOptions } from '../../../../app/options.ts';
import { lastEntry, planInput, withOwners } from '../../../../app/run/plan-now.ts';
import type { Connection, TargetSession } from '../../../../app/session/connect.ts';
import { type ConfiguredWorkspace, endOnErrors } from '../../../../app/session/open-workspace.ts';
import type { Client } from '../../../../client/client.ts';
import type { AnyKind } from '../../../../kinds/kind.ts';
import { KINDS } from '../../../../kinds/registry.ts';
import { listingOf, readListing } from '../../../../kinds/service/read-entries.ts';
import type { DesiredState, LedgerState } from '../../../../kinds/states.ts';
import type { Ledger, LedgerSnapshot } from '../../../../ledger/ledger.ts';
import { type Finding, hasErrors } from '../../../../model/finding.ts';
import { VERSION } from '../../../../model/workspace/project.ts';
import { planState } from '../../../../plan/make-plan.ts';
import { withProvenance } from '../../../../plan/provenance.ts';
import { readLive } from '../../../../steps/read-live.ts';

/** Reads the lists of some kinds on the service. */
export const listKinds = (client: Client, limit: Connection['limit'], isWanted: (kind: AnyKind) => boolean) =>
  readListing(client, listingOf(KINDS.filter(isWanted)), limit);

interface EarlierState {
  readonly desired: DesiredState;
  /** The state that the plan takes as owned. */
  readonly owned: LedgerState;
  /** The state of the last ledger entry. */
  readonly now: LedgerState;
  readonly ledger: Ledger | undefined;
  readonly snapshot: LedgerSnapshot | undefined;
  /** The command that plans. */
  readonly kind: 'rollback' | 'restore';
  readonly client: Client;
  readonly mayAdopt?: false;
  /** Shown with the findings of the plan. */
  readonly warnings?: readonly Finding[];
}

/** Plans the way to an earlier state. `prune:` does not allow deletions here, because it is about the files. */
export async function planEarlier(
  session: Omit<TargetSession<DryRunOptions>, 'workspace'> & { readonly workspace: ConfiguredWorkspace },
  { desired, owned, now, ledger, snapshot, kind, client, warnings = [], ...more }: EarlierState,
) {
  const { connection, options, ports } = session;
  const { root, config } = session.workspace;
  const workspace = { root, config: { ...config, prune: [] }, desired };
  const input = { ...planInput(workspace, connection.target, options, owned), deletable: [], ...more };
  const { live, ...planned } = planState(await readLive(client, connection.limit, input), input);
  const findings = await withOwners(planned, ledger, { desired, owned: now });
  await endOnErrors([...warnings, ...findings], options, ports);
  const { plan, drift } = planned;
  const found = [...warnings, ...findings];
  const earlierPlan = {
    ledger,
    snapshot,
    client,
    plan,
    savedPlan: withProvenance(plan, {
      kind,
      created: ports.now().toISOString(),
      tool: VERSION,
      ledger: lastEntry({ ledger, snapshot }),
    }),
    drift,
    findings: found,
    states: async () => ({ live }),
    deletable: [],
  };
  return { session: { ...session, workspace }, planned: earlierPlan };
}

/** Compares the files with the restored state. `broken`: the files have errors and cannot be compared. */
export function statusOfFiles(
  { sources, findings }: { readonly sources: DesiredState; readonly findings: readonly Finding[] },
  differ: (files: DesiredState) => boolean,
): 'broken' | 'differ' | 'agree' {
  if (hasErrors(findings)) return 'broken';
  return differ(sources) ? 'differ' : 'agree';
}
