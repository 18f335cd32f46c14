// What npm runs after an install in a clone, and before it packs what somebody installs from git.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// With --global, npm prepares a clone under the same setting, and puts the packages of the build elsewhere.
const GLOBAL = /^npm_config_(?:global|local_prefix|location|prefix)$/i;

if (!existsSync('node_modules/esbuild') && process.env.npm_execpath !== undefined) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !GLOBAL.test(name)));
  const install = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync(process.execPath, [process.env.npm_execpath, ...install], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
await import('./if-needed.mjs');
await import('./types.mjs');
