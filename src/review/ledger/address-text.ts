import { shortVersion, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, firstOf, groupedDigits, indented } from '../format/text.ts';

/** A target whose address differs from the one in its ledger. */
interface Moved {
  readonly target: string;
  readonly from: string;
  readonly to: string;
  /** Resources that the ledger owns. */
  readonly owned: number;
}

/** Maximum number of missing resources that are named. */
const SHOWN = 20;

/** The result of the check at the new address. */
export const addressText = ({ target, from, to, owned }: Moved): string =>
  `The ledger of "${shown(target)}" was written for ${visible(from)}, and the target is now at ${visible(to)}.\n${
    owned === 0
      ? 'The ledger manages no resources, so there is nothing to verify.'
      : `All ids of the ledger (${counted(owned, 'resource')}) were found there: it is the same account.`
  }\n`;

/** The reason why an address is not confirmed. */
export const notSameAccount = (
  { target, to, owned }: Moved,
  missing: readonly { readonly address: string; readonly id: string }[],
): string =>
  [
    `the address of "${shown(target)}" is not confirmed: ${groupedDigits(missing.length)} of ` +
      `${counted(owned, 'resource')} of its ledger are not at ${visible(to)}:`,
    ...indented(
      firstOf(missing, SHOWN, ({ address, id }) => `${visible(address)}  ${visible(id)}`),
      2,
    ),
    'If it is another account, give the target another name. If these were deleted, give the target its old ' +
      'address and drop them with: lexform ledger forget ADDRESS\n',
  ].join('\n');

/** One line for the ledger. */
export const addressSummary = ({ from, to }: Pick<Moved, 'from' | 'to'>): string =>
  `confirm the address ${to}, before ${from}`;

export const confirmedText = ({ target, to }: Moved, version: string): string =>
  `The ledger of "${shown(target)}" is for ${visible(to)} from now on (${shortVersion(version)}).\n`;

/** The message if the address needs no confirmation. */
export const sameAddressText = (target: string, address: string): string =>
  `The ledger of "${shown(target)}" is for ${visible(address)} already.\n`;

/** The result as the document of `--json`. `version`: `null` if nothing was written. */
export const confirmedJson = ({ target, from, to, owned }: Moved, version: string | null): string =>
  jsonText({ formatVersion: 1, target, from, to, owned, version });
