import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markerOf } from '../../../../src/shells/action/comment/comment-marker.ts';
import { git } from '../../../support/git-repository.ts';
import type { StepRan } from '../run-action.ts';
import { actionWorld, CSV, configOf, HEAD, type World } from '../world.ts';
import { zip } from '../zip.ts';

const entries = async ({ call }: World): Promise<string> => {
  const { body } = await call('GET', '/v3/glossaries');
  const [glossary] = body.glossaries;
  if (glossary === undefined) return '';
  const found = await call('GET', `/v3/glossaries/${glossary.glossary_id}/entries?source_lang=en&target_lang=de`);
  return found.body.dictionaries[0].entries;
};

/** What the plan job uploads of a pull request. */
function upload(
  { github }: World,
  { outputs }: StepRan,
  more: { own?: boolean; head?: string; expired?: boolean; digest?: string } = {},
) {
  const plan = readFileSync(outputs.get('plan-path') ?? '', 'utf8');
  github.artifacts.push({
    id: 90 + github.artifacts.length,
    name: 'lexform-plan',
    run: 500,
    head: HEAD,
    own: true,
    zip: zip({ 'plan.prod.json': plan, 'report.prod.md': 'x' }),
    ...more,
  });
}

const later = { env: { GITHUB_RUN_ID: '600', GITHUB_RUN_NUMBER: '6' } };

const LEDGER = 'refs/lexform/ledger/prod';

