import { visible } from './visible.ts';
import { counted } from './words.ts';

/** What `pull` took in, or would. */
export interface AbsorbedReport {
  readonly target: string;
  /** Files that change, relative to the workspace. */
  readonly files: readonly string[];
  /** Differences that both sides have made, and that stay as the files have them. */
  readonly conflicts: number;
  /** Nothing was written: only looked. */
  readonly check: boolean;
}

/** What was taken in, file by file, and what was left. */
export function absorbedText({ target, files, conflicts, check }: AbsorbedReport): string {
  const from = visible(target);
  const head =
    files.length === 0
      ? `Nothing of ${from} is to be taken in.`
      : `${check ? 'Would change' : 'Changed'} ${counted(files.length, 'file')} to what ${from} has:`;
  const left =
    conflicts === 0
      ? []
      : [
          `${counted(conflicts, 'conflict')} ${conflicts === 1 ? 'stays' : 'stay'} as the files have ${conflicts === 1 ? 'it' : 'them'}; "lexform drift" shows ${conflicts === 1 ? 'it' : 'them'}, --theirs takes the side of the service.`,
        ];
  return `${[head, ...files.map((file) => `  ${visible(file)}`), ...left].join('\n')}\n`;
}

export const absorbedJson = ({ target, files, conflicts, check }: AbsorbedReport): string =>
  `${JSON.stringify({ formatVersion: 1, target, check, files, conflicts }, null, 2)}\n`;
