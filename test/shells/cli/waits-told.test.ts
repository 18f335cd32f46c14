import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import { callEventLines } from '../../../src/app/progress.ts';
import type { CallEvent } from '../../../src/model/call-event.ts';
import type { Fault } from '../../../src/service/faults/faults.ts';
import { type CliInput, runLexform } from '../../support/cli.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/**
 * A workspace whose service has these faults; `times`: lines of `lexform.yaml` below the target and below the
 * workspace.
 */
async function world(
  faults: readonly Fault[],
  times: { readonly target?: string; readonly all?: string } = {},
  more: Readonly<Record<string, string>> = {},
) {
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  test: { base_url: "https://service.test", key: env:KEY${times.target ?? ''} }\nglossaries: glossaries/*/glossary.yaml\nledger: false\n${times.all ?? ''}`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
    ...more,
  });
  const clock = manualClock();
  const fetch = inProcessFetch(testService({ faults }));
  // The half second in which lines are gathered passes with the waits of the calls, and is none of its own.
  const sleep = (ms: number, signal?: AbortSignal) => (ms === 500 ? clock.sleep(ms, signal) : clock.sleep(ms));
  const usual = { cwd, env: { KEY: TEST_KEY }, fetch, now: clock.now, sleep };
  const lexform = (first: string | Partial<CliInput>, ...args: readonly string[]) =>
    typeof first === 'string' ? runLexform(usual, first, ...args) : runLexform({ ...usual, ...first }, ...args);
  return { lexform, clock };
}

const MORE = {
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

const OTHER = ' }\n  other: { base_url: "https://other.test", key: env:KEY';

const busy = (retryAfter: number, calls: readonly number[]): Fault => ({
  kind: 'status',
  status: 429,
  retryAfter,
  method: 'GET',
  path: '/v3/glossaries',
  calls,
});

describe('a refused key', () => {
  test('ends the run: the other reads are aborted, and neither repeated nor told', async () => {
    const { lexform } = await world([], { all: 'style_rules: style-rules/*.yaml\n' }, MORE);
    const sent: string[] = [];
    const errors: string[] = [];
    let breakOff: (error: Error) => void = () => undefined;
    const signals: (AbortSignal | undefined)[] = [];
    const broken = new Promise<never>((_, reject) => {
      breakOff = reject;
    });
    const { code, err } = await lexform(
      {
        fetch: async (url, request) => {
          const { pathname } = new URL(url);
          sent.push(pathname);
          if (!pathname.startsWith('/v3/style_rules')) return new Response(null, { status: 403 });
          signals.push(request.signal);
          return broken;
        },
        warned: (text) => errors.push(text),
      },
      'plan',
    );
    const isAborted = signals[0]?.aborted;
    breakOff(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
    expect(code).toBe(1);
    expect(isAborted).toBe(true);
    expect(sent.filter((path) => path.startsWith('/v3/style_rules'))).toHaveLength(1);
    expect(errors.join('')).toBe(err);
    expect(err).not.toContain('retry');
  });

  test.each([
    ['plan', '--target', 'test,other', '--report', 'json=r.json'],
    ['plan', '--target', 'test', '--report', 'json=r.json'],
    ['pull', '--check', '--target', 'test'],
    ['backup', 'kept', '--target', 'test'],
    ['service', 'compare', '--target', 'test,other'],
  ])('ends the run before a queued call is sent: %s %s %s', async (...args) => {
    const { lexform } = await world([], { target: OTHER, all: 'style_rules: style-rules/*.yaml\n' }, MORE);
    const sent: string[] = [];
    const fetch: CliInput['fetch'] = async (url) => {
      const { host, pathname } = new URL(url);
      sent.push(`${host}${pathname}`);
      return new Response(null, { status: 401 });
    };
    expect((await lexform({ fetch }, ...args, '--concurrency', '1')).code).toBe(1);
    const hosts = args.some((arg) => arg.includes('other')) ? ['service.test', 'other.test'] : ['service.test'];
    expect(sent.sort()).toEqual(hosts.map((host) => `${host}/v3/glossaries`).sort());
  });
});

describe('calls that wait for the same reason', () => {
  const event = (waitMs: number, retry = 1, status = 429): CallEvent => ({
    kind: 'retry',
    host: 'service.test',
    reason: { kind: 'status', status },
    waitMs,
    retry,
    retries: 4,
  });
  function lines(interrupted = new AbortController().signal) {
    const clock = manualClock();
    let text = '';
    const err = (more: string): void => {
      text += more;
    };
    const terminal = { out: err, err, color: false, screen: false, live: false, width: 80 };
    return { clock, tell: callEventLines({ terminal, sleep: clock.sleep, interrupted }), told: () => text };
  }

  test('are one line with their count and the longest wait; others have lines of their own', () => {
    const { clock, tell, told } = lines();
    for (const each of [event(1000), event(3000), event(2000), event(1000, 2), event(1000, 1, 503)]) tell(each);
    expect(told()).toBe('');
    clock.advance(500);
    return Promise.resolve().then(() =>
      expect(told()).toBe(
        [
          '3 calls wait 3 s: service.test answered 429 (too many requests), retry 1 of 4',
          'waiting 1 s: service.test answered 429 (too many requests), retry 2 of 4',
          'waiting 1 s: service.test answered 503 (service unavailable), retry 1 of 4',
          '',
        ].join('\n'),
      ),
    );
  });

  test('later than that are another line, and a short wait has no number', async () => {
    const { clock, tell, told } = lines();
    for (const each of [event(200), event(100)]) tell(each);
    clock.advance(200);
    await Promise.resolve();
    tell(event(1000));
    clock.advance(500);
    await Promise.resolve();
    expect(told()).toBe(
      [
        '2 calls: service.test answered 429 (too many requests), retry 1 of 4',
        'waiting 1 s: service.test answered 429 (too many requests), retry 1 of 4',
        '',
      ].join('\n'),
    );
  });

  test('are told at once after Ctrl-C', async () => {
    const abort = new AbortController();
    const { tell, told } = lines(abort.signal);
    tell(event(20_000));
    tell(event(20_000));
    abort.abort();
    await Promise.resolve();
    expect(told()).toContain('2 calls wait 20 s');
  });

  test.each([
    [98.4, 'about 98 calls a second'],
    [1.2, 'about 1 call a second'],
    [0.2, 'less than one call a second'],
  ])('wait for their turn at %j calls a second', (perSecond, words) => {
    const { tell, told } = lines();
    tell({ kind: 'paced', host: 'service.test', perSecond });
    expect(told()).toBe(`calls wait for their turn: service.test takes ${words}\n`);
  });

  test('in a run, are told once with their count', async () => {
    const faults = ['/v3/glossaries', '/v3/style_rules'].map(
      (path): Fault => ({ kind: 'status', status: 429, retryAfter: 12, method: 'GET', path, calls: [1] }),
    );
    const { lexform } = await world(faults, { all: 'style_rules: style-rules/*.yaml\n' }, MORE);
    const clock = manualClock();
    // Both calls wait at the same time.
    let waiting = 0;
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      const wait = clock.sleep(ms, signal ?? new AbortController().signal);
      if (ms === 12_000) waiting += 1;
      if (waiting === 2) queueMicrotask(() => clock.advance(12_000));
      return wait;
    };
    const { code, err } = await lexform({ sleep }, 'plan');
    expect([code, err]).toEqual([
      0,
      '2 calls wait 12 s: service.test answered 429 (too many requests), retry 1 of 4\n',
    ]);
  });
});

describe('a service that asks to wait for longer than is allowed', () => {
  test.each([
    ['by the flag', ['--max-wait', '300s'], {}],
    ['by the workspace', [], { all: 'http: { max_wait: 5m }\n' }],
    [
      'by the target, before the workspace',
      [],
      { target: ', http: { max_wait: 1h }', all: 'http: { max_wait: 1s }\n' },
    ],
  ] as const)('is waited for when that is allowed %s', async (_, args, times) => {
    const { lexform, clock } = await world([busy(300, [1])], times);
    const { code, err } = await lexform('plan', ...args);
    expect([code, clock.waits]).toEqual([0, [300_000]]);
    expect(err).toContain('waiting 5 min: service.test answered 429 (too many requests), retry 1 of 4\n');
  });
});

test('Ctrl-C ends a wait at once, and the run with what was answered', async () => {
  const { lexform } = await world([busy(50, [1])]);
  const abort = new AbortController();
  const sleep = async (): Promise<void> => {
    abort.abort();
    throw abort.signal.reason;
  };
  const { code, err } = await lexform({ interrupted: abort.signal, sleep }, 'plan');
  expect([code, err]).toEqual([130, expect.stringContaining('service.test answered 429: A simulated fault')]);
});

test('time_limit ends the attempts at a call', async () => {
  const { lexform } = await world([busy(50, [1, 2, 3, 4])], { all: 'http: { time_limit: 2m }\n' });
  const { code, err } = await lexform('plan');
  expect(code).toBe(1);
  expect(err).toMatch(
    /answered 429: .*; the service limits how many calls it takes; .*\(tried 3 times in 100 s, X-Trace-ID .*\)$/m,
  );
});
