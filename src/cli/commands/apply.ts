import { applyPlan } from '../../apply/apply-plan.ts';
import { reportVerdict } from '../../apply/verdict.ts';
import type { Client } from '../../client/client.ts';
import { needsAdminKey, planTarget } from '../../flow/plan-target.ts';
import { planCounts } from '../../plan/counts.ts';
import { checkGuard, type GuardVerdict } from '../../plan/guard.ts';
import { operationsOf, type Plan } from '../../plan/plan.ts';
import { guardText } from '../../review/guard-text.ts';
import { planText } from '../../review/plan-text.ts';
import { refusalJson, reportJson, reportText } from '../../review/report-text.ts';
import { type Connection, clientFor, connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { ApplyOptions } from '../options.ts';
import { guardInput, planInput } from '../plan-input.ts';
import type { CliPorts } from '../ports.ts';
import { progress } from '../progress.ts';
import { readPlanFile } from '../read-plan-file.ts';
import { checkSecretsFile, makeSecretsFile } from '../secrets-file.ts';

const EXIT_OF = {
  done: EXIT.ok,
  partly: EXIT.partly,
  failed: EXIT.error,
  stale: EXIT.refused,
  interrupted: EXIT.interrupted,
} as const;

/** `apply`: a saved plan or a new one; show it, guard it, ask, run it, report. */
export async function apply(options: ApplyOptions, ports: CliPorts): Promise<ExitCode> {
  await checkSecretsFile(options.secretsFile, ports);
  const workspace = await openWorkspace(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const connection = await connect(workspace, options, ports);
  const planned = await planToApply(workspace, connection, options, ports);
  if (planned === undefined) return EXIT.findings;
  const { plan, client } = planned;

  const guard = checkGuard(plan, guardInput(workspace, options));
  show(plan, guard, options, ports);
  const calls = operationsOf(plan).length;
  if (calls > 0) {
    const refusal = guard.kind === 'refused' ? guardText(guard) : await notApproved(plan, options, ports);
    if (refusal !== undefined) return refuse(refusal, options, ports);
  }

  const { developerKeys } = planCounts(plan);
  const secrets =
    options.secretsFile !== undefined && developerKeys.created > 0
      ? await makeSecretsFile(options.secretsFile, ports)
      : undefined;
  const display = progress(plan, ports.terminal);
  const report = await applyPlan({
    plan,
    client,
    limit: connection.limit,
    onEvent: display.event,
    ...(secrets !== undefined && { onSecret: secrets.onSecret }),
    ports: { sleep: ports.sleep, signal: ports.interrupted },
  });
  display.end();
  ports.terminal.out(
    options.json ? reportJson(report, plan) : reportText(report, plan, { color: ports.terminal.color }),
  );
  await secrets?.end();
  return report.secrets.some(({ kind }) => kind === 'lost') ? EXIT.error : EXIT_OF[reportVerdict(report)];
}

/** The plan, and the client that can run it. */
async function planToApply(
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<{ readonly plan: Plan; readonly client: Client } | undefined> {
  if (options.plan !== undefined) {
    const plan = await readPlanFile(options.plan, connection.target, ports);
    const ofKeys = plan.changes.some(({ kind }) => kind === 'developer-key');
    return { plan, client: await clientFor(connection, ofKeys) };
  }
  const input = planInput(workspace, connection, options);
  const client = await clientFor(connection, needsAdminKey(input));
  const { plan, findings } = await planTarget(client, connection.limit, input);
  return stopOnFindings(findings, options, ports) ? undefined : { plan, client };
}

function show(plan: Plan, guard: GuardVerdict, options: ApplyOptions, { terminal }: CliPorts): void {
  // With --json the plan is for people still, so it goes where the report does not.
  const print = options.json ? terminal.err : terminal.out;
  const { full, json, secretsFile } = options;
  const color = terminal.color && !json;
  print(planText(plan, { color, full, guard, ...(secretsFile !== undefined && { secretsFile }) }));
}

/** Why the plan is not run, or `undefined` when it was approved. */
async function notApproved(plan: Plan, options: ApplyOptions, { terminal }: CliPorts): Promise<string | undefined> {
  if (options.autoApprove) return undefined;
  if (terminal.ask === undefined)
    return 'nobody can be asked here; run again with --auto-approve if the plan is meant\n';
  const { calls, developerKeys } = planCounts(plan);
  const lost =
    developerKeys.created > 0 && options.secretsFile === undefined
      ? ' The secrets of new keys will not be kept (--secrets-file keeps them).'
      : '';
  const answer = await terminal.ask(
    `Make ${calls === 1 ? 'this call' : `these ${calls} calls`}?${lost} Only "yes" is taken as yes: `,
  );
  return answer.trim() === 'yes' ? undefined : 'not approved; nothing was changed\n';
}

function refuse(reason: string, options: ApplyOptions, { terminal }: CliPorts): ExitCode {
  if (options.json) terminal.out(refusalJson(reason));
  else terminal.err(reason);
  return EXIT.refused;
}
