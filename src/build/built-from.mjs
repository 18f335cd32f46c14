// The sources that dist/ was built from. A run of the tests builds dist/ only if they have changed, because a build
// would remove the files from another run in the same checkout.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STAMP = 'node_modules/.cache/lexform/built-from';

const isSource = (path) => !path.endsWith('.generated.js');

/** A digest of every file that a build reads, and of these. */
export function sourcesDigest(...more) {
  const hash = createHash('sha256');
  const files = ['src', 'schemas'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of [...files.filter(isSource), 'package.json', 'package-lock.json', ...more].sort()) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** The bundle is committed, so git may put another one in its place. */
const stampOf = (digest) => `${digest} ${createHash('sha256').update(readFileSync('dist/action.js')).digest('hex')}\n`;

/** True when the last whole build was made from the sources as they are, and is still there. */
export function isBuilt() {
  try {
    for (const path of ['dist/main.js', 'dist/library.js']) statSync(path);
    return readFileSync(STAMP, 'utf8') === stampOf(sourcesDigest());
  } catch {
    return false;
  }
}

/** Call it before a build, and what it gives afterwards. A build that is not ended so does not count. */
export function beginBuild() {
  rmSync(STAMP, { force: true });
  const digest = sourcesDigest();
  return () => {
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, stampOf(digest));
  };
}
