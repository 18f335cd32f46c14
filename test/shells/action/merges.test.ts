import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { git } from '../../support/git-repository.ts';
import type { StepRan } from './run-action.ts';
import { actionWorld, CSV, HEAD, MERGE, pullRequest, type World } from './world.ts';
import { zip } from './zip.ts';

const HEAD_6 = '6'.repeat(40);
const MERGE_6 = 'd'.repeat(40);
const six = pullRequest({ number: 6, head: HEAD_6, merge: MERGE_6 });
const FR = 'terms/glossaries/legal/en-fr.csv';

const entries = async ({ call }: World): Promise<string> => {
  const { body } = await call('GET', '/v3/glossaries');
  const { glossary_id: id } = body.glossaries.find(({ name }: { readonly name: string }) => name === 'Product');
  const found = await call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`);
  return found.body.dictionaries[0].entries.split('\n').sort().join(' | ');
};

const upload = ({ github }: World, { outputs }: StepRan, head: string): void =>
  void github.artifacts.push({
    id: 90 + github.artifacts.length,
    name: 'lexform-plan',
    run: 500 + github.artifacts.length,
    head,
    own: true,
    zip: zip({ 'plan.prod.json': readFileSync(outputs.get('plan-path') ?? '', 'utf8') }),
  });

const plan = (world: World, of: ReturnType<typeof pullRequest>, run: number, attempt = 1): Promise<StepRan> =>
  world.step(
    { command: 'plan' },
    {
      event: 'pull_request',
      payload: { pull_request: of },
      env: { GITHUB_RUN_ID: String(run), GITHUB_RUN_ATTEMPT: String(attempt) },
    },
  );

const applyLater = (world: World): Promise<StepRan> =>
  world.step({ command: 'apply' }, { env: { GITHUB_RUN_ID: '600', GITHUB_RUN_NUMBER: '6' } });

const stateOn = ({ github }: World, number: number): string | undefined =>
  markerOf(github.comments.find(({ on }) => on === number)?.body ?? '')?.state;

/**
 * Applied as a whole from a commit of its own; then 6 and 7 were planned, each from the base, and merged one after the
 * other.
 */
async function merged(): Promise<World & { readonly base: string }> {
  const world = await actionWorld();
  git(world.workspace, 'add', '.');
  git(world.workspace, 'commit', '--quiet', '--message=Terms');
  const base = git(world.workspace, 'rev-parse', 'HEAD').trim();
  await world.step({ command: 'apply', approval: 'none', comment: 'never' });
  world.write(CSV, 'house,Heim\ncat,Katze\n');
  world.github.pulls.set(6, six);
  upload(world, await plan(world, six, 501), HEAD_6);
  world.write(CSV, 'house,Haus\ncat,Katze\ndog,Hund\n');
  upload(world, await plan(world, pullRequest(), 502), HEAD);
  world.write(CSV, 'house,Heim\ncat,Katze\ndog,Hund\n');
  world.github.ofCommit.set(MERGE_6, [six]);
  // Both are closed by now.
  world.github.pulls.clear();
  return { ...world, base };
}

describe('two merges, of which the first one was not applied', () => {
  test('are applied together, by what both had approved, and both comments say so', async () => {
    const world = await merged();
    world.github.compared.set(`${world.base}...${MERGE}`, {
      status: 'ahead',
      commits: [{ sha: 'e'.repeat(40) }, { sha: MERGE_6 }, { sha: MERGE }],
    });
    const { code, outputs, log } = await applyLater(world);
    expect([code, outputs.get('result')], log).toEqual([0, 'applied']);
    expect(await entries(world)).toBe('cat\tKatze | dog\tHund | house\tHeim');
    expect([stateOn(world, 6), stateOn(world, 7)]).toEqual(['applied', 'applied']);
  });

  test('are told once each, also where every report is a comment of its own', async () => {
    const world = await merged();
    world.github.compared.set(`${world.base}...${MERGE}`, { status: 'ahead', commits: [{ sha: MERGE_6 }] });
    const before = world.github.comments.length;
    const env = { GITHUB_RUN_ID: '600', GITHUB_RUN_NUMBER: '6' };
    const { code, log } = await world.step({ command: 'apply', comment: 'always-new' }, { env });
    expect(code, log).toBe(0);
    expect(world.github.comments.slice(before).map(({ on }) => on)).toEqual([6, 7]);
  });

  test.each([
    ['GitHub does not know the commit of the last apply', undefined],
    ['the branch was rewritten since', { status: 'diverged', commits: [{ sha: MERGE_6 }] }],
  ])('by the last one alone when %s: what it did not say is refused', async (_, compared) => {
    const world = await merged();
    if (compared !== undefined) world.github.compared.set(`${world.base}...${MERGE}`, compared);
    const { code, outputs, log } = await applyLater(world);
    expect([code, outputs.get('result')]).toEqual([1, 'refused']);
    expect(log).toContain('change "house": "Haus" → "Heim" (not approved)');
    expect([stateOn(world, 6), stateOn(world, 7)]).toEqual(['open', 'refused']);
  });
});

describe('other open pull requests after an apply', () => {
  test('are outdated when their plan is about the same; their own run may plan again', async () => {
    const world = await merged();
    const { github } = world;
    github.compared.set(`${world.base}...${MERGE}`, { status: 'ahead', commits: [{ sha: MERGE_6 }, { sha: MERGE }] });
    const [eight, nine] = [8, 9].map((number) => pullRequest({ number, head: String(number).repeat(40) }));
    if (eight === undefined || nine === undefined) throw new Error('none');
    world.write(CSV, 'house,Haus\ncat,Kater\n');
    await plan(world, eight, 503);
    world.write(CSV, 'house,Haus\ncat,Katze\n');
    const legal = join(world.workspace, 'terms/glossaries/legal');
    mkdirSync(legal);
    world.write('terms/glossaries/legal/glossary.yaml', 'name: Legal\n');
    world.write(FR, 'law,loi\n');
    await plan(world, nine, 504);
    rmSync(legal, { recursive: true });
    world.write(CSV, 'house,Heim\ncat,Katze\ndog,Hund\n');
    github.pulls.set(8, eight).set(9, nine);
    expect([stateOn(world, 8), stateOn(world, 9)]).toEqual(['open', 'open']);

    expect((await applyLater(world)).code).toBe(0);
    expect([stateOn(world, 8), stateOn(world, 9)]).toEqual(['overtaken', 'open']);
    const comment = () => github.comments.find(({ on }) => on === 8)?.body ?? '';
    expect(comment()).toContain(
      '⏳ **Outdated.** [Run #6](https://github.test/o/r/actions/runs/600) has changed what this plan is about.',
    );
    // What was planned can still be read.
    expect(comment()).toContain('Kater');
    world.write(CSV, 'house,Heim\ncat,Kater\ndog,Hund\n');
    await plan(world, eight, 503, 2);
    expect(stateOn(world, 8)).toBe('open');
    expect(comment()).not.toContain('Outdated');
  });

  test('that they cannot be told is a warning, and the apply is done', async () => {
    const world = await merged();
    world.github.intercept = ({ path }) => (path.includes('/pulls?state=open') ? { status: 403 } : undefined);
    world.github.compared.set(`${world.base}...${MERGE}`, { status: 'ahead', commits: [{ sha: MERGE_6 }] });
    const { code, log } = await applyLater(world);
    expect(code).toBe(0);
    expect(log).toContain('::warning::the comment could not be written: GET /repos/o/r/pulls?state=open');
  });
});
