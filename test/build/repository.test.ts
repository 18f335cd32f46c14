import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes'?: number;
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows';
const workflow = (name: string): Workflow => parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const { jobs, permissions } = workflow(name);

  test('pins every action, keeps no credentials, limits time and rights, and writes no expression into a script', () => {
    expect(Object.entries(permissions).filter(([, right]) => right !== 'read')).toEqual([]);
    for (const { 'timeout-minutes': minutes, steps } of Object.values(jobs)) {
      expect(minutes).toBeLessThanOrEqual(350);
      for (const step of steps) {
        if (step.uses !== undefined) expect(step.uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
        if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false);
        expect(step.run ?? '').not.toContain('$' + '{{');
      }
    }
  });

  test('runs scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    for (const run of runs) {
      for (const [, script = ''] of run.matchAll(/\bnpm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script]);
      for (const [, file = ''] of run.matchAll(/\bnode (\S+\.mjs)/g)) expect(readFileSync(file, 'utf8')).not.toBe('');
    }
  });
});

test('CI runs on three systems and three versions of Node.js', () => {
  expect(workflow('ci.yml').jobs.systems?.strategy?.matrix).toEqual({
    system: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24],
  });
});

test('a release is tested, then published by a job that may only sign, then announced by one that may only write', () => {
  const { check, publish, announce } = workflow('release.yml').jobs;
  expect([publish?.needs, announce?.needs]).toEqual(['check', 'publish']);
  expect(check?.permissions).toEqual({ contents: 'read' });
  expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(announce?.permissions).toEqual({ contents: 'write' });
  expect([check, publish, announce].map((job) => job?.environment)).toEqual([undefined, 'npm', undefined]);
});

test('issue forms have a name, a description and questions with ids of their own', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');
  expect(forms).toEqual(['bug.yml', 'feature.yml']);
  for (const name of forms) {
    const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8'));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const asked = form.body.filter(({ type }: { type: string }) => type !== 'markdown');
    const ids = asked.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, attributes } of asked) {
      expect(['input', 'textarea']).toContain(type);
      expect(attributes.label).toEqual(expect.any(String));
    }
  }
});

describe('the notes of a release', async () => {
  const { releaseNotes } = (await import(pathToFileURL(resolve('src/build/release-notes.mjs')).href)) as {
    readonly releaseNotes: (
      tag: string,
      changelog: string,
      version: string,
    ) => { readonly notes?: string; readonly error?: string };
  };
  const CHANGELOG =
    '# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- New.\n\n### Repaired\n\n- Old.\n\n## 1.1.0 (unreleased)\n\n- x\n';

  test('are the section of the version', () => {
    expect(releaseNotes('v1.2.0', CHANGELOG, '1.2.0')).toEqual({ notes: '- New.\n\n### Repaired\n\n- Old.' });
  });

  test.each([
    ['v1.2.0', '1.2.1', 'the tag is v1.2.0, and package.json has the version 1.2.1'],
    ['v1.2', '1.2', 'CHANGELOG.md has no section for 1.2'],
    ['v1.1.0', '1.1.0', 'CHANGELOG.md says that 1.1.0 is unreleased'],
  ])('are none for %s of %s', (tag, version, error) => {
    expect(releaseNotes(tag, CHANGELOG, version)).toEqual({ error });
  });

  test('can be made of CHANGELOG.md once it has a date', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const dated = readFileSync('CHANGELOG.md', 'utf8').replace('(unreleased)', '(2026-12-01)');
    expect(releaseNotes(`v${version}`, dated, version).notes).toMatch(/^(?:### .+\n\n)?- /);
  });
});
