import type { Ledger, LedgerTarget } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { LedgerOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { accountOf, chooseTarget } from './connect.ts';
import { openConfig } from './open-config.ts';
import { openLedger } from './open-ledger.ts';

/** The ledger of a target that was asked for. */
export interface ChosenLedger {
  readonly ledger: Ledger;
  readonly target: Pick<LedgerTarget, 'name' | 'baseUrl'>;
  /** The workspace folder. */
  readonly root: string;
}

/**
 * The ledger of a target, for a command that is about nothing else. Rejects with `LedgerError` when the workspace keeps
 * none.
 */
export async function mustOpenLedger(
  workspace: { readonly root: string; readonly config: WorkspaceConfig },
  target: Pick<LedgerTarget, 'name' | 'baseUrl'>,
  ports: CliPorts,
): Promise<Ledger> {
  const ledger = await openLedger(workspace, target, ports);
  if (ledger !== undefined) return ledger;
  throw new LedgerError(
    'this workspace keeps no ledger: lexform.yaml says "ledger: false"',
    'Remove that line to keep one',
  );
}

/**
 * The ledger of the target that was asked for, or of the only one there is. No key is needed. `undefined` when
 * `lexform.yaml` has errors, which are then shown.
 */
export async function chooseLedger(options: LedgerOptions, ports: CliPorts): Promise<ChosenLedger | undefined> {
  const workspace = await openConfig(options, ports);
  if (workspace === undefined) return undefined;
  const chosen = chooseTarget(workspace.config, options.target);
  const target = accountOf(chosen);
  return { ledger: await mustOpenLedger(workspace, target, ports), target, root: workspace.root };
}
