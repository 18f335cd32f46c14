import { UsageError } from '../../model/errors.ts';
import { type PulledReport, pulledJson, pulledText } from '../../review/drift/pull-text.ts';
import type { CommandOutcome, CommandResult } from '../exit-code.ts';
import type { PullOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { pullFiles, readForPull } from '../run/pull-now.ts';
import type { AppCommand } from '../runner.ts';
import { connect } from '../session/connect.ts';
import { endOnErrors, valueWithoutErrors, workspaceRoot } from '../session/open-workspace.ts';

async function run(options: PullOptions, ports: Ports): Promise<CommandResult> {
  if (options.ours && (options.theirs || options.force))
    throw new UsageError(
      '--ours keeps the values of the files, --theirs and --force take those of the service; leave one out',
    );
  const read = await readForPull(workspaceRoot(options, ports), options, ports);
  const workspace = await valueWithoutErrors(read, options, ports);
  const connection = await connect(workspace, options, ports);
  const report = await pullFiles({ workspace, connection, options, ports }, (findings) =>
    endOnErrors(findings, options, ports),
  );
  return {
    outcome: outcomeOf(report),
    output: { json: () => pulledJson(report), text: () => pulledText(report, ports.labels) },
  };
}

function outcomeOf({ files, deleted, left, conflicts, check }: PulledReport): CommandOutcome {
  const isAll = conflicts === 0 && left.length === 0;
  const isAny = files.length + deleted.length > 0;
  if (check) return isAll && !isAny ? 'ok' : 'changes';
  if (isAll) return 'ok';
  return isAny ? 'partly' : 'refused';
}

/**
 * `pull`: writes what the service has to the places of the files where it belongs: what changed on the service since
 * the last apply, what was rolled back, and resources that no file has. Edits of the files that were never applied
 * stay, unless `--force` is set.
 */
export const pull: AppCommand<PullOptions> = { name: 'pull', run };
