// Makes dist/library.d.ts: the declarations of the library in one file, which holds the public names and what they are
// made of.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

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
        rootDir: resolve('src'),
        outDir: declarations,
      },
      files: [resolve('src/library.ts')],
      include: [],
    }),
  );
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  execFileSync(process.execPath, [join(manifest, '..', 'bin', 'tsc'), '-p', config], { stdio: 'inherit' });
  const bundle = await rollup({
    input: join(declarations, 'library.d.ts'),
    external: /^node:/,
    plugins: [dts()],
    // A name that is not resolved would be missing from the file.
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  await bundle.write({ file: 'dist/library.d.ts', format: 'es' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
