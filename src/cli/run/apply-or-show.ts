import { EMPTY_LEDGER } from '../../model/ledger/ledger-state.ts';
import { hasDrift } from '../../plan/drift/drift-counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import { driftText } from '../../review/drift/drift-text.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { planText } from '../../review/plan/plan-text.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { DryRunOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { applyPlanned, type PlanToApply } from './apply-plan.ts';
import { guardInput } from './plan-now.ts';

/**
 * Shows a plan, for a dry run, or applies it. Whoever goes back to an earlier state means to undo what was changed on
 * the service since: that it is drift is shown, and no reason to refuse. `afterwards`: what to say once it was applied,
 * in whole or in part.
 */
export async function applyOrShow(
  planned: PlanToApply,
  options: DryRunOptions,
  { afterwards, ports }: { readonly afterwards: string; readonly ports: CliPorts },
): Promise<ExitCode> {
  const { plan, workspace, snapshot, drift, wanted } = planned;
  const { terminal } = ports;
  const { json, full, dryRun } = options;
  if (dryRun) {
    const guard = checkGuard(plan, guardInput(workspace, options, snapshot?.state ?? EMPTY_LEDGER));
    const { color } = terminal;
    const before = drift !== undefined && hasDrift(drift) ? `${driftText(drift, { color, full })}\n` : '';
    terminal.out(
      json
        ? planJson(plan)
        : `${before}${planText(plan, { color, full, guard, ...(wanted !== undefined && { wanted }) })}`,
    );
    return EXIT.ok;
  }
  const { code } = await applyPlanned(planned, { ...options, overwriteDrift: true }, ports);
  if (code === EXIT.ok || code === EXIT.partly) (json ? terminal.err : terminal.out)(afterwards);
  return code;
}
