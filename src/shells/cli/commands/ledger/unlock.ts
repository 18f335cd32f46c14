import type { CommandResult } from '../../../../app/exit-code.ts';
import { tellPeople } from '../../../../app/output.ts';
import type { Ports } from '../../../../app/ports.ts';
import { approve } from '../../../../app/run/approve.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import type { HeldLock, Lock } from '../../../../ledger/lock.ts';
import { holderText, type Unlocked, unlockedJson, unlockedText } from '../../../../review/ledger/lock-text.ts';
import type { UnlockOptions } from '../../options/ledger-commands.ts';

/** `ledger unlock`: shows who holds the lock of a target, asks, and breaks exactly that lock. */
export async function unlock(options: UnlockOptions, ports: Ports): Promise<CommandResult> {
  const { target, ledger } = await chooseLedger(options, ports);
  const { lock } = ledger;
  const { terminal } = ports;
  const end = (unlocked: Unlocked): CommandResult => ({
    outcome: unlocked.kind === 'another' ? 'refused' : 'ok',
    output: { json: () => unlockedJson(unlocked, target.name), text: () => unlockedText(unlocked, target.name) },
  });

  if (options.force && (await lock.breakUnreadable())) return end({ kind: 'broken-unread' });
  const seen = await lock.read();
  if (seen === undefined) return end({ kind: 'free' });
  const { process } = seen.holder;
  const isGone = process !== undefined && (await ports.processes?.isGone(process)) === true;
  tellPeople(options, terminal, holderText(seen.holder, target.name, { now: ports.now(), isGone }));
  const { force: isApproved, json } = options;
  await approve({ question: 'Break this lock?', flag: '--force', isApproved, json }, terminal);
  return end(await breakSeen(lock, seen));
}

async function breakSeen(lock: Lock, seen: HeldLock): Promise<Unlocked> {
  const { holder } = seen;
  if (await lock.breakLock(seen)) return { kind: 'broken', holder };
  const now = await lock.read();
  return now === undefined ? { kind: 'released', holder } : { kind: 'another', holder, now: now.holder };
}
