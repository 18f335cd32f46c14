import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import type { GitResult } from '../../../src/ledger/ports.ts';
import { runFactsOf } from '../../../src/shells/action/github/event.ts';
import { readInputs } from '../../../src/shells/action/inputs.ts';
import { type Job, openJobs } from '../../../src/shells/action/job.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  /** The file of the event. */
  readonly event?: string;
  /** Bytes that it is said to have. */
  readonly size?: number | undefined;
  readonly git?: Partial<GitResult> | Error;
  readonly inputs?: object;
}

async function open(given: Given = {}) {
  const { env = {}, event, git = new Error('no git'), inputs = {} } = given;
  const log: string[] = [];
  const asked: unknown[] = [];
  const all: Readonly<Record<string, string>> = { ...(event !== undefined && { GITHUB_EVENT_PATH: '/event' }), ...env };
  const ports = {
    cwd: '/repo',
    env: (name: string) => all[name],
    id: () => 'ID',
    terminal: { out: (text: string) => void log.push(text) },
    files: {
      size: async () => ('size' in given ? given.size : event?.length),
      readFile: async (path: string) => (path === '/event' && event !== 'gone' ? bytesOf(event ?? '') : undefined),
    },
    git: (folder: string) => ({
      run: async (args: readonly string[]) => {
        asked.push([folder, args]);
        if (git instanceof Error) throw git;
        return { code: 0, out: new Uint8Array(), err: '', ...git };
      },
    }),
    fetch: async () => ({
      status: 200,
      headers: { get: () => null },
      arrayBuffer: async () => bytesOf('{"a":1}').buffer,
    }),
    sleep: async () => undefined,
    deadline: () => new AbortController().signal,
    now: () => new Date(0),
  } as unknown as Ports;
  const [job] = (await openJobs({ ...readInputs(() => undefined), ...inputs }, ports)) as readonly [Job];
  return { job, ports, log, asked };
}

test('a job without anything', async () => {
  const { job, ports, asked } = await open();
  expect(job).toStrictEqual({
    inputs: readInputs(() => undefined),
    facts: runFactsOf(ports.env, undefined),
    ports,
    root: resolve('/repo'),
    folder: '',
    temp: '/repo/.lexform/lexform-ID',
    reported: [],
    several: false,
  });
  expect(asked).toStrictEqual([[resolve('/repo'), ['rev-parse', '--show-prefix']]]);
});

test('files of the step go to a folder of the runner', async () => {
  expect((await open({ env: { RUNNER_TEMP: '/runner' } })).job.temp).toBe('/runner/lexform-ID');
});

describe('the event', () => {
  const event = JSON.stringify({ pull_request: { number: 7, head: { sha: 'a'.repeat(40) } } });
  const numberOf = async (given: Given) => (await open(given)).job.facts.pullRequest?.number;

  test('is read from its file', async () => {
    expect(await numberOf({ event })).toBe(7);
    expect(await numberOf({ event, size: 32 * 1024 * 1024 })).toBe(7);
  });

  test('is none when it cannot be read', async () => {
    expect(await numberOf({ event, size: 32 * 1024 * 1024 + 1 })).toBe(undefined);
    expect(await numberOf({ event, size: undefined })).toBe(undefined);
    expect(await numberOf({ event: 'gone' })).toBe(undefined);
    expect(await numberOf({ event: '{' })).toBe(undefined);
  });
});

describe('the folder of the workspace in its repository', () => {
  const inputs = { workingDirectory: 'a/terms' };
  const folder = async (git: Given['git'], of: object = inputs) =>
    (await open({ inputs: of, ...(git !== undefined && { git }) })).job.folder;

  test('is told by git', async () => {
    expect(await folder({ out: bytesOf('b/c\nd/\n') })).toBe('b/c\nd');
    expect(await folder({ out: bytesOf('b\n') })).toBe('b');
    expect(await folder({ out: bytesOf('\n') })).toBe('');
  });

  test('is told by the checkout where git knows nothing', async () => {
    expect(await folder({ code: 128, out: bytesOf('b/\n') })).toBe('a/terms');
    expect(await folder(new Error('no git'))).toBe('a/terms');
    expect(await folder(new Error('no git'), {})).toBe('');
  });
});

describe('GitHub', () => {
  test('is there with a token alone', async () => {
    expect((await open()).job.github).toBe(undefined);
    const { job } = await open({ inputs: { githubToken: 't' } });
    expect(await job.github?.call('GET', '/x')).toStrictEqual({ a: 1 });
  });

  test('tells its waits in the log, in which they begin no command', async () => {
    const { ports, log } = await open();
    let status = 429;
    const fetch = async () => {
      const now = status;
      status = 200;
      return { status: now, headers: { get: () => null }, arrayBuffer: async () => new ArrayBuffer(0) };
    };
    const [job] = (await openJobs(
      { ...readInputs(() => undefined), githubToken: 't' },
      { ...ports, fetch },
    )) as readonly [Job];
    await job.github?.call('GET', '/x');
    expect(log).toStrictEqual(['waiting 5 s: api.github.com answered 429 (too many requests), retry 1 of 3\n']);
  });
});
