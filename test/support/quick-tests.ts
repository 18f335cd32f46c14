import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What takes long: other processes, connections, the embedded service, a browser, and a search of all calls. */
const SLOW =
  /^node:(?:child_process|http|https|net|tls|worker_threads)$|^playwright-core$|\/src\/service\/|\/least-calls\.ts$/;

/** What a file imports, types left out: packages by their names, and files of the project by their paths. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;']*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return Array.from(found, ([, named, dynamic]) => named ?? dynamic ?? '').map((name) =>
    name.startsWith('.') ? resolve(dirname(file), name) : name,
  );
}

/**
 * The rule of `npm run test:quick`: a test is quick when neither its file nor any file of `test/` that it imports uses
 * something that takes long.
 */
export function isQuick(root = 'test'): (file: string) => boolean {
  const tests = resolve(root);
  const known = new Map<string, readonly string[]>();
  const imports = (file: string): readonly string[] => {
    const found = known.get(file) ?? importsOf(file);
    known.set(file, found);
    return found;
  };
  return (file) => {
    const reached = new Set([resolve(file)]);
    // A set goes on to what is added while it is read.
    for (const each of reached)
      for (const name of imports(each)) {
        if (SLOW.test(name)) return false;
        if (name.startsWith(tests) && existsSync(name)) reached.add(name);
      }
    return true;
  };
}
