import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Service } from '../../../src/service/create-service.ts';
import type { ServiceRequest } from '../../../src/service/http/answer.ts';
import { listen } from '../../../src/service/http/listen.ts';
import { git } from '../../support/git-repository.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';
import { caller } from '../../support/service-caller.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { type FakeGitHub, fakeGitHub } from './fake-github.ts';
import { runStep, type Step, type StepRan } from './run-action.ts';

export const HEAD = 'a'.repeat(40);
export const BASE = 'b'.repeat(40);
export const MERGE = 'c'.repeat(40);

export const CSV = 'terms/glossaries/product/en-de.csv';

export const configOf = (url: string, more = ''): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\n${more}glossaries: glossaries/*/glossary.yaml\n`;

/** A pull request as payloads and the API show it. */
export const pullRequest = (
  more: {
    readonly number?: number;
    readonly head?: string;
    readonly repository?: string;
    readonly login?: string;
    readonly merge?: string;
    readonly labels?: readonly string[];
  } = {},
) => ({
  number: more.number ?? 7,
  user: { login: more.login ?? 'somebody' },
  merge_commit_sha: more.merge ?? MERGE,
  labels: (more.labels ?? []).map((name) => ({ name })),
  head: { sha: more.head ?? HEAD, repo: { full_name: more.repository ?? 'o/r' } },
  base: { sha: BASE, repo: { full_name: 'o/r' } },
});

/** `run`: in this process unless another way is given. */
type MoreOfStep = Partial<Step> & { readonly run?: typeof runStep };

export interface World {
  readonly workspace: string;
  readonly github: FakeGitHub;
  readonly service: Service;
  readonly serviceUrl: string;
  readonly call: ReturnType<typeof caller>;
  readonly write: (path: string, text: string) => void;
  /** Runs a step with the key, the workspace in `terms/` and the fake GitHub. */
  readonly step: (inputs: Readonly<Record<string, string>>, more?: MoreOfStep) => Promise<StepRan>;
  /** The same for a pull request. */
  readonly onPullRequest: (inputs?: Readonly<Record<string, string>>, more?: MoreOfStep) => Promise<StepRan>;
}

/**
 * A checkout whose folder `terms/` is a workspace with one glossary, a service on loopback, and a GitHub with pull
 * request 7.
 */
export async function actionWorld(
  options: {
    readonly pageSize?: number;
    /** Is waited for before the service answers a call. */
    readonly beforeAnswer?: (request: ServiceRequest) => Promise<void>;
  } = {},
): Promise<World> {
  const service = testService();
  const { url: serviceUrl, close } = await listen({
    answer: async (request) => {
      const answer = await service.answer(request);
      await options.beforeAnswer?.(request);
      return answer;
    },
  });
  onTestFinished(close);
  const github = await fakeGitHub(options);
  github.pulls.set(7, pullRequest());
  github.ofCommit.set(MERGE, [pullRequest()]);
  const workspace = await tempWorkspace({
    'terms/lexform.yaml': configOf(serviceUrl),
    'terms/glossaries/product/glossary.yaml': 'name: Product\n',
    [CSV]: 'house,Haus\ncat,Katze\n',
  });
  git(workspace, 'init', '--quiet', '--initial-branch=main');
  git(workspace, 'add', '--all');
  github.files.set(`terms/lexform.yaml@${BASE}`, configOf(serviceUrl));
  const step: World['step'] = (inputs, { env = {}, run = runStep, ...more } = {}) =>
    run({
      workspace,
      inputs: { 'working-directory': 'terms', ...inputs },
      event: 'push',
      apiUrl: github.url,
      env: { KEY: TEST_KEY, ...env },
      ...more,
    });
  return {
    workspace,
    github,
    service,
    serviceUrl,
    call: caller(service),
    write: (path, text) => writeFileSync(join(workspace, path), text),
    step,
    onPullRequest: (inputs = {}, more = {}) =>
      step(inputs, { event: 'pull_request', payload: { pull_request: pullRequest() }, ...more }),
  };
}
