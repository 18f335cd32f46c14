import { needsAdminKey, planTarget } from '../../flow/plan-target.ts';
import type { Finding } from '../../model/finding.ts';
import { applyPlanned, type Planned } from '../apply-plan.ts';
import { type Connection, clientFor, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { ApplyOptions } from '../options.ts';
import { planInput } from '../plan-input.ts';
import { planNow, readHistory } from '../plan-now.ts';
import type { CliPorts } from '../ports.ts';
import { readPlanFile } from '../read-plan-file.ts';
import { checkSecretsFile } from '../secrets-file.ts';
import { reportFaults, writeReports } from '../write-reports.ts';

/** `apply`: a saved plan or a new one; show it, guard it, ask, run it, report. */
export async function apply(options: ApplyOptions, ports: CliPorts): Promise<ExitCode> {
  await checkSecretsFile(options.secretsFile, ports);
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return reportFaults(options, ports);
  const connection = await connect(workspace, options, ports);
  const saved =
    options.plan === undefined ? undefined : await savedPlan(options.plan, workspace, connection, options, ports);
  const { findings, ...planned } = saved ?? (await newPlan(workspace, connection, options, ports));
  if (stopOnFindings(findings, options, ports)) {
    const found = [...(workspace.findings ?? []), ...findings];
    return writeReports({ kind: 'validated', findings: found }, EXIT.findings, options, ports);
  }
  return applyPlanned({ workspace, connection, findings, ...planned }, options, ports);
}

type ToApply = Omit<Planned, 'workspace' | 'connection'> & { readonly findings: readonly Finding[] };

async function newPlan(
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<ToApply> {
  const { live, input, ...planned } = await planNow(workspace, connection, options, ports);
  return { ...planned, deletable: input.deletable, states: async () => ({ live }) };
}

/** A saved plan. The files may have gone on since, so what the service has after the run says what was done. */
async function savedPlan(
  path: string,
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<ToApply> {
  const plan = await readPlanFile(path, connection.target, ports);
  const history = await readHistory(workspace, connection, ports);
  const input = planInput(workspace, connection, options, history.owned);
  const ofKeys = plan.changes.some(({ kind }) => kind === 'developer-key');
  const client = await clientFor(connection, ofKeys || needsAdminKey(input));
  const states = async () => {
    const { live } = await planTarget(client, connection.limit, input);
    return { live, liveAfter: live };
  };
  return { ...history, plan, client, deletable: input.deletable, states, findings: [] };
}
