import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import { showJson, showText } from '../../../../review/ledger/ledger-log-text.ts';
import { readEntry } from '../../../../steps/ledger/ledger-entry.ts';
import type { ShowOptions } from '../../options/ledger-commands.ts';

/** `show`: shows one entry of the ledger and its changes, term by term. */
export async function show(options: ShowOptions, ports: Ports): Promise<CommandResult> {
  const { ledger, target } = await chooseLedger(options, ports);
  const shown = { target: target.name, ...(await readEntry(ledger, options.version)) };
  const { full } = options;
  return {
    outcome: 'ok',
    output: { json: () => showJson(shown), text: ({ color }) => showText(shown, { color, full }) },
  };
}
