import { execFileSync } from 'node:child_process';

/** Builds `dist/` and the schema validators once before any test, so that journeys run the same files that are published. */
export function setup(): void {
  if (process.env.LEXFORM_SKIP_BUILD === '1') return;
  execFileSync(process.execPath, ['src/build/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
