import type { DesiredState } from '../../kinds/states.ts';
import type { CheckedFiles } from '../../model/workspace/checked-files.ts';
import type { FilePorts } from '../ports.ts';

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
export function countChecked(files: number, { glossaries = [], styleLists = [] }: DesiredState): CheckedFiles {
  const dictionaries = glossaries.flatMap((glossary) => [...glossary.dictionaries.values()]);
  return {
    files,
    glossaries: glossaries.length,
    dictionaries: dictionaries.length,
    terms: dictionaries.reduce((sum, { entries }) => sum + entries.size, 0),
    styleLists: styleLists.length,
  };
}
