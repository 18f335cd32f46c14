import type { Ledger, LedgerSnapshot } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { noLedgerRemedy } from '../../review/ledger/no-ledger-text.ts';
import { ownedIds } from '../../steps/ledger/confirm-address.ts';
import type { LedgerOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { accountOf, type Connection, chooseTarget } from './connect.ts';
import { openLedger } from './open-ledger.ts';
import { type ConfiguredWorkspace, openConfig } from './open-workspace.ts';

/** The ledger of the chosen target. */
export interface ChosenLedger {
  readonly ledger: Ledger;
  readonly target: Connection['target'];
  /** The workspace folder. */
  readonly root: string;
}

/**
 * Opens the ledger of a target for a command that needs one. Rejects with `LedgerError` if the workspace keeps none.
 */
export async function mustOpenLedger(
  workspace: ConfiguredWorkspace,
  target: Connection['target'],
  ports: Ports,
): Promise<Ledger> {
  const ledger = await openLedger(workspace, target, ports);
  if (ledger !== undefined) return ledger;
  throw new LedgerError(
    'this workspace has no ledger: lexform.yaml has "ledger: false"',
    'Remove that line to keep one',
    { code: 'ledger-absent' },
  );
}

/** The ledger of the chosen target, or of the only one. No key is needed. */
export const chooseLedger = async (options: LedgerOptions, ports: Ports): Promise<ChosenLedger> =>
  ledgerOfTarget(await openConfig(options, ports), options.target, ports);

/** The ledger of the named target, or of the only one. No key is needed. */
export async function ledgerOfTarget(
  workspace: ConfiguredWorkspace,
  name: string | undefined,
  ports: Ports,
): Promise<ChosenLedger> {
  const target = accountOf(chooseTarget(workspace.config, name));
  return { ledger: await mustOpenLedger(workspace, target, ports), target, root: workspace.root };
}

/**
 * The last entry of a ledger. Rejects with `LedgerError` for an empty ledger: a clone without the ledger of a target
 * cannot know the earlier applies.
 */
export function mustHaveEntry(
  snapshot: LedgerSnapshot | undefined,
  target: string,
  unknown: string,
  ledger: Pick<Ledger, 'home'> | undefined,
): LedgerSnapshot {
  if (snapshot !== undefined) return snapshot;
  throw new LedgerError(`no ledger for "${target}" here, so ${unknown}`, noLedgerRemedy(ledger?.home), {
    code: 'ledger-absent',
  });
}

/** The id of each resource that a ledger has, by address, in the order of the addresses. */
export async function idsOfLedger({ ledger, target }: ChosenLedger): Promise<Readonly<Record<string, string>>> {
  const { state } = mustHaveEntry(await ledger.read(), target.name, 'the ids of what was applied are unknown', ledger);
  // Addresses begin with their kind, so they are never `__proto__` or a number, and no key is lost or moved.
  return Object.fromEntries(ownedIds(state).map(({ address, id }) => [address, id]));
}
