// npm runs this after an install in a clone, and before it packs an installation from git.
import { existsSync, readFileSync } from 'node:fs';

// With --global, npm installs the packages of a clone that it prepares elsewhere, and then links to the clone, which it
// removes (npm 11).
if (process.env.npm_config_global === 'true' && !existsSync('node_modules/esbuild')) {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
  process.stderr.write(
    'npm cannot build a package from git with --global. Pack it first:\n' +
      `  npm install --global "$(npm pack --silent ${repository.url})"\n`,
  );
  process.exit(1);
}
await import('./if-needed.mjs');
await import('./types.mjs');
