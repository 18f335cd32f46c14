import type { CommandResult } from '../../../../app/exit-code.ts';
import { tellPeople } from '../../../../app/output.ts';
import type { Ports } from '../../../../app/ports.ts';
import { approve, refused } from '../../../../app/run/approve.ts';
import { runFacts } from '../../../../app/run/run-facts.ts';
import { chooseLedger, mustHaveEntry, mustOpenLedger } from '../../../../app/session/choose-ledger.ts';
import { chooseTarget, clientFor, connect } from '../../../../app/session/connect.ts';
import { openConfig, openForCommand, workspaceOn } from '../../../../app/session/open-workspace.ts';
import type { AnyKind } from '../../../../kinds/kind.ts';
import { EMPTY_LEDGER, isOfAdmin, KINDS, kindAt } from '../../../../kinds/registry.ts';
import { ownedOf } from '../../../../kinds/states.ts';
import type { HeldLock, Lock } from '../../../../ledger/lock.ts';
import { UsageError } from '../../../../model/errors.ts';
import {
  addressSummary,
  addressText,
  confirmedJson,
  confirmedText,
  notSameAccount,
  sameAddressText,
} from '../../../../review/ledger/address-text.ts';
import { holderText, type Unlocked, unlockedJson, unlockedText } from '../../../../review/ledger/lock-text.ts';
import {
  adoptedJson,
  adoptedText,
  forgettingText,
  forgottenJson,
  forgottenText,
  rewriteRefusal,
  rewriteSummary,
} from '../../../../review/ledger/ownership-text.ts';
import { adopter, readAdoption, whyNotAdopted, withAdopted } from '../../../../steps/ledger/adopt-resource.ts';
import { confirmAddress, missingIn, ownedIds } from '../../../../steps/ledger/confirm-address.ts';
import { rewriteLedger } from '../../../../steps/ledger/rewrite-ledger.ts';
import { forgetOwned, sameForgotten } from '../../../../steps/ledger/untrack.ts';
import type {
  AdoptOptions,
  ConfirmAddressOptions,
  ForgetOptions,
  UnlockOptions,
} from '../../options/ledger-commands.ts';
import { listKinds } from './recovery.ts';

/**
 * `ledger adopt`: binds a resource of the files to a live one by id, regardless of its name. It reads the service and
 * does not change it.
 */
export async function adopt(options: AdoptOptions, ports: Ports): Promise<CommandResult> {
  const { address, id } = options;
  const workspace = await openForCommand(options, ports);
  const { desired } = workspaceOn(workspace, { target: chooseTarget(workspace.config, options.target) });
  const wanted = adopter(desired, address, id);
  const connection = await connect(workspace, options, ports);
  const { target, limit } = connection;
  const ledger = await mustOpenLedger(workspace, target, ports);
  const refusal = whyNotAdopted((await ledger.read())?.state ?? EMPTY_LEDGER, address, id);
  if (refusal !== undefined) throw new UsageError(refusal);
  const other = (await ledger.owners()).get(id);
  if (other !== undefined) throw new UsageError(`${id} is owned by ${other.address} in the ledger of ${other.target}`);

  const client = await clientFor(connection, isOfAdmin(kindAt(wanted.address) ?? {}));
  const adoption = await readAdoption(client, limit, wanted, id);
  const writer = { ...(await runFacts(workspace.root, ports)), now: ports.now };
  const rewritten = await rewriteLedger(ledger, writer, rewriteSummary('adopt', [address]), (snapshot) => {
    const state = snapshot?.state ?? EMPTY_LEDGER;
    return whyNotAdopted(state, address, id) === undefined ? withAdopted(state, adoption) : undefined;
  });
  if (rewritten.kind !== 'written') return refused(rewriteRefusal(target.name, rewritten));
  const adopted = { address, id, name: adoption.name };
  const { version } = rewritten;
  return {
    outcome: 'ok',
    output: { json: () => adoptedJson(adopted, target.name, version), text: () => adoptedText(adopted, version) },
  };
}

