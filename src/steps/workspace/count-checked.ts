import type { FilePorts } from '../../files/ports.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { DesiredState } from '../../kinds/states.ts';
import type { CheckedFiles } from '../../model/workspace/checked-files.ts';

/** The same ports, and how many files have been read through them. */
export function countingReads(ports: FilePorts): { readonly ports: FilePorts; readonly count: () => number } {
  const read = new Set<string>();
  return {
    ports: {
      ...ports,
      async readFile(path) {
        const bytes = await ports.readFile(path);
        if (bytes !== undefined) read.add(path);
        return bytes;
      },
      async readRegularFile(path, maxBytes) {
        const found = await ports.readRegularFile(path, maxBytes);
        if (found.kind === 'bytes') read.add(path);
        return found;
      },
    },
    count: () => read.size,
  };
}

/** What was read of a workspace, in numbers. */
export const countChecked = (files: number, desired: DesiredState): CheckedFiles => ({
  files,
  counts: FILES.flatMap((facet) => {
    const sources = sourcesOf(desired, facet) ?? [];
    const { plural, noun } = kindNamed(facet.kind);
    return facet.count?.(sources) ?? [{ name: plural, count: sources.length, one: noun, many: `${noun}s` }];
  }),
});
