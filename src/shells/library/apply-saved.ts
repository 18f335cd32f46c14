import { guardInput } from '../../app/run/plan-now.ts';
import { planOfText } from '../../app/run/read-plan-file.ts';
import { baseOfRun, type PlanToRun } from '../../app/run/run-planned.ts';
import { EMPTY_LEDGER } from '../../kinds/states.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import { RefusedError } from './errors.ts';
import { appliedOf, bothConsents } from './plan-target.ts';
import { runJudged } from './run-judged.ts';
import { type OpenedFiles, openedAgain, openSession, stoppable, withCodes } from './session.ts';
import type { AppliedPlan, ApplyOptions } from './types.ts';

/** What an error calls the text of a plan. */
const THE_TEXT = 'the saved plan';

/** Applies a plan that was saved, as `lexform apply FILE` does. */
export function applySaved(opened: OpenedFiles, text: string, run: ApplyOptions): Promise<AppliedPlan> {
  const { consent, signal } = run;
  const ports = stoppable(opened.ports, signal);
  return withCodes(ports, async () => {
    const plan = await planOfText(text, THE_TEXT, "await plan.render('json')");
    const session = await openSession(await openedAgain({ ...opened, ports }), plan.target.name, { consent });
    const { workspace } = session;
    const { savedPlan } = await import('../../app/commands/apply.ts');
    const { refusal, findings, ...planned } = await savedPlan({ path: THE_TEXT, read: async () => plan }, session);
    if (refusal !== undefined) throw new RefusedError(refusal);
    const guard = checkGuard(plan, guardInput(workspace, bothConsents(consent), baseOfRun(planned) ?? EMPTY_LEDGER));
    const toRun: PlanToRun = { ...session, ...planned, connection: session.ofRun };
    const ran = await runJudged(toRun, guard, run);
    const made = { opened, session, plan, findings: [...(workspace.findings ?? []), ...findings] };
    return appliedOf({ ...made, options: { only: plan.only } }, ran);
  });
}