/**
 * `ledger forget`: removes addresses from the ledger, which then no longer owns their resources. It does not call the
 * service.
 */
export async function forget(options: ForgetOptions, ports: Ports): Promise<CommandResult> {
  const { ledger, target, root } = await chooseLedger(options, ports);
  const { terminal, now } = ports;
  const { addresses, autoApprove, json } = options;
  const shown = forgetOwned((await ledger.read())?.state ?? EMPTY_LEDGER, addresses);
  if (shown.unmatched.length > 0) {
    const hint = shown.meant.length === 0 ? '' : `; did you mean ${shown.meant.join(', ')}?`;
    throw new UsageError(
      `the ledger of ${target.name} owns nothing named ${shown.unmatched.join(', ')}${hint}; lexform ledger ids ` +
        'lists what it owns',
    );
  }

  tellPeople(options, terminal, forgettingText(shown.forgotten, target.name));
  const question = shown.forgotten.length === 1 ? 'Forget it?' : 'Forget them?';
  await approve({ question, flag: '--auto-approve', isApproved: autoApprove, json }, terminal);

  const names = shown.forgotten.map(({ address }) => address);
  const writer = { ...(await runFacts(root, ports)), now };
  const rewritten = await rewriteLedger(ledger, writer, rewriteSummary('forget', names), (snapshot) => {
    const { forgotten, state } = forgetOwned(snapshot?.state ?? EMPTY_LEDGER, addresses);
    return sameForgotten(forgotten, shown.forgotten) ? state : undefined;
  });
  if (rewritten.kind !== 'written') return refused(rewriteRefusal(target.name, rewritten));
  const { version } = rewritten;
  return {
    outcome: 'ok',
    output: {
      json: () => forgottenJson(shown.forgotten, target.name, version),
      text: () => forgottenText(shown.forgotten, version),
    },
  };
}

/**
 * `ledger confirm-address`: the address of a target differs from the one in its ledger. If the account there has every
 * id of the ledger, it is the same account, and the ledger is bound to the new address. The service is read and not
 * changed.
 */
export async function confirmTheAddress(options: ConfirmAddressOptions, ports: Ports): Promise<CommandResult> {
  const opened = await openConfig(options, ports);
  const { terminal, now } = ports;
  const { autoApprove, json } = options;
  const connection = await connect(opened, options, ports);
  const { limit, target } = connection;
  const ledger = await mustOpenLedger(opened, target, ports);
  const { state, version, ...last } = mustHaveEntry(
    await ledger.readAnyAddress(),
    target.name,
    'there is nothing to confirm',
    ledger,
  );
  const owned = ownedIds(state).length;
  const moved = { target: target.name, from: last.target.baseUrl, to: target.baseUrl, owned };
  if (moved.from === moved.to) {
    return {
      outcome: 'ok',
      output: { json: () => confirmedJson(moved, null), text: () => sameAddressText(moved.target, moved.to) },
    };
  }

  const isOwned = ({ plural }: AnyKind): boolean => ownedOf(state, plural).size > 0;
  const isAdmin = KINDS.some((kind) => isOfAdmin(kind) && isOwned(kind));
  const missing = missingIn(state, await listKinds(await clientFor(connection, isAdmin), limit, isOwned));
  if (missing.length > 0) return refused({ code: 'not-same-account', reason: notSameAccount(moved, missing) });
  tellPeople(options, terminal, addressText(moved));
  const question = `Is "${moved.target}" at this address from now on?`;
  await approve({ question, flag: '--auto-approve', isApproved: autoApprove, json }, terminal);

  const writer = { ...(await runFacts(opened.root, ports)), now };
  const rewritten = await confirmAddress(ledger, writer, { seen: version, summary: addressSummary(moved) });
  if (rewritten.kind !== 'written') return refused(rewriteRefusal(target.name, rewritten));
  const { version: written } = rewritten;
  return {
    outcome: 'ok',
    output: { json: () => confirmedJson(moved, written), text: () => confirmedText(moved, written) },
  };
}

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
