import type { CommandResult } from '../../../../app/exit-code.ts';
import { tellPeople } from '../../../../app/output.ts';
import type { Ports } from '../../../../app/ports.ts';
import { approve, refused } from '../../../../app/run/approve.ts';
import { runFacts } from '../../../../app/run/run-facts.ts';
import { mustHaveEntry, mustOpenLedger } from '../../../../app/session/choose-ledger.ts';
import { clientFor, connect } from '../../../../app/session/connect.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import type { AnyKind } from '../../../../kinds/kind.ts';
import { KINDS } from '../../../../kinds/registry.ts';
import { ownedOf } from '../../../../kinds/states.ts';
import { isOfAdmin } from '../../../../kinds/traits.ts';
import {
  addressSummary,
  addressText,
  confirmedJson,
  confirmedText,
  notSameAccount,
  sameAddressText,
} from '../../../../review/ledger/address-text.ts';
import { rewriteRefusal } from '../../../../review/ledger/ownership-text.ts';
import { confirmAddress, missingIn, ownedIds } from '../../../../steps/ledger/confirm-address.ts';
import type { ConfirmAddressOptions } from '../../options/ledger-commands.ts';
import { listKinds } from './recovery.ts';

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
