import { hasDrift } from '../../plan/drift/drift-counts.ts';
import { driftJson, driftText } from '../../review/drift/drift-text.ts';
import { EXIT, type RunResult } from '../exit-code.ts';
import type { DriftOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { driftNow, mustKeepLedger } from '../run/drift-now.ts';
import { writeReports } from '../run/write-reports.ts';
import { connect, type TargetSession } from '../session/connect.ts';
import { eachTarget } from '../session/each-target.ts';
import { endOnErrors, openForCommand } from '../session/open-workspace.ts';

/**
 * `drift`: shows what changed on the service since the last apply, next to what the files ask for. It changes nothing.
 * Without a ledger, drift is unknown, and the command fails instead of reporting none.
 */
export async function drift(options: DriftOptions, ports: CliPorts): Promise<RunResult> {
  const workspace = await openForCommand(options, ports);
  mustKeepLedger(workspace);
  return eachTarget(workspace, options, ports, async (ofOne, own) => {
    const connection = await connect(workspace, ofOne, own);
    return driftOne({ workspace, connection, options: ofOne, ports: own });
  });
}

async function driftOne(session: TargetSession<DriftOptions>): Promise<RunResult> {
  const { workspace, options, ports } = session;
  const { drift: found, plan, findings: inPlan } = await driftNow(session);
  const findings = [...(workspace.findings ?? []), ...inPlan];
  await endOnErrors(inPlan, options, ports, findings);
  const { color, quiet } = ports.terminal;
  ports.terminal.out(options.json ? driftJson(found) : driftText(found, { color, full: options.full, quiet }));
  const code = options.detailedExitcode && hasDrift(found) ? EXIT.changes : EXIT.ok;
  return writeReports({ kind: 'drifted', plan, drift: found, findings }, code, options, ports);
}
