// Makes dist/library.d.ts: the declarations of the library in one file, which holds the public names and what they are
// made of. Two compilers take several seconds for it, so the file is kept in the cache, for as long as the sources are
// the same.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { sourcesDigest } from './built-from.mjs';

const MADE = 'dist/library.d.ts';

/** Compiles the declarations into `MADE`. */
async function compile() {
  // Within the project, where the compiler finds the packages that the sources import.
  const folder = mkdtempSync(join(resolve('.'), '.types-'));
  try {
    const config = join(folder, 'tsconfig.json');
    const declarations = join(folder, 'declarations');
    writeFileSync(
      config,
      JSON.stringify({
        extends: resolve('tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          // package.json, which has the version, is outside of src/.
          rootDir: resolve('.'),
          outDir: declarations,
        },
        files: [resolve('src/shells/library/library.ts')],
        include: [],
      }),
    );
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    execFileSync(process.execPath, [join(manifest, '..', 'bin', 'tsc'), '-p', config], { stdio: 'inherit' });
    const bundle = await rollup({
      input: join(declarations, 'src/shells/library/library.d.ts'),
      external: /^node:/,
      plugins: [dts()],
      // A name that is not resolved would be missing from the file.
      onLog: (_, { message }) => {
        throw new Error(message);
      },
    });
    await bundle.write({ file: MADE, format: 'es' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CACHE = 'node_modules/.cache/lexform';
const kept = join(CACHE, `library-${sourcesDigest('tsconfig.json')}.d.ts`);
mkdirSync(dirname(MADE), { recursive: true });
if (existsSync(kept)) copyFileSync(kept, MADE);
else {
  await compile();
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE).filter((each) => each.startsWith('library-')))
    rmSync(join(CACHE, name), { force: true });
  // Renamed when it is whole: another process may look for it now.
  const half = join(CACHE, `declarations.${process.pid}`);
  copyFileSync(MADE, half);
  renameSync(half, kept);
}
