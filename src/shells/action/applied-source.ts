import type { CliPorts } from '../../app/ports.ts';
import { accountOf } from '../../app/session/connect.ts';
import { openLedger } from '../../app/session/open-ledger.ts';
import type { ConfiguredWorkspace } from '../../app/session/own-rules.ts';
import type { Target } from '../../model/workspace/target.ts';
import { COMPLETE, OUTCOME_FACT } from '../../steps/ledger/apply-under-ledger.ts';

/** Entries that are looked through for the last complete apply: that many runs in a row may have broken off. */
const ENTRIES_MAX = 50;

/**
 * The commit whose files were applied as a whole the last time; `undefined` when the ledger of the target does not
 * say, or there is none.
 */
export async function appliedSource(
  workspace: ConfiguredWorkspace,
  target: Target,
  ports: CliPorts,
): Promise<string | undefined> {
  const ledger = await openLedger(workspace, accountOf(target), ports);
  const entries = (await ledger?.entries(ENTRIES_MAX)) ?? [];
  const complete = entries.find(({ facts }) =>
    facts.some(([name, value]) => name === OUTCOME_FACT && value === COMPLETE),
  );
  return complete?.facts.find(([name]) => name === 'Source')?.[1];
}
