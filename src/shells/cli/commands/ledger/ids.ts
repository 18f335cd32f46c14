import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { chooseLedger, idsOfLedger } from '../../../../app/session/choose-ledger.ts';
import { UsageError } from '../../../../model/errors.ts';
import { type AddressId, envFault, idsEnv, idsJson, idsModule } from '../../../../review/account/ids-text.ts';
import type { IdsOptions } from '../../options/ledger-commands.ts';

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
