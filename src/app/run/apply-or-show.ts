import { EMPTY_LEDGER } from '../../kinds/registry.ts';

import type { Plan } from '../../model/plan/plan.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { planText } from '../../review/plan/plan-text.ts';
import type { CommandResult } from '../exit-code.ts';
import type { DryRunOptions } from '../options.ts';
import type { Output } from '../output.ts';
import type { TargetSession } from '../session/connect.ts';
import { applyPlanned } from './apply-plan.ts';
import { guardInput } from './plan-now.ts';
import type { Planned } from './planned.ts';
import { showAllCommand } from './show-all.ts';

/**
 * Applies a plan, or only shows it for a dry run. A return to an earlier state is meant to undo changes made on the
 * service since, so drift is shown but does not cause a refusal. `savedPlan`: the plan in the form for a file.
 * `afterwards`: text to print after the plan was applied, completely or in part.
 */
export async function applyOrShow(
  session: TargetSession<DryRunOptions>,
  planned: Planned & { readonly savedPlan: Plan },
  afterwards: string,
): Promise<CommandResult> {
  const { workspace, options } = session;
  const { plan, savedPlan, snapshot, drift, wanted, findings, shownBy = ['plan'] } = planned;
  const { full, dryRun } = options;
  const consented = { ...options, overwriteDrift: true };
  if (dryRun) {
    const guard = checkGuard(plan, guardInput(workspace, consented, snapshot?.state ?? EMPTY_LEDGER));
    const showAll = showAllCommand(shownBy, options);
    return {
      outcome: guard.kind === 'refused' ? 'refused' : 'ok',
      output: {
        json: () => planJson(savedPlan, { guard }),
        text: (style) => planText({ plan, drift, guard, wanted }, { ...style, full, showAll }),
      },
      reported: { kind: 'planned', plan: savedPlan, guard, findings, drift, wanted },
    };
  }
  return followedBy(await applyPlanned({ ...session, options: consented }, planned), afterwards);
}

/** True if a run has applied its plan, completely or in part. */
export const hasApplied = ({ outcome }: CommandResult): boolean => outcome === 'ok' || outcome === 'partly';

/** The result with a text after its output, if the run has applied its plan; with `--json` on standard error. */
export function followedBy(result: CommandResult, afterwards: string): CommandResult {
  const { output } = result;
  if (output === undefined || !hasApplied(result)) return result;
  const { text, notes } = output;
  const shown: Output = {
    ...output,
    text: (style) => text(style) + afterwards,
    notes: (how) => (notes?.(how) ?? '') + (how.json ? afterwards : ''),
  };
  return { ...result, output: shown };
}
