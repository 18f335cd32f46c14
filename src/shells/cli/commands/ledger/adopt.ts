import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { refused } from '../../../../app/run/approve.ts';
import { runFacts } from '../../../../app/run/run-facts.ts';
import { mustOpenLedger } from '../../../../app/session/choose-ledger.ts';
import { chooseTarget, clientFor, connect } from '../../../../app/session/connect.ts';
import { openForCommand, workspaceOn } from '../../../../app/session/open-workspace.ts';

import { EMPTY_LEDGER, kindAt } from '../../../../kinds/registry.ts';
import { isOfAdmin } from '../../../../kinds/traits.ts';

import { UsageError } from '../../../../model/errors.ts';
import { adoptedJson, adoptedText, rewriteRefusal, rewriteSummary } from '../../../../review/ledger/ownership-text.ts';
import { adopter, readAdoption, whyNotAdopted, withAdopted } from '../../../../steps/ledger/adopt-resource.ts';
import { rewriteLedger } from '../../../../steps/ledger/rewrite-ledger.ts';
import type { AdoptOptions } from '../../options/ledger-commands.ts';

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
