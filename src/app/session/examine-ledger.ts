import type { Ledger } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { type Check, check } from '../../model/checkup.ts';
import type { Ports } from '../ports.ts';
import { type LedgerAccount, openLedger, placeInRepository } from './open-ledger.ts';
import type { ConfiguredWorkspace } from './open-workspace.ts';

/** Where the ledger of a target is kept, and whether other machines see it. */
async function placeCheck(
  { root, config: { ledger } }: ConfiguredWorkspace,
  name: string,
  ports: Ports,
): Promise<Check> {
  if (ledger.kind === 'remote') return check('ledger', 'ok', 'ledger-on-remote', { remote: ledger.remote });
  if (ledger.kind === 'dir') return check('ledger', 'note', 'ledger-in-folder', { folder: ledger.dir });
  const found = await placeInRepository(root, ports);
  if (found === undefined) return check('ledger', 'note', 'ledger-in-folder', { folder: '.lexform/ledger' });
  return check('ledger', 'note', 'ledger-in-repository', { ref: `refs/lexform/ledger/${name}` });
}

async function ageCheck(ledger: Ledger, now: Date): Promise<Check> {
  const snapshot = await ledger.read();
  const [last] = await ledger.entries(1);
  if (snapshot === undefined || last === undefined) return check('ledger', 'note', 'ledger-empty');
  const hours = Math.max(0, (now.getTime() - Date.parse(last.time)) / 3_600_000);
  return check('ledger', 'ok', 'ledger-read', { time: last.time, hours: Math.floor(hours), summary: last.summary });
}

async function lockCheck({ lock }: Ledger, now: Date): Promise<Check> {
  const heldLock = await lock.read();
  if (heldLock === undefined) return check('lock', 'ok', 'lock-free');
  const { who, since, until, run = '' } = heldLock.holder;
  if (Date.parse(until) < now.getTime()) return check('lock', 'note', 'lock-expired', { who, since, until });
  return check('lock', 'error', 'lock-held', { who, since, until, run });
}

const failed = (area: 'ledger' | 'lock', error: unknown): Check => {
  const message = error instanceof Error ? error.message : String(error);
  return check(area, 'error', `${area}-unusable`, {
    message,
    remedy: error instanceof LedgerError ? error.wayOut : '',
  });
};

/**
 * Where the ledger of a target is, how old, shared or not, and who holds its lock. Writes nothing, and never rejects.
 */
export async function examineLedger(
  workspace: ConfiguredWorkspace,
  account: LedgerAccount,
  ports: Ports,
): Promise<readonly Check[]> {
  if (workspace.config.ledger.kind === 'none') return [check('ledger', 'warning', 'ledger-off')];
  try {
    const place = await placeCheck(workspace, account.name, ports);
    const ledger = await openLedger(workspace, account, ports);
    if (ledger === undefined) return [place];
    const now = ports.now();
    const age = await ageCheck(ledger, now).catch((error: unknown) => failed('ledger', error));
    const lock = await lockCheck(ledger, now).catch((error: unknown) => failed('lock', error));
    return [place, age, lock];
  } catch (error) {
    return [failed('ledger', error)];
  }
}
