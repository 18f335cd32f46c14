import { pullFiles, readForPull } from '../../app/run/pull-now.ts';
import { connect } from '../../app/session/connect.ts';
import { defined } from '../../model/defined.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { checkLook, mustBeValid, type OpenedFiles, stoppable, withCodes } from './session.ts';
import { shownFindings } from './shown.ts';
import type { PullOptions, PullResult } from './types.ts';

/** Writes changes of the service into the files, as `lexform pull` does. */
export function pullChanges(
  { read: { root }, ports: opened }: OpenedFiles,
  target: string | undefined,
  { addresses = [], allowDelete = [], theirs = false, force = false, check = false, ...options }: PullOptions,
): Promise<PullResult> {
  const ports = stoppable(opened, options.signal);
  return withCodes(ports, async () => {
    checkLook(options);
    const choices = {
      addresses: addresses.map(addressWithArrow),
      allowDelete: allowDelete.map(addressWithArrow),
      theirs,
      force,
      check,
    };
    const { value: workspace, findings } = await readForPull(root, choices, ports);
    mustBeValid(findings);
    if (workspace === undefined) throw new Error('there is neither a workspace nor an error');
    const { concurrency, maxWaitMs } = options;
    const session = { json: false, ...defined({ target, concurrency, maxWait: maxWaitMs }), ...choices };
    const connection = await connect(workspace, session, ports);
    const report = await pullFiles({ workspace, connection, options: choices, ports }, mustBeValid);
    const { files, deleted, conflicts, left, notes } = report;
    return { files, deleted, conflicts, left: shownFindings(left), notes: shownFindings(notes) };
  });
}
