import type { CommandOutcome, CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { readTargetLedger } from '../../../../app/run/plan-now.ts';
import { connect } from '../../../../app/session/connect.ts';
import { type OpenWorkspace, openForCommand, workspaceOn } from '../../../../app/session/open-workspace.ts';
import { severalTargets } from '../../../../app/several-targets.ts';
import { debugText } from '../../../../app/show-error.ts';
import { UsageError } from '../../../../model/errors.ts';
import { differs } from '../../../../plan/compare/comparison.ts';
import { comparisonJson, comparisonText } from '../../../../review/compare/comparison-text.ts';
import { targetHeading } from '../../../../review/plan/target-heading.ts';
import { readComparison } from '../../../../steps/read-comparison.ts';
import type { CompareOptions } from '../../options/inspect-commands.ts';

/**
 * `service compare`: shows resources that some targets have and others lack, and values that differ. It changes
 * nothing.
 */
export async function compare(options: CompareOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openForCommand(options, ports, { mayManageNothing: true });
  const { only, full, detailedExitcode } = options;
  const targets = namesOf(workspace, options).map((name) => ({
    name,
    open: async () => {
      const connection = await connect(workspace, { ...options, target: name }, ports);
      const there = workspaceOn(workspace, connection);
      const { owned: ledger } = await readTargetLedger(there, connection.target, ports);
      return { ...connection, desired: there.desired, files: workspace.desired, ledger };
    },
  }));
  const { comparison, failed, unmatched } = await readComparison({ targets, only });
  if (failed.length === 0 && unmatched.length > 0)
    throw new UsageError(`no target has anything that --only ${unmatched.join(', ')} names`);
  const outcome = (): CommandOutcome => {
    if (ports.interrupted.aborted) return 'interrupted';
    if (failed.length > 0) return 'error';
    return detailedExitcode && differs(comparison) ? 'changes' : 'ok';
  };
  const failures = failed.map(
    ({ name, error }) => `\n${targetHeading(name, { color: false })}${debugText(error, ports)}`,
  );
  return {
    outcome: outcome(),
    output: {
      json: () => comparisonJson(comparison, failed),
      text: (style) => comparisonText(comparison, { ...style, full }),
      notes: ({ json }) => (json ? '' : failures.join('')),
    },
    reported: { kind: 'compared', comparison, failed, findings: [] },
  };
}

/** The names of the targets to compare, at least two; default: all. */
function namesOf({ config }: OpenWorkspace, { target = 'all' }: CompareOptions): readonly string[] {
  const names = severalTargets(config, target) ?? [target];
  if (names.length > 1) return names;
  const known = config.targets.map(({ name }) => name).join(', ');
  throw new UsageError(`at least two targets can be compared: --target eu,us or all; lexform.yaml has: ${known}`);
}
