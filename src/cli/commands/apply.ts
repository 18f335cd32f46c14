import { needsAdminKey, planTarget } from '../../flow/plan-target.ts';
import { EMPTY_LEDGER, type LedgerState } from '../../model/ledger-state.ts';
import { applyPlanned, type Planned } from '../apply-plan.ts';
import { type Connection, clientFor, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readLedger } from '../open-ledger.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { ApplyOptions } from '../options.ts';
import { planInput } from '../plan-input.ts';
import type { CliPorts } from '../ports.ts';
import { readPlanFile } from '../read-plan-file.ts';
import { checkSecretsFile } from '../secrets-file.ts';

/** `apply`: a saved plan or a new one; show it, guard it, ask, run it, report. */
export async function apply(options: ApplyOptions, ports: CliPorts): Promise<ExitCode> {
  await checkSecretsFile(options.secretsFile, ports);
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const connection = await connect(workspace, options, ports);
  const { ledger, snapshot } = await readLedger(workspace, connection.target, ports);
  const owned = snapshot?.state ?? EMPTY_LEDGER;
  const planned = await planToApply(workspace, connection, { options, owned }, ports);
  if (planned === undefined) return EXIT.findings;
  const { deletable } = planInput(workspace, connection, options, owned);
  return applyPlanned({ workspace, connection, ledger, snapshot, deletable, ...planned }, options, ports);
}

/** The plan, the client that can run it, and what the ledger needs to know of the service after it. */
async function planToApply(
  workspace: OpenWorkspace,
  connection: Connection,
  { options, owned }: { readonly options: ApplyOptions; readonly owned: LedgerState },
  ports: CliPorts,
): Promise<Pick<Planned, 'plan' | 'client' | 'states'> | undefined> {
  const input = planInput(workspace, connection, options, owned);
  if (options.plan !== undefined) {
    const plan = await readPlanFile(options.plan, connection.target, ports);
    const ofKeys = plan.changes.some(({ kind }) => kind === 'developer-key');
    const client = await clientFor(connection, ofKeys || needsAdminKey(input));
    const states = async () => {
      const { live } = await planTarget(client, connection.limit, input);
      return { live, liveAfter: live };
    };
    return { plan, client, states };
  }
  const client = await clientFor(connection, needsAdminKey(input));
  const { plan, findings, live } = await planTarget(client, connection.limit, input);
  return stopOnFindings(findings, options, ports) ? undefined : { plan, client, states: async () => ({ live }) };
}
