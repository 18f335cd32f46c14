import type { CommandResult } from '../../../../app/exit-code.ts';
import { tellPeople } from '../../../../app/output.ts';
import type { Ports } from '../../../../app/ports.ts';
import { approve, refused } from '../../../../app/run/approve.ts';
import { runFacts } from '../../../../app/run/run-facts.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import { EMPTY_LEDGER } from '../../../../kinds/registry.ts';

import { UsageError } from '../../../../model/errors.ts';
import {
  forgettingText,
  forgottenJson,
  forgottenText,
  rewriteRefusal,
  rewriteSummary,
} from '../../../../review/ledger/ownership-text.ts';
import { rewriteLedger } from '../../../../steps/ledger/rewrite-ledger.ts';
import { forgetOwned, sameForgotten } from '../../../../steps/ledger/untrack.ts';
import type { ForgetOptions } from '../../options/ledger-commands.ts';

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
