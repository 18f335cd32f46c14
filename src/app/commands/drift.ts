import { hasDrift } from '../../plan/counts.ts';
import { driftJson, driftText } from '../../review/drift/drift-text.ts';
import type { CommandResult } from '../exit-code.ts';
import type { DriftOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { driftNow, mustKeepLedger } from '../run/plan-now.ts';
import type { AppCommand } from '../runner.ts';
import { connect, type TargetSession } from '../session/connect.ts';
import { eachTarget } from '../session/each-target.ts';
import { endOnErrors, openForCommand, workspaceOn } from '../session/open-workspace.ts';

async function run(options: DriftOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openForCommand(options, ports);
  mustKeepLedger(workspace);
  return eachTarget(workspace, options, ports, async (targetOptions, to) => {
    const connection = await connect(workspace, targetOptions, to);
    return driftOne({ workspace: workspaceOn(workspace, connection), connection, options: targetOptions, ports: to });
  });
}

async function driftOne(session: TargetSession<DriftOptions>): Promise<CommandResult> {
  const { workspace, options, ports } = session;
  const { drift: found, plan, findings: inPlan } = await driftNow(session);
  const findings = [...(workspace.findings ?? []), ...inPlan];
  await endOnErrors(inPlan, options, ports, { reported: findings });
  const { full, detailedExitcode } = options;
  return {
    outcome: detailedExitcode && hasDrift(found) ? 'changes' : 'ok',
    output: {
      json: () => driftJson(found),
      text: ({ color, quiet }) => driftText(found, { color, full, quiet }),
    },
    reported: { kind: 'drifted', plan, drift: found, findings },
  };
}

/**
 * `drift`: shows what changed on the service since the last apply, next to what the files ask for. It changes nothing.
 * Without a ledger, drift is unknown, and the command fails instead of reporting none.
 */
export const drift: AppCommand<DriftOptions> = { name: 'drift', run };
