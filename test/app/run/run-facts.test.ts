import { describe, expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import { runFacts } from '../../../src/app/run/run-facts.ts';
import { verdictOfRun } from '../../../src/app/run/run-planned.ts';
import { pageUrl } from '../../../src/app/run/write-reports.ts';

/** The facts of a run with these variables, in a repository with this user and commit. */
function factsOf(env: Readonly<Record<string, string>>, git: Readonly<Record<string, string>> = {}) {
  const run = async (args: readonly string[]) => {
    const text = git[args.join(' ')];
    return { code: text === undefined ? 1 : 0, out: new TextEncoder().encode(`${text}\n`), err: '' };
  };
  const ports = { env: (name: string) => env[name], git: () => ({ run }), id: () => 'id-1' };
  return runFacts('/folder', ports as unknown as Ports);
}

const GITHUB = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'o/r', GITHUB_RUN_ID: '7' };

describe('the facts of a run', () => {
  test.each([
    ['GitHub', GITHUB, 'https://git.example/o/r/actions/runs/7'],
    ['GitLab', { CI_JOB_URL: 'https://gitlab.example/jobs/8' }, 'https://gitlab.example/jobs/8'],
    ['Jenkins', { BUILD_URL: 'https://ci.example/9/' }, 'https://ci.example/9/'],
    ['GitHub, from a part of its variables', { ...GITHUB, GITHUB_RUN_ID: undefined }, undefined],
    ['a terminal', {}, undefined],
  ])('have the page of the run in %s', async (_, env, run) => {
    const { holder, facts } = await factsOf({ USER: 'ana', ...env } as Record<string, string>);
    expect(holder).toMatchObject({ id: 'id-1', who: 'ana', run });
    expect(facts).toEqual(
      run === undefined
        ? [['Actor', 'ana']]
        : [
            ['Actor', 'ana'],
            ['Run', run],
          ],
    );
  });

  test.each([
    [{ GITHUB_ACTOR: 'octo', GITLAB_USER_LOGIN: 'lab', USER: 'os' }, 'octo'],
    [{ GITLAB_USER_LOGIN: 'lab', USER: 'os' }, 'lab'],
    [{ USER: 'os' }, 'Ana of git'],
  ])('name the user of the CI system before that of git: %j', async (env, who) => {
    const { facts } = await factsOf(env, { 'config user.name': 'Ana of git', 'rev-parse HEAD': 'abc' });
    expect(facts).toEqual([
      ['Actor', who],
      ['Source', 'abc'],
    ]);
  });

  test('name the user of the system if git has none, and nobody if there is none', async () => {
    expect((await factsOf({ USERNAME: 'win' })).holder.who).toBe('win');
    expect((await factsOf({})).holder.who).toBe('somebody');
  });
});

describe('the verdict of a run', () => {
  const ran = { kind: 'ran', report: { outcomes: [], ids: [], secrets: [] } } as const;
  const interrupted = {
    kind: 'ran',
    report: { ...ran.report, outcomes: [{ kind: 'not-tried', because: 'interrupted' }] },
  } as unknown as Parameters<typeof verdictOfRun>[0];

  test('is "done" only if the ledger has recorded everything', () => {
    expect(verdictOfRun(ran, false)).toBe('done');
    expect(verdictOfRun({ ...ran, unwritten: 'the disk is full' }, false)).toBe('partly');
  });

  test('is "interrupted" if the user interrupted the run, and "partly" if it lost its lock', () => {
    expect(verdictOfRun(interrupted, true)).toBe('interrupted');
    expect(verdictOfRun({ ...interrupted, lost: new Error('lock') }, true)).toBe('interrupted');
    expect(verdictOfRun({ ...interrupted, lost: new Error('lock') }, false)).toBe('partly');
    expect(verdictOfRun({ ...interrupted, unwritten: 'the disk is full' }, true)).toBe('interrupted');
  });
});

test('the URL of a page contains the name of its target, encoded, wherever the template names it', () => {
  expect(pageUrl('https://x.example/{target}/{target}.html', 'a/b $& c')).toBe(
    'https://x.example/a%2Fb%20%24%26%20c/a%2Fb%20%24%26%20c.html',
  );
  expect(pageUrl('https://x.example/all.html')).toBe('https://x.example/all.html');
  expect(pageUrl('https://x.example/{target}.html')).toBeUndefined();
  expect(pageUrl(undefined, 'prod')).toBeUndefined();
});
