import { EMPTY_LEDGER } from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { planAfterDrift } from '../../review/plan/plan-text.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { DryRunOptions } from '../options.ts';
import type { TargetSession } from '../session/connect.ts';
import { applyPlanned, type PlanToApply } from './apply-plan.ts';
import { guardInput } from './plan-now.ts';
import { showAllCommand } from './show-all.ts';
import { writeReports } from './write-reports.ts';

/**
 * Shows a plan, for a dry run, or applies it. Who goes back to an earlier state wants to undo what was changed on the
 * service since: it shows the drift, and does not refuse because of it. `savedPlan`: the plan as a file of it can be
 * applied later. `afterwards`: what to say once the plan was
 * applied, in whole or in part.
 */
export async function applyOrShow(
  planned: Omit<PlanToApply, 'options'> & TargetSession<DryRunOptions> & { readonly savedPlan: Plan },
  afterwards: string,
): Promise<ExitCode> {
  const {
    plan,
    savedPlan,
    workspace,
    snapshot,
    drift,
    wanted,
    findings = [],
    shownBy = ['plan'],
    options,
    ports,
  } = planned;
  const { terminal } = ports;
  const { json, full, dryRun } = options;
  const consented = { ...options, overwriteDrift: true };
  if (dryRun) {
    const guard = checkGuard(plan, guardInput(workspace, consented, snapshot?.state ?? EMPTY_LEDGER));
    const { color, quiet } = terminal;
    const showAll = showAllCommand(shownBy, options);
    terminal.out(
      json
        ? planJson(savedPlan, { guard })
        : planAfterDrift(plan, drift, { color, quiet, full, guard, wanted, showAll }),
    );
    const reported = { kind: 'planned', plan: savedPlan, guard, findings, ...(drift && { drift }), wanted } as const;
    const code = guard.kind === 'refused' ? EXIT.refused : EXIT.ok;
    return (await writeReports(reported, code, options, ports)).code;
  }
  const { code } = await applyPlanned({ ...planned, options: consented });
  if (code === EXIT.ok || code === EXIT.partly) (json ? terminal.err : terminal.out)(afterwards);
  return code;
}
