import { conflictAddresses, decidedState } from '../../plan/drift/decided.ts';
import { rewriteRefusal, rewriteSummary } from '../../review/ledger/ownership-text.ts';
import { rewriteLedger } from '../../steps/ledger/rewrite-ledger.ts';
import type { Pulled } from '../../steps/pull/pull-target.ts';
import { CommandEnded } from '../exit-code.ts';
import { showOutput } from '../output.ts';
import type { TargetSession } from '../session/connect.ts';
import { refusalOutput } from './approve.ts';
import type { TargetLedger } from './plan-now.ts';
import { runFacts } from './run-facts.ts';

/** A target, and the folder of its workspace. */
type KeptSession = Pick<TargetSession, 'connection' | 'ports'> & {
  readonly workspace: Pick<TargetSession['workspace'], 'root'>;
};

/**
 * Records in the ledger the decision for the files in each conflict, with both values. While both sides have these
 * values, those of the files are changes and not conflicts. Resources that the ledger does not own have no conflict
 * with a last apply, so nothing is recorded for them. Ends the command if another run holds the lock or has written the
 * ledger.
 */
export async function keepOurs(
  { workspace: { root }, connection: { target }, ports }: KeptSession,
  { ledger, snapshot, drift }: Pick<TargetLedger, 'ledger' | 'snapshot'> & Pick<Pulled, 'drift'>,
): Promise<void> {
  const addresses = conflictAddresses(drift);
  if (ledger === undefined || snapshot === undefined || addresses.length === 0) return;
  const writer = { ...(await runFacts(root, ports)), now: ports.now };
  const rewritten = await rewriteLedger(ledger, writer, rewriteSummary('keep the files of', addresses), (now) =>
    now?.version === snapshot.version ? decidedState(now.state, drift) : undefined,
  );
  if (rewritten.kind === 'written') return;
  showOutput(refusalOutput(rewriteRefusal(target.name, rewritten)), { json: false }, ports.terminal);
  throw new CommandEnded({ outcome: 'refused' });
}
