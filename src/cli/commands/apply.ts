import { applyPlan } from '../../apply/apply-plan.ts';
import { reportVerdict } from '../../apply/verdict.ts';
import { planTarget } from '../../flow/plan-target.ts';
import { checkGuard, type GuardVerdict } from '../../plan/guard.ts';
import { operationsOf, type Plan } from '../../plan/plan.ts';
import { guardText } from '../../review/guard-text.ts';
import { planText } from '../../review/plan-text.ts';
import { refusalJson, reportJson, reportText } from '../../review/report-text.ts';
import { type Connection, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { ApplyOptions } from '../options.ts';
import { guardInput, planInput } from '../plan-input.ts';
import type { CliPorts } from '../ports.ts';
import { progress } from '../progress.ts';
import { readPlanFile } from '../read-plan-file.ts';

const EXIT_OF = {
  done: EXIT.ok,
  partly: EXIT.partly,
  failed: EXIT.error,
  stale: EXIT.refused,
  interrupted: EXIT.interrupted,
} as const;

/** `apply`: a saved plan or a new one; show it, guard it, ask, run it, report. */
export async function apply(options: ApplyOptions, ports: CliPorts): Promise<ExitCode> {
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const connection = await connect(workspace, options, ports);
  const plan = await planToApply(workspace, connection, options, ports);
  if (plan === undefined) return EXIT.findings;

  const guard = checkGuard(plan, guardInput(workspace, options));
  show(plan, guard, options, ports);
  const calls = operationsOf(plan).length;
  if (calls > 0) {
    const refusal = guard.kind === 'refused' ? guardText(guard) : await notApproved(calls, options, ports);
    if (refusal !== undefined) return refuse(refusal, options, ports);
  }

  const display = progress(plan, ports.terminal);
  const report = await applyPlan({
    plan,
    client: connection.client,
    limit: connection.limit,
    onEvent: display.event,
    ports: { sleep: ports.sleep, signal: ports.interrupted },
  });
  display.end();
  ports.terminal.out(
    options.json ? reportJson(report, plan) : reportText(report, plan, { color: ports.terminal.color }),
  );
  return EXIT_OF[reportVerdict(report)];
}

async function planToApply(
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<Plan | undefined> {
  if (options.plan !== undefined) return readPlanFile(options.plan, connection.target, ports);
  const { plan, findings } = await planTarget(
    connection.client,
    connection.limit,
    planInput(workspace, connection, options),
  );
  return stopOnFindings(findings, options, ports) ? undefined : plan;
}

function show(plan: Plan, guard: GuardVerdict, options: ApplyOptions, { terminal }: CliPorts): void {
  // With --json the plan is for people still, so it goes where the report does not.
  const print = options.json ? terminal.err : terminal.out;
  print(planText(plan, { color: terminal.color && !options.json, full: options.full, guard }));
}

/** Why the plan is not run, or `undefined` when it was approved. */
async function notApproved(calls: number, options: ApplyOptions, { terminal }: CliPorts): Promise<string | undefined> {
  if (options.autoApprove) return undefined;
  if (terminal.ask === undefined)
    return 'nobody can be asked here; run again with --auto-approve if the plan is meant\n';
  const answer = await terminal.ask(
    `Make ${calls === 1 ? 'this call' : `these ${calls} calls`}? Only "yes" is taken as yes: `,
  );
  return answer.trim() === 'yes' ? undefined : 'not approved; nothing was changed\n';
}

function refuse(reason: string, options: ApplyOptions, { terminal }: CliPorts): ExitCode {
  if (options.json) terminal.out(refusalJson(reason));
  else terminal.err(reason);
  return EXIT.refused;
}
