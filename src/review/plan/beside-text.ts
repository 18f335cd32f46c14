import type { Plan } from '../../model/plan/plan.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits, plural } from '../format/text.ts';

/** What a plan says of resources that the files ask for as they are, and that the ledger does not own yet. */
export const adoptsText = (count: number): string =>
  count === 1
    ? '1 resource already matches; apply will start managing it'
    : `${groupedDigits(count)} resources already match; apply will start managing them`;

/** What will become of the secrets of new keys, said before they are made. */
export function secretsText(created: number, file: string | undefined): string {
  const secrets = `The ${plural(created, 'secret', 'secrets')} of ${counted(created, 'new key')} will`;
  return file === undefined
    ? `${secrets} not be kept; "lexform apply --secrets-file FILE" writes ${plural(created, 'it', 'them')} to a ` +
        'new file.'
    : `${secrets} be written to ${visible(file)}, a new file that only its owner can read.`;
}

/** A resource whose file has another name now. `code`: how an address is shown. */
export const movedText = (
  { from, to }: NonNullable<Plan['moves']>[number],
  code: (address: string) => string = visible,
): string => `moved: ${code(from)} is now ${code(to)}; nothing changes on the service`;

/** `2 resources on prod are`: the beginning of a sentence about unmanaged resources. */
export const unmanagedAre = ({ length }: Plan['unmanaged'], target: string): string =>
  `${counted(length, 'resource')} on ${target} ${plural(length, 'is', 'are')}`;
