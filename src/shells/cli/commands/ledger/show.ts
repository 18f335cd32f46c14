import { EXIT, type ExitCode } from '../../../../app/exit-code.ts';
import type { CliPorts } from '../../../../app/ports.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import { showJson, showText } from '../../../../review/ledger/ledger-log-text.ts';
import { readEntry } from '../../../../steps/ledger/ledger-entry.ts';
import type { ShowOptions } from '../../options/ledger-commands.ts';

/** `show`: shows one entry of the ledger and its changes, term by term. */
export async function show(options: ShowOptions, ports: CliPorts): Promise<ExitCode> {
  const { ledger, target } = await chooseLedger(options, ports);
  const shown = { target: target.name, ...(await readEntry(ledger, options.version)) };
  const { color, out } = ports.terminal;
  out(options.json ? showJson(shown) : showText(shown, { color, full: options.full }));
  return EXIT.ok;
}
