import type { FilePorts } from '../files/ports.ts';
import type { WorkspaceSources } from '../files/workspace/sources.ts';
import type { CheckedFiles } from '../model/workspace/checked-files.ts';

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

/** What was read of a workspace, in numbers. `sources` is absent when `lexform.yaml` could not be read. */
export function countChecked(files: number, sources: WorkspaceSources | undefined): CheckedFiles {
  const glossaries = sources?.glossaries ?? [];
  const dictionaries = glossaries.flatMap((glossary) => glossary.dictionaries);
  return {
    files,
    glossaries: glossaries.length,
    dictionaries: dictionaries.length,
    terms: dictionaries.reduce((sum, { entries }) => sum + entries.size, 0),
    styleLists: sources?.styleLists?.length ?? 0,
  };
}
