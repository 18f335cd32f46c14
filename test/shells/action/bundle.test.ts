import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS, readInputs } from '../../../src/shells/action/inputs.ts';
import { outputsOf } from '../../../src/shells/action/outputs.ts';
import { tempFolder } from '../../support/git-repository.ts';
import { actionFile } from './run-action.ts';

/** The first line in which two bundles differ, with both sides. */
function firstDifference(committed: string, built: string): string | undefined {
  if (committed === built) return undefined;
  const [before, after] = [committed.split('\n'), built.split('\n')];
  const line = before.findIndex((text, index) => text !== after[index]);
  const at = line === -1 ? before.length : line;
  const show = (text: string | undefined): string => (text === undefined ? '(no line)' : text.slice(0, 200));
  return [
    `dist/action.js differs from what the sources give at line ${at + 1}:`,
    `committed: ${show(before[at])}`,
    `built:     ${show(after[at])}`,
    'run: npm run build, and commit dist/action.js',
  ].join('\n');
}

test('the committed bundle is what the sources give', async () => {
  const folder = tempFolder();
  const { buildAction } = await import(pathToFileURL('src/build/action.mjs').href);
  await buildAction(folder);
  const committed = execFileSync('git', ['show', `HEAD:${actionFile.runs.main}`], { maxBuffer: 64 * 1024 * 1024 });
  const difference = firstDifference(committed.toString(), readFileSync(join(folder, 'action.js'), 'utf8'));
  if (difference !== undefined) expect.fail(difference);
});

test('a bundle that is not what the sources give is told by its first difference', () => {
  expect(firstDifference('a\nb\nc', 'a\nb\nc')).toBeUndefined();
  expect(firstDifference('a\nb\nc', 'a\nB\nc')).toContain('line 2:\ncommitted: b\nbuilt:     B\nrun: npm run build');
  expect(firstDifference('a', 'a\nb')).toContain('line 2:\ncommitted: (no line)\nbuilt:     b');
});

test('runs on the Node that GitHub has', () => {
  expect(actionFile.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
});

describe('action.yml', () => {
  test('names exactly the inputs that are read', () => {
    const read = new Set<string>();
    readInputs((name) => {
      read.add(name);
      return undefined;
    });
    const declared = Object.keys(actionFile.inputs).map((name) => `INPUT_${name.toUpperCase()}`);
    expect([...read].sort()).toEqual(declared.sort());
  });

  test('names exactly the outputs that are set', () => {
    expect([...outputsOf([]).keys()].sort()).toEqual(Object.keys(actionFile.outputs).sort());
  });

  test('has defaults that are the same without it', () => {
    const defaults = new Map(
      Object.entries(actionFile.inputs).map(([name, input]) => [`INPUT_${name.toUpperCase()}`, input.default]),
    );
    const { githubToken, ...given } = readInputs((name) => defaults.get(name));
    expect(githubToken).toBe('$' + '{{ github.token }}');
    expect(given).toEqual(readInputs(() => undefined));
  });

  test('has a command for each that there is', () => {
    for (const command of COMMANDS)
      expect(actionFile.inputs.command).toMatchObject({ description: expect.stringContaining(command) });
  });
});

test('the Action brings no package of its own', () => {
  const files = readdirSync('src/shells/action', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const imports = files.flatMap((name) =>
    [...readFileSync(join('src/shells/action', name), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, from]) => from),
  );
  expect(imports.filter((from) => !from?.startsWith('node:'))).toEqual([]);
});
