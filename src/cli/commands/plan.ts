import { resolve } from 'node:path';
import { checkPairs, readOfferedLanguages } from '../../flow/check-pairs.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { hasDrift } from '../../plan/drift-counts.ts';
import { checkGuard } from '../../plan/guard.ts';
import { configOf, stampedPlan } from '../../plan/made-from.ts';
import type { Plan } from '../../plan/plan.ts';
import { driftText } from '../../review/drift-text.ts';
import { planJson } from '../../review/plan-json.ts';
import { planText } from '../../review/plan-text.ts';
import { type Connection, connect } from '../connect.ts';
import { eachTarget } from '../each-target.ts';
import { EMBEDDED_URL } from '../embedded.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { languageCallsOf } from '../language-cache.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { PlanOptions } from '../options.ts';
import { planAgainst } from '../plan-against.ts';
import { guardInput } from '../plan-input.ts';
import { type Planned, planNow, showDriftBehind } from '../plan-now.ts';
import type { CliPorts } from '../ports.ts';
import { VERSION } from '../version.ts';
import { reportFaults, writeReports } from '../write-reports.ts';

/** `plan`: read the files once; for each target read the service, compare, show. Changes nothing on the service. */
export async function plan(options: PlanOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return reportFaults(options, ports);
  return eachTarget(workspace, options, ports, (ofOne, own) => planOne(workspace, ofOne, own));
}

async function planOne(workspace: OpenWorkspace, options: PlanOptions, ports: CliPorts): Promise<ExitCode> {
  const { against } = options;
  if (against !== undefined) {
    const { value, findings } = await planAgainst(workspace, { ...options, against }, ports);
    return showPlan(workspace, value, findings, options, ports);
  }
  const connection = await connect(workspace, options, ports);
  const planned = await planNow(workspace, connection, options, ports);
  const ofLanguages = hasErrors(planned.findings) ? [] : await checkLanguages(planned.plan, connection, ports);
  return showPlan(workspace, planned, ofLanguages, options, ports);
}

/** Shows a plan, saves it, reports it; without one, shows and reports why there is none. */
async function showPlan(
  workspace: OpenWorkspace,
  planned: Planned | undefined,
  more: readonly Finding[],
  options: PlanOptions,
  ports: CliPorts,
): Promise<ExitCode> {
  const findings = [...(planned?.findings ?? []), ...more];
  const found = [...(workspace.findings ?? []), ...findings];
  showDriftBehind({ ...planned, findings }, options, ports);
  if (stopOnFindings(findings, options, ports) || planned === undefined)
    return writeReports({ kind: 'validated', findings: found }, EXIT.findings, options, ports);
  const { owned, drift } = planned;
  const { out, json } = options;
  const made = out !== undefined || json ? bound(planned, workspace, options, ports) : planned.plan;
  const guard = checkGuard(made, guardInput(workspace, options, owned));
  const document = out !== undefined || json ? planJson(made) : '';
  if (out !== undefined) await ports.files.writeFile(resolve(ports.cwd, out), document);
  const { color } = ports.terminal;
  if (!options.json && hasDrift(drift)) ports.terminal.out(`${driftText(drift, { color, full: options.full })}\n`);
  ports.terminal.out(
    json ? document : planText(made, { color, full: options.full, unmanaged: options.unmanaged, guard }),
  );
  const code = options.detailedExitcode && made.changes.length > 0 ? EXIT.changes : EXIT.ok;
  return writeReports({ kind: 'planned', plan: made, guard, findings: found, drift }, code, options, ports);
}

/** The plan with what it was made from: only what is kept needs it, since it takes a look at every entry. */
const bound = (
  { plan: made, ledger, snapshot }: Planned,
  { desired }: OpenWorkspace,
  { only }: PlanOptions,
  { now }: CliPorts,
): Plan =>
  stampedPlan(made, {
    created: now().toISOString(),
    tool: VERSION,
    config: configOf(desired, only),
    ...(ledger !== undefined && { ledger: snapshot?.version ?? null }),
  });

/** Warnings for languages that the target does not list. The embedded service lists what the files are checked against anyway. */
async function checkLanguages(made: Plan, connection: Connection, ports: CliPorts): Promise<readonly Finding[]> {
  if (connection.target.baseUrl === EMBEDDED_URL) return [];
  const calls = languageCallsOf(connection.once, connection.target, ports);
  return checkPairs(made, await readOfferedLanguages(calls, connection.limit, made));
}
