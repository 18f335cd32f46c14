import type { Ports } from '../../../src/app/ports.ts';
import type { FilePorts } from '../../../src/files/ports.ts';
import { decoded, some } from '../../../src/model/decode.ts';
import { type RunFacts, runFactsOf } from '../../../src/shells/action/github/event.ts';
import { type GitHub, GitHubError } from '../../../src/shells/action/github/github.ts';
import { type Inputs, readInputs } from '../../../src/shells/action/inputs.ts';
import type { Job } from '../../../src/shells/action/job.ts';

export const RUN_URL = 'https://github.test/o/r/actions/runs/500';

/** Run 500 of `o/r`, after a push. */
export const FACTS: RunFacts = runFactsOf(
  (name) =>
    ({
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_SHA: 'c'.repeat(40),
      GITHUB_RUN_ID: '500',
      GITHUB_RUN_NUMBER: '5',
      GITHUB_SERVER_URL: 'https://github.test',
    })[name],
  undefined,
);

export interface JobParts extends Partial<Omit<Job, 'inputs' | 'facts' | 'ports'>> {
  readonly inputs?: Partial<Inputs>;
  readonly facts?: Partial<RunFacts>;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Partial<FilePorts>;
  readonly ports?: Partial<Ports>;
}

/**
 * A job of run 500 in `/repo/terms`, with the default inputs and only the ports that a test gives; and what it logs.
 */
export function jobWith({ inputs = {}, facts = {}, env = {}, files = {}, ports = {}, ...more }: JobParts = {}) {
  const log: string[] = [];
  const job: Job = {
    inputs: { ...readInputs(() => undefined), ...inputs },
    facts: { ...FACTS, ...facts },
    ports: {
      terminal: { out: (text: string) => void log.push(text) },
      files,
      cwd: '/repo',
      env: (name: string) => env[name],
      ...ports,
    } as unknown as Ports,
    root: '/repo/terms',
    folder: 'terms',
    temp: '/temp',
    reported: [],
    several: false,
    ...more,
  };
  return { job, log };
}

/** A GitHub that answers `METHOD path` from a table, and 404 to anything else; and what it was asked, with bodies. */
export function answeringGitHub(answers: Readonly<Record<string, unknown>>, more: Partial<GitHub> = {}) {
  const asked: unknown[] = [];
  const answer = async (request: string, body?: unknown): Promise<unknown> => {
    asked.push(body === undefined ? request : [request, body]);
    if (!Object.hasOwn(answers, request)) throw new GitHubError(request, 404, 'Not Found');
    const found = answers[request];
    if (found instanceof Error) throw found;
    return found;
  };
  const github: GitHub = {
    call: (method, path, body) => answer(`${method} ${path}`, body),
    list: async (path, item, key) =>
      decoded(some(item), await answer(`LIST ${path}${key === undefined ? '' : ` ${key}`}`)) ?? [],
    download: async (path, maxBytes) => (await answer(`DOWNLOAD ${path} ${maxBytes}`)) as Uint8Array,
    login: async () => 'github-actions[bot]',
    hide: async (nodeId) => void asked.push(`HIDE ${nodeId}`),
    raw: async (path) => (await answer(`RAW ${path}`)) as string | undefined,
    ...more,
  };
  return { github, asked };
}
