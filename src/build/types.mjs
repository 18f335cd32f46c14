// Makes dist/types: the declarations of the library.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(resolve('.'), '.types-'));
try {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: resolve('src'),
        outDir: resolve('dist/types'),
      },
      files: [resolve('src/library.ts')],
      include: [],
    }),
  );
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  execFileSync(process.execPath, [join(manifest, '..', 'bin', 'tsc'), '-p', config], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
