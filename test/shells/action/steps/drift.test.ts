import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markerOf } from '../../../../src/shells/action/comment/comment-marker.ts';
import { git } from '../../../support/git-repository.ts';
import { actionWorld, CSV, type World } from '../world.ts';

/** A world whose workspace was applied, with a commit of its files. */
async function applied(): Promise<World> {
  const world = await actionWorld();
  await world.step({ command: 'apply', approval: 'none' });
  git(world.workspace, 'add', '.');
  git(world.workspace, 'commit', '--quiet', '--message=Terms');
  return world;
}

/** Somebody changes a term on the service. */
async function edit({ call }: World, to: string): Promise<void> {
  const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
  const { status } = await call('PATCH', `/v3/glossaries/${glossary.glossary_id}`, {
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: `cat\t${to}`, entries_format: 'tsv' }],
  });
  expect(status).toBe(200);
}

const run = (world: World, id: number, more: Readonly<Record<string, string>> = {}) =>
  world.step({ command: 'drift', ...more }, { event: 'schedule', env: { GITHUB_RUN_ID: String(id) } });

describe('drift on a schedule', () => {
  test('opens one issue, leaves it alone, closes it, and opens the same one again', async () => {
    const world = await applied();
    const { issues } = world.github;
    const none = await run(world, 600);
    expect([none.code, none.outputs.get('result'), none.outputs.get('drift')]).toEqual([0, 'no-changes', 'false']);
    expect(issues).toEqual([]);

    expect((await world.step({ command: 'plan' })).outputs.get('drift')).toBe('false');

    await edit(world, 'Kater');
    const first = await run(world, 601);
    expect([first.code, first.outputs.get('drift')]).toEqual([0, 'true']);
    expect(issues).toHaveLength(1);
    const [issue] = issues;
    expect(issue).toMatchObject({ title: 'Terminology drift: prod', state: 'open', labels: ['terminology-drift'] });
    expect(issue?.body).toContain('### Drift on <code>prod</code>: 1 term changed outside git.');
    expect(issue?.body).toContain('Kater');
    expect(first.outputs.get('changes')).toBe('false');
    // A plan that shows it says so too.
    expect((await world.step({ command: 'plan' })).outputs.get('drift')).toBe('true');
    expect(first.outputs.get('issue-number')).toBe(String(issue?.number));
    expect(first.summary).toContain('Kater');

    const writes = () => world.github.seen.filter(({ method, path }) => method !== 'GET' && path !== '/graphql').length;
    const before = writes();
    await run(world, 602);
    expect(writes()).toBe(before);
    await edit(world, 'Mieze');
    await run(world, 603);
    expect(issue?.body).toContain('Mieze');

    await edit(world, 'Katze');
    await run(world, 604);
    expect(issue?.state).toBe('closed');
    expect(issue?.body).toContain('matches the last apply');
    await edit(world, 'Kater');
    await run(world, 605);
    expect(issues).toHaveLength(1);
    expect(issue?.state).toBe('open');
    // A slow run that looked before tells nothing.
    await edit(world, 'Katze');
    await run(world, 604);
    expect(issue?.state).toBe('open');
  });

  test('takes no issue of somebody else for its own', async () => {
    const world = await applied();
    await edit(world, 'Kater');
    await run(world, 600);
    const [own] = world.github.issues.splice(0);
    world.github.issues.push({ ...own!, number: 1, user: { login: 'somebody', type: 'User' } });
    await run(world, 601);
    expect(world.github.issues.map(({ number }) => number)).toHaveLength(2);
    expect(markerOf(world.github.issues[0]?.body ?? '')?.runId).toBe('600');
  });

  test('fails when that is asked for, and when issues may not be written says so alone', async () => {
    const world = await applied();
    await edit(world, 'Kater');
    expect((await run(world, 600, { 'fail-on': 'changes', 'drift-issue': 'false' })).code).toBe(1);
    expect(world.github.issues).toEqual([]);
    world.github.intercept = ({ method, path }) =>
      method === 'POST' && path === '/repos/o/r/issues'
        ? { status: 410, body: { message: 'Issues are disabled' } }
        : undefined;
    const { code, log } = await run(world, 601);
    expect(code).toBe(0);
    expect(log).toContain('::warning::the issue could not be written');
  });

  test('says what is wrong when there is no history to compare with', async () => {
    const world = await actionWorld();
    world.write(
      'terms/lexform.yaml',
      `${readFileSync(join(world.workspace, 'terms/lexform.yaml'), 'utf8')}ledger: false\n`,
    );
    const { code, log, outputs } = await run(world, 600);
    expect([code, outputs.get('result')]).toEqual([1, 'failed']);
    expect(log).toMatch(/^::error::lexform.yaml has "ledger: false"/m);
  });
});

describe('pull', () => {
  test('takes a change into the files of the checkout, and says whether there is one', async () => {
    const world = await applied();
    const none = await world.step({ command: 'pull' });
    expect([none.code, none.outputs.get('changes')]).toEqual([0, 'false']);
    await edit(world, 'Kater');
    const some = await world.step({ command: 'pull' });
    expect([some.code, some.outputs.get('changes')]).toEqual([0, 'true']);
    expect(readFileSync(join(world.workspace, CSV), 'utf8')).toBe('house,Haus\ncat,Kater\n');
  });

  test('deletes no file but what allow-delete names', async () => {
    const world = await applied();
    const [{ glossary_id: id }] = (await world.call('GET', '/v3/glossaries')).body.glossaries;
    await world.call('DELETE', `/v3/glossaries/${id}`);
    const refused = await world.step({ command: 'pull' });
    expect([refused.code, refused.outputs.get('result')]).toEqual([1, 'refused']);
    expect(existsSync(join(world.workspace, CSV))).toBe(true);
    const { code, outputs } = await world.step({ command: 'pull', 'allow-delete': '*' });
    expect([code, outputs.get('changes')]).toEqual([0, 'true']);
    expect(existsSync(join(world.workspace, CSV))).toBe(false);
  });

  test('without the ledger is unknown: the step fails, and no issue is made, closed or written', async () => {
    const world = await applied();
    await edit(world, 'Kater');
    await run(world, 600);
    const [issue] = world.github.issues;
    git(world.workspace, 'update-ref', '-d', 'refs/lexform/ledger/prod');
    await edit(world, 'Katze');
    const { code, outputs, summary } = await run(world, 601);
    expect([code, outputs.get('result'), outputs.get('drift')]).toEqual([1, 'failed', 'false']);
    expect(summary).toContain('no ledger for');
    expect([world.github.issues.length, issue?.state]).toEqual([1, 'open']);
    const planned = await world.step({ command: 'plan', 'fail-on': 'changes' }, { event: 'schedule' });
    expect([planned.code, planned.outputs.get('result')]).toEqual([1, 'changes']);
  });
});
