import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { GIT_ENV, tempFolder } from '../support/git-repository.ts';

test('npm start builds, and shows the tour', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toBe('npm run --silent build && node examples/tour.mjs');
});

test('the tour plans, applies, plans again without changes, edits a term and plans that', () => {
  const temp = tempFolder();
  const tour = resolve('examples/tour.mjs');
  // The folder of the tour is to go with it, and the key of somebody else means nothing to it.
  const env = { ...GIT_ENV, TMPDIR: temp, LEXFORM_API_KEY: 'of-somebody-else' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour], { encoding: 'utf8', env, cwd: temp });
  expect([status, stdout + stderr]).toEqual([
    0,
    expect.stringContaining('glossary.product: create the glossary: done'),
  ]);
  const [before = '', planned, applied, again, edited] = stdout.split(/^\$ lexform /m);
  expect(before).toMatch(/^The embedded service listens on http:\/\/127\.0\.0\.1:\d+; /);
  expect(planned).toMatch(/^plan\nPlan for tour: \d+ terms to add/);
  expect(planned).toContain('sign in → anmelden');
  expect(applied).toMatch(/^apply --auto-approve\n/);
  expect(applied).toMatch(/^Applied/m);
  expect(again).toMatch(/^plan --detailed-exitcode\nNo changes\./);
  expect(again).toContain('"dashboard" shall be "Dashboard"');
  expect(edited).toMatch(/^plan --preview --detailed-exitcode\nPlan for tour: 1 term to change/);
  expect(edited).toContain('dashboard: Übersicht → Dashboard');
  expect(edited).toContain('applied: dashboard → Dashboard');
  // What it recommends at the end is there.
  const commands = [...(edited ?? '').matchAll(/^ {2}node (dist\/main\.cjs) (\S+)/gm)].map(([, , word]) => word);
  expect(commands).toEqual(['init', '--help']);
  const program = resolve('dist/main.cjs');
  expect(execFileSync(process.execPath, [program, 'init', join(temp, 'my-terms')], { encoding: 'utf8', env })).not.toBe(
    '',
  );
  expect(readdirSync(temp)).toEqual(['my-terms']);
});
