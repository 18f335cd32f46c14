import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { type ChosenLedger, chooseLedger, idsOfLedger } from '../../../../app/session/choose-ledger.ts';
import type { Ledger } from '../../../../ledger/ledger.ts';
import { UsageError } from '../../../../model/errors.ts';
import { type AddressId, envFault, idsEnv, idsJson, idsModule } from '../../../../review/account/ids-text.ts';
import { logJson, logText, showJson, showText } from '../../../../review/ledger/ledger-log-text.ts';
import { logQuestion, readEntry, readLog } from '../../../../steps/ledger/ledger-log.ts';
import { foldTerm } from '../../../../steps/search/match-term.ts';
import type { IdsOptions, LogOptions } from '../../options/ledger-commands.ts';

const hasEntries = async ({ entries }: { readonly entries: readonly unknown[] }, ledger: Ledger): Promise<boolean> =>
  entries.length > 0 || (await ledger.entries(1)).length > 0;

/** Refuses options that would have no effect. */
function checkTogether({ about, show, full }: LogOptions): void {
  if (show === undefined && full) throw new UsageError('--full shows every term of one entry; name it with --show');
  if (show !== undefined && about !== undefined)
    throw new UsageError('--show shows one whole entry; leave out the address or term, or --show');
  if (about !== undefined && foldTerm(about) === '')
    throw new UsageError('the term is empty; name an address or a phrase');
}

async function showEntry(version: string, { ledger, target }: ChosenLedger, full: boolean): Promise<CommandResult> {
  const shown = { target: target.name, ...(await readEntry(ledger, version)) };
  return {
    outcome: 'ok',
    output: { json: () => showJson(shown), text: ({ color }) => showText(shown, { color, full }) },
  };
}

/**
 * `log`: lists the applied entries, newest first. With an address or a term: only the entries that changed it, with the
 * changes. With `--show`: one entry and its changes, term by term.
 */
export async function log(options: LogOptions, ports: Ports): Promise<CommandResult> {
  checkTogether(options);
  const chosen = await chooseLedger(options, ports);
  if (options.show !== undefined) return showEntry(options.show, chosen, options.full);
  const { ledger, target } = chosen;
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

/** `ledger ids`: prints the address and id of every resource in the ledger, for programs that use the ids. */
export async function ids(options: IdsOptions, ports: Ports): Promise<CommandResult> {
  const { format = 'json' } = options;
  if (options.json && format !== 'json')
    throw new UsageError(`--json prints one JSON document; leave it out with --format ${format}`);
  const chosen = await chooseLedger({ ...options, json: options.json || options.format === 'json' }, ports);
  const owned: readonly AddressId[] = Object.entries(await idsOfLedger(chosen));
  const clash = format === 'env' ? envFault(owned) : undefined;
  if (clash !== undefined) throw new UsageError(clash);
  const text = { json: () => idsJson(owned, chosen.target.name), env: () => idsEnv(owned), ts: () => idsModule(owned) };
  return { outcome: 'ok', output: { text: text[format] } };
}
