import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, removed when the test ends. Returns its absolute path. */
export async function tempWorkspace(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'lexform-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  await fillWorkspace(root, files);
  return root;
}

/** Writes these files below a folder. */
export async function fillWorkspace(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}
