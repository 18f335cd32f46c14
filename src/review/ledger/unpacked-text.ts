import { errorLine } from '../messages/error-text.ts';

/** Says that the objects of the ledger could not be packed. The entry is written all the same. */
export const unpackedText = (error: Error): string =>
  `The ledger was written, but git could not pack it: ${errorLine(error)}\n`;
