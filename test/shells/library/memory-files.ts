import { posix } from 'node:path';
import type { FilePorts } from '../../../src/shells/library/library.ts';

const bytesOf = (content: string | Uint8Array | Iterable<string>): Uint8Array =>
  content instanceof Uint8Array ? content : new TextEncoder().encode([...content].join(''));

const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);

/** A port `files` as a stranger's unit test has it: a class over a map, and nothing of it on the disk. */
export class MemoryFiles implements FilePorts {
  readonly all = new Map<string, Uint8Array>();
  constructor(root: string, files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.all.set(`${root}/${path}`, bytesOf(text));
  }
  async readFile(path: string) {
    return this.all.get(path);
  }
  async readRegularFile(path: string) {
    const bytes = this.all.get(path);
    return bytes === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'bytes', bytes } as const);
  }
  async realPath(path: string) {
    return [...this.all.keys()].some((each) => each === path || each.startsWith(`${path}/`)) ? path : undefined;
  }
  async glob(patterns: readonly string[], folder: string) {
    const below = [...this.all.keys()].flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    );
    return below.filter((path) => patterns.some((pattern) => patternOf(pattern).test(path))).sort();
  }
  async list(folder: string) {
    return [...this.all.keys()].filter((path) => posix.dirname(path) === folder).map((path) => posix.basename(path));
  }
  async size(path: string) {
    return this.all.get(path)?.length;
  }
  async writeFile(path: string, content: string | Uint8Array | Iterable<string>) {
    this.all.set(path, bytesOf(content));
  }
  async writeAll(changes: ReadonlyMap<string, string | Uint8Array | undefined>) {
    for (const [path, content] of changes)
      if (content === undefined) this.all.delete(path);
      else this.all.set(path, bytesOf(content));
  }
  async appendFile(path: string, text: string) {
    this.all.set(path, bytesOf(new TextDecoder().decode(this.all.get(path)) + text));
  }
  async *readStream(path: string) {
    yield this.all.get(path) ?? new Uint8Array();
  }
  async openWriter(path: string, { replace }: { readonly replace: boolean }) {
    let text = '';
    return {
      write: async (chunk: Uint8Array) => {
        text += new TextDecoder().decode(chunk);
      },
      commit: async () => {
        if (!replace && this.all.has(path)) return false;
        this.all.set(path, bytesOf(text));
        return true;
      },
      discard: async () => undefined,
    };
  }
  async privateFile() {
    return undefined;
  }
}
