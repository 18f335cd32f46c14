import { join } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { workspaceRoot } from '../../../app/session/open-workspace.ts';
import { formulaNotes } from '../../../files/delimited/formula-cells.ts';
import { writePlace } from '../../../files/node/write-place.ts';
import { writtenJson, writtenText } from '../../../review/messages/written-text.ts';
import { initialFiles } from '../../../steps/workspace/write-workspace.ts';
import type { InitOptions } from '../options/init-command.ts';
import { initFrom } from './init-from.ts';

/**
 * `init`: writes a small workspace that can be planned and applied immediately. If one of its files exists with other
 * content, it writes nothing, unless `--force` is set. A file that already has the same bytes is not written.
 */
export async function init(options: InitOptions, ports: Ports): Promise<CommandResult> {
  if (options.from !== undefined) return initFrom(options, ports);
  const root = workspaceRoot(options, ports);
  const { files } = ports;
  const states = await Promise.all(
    [...initialFiles(await sampleMark(root, ports))].map(async ([path, text]) => {
      const place = await writePlace(files, root, path);
      const bytes = Buffer.from(text);
      const before = await files.readFile(place);
      const state = before === undefined ? 'new' : bytes.equals(before) ? 'same' : 'different';
      return { path, place, bytes, state, before } as const;
    }),
  );
  const refused = !options.force && states.some(({ state }) => state === 'different');
  if (!refused) {
    const changed = states.filter(({ state }) => state !== 'same');
    await files.writeAll(new Map(changed.map(({ place, bytes }) => [place, bytes])));
  }
  const notes = refused ? [] : states.flatMap(({ path, ...file }) => formulaNotes({ ...file, file: path }));
  const { chdir = '.' } = options;
  const next = `next: lexform plan${chdir === '.' ? '' : ` -C ${chdir}`}`;
  const result = { refused, next, notes, files: states.map(({ path, state }) => ({ path, state })) };
  return {
    outcome: refused ? 'refused' : 'ok',
    output: {
      json: () => writtenJson(result),
      text: () => (refused ? '' : writtenText(result)),
      notes: ({ json }) => (refused && !json ? writtenText(result) : ''),
    },
  };
}

/**
 * The mark that an earlier `init` put into the sample names, or otherwise six random digits, so that the first apply
 * does not match resources of other users.
 */
async function sampleMark(root: string, { files, id }: Ports): Promise<string> {
  for (const path of initialFiles('').keys()) {
    const bytes = await files.readFile(join(root, path));
    const [, known] = /\(sample ([0-9a-f]{6})\)/.exec(new TextDecoder().decode(bytes)) ?? [];
    if (known !== undefined) return known;
  }
  return id().replaceAll('-', '').slice(-6);
}
