import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { GIT_ENV, tempFolder } from '../support/git-repository.ts';

test('npm start builds, and shows the tour', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toBe('node src/build/if-needed.mjs && node examples/tour.mjs');
});

test('the tour plans, applies, plans again without changes, edits a term and plans that', () => {
  const temp = tempFolder();
  const tour = resolve('examples/tour.mjs');
  // The folder of the tour is to go with it, and the key of somebody else means nothing to it.
  const env = { ...GIT_ENV, TMPDIR: temp, LEXFORM_API_KEY: 'of-somebody-else' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour], { encoding: 'utf8', env, cwd: temp });
  expect([status, stderr]).toEqual([0, '']);
  const [before = '', planned, applied, again, edited] = stdout.split(/^\$ lexform /m);
  expect(before).toMatch(/^The embedded service listens on http:\/\/127\.0\.0\.1:\d+; /);
  expect(planned).toMatch(/^plan\nPlan for tour: \d+ terms to add/);
  expect(planned?.match(/^\+ create .*$/gm)).toHaveLength(4);
  expect(planned).toMatch(/^ {4}\+ Rechnung → invoice .*\n {4}… and \d+ more lines$/m);
  expect(applied).toMatch(/^apply --auto-approve\nApplied to tour: 4 of 4 calls made\.\n/);
  expect(again).toMatch(/^plan\nNo changes\./);
  expect(again).toContain('"dashboard" shall be "Dashboard"');
  expect(edited).toMatch(/^plan --preview\nPlan for tour: 1 term to change/);
  expect(edited).toContain('dashboard: Übersicht → Dashboard');
  expect(edited).toContain('‹[-Übersicht-]{+Dashboard+}›');
  // `npm start` writes four more, with the command.
  expect(stdout.split('\n').length - 1).toBeLessThanOrEqual(40 - 4);
  // What it recommends at the end is there.
  const commands = [...(edited ?? '').matchAll(/: node (dist\/main\.js) ([\w-]+)/g)].map(([, , word]) => word);
  expect(commands).toEqual(['init', '--help']);
  const program = resolve('dist/main.js');
  expect(execFileSync(process.execPath, [program, 'init', join(temp, 'my-terms')], { encoding: 'utf8', env })).not.toBe(
    '',
  );
  expect(readdirSync(temp)).toEqual(['my-terms']);
});
