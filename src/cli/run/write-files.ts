import { formulaNotes } from '../../files/delimited/formula-cells.ts';
import { writePlace } from '../../files/node/write-place.ts';
import { writtenJson, writtenText } from '../../review/messages/written-text.ts';
import type { CliPorts } from '../ports.ts';

interface FilesToWrite {
  readonly root: string;
  /** Path relative to the root → text. */
  readonly files: ReadonlyMap<string, string>;
  /** What the user may want to do next. */
  readonly next: string;
}

/**
 * Writes files, all or none of them: when one of them stands there with another content, nothing is written unless
 * `force` is set. A file that already holds the same bytes is left alone. False when it was refused.
 */
export async function writeFiles(
  { root, files, next }: FilesToWrite,
  options: { readonly force: boolean; readonly json: boolean },
  ports: CliPorts,
): Promise<boolean> {
  const states = await Promise.all(
    [...files].map(async ([path, text]) => {
      const place = await writePlace(ports.files, root, path);
      const bytes = await ports.files.readFile(place);
      const state = bytes === undefined ? 'new' : Buffer.from(bytes).equals(Buffer.from(text)) ? 'same' : 'different';
      return { path, place, text, state, ...(bytes !== undefined && { before: bytes }) } as const;
    }),
  );
  const refused = !options.force && states.some(({ state }) => state === 'different');
  if (!refused) {
    const changed = states.filter(({ state }) => state !== 'same');
    await ports.files.writeAll(new Map(changed.map(({ place, text }) => [place, text])));
  }
  const notes = refused
    ? []
    : states.flatMap(({ path, text, before }) =>
        formulaNotes({ file: path, bytes: Buffer.from(text), ...(before !== undefined && { before }) }),
      );
  const result = { refused, next, notes, files: states.map(({ path, state }) => ({ path, state })) };
  if (options.json) ports.terminal.out(writtenJson(result));
  else (refused ? ports.terminal.err : ports.terminal.out)(writtenText(result));
  return !refused;
}
