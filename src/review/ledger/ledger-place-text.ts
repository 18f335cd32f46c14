import { visible } from '../format/escape.ts';
import { errorLine } from '../messages/error-text.ts';

/** The message if the objects of the ledger could not be packed. The entry was written nevertheless. */
export const unpackedText = (error: Error): string =>
  `The ledger was written, but git could not pack it: ${errorLine(error)}\n`;

/**
 * The message if a ledger stays in the folder where it began, although the workspace is in a git repository now.
 * `folder`: the folder of this target.
 */
export const ledgerInFolderText = (target: string, folder: string): string =>
  `The ledger of ${visible(target)} is in ${visible(folder)}, where it was begun before the workspace was in a git ` +
  'repository. It stays in use there, and other clones do not have it. To keep it in git from now on: when ' +
  'lexform plan shows no changes and no drift, remove that folder and run lexform apply\n';
