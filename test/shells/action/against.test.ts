import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ServiceRequest } from '../../../src/service/http/answer.ts';
import { git, tempFolder } from '../../support/git-repository.ts';
import { actionWorld, BASE, CSV, configOf, HEAD, pullRequest, type World } from './world.ts';
import { zip } from './zip.ts';

const fork = pullRequest({ repository: 'stranger/r' });
const fromFork = { event: 'pull_request', payload: { pull_request: fork }, env: { KEY: '' } };

/** A world that was applied; then somebody edits a term in a pull request. */
async function edited(): Promise<World> {
  const world = await actionWorld();
  await world.step({ command: 'apply', approval: 'none' });
  world.write(CSV, 'house,Heim\ncat,Katze\n');
  return world;
}

describe('a pull request of a fork, planned against what the last apply left', () => {
  test('has a plan without a key and without a call, in the summary; a second run writes the comment', async () => {
    const world = await edited();
    const { github } = world;
    let calls = 0;
    world.service.answer = ((answer) => (request: ServiceRequest) => {
      calls += 1;
      return answer(request);
    })(world.service.answer);
    const { code, outputs, summary } = await world.step({ against: 'ledger', comment: 'never' }, fromFork);
    expect([code, outputs.get('result'), outputs.get('terms-changed')]).toEqual([0, 'changes', '1']);
    expect(summary).toContain('### Plan for <code>prod</code>, as of the last apply of');
    expect(summary).toContain('The service was not read');
    expect(calls).toBe(0);

    github.pulls.set(7, fork);
    const plan = readFileSync(outputs.get('plan-path') ?? '', 'utf8');
    github.artifacts.push({
      id: 9,
      name: 'lexform-plan',
      run: 500,
      head: HEAD,
      own: false,
      zip: zip({ 'plan.prod.json': plan }),
    });
    const payload = {
      workflow_run: { id: 500, head_sha: HEAD, head_branch: 'terms', head_repository: { full_name: 'stranger/r' } },
    };
    const env = { GITHUB_RUN_ID: '501', KEY: '' };
    expect((await world.step({ command: 'report' }, { event: 'workflow_run', payload, env })).code).toBe(0);
    expect(github.comments[0]?.body).toContain('as of the last apply of');
    expect(github.comments[0]?.body).toContain('made without secrets');
  });

  test('does not choose from where the history is read', async () => {
    const world = await edited();
    world.write('terms/lexform.yaml', configOf(world.serviceUrl, 'ledger: { dir: elsewhere }\n'));
    const { code, log } = await world.step({ against: 'ledger' }, fromFork);
    expect(code).toBe(1);
    expect(log).toContain('::error::this pull request changes targets: or ledger: of lexform.yaml');
  });

  test('is told when there is nothing to plan against', async () => {
    const world = await actionWorld();
    const { code, log } = await world.step({ against: 'ledger' }, fromFork);
    expect(code).toBe(1);
    expect(log).toContain('no ledger for "prod" here');
  });
});

test('a history on a remote is enough: a shallow checkout of a pull request, and no service', async () => {
  const world = await edited();
  const { workspace } = world;
  const config = configOf(world.serviceUrl, 'ledger: { remote: origin }\n');
  world.write('terms/lexform.yaml', config);
  world.github.files.set(`terms/lexform.yaml@${BASE}`, config);
  const remote = tempFolder();
  git(remote, 'init', '--quiet', '--bare');
  git(workspace, 'remote', 'add', 'origin', remote);
  git(workspace, 'push', '--quiet', 'origin', 'refs/lexform/ledger/prod');
  git(workspace, 'update-ref', '-d', 'refs/lexform/ledger/prod');
  const { code, outputs, log } = await world.step({ against: 'ledger' }, fromFork);
  expect([code, outputs.get('terms-changed')], log).toEqual([0, '1']);
});
