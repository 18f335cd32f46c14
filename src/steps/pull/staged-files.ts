import { dirname, join } from 'node:path';
import { realPlace } from '../../files/node/write-place.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside, readingOnce, slashPath } from '../../files/workspace/workspace-path.ts';
import type { StagedFiles } from '../../kinds/files/pull-context.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit, pushAll } from '../../model/lists.ts';

const encoder = new TextEncoder();

/** File ports with staged edits laid over the files of a workspace. A file with an edit is read once. */
async function overlaid(
  files: FilePorts,
  root: string,
  become: () => ReadonlyMap<string, Uint8Array | undefined>,
): Promise<FilePorts> {
  const real = (await files.realPath(root)) ?? root;
  const nameOf = (path: string): string | undefined => {
    for (const base of [root, real]) {
      const way = slashPath(base, path);
      if (become().has(way)) return way;
    }
    return undefined;
  };
  const once = readingOnce(files);
  return {
    ...files,
    async readFile(path) {
      const name = nameOf(path) ?? nameOf((await files.realPath(path)) ?? path);
      return name === undefined ? files.readFile(path) : become().get(name);
    },
    async readRegularFile(path, maxBytes) {
      const name = nameOf(path);
      if (name === undefined) return once.readRegularFile(path, maxBytes);
      const bytes = become().get(name);
      return bytes === undefined ? { kind: 'absent' } : { kind: 'bytes', bytes };
    },
    async realPath(path) {
      const name = nameOf(path);
      // A folder that will contain staged files counts as existing.
      if (name === undefined)
        return (await files.realPath(path)) ?? (path === root && become().size > 0 ? root : undefined);
      return become().get(name) === undefined ? undefined : join(real, name);
    },
    async list(folder) {
      const names = new Set(await files.list(folder));
      for (const [name, bytes] of become()) {
        const path = join(root, name);
        if (dirname(path) !== join(folder)) continue;
        const base = name.slice(name.lastIndexOf('/') + 1);
        if (bytes === undefined) names.delete(base);
        else names.add(base);
      }
      return [...names].sort(byCodeUnit);
    },
  };
}

export async function stageFiles(files: FilePorts, root: string): Promise<StagedFiles> {
  let become = new Map<string, Uint8Array | undefined>();
  const before = new Map<string, Uint8Array>();
  const findings: Finding[] = [];
  const ports = await overlaid(files, root, () => become);
  return {
    ports,
    before,
    findings,
    files: () => become,
    fault: (code, at, details) => void findings.push({ code, severity: 'warning', at, details }),
    async edit(file, at, change) {
      const read = await readInside(ports, { root, file, role: 'edited', namedAt: at });
      pushAll(findings, read.findings);
      if (read.value === undefined) return false;
      const result = change(read.value);
      if ('findings' in result) pushAll(findings, result.findings);
      // Stored under its real path, so that two links to one file are one file, and stay links.
      else if (Buffer.compare(result.bytes, read.value) !== 0) {
        const { way = file } = await realPlace(files, root, file);
        if (!become.has(way)) before.set(way, read.value);
        become.set(way, result.bytes);
      }
      return 'bytes' in result;
    },
    async create(file, content) {
      const bytes = encoder.encode(content);
      const path = join(root, file);
      if ((await ports.realPath(path)) === undefined) {
        become.set(file, bytes);
        return true;
      }
      // A killed run may already have written some of the files.
      const isSameSize = become.has(file) || (await files.size(path)) === bytes.length;
      const there = isSameSize ? await ports.readFile(path) : undefined;
      return there !== undefined && Buffer.compare(there, bytes) === 0;
    },
    remove: (file) => void become.set(file, undefined),
    async attempt(work) {
      const earlier = new Map(become);
      const isDone = await work();
      if (!isDone) become = earlier;
      return isDone;
    },
  };
}
