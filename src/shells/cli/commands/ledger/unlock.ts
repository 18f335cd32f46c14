import { EXIT, type ExitCode } from '../../../../app/exit-code.ts';
import type { CliPorts } from '../../../../app/ports.ts';
import { approve } from '../../../../app/run/approve.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import type { HeldLock, Lock } from '../../../../ledger/lock.ts';
import { holderText, type Unlocked, unlockedJson, unlockedText } from '../../../../review/ledger/lock-text.ts';
import type { UnlockOptions } from '../../options/ledger-commands.ts';

/** `unlock`: shows who holds the lock of a target, asks, and breaks exactly that lock. */
export async function unlock(options: UnlockOptions, ports: CliPorts): Promise<ExitCode> {
  const { target, ledger } = await chooseLedger(options, ports);
  const { lock } = ledger;
  const { terminal } = ports;
  const end = (unlocked: Unlocked): ExitCode => {
    terminal.out(options.json ? unlockedJson(unlocked, target.name) : unlockedText(unlocked, target.name));
    return unlocked.kind === 'another' ? EXIT.refused : EXIT.ok;
  };

  if (options.force && (await lock.breakUnreadable())) return end({ kind: 'broken-unread' });
  const seen = await lock.look();
  if (seen === undefined) return end({ kind: 'free' });
  const { process } = seen.holder;
  const isGone = process !== undefined && (await ports.processes?.isGone(process)) === true;
  (options.json ? terminal.err : terminal.out)(holderText(seen.holder, target.name, { now: ports.now(), isGone }));
  const { force: given, json } = options;
  await approve({ question: 'Break this lock?', flag: '--force', given, json }, terminal);
  return end(await breakSeen(lock, seen));
}

async function breakSeen(lock: Lock, seen: HeldLock): Promise<Unlocked> {
  const { holder } = seen;
  if (await lock.breakLock(seen)) return { kind: 'broken', holder };
  const now = await lock.look();
  return now === undefined ? { kind: 'released', holder } : { kind: 'another', holder, now: now.holder };
}
