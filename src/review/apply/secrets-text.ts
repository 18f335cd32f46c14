import { visible } from '../format/escape.ts';
import { counted } from '../format/plural.ts';

/** What will become of the secrets of new keys, said before they are made. */
export const secretsText = (created: number, file: string | undefined): string =>
  file === undefined
    ? `The ${created === 1 ? 'secret' : 'secrets'} of ${counted(created, 'new key')} will not be kept; "lexform ` +
      `apply --secrets-file FILE" writes ${created === 1 ? 'it' : 'them'} to a new file.`
    : `The ${created === 1 ? 'secret' : 'secrets'} of ${counted(created, 'new key')} will be written to ` +
      `${visible(file)}, a new file that only its owner can read.`;