describe('apply after the merge', () => {
  test('does what the plan of the pull request said, and says so in its comment', async () => {
    const world = await actionWorld();
    upload(world, await world.onPullRequest());
    const { code, outputs, summary } = await world.step({ command: 'apply' }, later);
    expect(code).toBe(0);
    expect(outputs.get('result')).toBe('applied');
    expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
    expect(world.github.comments).toHaveLength(1);
    const body = world.github.comments[0]?.body ?? '';
    expect(markerOf(body)).toMatchObject({ state: 'applied', runId: '600', head: HEAD });
    expect(body).toContain('✅ **Applied** in [run #6](https://github.test/o/r/actions/runs/600).');
    expect(summary).toContain('✅');
    const again = await world.step({ command: 'apply' }, { env: { GITHUB_RUN_ID: '600', GITHUB_RUN_ATTEMPT: '2' } });
    expect([again.code, again.outputs.get('result')]).toEqual([0, 'no-changes']);
  });

  test('takes the plan of its workspace from a step that planned several', async () => {
    const world = await actionWorld();
    mkdirSync(join(world.workspace, 'teams/legal/glossaries/legal'), { recursive: true });
    world.write('teams/legal/lexform.yaml', configOf(world.serviceUrl, 'ledger: { dir: ledger }\n'));
    world.write('teams/legal/glossaries/legal/glossary.yaml', 'name: Legal\n');
    world.write('teams/legal/glossaries/legal/en-de.csv', 'contract,Vertrag\n');
    const planned = await world.onPullRequest({ 'working-directory': '.', workspaces: 'teams/*\nterms' });
    const folder = planned.outputs.get('folder') ?? '';
    const files = ['teams-legal/plan.prod.json', 'terms/plan.prod.json'];
    const content = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    world.github.artifacts.push({ id: 90, name: 'lexform-plan', run: 500, head: HEAD, own: true, zip: zip(content) });
    const stateOf = (workspace: string) =>
      world.github.comments
        .map(({ body }) => body)
        .filter((body) => body.includes(workspace))
        .map((body) => markerOf(body)?.state);
    const legal = { command: 'apply', 'working-directory': 'teams/legal' };
    const applied = await world.step(legal, later);
    expect([applied.code, applied.outputs.get('result')]).toEqual([0, 'applied']);
    expect(await entries(world)).toBe('contract\tVertrag');
    expect([stateOf('contract'), stateOf('house')]).toEqual([['applied'], ['open']]);
    // What nobody approved is refused here as well.
    world.write('teams/legal/glossaries/legal/en-de.csv', 'contract,Vertrag\nlaw,Gesetz\n');
    expect((await world.step(legal, later)).outputs.get('result')).toBe('refused');
    const rest = await world.step({ command: 'apply' }, later);
    expect([rest.code, rest.outputs.get('result')]).toEqual([0, 'applied']);
    expect(stateOf('house')).toEqual(['applied']);
  });

  test('the token goes to GitHub and not to the host that keeps the artifact', async () => {
    const world = await actionWorld();
    upload(world, await world.onPullRequest());
    await world.step({ command: 'apply' }, later);
    const blobs = world.github.seen.filter(({ path }) => path.startsWith('/blobs/'));
    expect(blobs.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(world.github.seen.find(({ path }) => path.endsWith('/zip'))?.authorization).toBe('Bearer token-of-the-job');
  });

  test('refuses what was not approved, and changes nothing', async () => {
    const world = await actionWorld();
    upload(world, await world.onPullRequest());
    world.write(CSV, 'house,Haus\ncat,Katze\ndog,Hund\n');
    const { code, log, outputs, summary } = await world.step({ command: 'apply' }, later);
    expect(code).toBe(1);
    expect(Object.fromEntries(outputs)).toMatchObject({
      result: 'refused',
      'exit-code': '3',
      'failure-reason': 'refused',
    });
    expect(await entries(world)).toBe('');
    expect(log).toContain('::error title=not-applied::the plan differs from the approved plan in 1 place');
    expect(summary).toMatch(/^### 🚫 Not applied to <code>prod<\/code>/);
    expect(summary).toContain('glossary.product/en->de: add "dog": "Hund" (not approved)');
    // The plan that would have to be approved.
    expect(summary).toContain('3 terms to add');
    const body = world.github.comments[0]?.body ?? '';
    expect(markerOf(body)?.state).toBe('refused');
    expect(body).toContain('🚫 **Not applied**');
    expect(body).toContain('dog');
    // The plan that was approved can still be read.
    expect(body).toContain('2 terms to add');
  });

  test.each([
    ['there is none', undefined],
    ['it is of a fork', { own: false }],
    ['it is of another commit', { head: 'e'.repeat(40) }],
    ['it has expired', { expired: true }],
  ])('refuses without an approved plan: %s', async (_, more) => {
    const world = await actionWorld();
    const planned = await world.onPullRequest();
    if (more !== undefined) upload(world, planned, more);
    const { code, outputs, log } = await world.step({ command: 'apply' }, later);
    expect([code, outputs.get('result')]).toEqual([1, 'refused']);
    expect(log).toContain('nothing was applied: no approved plan was found');
    expect(await entries(world)).toBe('');
    expect(markerOf(world.github.comments[0]?.body ?? '')?.state).toBe('refused');
  });

  describe('takes no plan of the commit', () => {
    const OWN = { id: 1, full_name: 'o/r' };
    const RUN = { event: 'pull_request', path: '.github/workflows/plan.yml', repository: OWN, head_repository: OWN };

    test.each([
      ['from a run of pull_request_target', { ...RUN, event: 'pull_request_target' }, {}],
      ['from a run of workflow_run', { ...RUN, event: 'workflow_run' }, {}],
      ['from a run of issue_comment', { ...RUN, event: 'issue_comment' }, {}],
      ['from a run of which GitHub says nothing', {}, {}],
      ['from another workflow', { ...RUN, path: '.github/workflows/lint.yml' }, { 'plan-workflow': 'plan.yml' }],
    ])('%s', async (_, run, inputs) => {
      const world = await actionWorld();
      const { github } = world;
      upload(world, await world.onPullRequest());
      github.runs.set(500, run);
      const { code, outputs, log } = await world.step({ command: 'apply', ...inputs }, later);
      expect([code, outputs.get('result')]).toEqual([1, 'refused']);
      expect(log).toContain('the plans of run 500 do not count as approved');
      expect(await entries(world)).toBe('');
      expect(github.seen.filter(({ path }) => path.startsWith('/blobs/'))).toEqual([]);
    });

    test('but the one of the run that counts, when another run left an artifact of the same name later', async () => {
      const world = await actionWorld();
      const { github } = world;
      upload(world, await world.onPullRequest());
      github.artifacts.push({ id: 99, name: 'lexform-plan', run: 501, head: HEAD, own: true, zip: zip({}) });
      github.runs.set(501, { ...RUN, event: 'pull_request_target' });
      const { code } = await world.step({ command: 'apply' }, later);
      expect(code).toBe(0);
      expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
    });
  });

  describe('with run-id', () => {
    const OWN = { id: 1, full_name: 'o/r' };
    const RUN = {
      event: 'pull_request',
      path: '.github/workflows/terms.yml@refs/pull/7/merge',
      repository: OWN,
      head_repository: OWN,
    };
    const inputs = { command: 'apply', 'run-id': '500' };

    test.each([
      ['of this very workflow', RUN, {}],
      [
        'of the workflow that plan-workflow names',
        { ...RUN, path: '.github/workflows/plan.yml' },
        { 'plan-workflow': 'plan.yml' },
      ],
      ['of a push', { ...RUN, event: 'push' }, { 'plan-workflow': '.github/workflows/terms.yml' }],
    ])('takes the plans of a run %s', async (_, run, more) => {
      const world = await actionWorld();
      upload(world, await world.onPullRequest());
      world.github.runs.set(500, run);
      const { code } = await world.step({ ...inputs, ...more }, later);
      expect(code).toBe(0);
      expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
    });

    test.each([
      ['of a fork', { ...RUN, head_repository: { id: 2, full_name: 'stranger/r' } }, 'a run of a fork'],
      ['of another repository', { ...RUN, repository: { id: 3, full_name: 'x/y' } }, 'a run of a fork'],
      ['of which GitHub says nothing', {}, 'a run of a fork'],
      ['of workflow_run', { ...RUN, event: 'workflow_run' }, 'its event is workflow_run'],
      ['of pull_request_target', { ...RUN, event: 'pull_request_target' }, 'its event is pull_request_target'],
      ['of another workflow', { ...RUN, path: '.github/workflows/x.yml' }, 'and .github/workflows/terms.yml is needed'],
    ])('refuses the plans of a run %s, and downloads nothing', async (_, run, why) => {
      const world = await actionWorld();
      upload(world, await world.onPullRequest());
      world.github.runs.set(500, run);
      const { code, outputs, log } = await world.step(inputs, later);
      expect([code, outputs.get('result')]).toEqual([1, 'refused']);
      expect(log).toContain('nothing was applied: the plans of run 500 do not count as approved: ');
      expect(log).toContain(why);
      expect(await entries(world)).toBe('');
      expect(world.github.seen.filter(({ path }) => path.startsWith('/blobs/'))).toEqual([]);
    });

    test('refuses an artifact whose digest is not the listed one', async () => {
      const world = await actionWorld();
      upload(world, await world.onPullRequest(), { digest: `sha256:${'0'.repeat(64)}` });
      world.github.runs.set(500, RUN);
      const { code, log } = await world.step(inputs, later);
      expect(code).toBe(1);
      expect(log).toContain('its digest differs');
      expect(await entries(world)).toBe('');
    });
  });

  test('needs no approval for nothing', async () => {
    const world = await actionWorld();
    await world.step({ command: 'apply', approval: 'none' });
    expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
    world.github.ofCommit.clear();
    const { code, outputs } = await world.step({ command: 'apply' }, later);
    expect([code, outputs.get('result')]).toEqual([0, 'no-changes']);
  });

  test('records without an approval what needs no call, and says so', async () => {
    const world = await actionWorld();
    await world.step({ command: 'apply', approval: 'none' });
    world.github.ofCommit.clear();
    git(world.workspace, 'update-ref', '-d', LEDGER);
    const { code, outputs, summary } = await world.step({ command: 'apply' }, later);
    expect([code, outputs.get('result'), outputs.get('calls')]).toEqual([0, 'applied', '0']);
    expect(summary).toContain('### ✅ Recorded in the ledger of <code>prod</code>');
    expect(git(world.workspace, 'for-each-ref', '--format=%(refname)', 'refs/lexform/').trim()).toBe(LEDGER);
  });

  test('takes an approved plan from a file or a folder', async () => {
    const world = await actionWorld();
    const planned = await world.onPullRequest({ comment: 'never' });
    const inputs = { command: 'apply', approval: 'file' };
    const without = await world.step(inputs);
    expect(without.log).toContain('::error::input approval is "file", and input approved-plan names no file');
    const { code } = await world.step({ ...inputs, 'approved-plan': planned.outputs.get('folder') ?? '' });
    expect(code).toBe(0);
    expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
  });

  test('goes on with the other targets when one cannot be reached', async () => {
    const world = await actionWorld();
    world.write(
      'terms/lexform.yaml',
      configOf(world.serviceUrl).replace(
        'targets:\n',
        'targets:\n  down: { base_url: "http://127.0.0.1:9", key: env:KEY }\n',
      ),
    );
    const { code, outputs, log } = await world.step({ command: 'apply', approval: 'none' }, later);
    expect([code, outputs.get('result')]).toEqual([1, 'failed']);
    expect(log).toContain('::group::lexform apply: down');
    expect(log).toContain('::group::lexform apply: prod');
    expect(await entries(world)).toBe('house\tHaus\ncat\tKatze');
    // One comment for both: what was applied, and why the other one was not.
    const [comment, ...others] = world.github.comments.map(({ body }) => body);
    expect(others).toEqual([]);
    expect(markerOf(comment ?? '')?.state).toBe('partly-applied');
    expect(comment).toMatch(/down:\nerror: .*got no answer/);
    expect(comment).toContain('### ✅');
  });

  test('a cancelled job finishes the call in flight and tries nothing more; run again, it does the rest', async () => {
    const world = await actionWorld();
    for (const name of ['beta', 'gamma']) {
      mkdirSync(join(world.workspace, `terms/glossaries/${name}`));
      world.write(`terms/glossaries/${name}/glossary.yaml`, `name: ${name}\n`);
      world.write(`terms/glossaries/${name}/en-de.csv`, 'house,Haus\n');
    }
    const target = (name: string): string => `  ${name}: { base_url: "${world.serviceUrl}", key: env:KEY }\n`;
    const config = configOf(world.serviceUrl, 'concurrency: 1\n').replace(
      / {2}prod: .*\n/,
      target('prod') + target('second'),
    );
    world.write('terms/lexform.yaml', config);
    const planned = await world.onPullRequest({ target: 'prod', comment: 'never' });
    const inputs = { command: 'apply', approval: 'file', 'approved-plan': planned.outputs.get('folder') ?? '' };
    const cancelled = new AbortController();
    world.service.onCall(({ method }) => {
      if (method === 'POST') cancelled.abort();
    });
    const first = await world.step(inputs, { ...later, interrupted: cancelled.signal });
    expect([first.code, first.outputs.get('result'), first.outputs.get('exit-code')]).toEqual([1, 'failed', '130']);
    expect(first.log).not.toContain('::group::lexform apply: second');
    const posts = () => world.service.calls.filter(({ method }) => method === 'POST').length;
    expect(posts()).toBe(1);
    expect(world.github.comments.map(({ body }) => markerOf(body)?.state)).toEqual(['partly-applied']);

    const again = await world.step(
      { ...inputs, target: 'prod' },
      { env: { GITHUB_RUN_ID: '600', GITHUB_RUN_ATTEMPT: '2' } },
    );
    expect([again.code, again.outputs.get('result')]).toEqual([0, 'applied']);
    expect(posts()).toBe(3);
    // A step about other targets has a comment of its own.
    expect(world.github.comments.map(({ body }) => markerOf(body)?.state)).toEqual(['partly-applied', 'applied']);
  });
});
