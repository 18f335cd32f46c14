import type { Finding } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { findingsData, findingsText } from './finding-text.ts';

/** The result of a command that writes files. */
export interface Written {
  /** True: a file with other content exists, so nothing was written. */
  readonly refused: boolean;
  readonly next: string;
  /** Notes on the files that were written. */
  readonly notes: readonly Finding[];
  readonly files: readonly { readonly path: string; readonly state: 'new' | 'same' | 'different' }[];
}

/** One line per file, then the next step. */
export function writtenText({ refused, next, files, notes }: Written): string {
  if (refused) {
    const inTheWay = files.filter(({ state }) => state === 'different').map(({ path }) => `  ${visible(path)}\n`);
    return (
      `nothing was written: these files exist with other content\n${inTheWay.join('')}rerun with --force to ` +
      'overwrite them\n'
    );
  }
  const words = { new: 'wrote', same: 'unchanged', different: 'overwrote' } as const;
  const written = files.map(({ path, state }) => `${words[state]} ${visible(path)}\n`).join('');
  return `${written}${findingsText(notes)}${visible(next)}\n`;
}

export const writtenJson = ({ refused, files, notes }: Written): string =>
  jsonText({ formatVersion: 1, refused, files, notes: findingsData(notes) });
