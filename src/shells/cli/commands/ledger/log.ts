import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { chooseLedger } from '../../../../app/session/choose-ledger.ts';
import type { Ledger } from '../../../../ledger/ledger.ts';
import { UsageError } from '../../../../model/errors.ts';
import { logJson, logText } from '../../../../review/ledger/ledger-log-text.ts';
import { logQuestion, readLog } from '../../../../steps/ledger/ledger-log.ts';
import { foldTerm } from '../../../../steps/search/match-term.ts';
import type { LogOptions } from '../../options/ledger-commands.ts';

const hasEntries = async ({ entries }: { readonly entries: readonly unknown[] }, ledger: Ledger): Promise<boolean> =>
  entries.length > 0 || (await ledger.entries(1)).length > 0;

/**
 * `log`: shows the applied entries, newest first. With an address or a term: only the entries that changed it, with the
 * changes.
 */
export async function log(options: LogOptions, ports: Ports): Promise<CommandResult> {
  if (options.about !== undefined && foldTerm(options.about) === '')
    throw new UsageError('the term is empty; name an address or a phrase');
  const { ledger, target } = await chooseLedger(options, ports);
  const found = await readLog(ledger, logQuestion(options.about), options.limit);
  const shown = {
    target: target.name,
    // For an empty ledger, do not report that no entry matches.
    ...(options.about !== undefined && (await hasEntries(found, ledger)) && { asked: options.about }),
    ...found,
  };
  return {
    outcome: 'ok',
    output: { json: () => logJson(shown), text: ({ color }) => logText({ ...shown, home: ledger.home }, { color }) },
  };
}
