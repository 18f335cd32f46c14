import { jsonText } from './json-text.ts';
import { visible } from './visible.ts';

/** What became of the files that a command writes. */
export interface Written {
  /** True when a file stood in the way, and nothing was written. */
  readonly refused: boolean;
  readonly next: string;
  readonly files: readonly { readonly path: string; readonly state: 'new' | 'same' | 'different' }[];
}

/** One line per file, then what to do next. */
export function writtenText({ refused, next, files }: Written): string {
  if (refused) {
    const inTheWay = files.filter(({ state }) => state === 'different').map(({ path }) => `  ${visible(path)}\n`);
    return `nothing was written: these files exist with another content\n${inTheWay.join('')}run again with --force to overwrite them\n`;
  }
  const words = { new: 'wrote', same: 'unchanged', different: 'overwrote' } as const;
  return `${files.map(({ path, state }) => `${words[state]} ${visible(path)}\n`).join('')}${visible(next)}\n`;
}

export const writtenJson = ({ refused, files }: Written): string => jsonText({ formatVersion: 1, refused, files });
