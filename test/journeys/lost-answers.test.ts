import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { HttpRequest, HttpResponse } from '../../src/client/transport/ports.ts';
import type { Fault } from '../../src/service/faults/faults.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

type Files = Readonly<Record<string, string>>;

const CONFIG =
  'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: history }\n';
const glossary = (folder: string, name: string, tables: Files): Files => ({
  [`glossaries/${folder}/glossary.yaml`]: `name: ${name}\n`,
  ...Object.fromEntries(Object.entries(tables).map(([pair, rows]) => [`glossaries/${folder}/${pair}.csv`, rows])),
});
const list = (name: string, language: string, ...instructions: readonly string[]): Files => ({
  [`style-rules/${name.toLowerCase()}.yaml`]: `name: ${name}\nlanguage: ${language}\nconfigured_rules:\n  punctuation: { apostrophe: use_curly_apostrophes }\ncustom_instructions:\n${instructions.map((prompt) => `  - { label: ${prompt.slice(0, 2)}, prompt: ${prompt} }\n`).join('')}`,
});
/** From either to the other a run makes every kind of call: it creates, changes, deletes and replaces. */
const STATES: readonly [Files, Files] = [
  {
    ...glossary('a', 'A', { 'en-de': 'house,Haus\ncat,Katze\n', 'en-fr': 'house,maison\n' }),
    ...glossary('b', 'B', { 'en-de': 'dog,Hund\n' }),
    ...list('Tone', 'de', 'Be kind.', 'Use du.'),
    ...list('News', 'de', 'Be exact.'),
  },
  {
    ...glossary('a', 'New A', { 'en-de': 'house,Heim\ncat,Katze\nbird,Vogel\n', 'de-en': 'Heim,home\n' }),
    ...glossary('c', 'C', { 'en-de': 'tree,Baum\n' }),
    ...list('Tone', 'de', 'Be brief.', 'Use du.'),
    ...list('News', 'fr', 'Be exact.'),
  },
];
const APPLY = ['apply', '--auto-approve', '--max-deletes-per-run', '50', '--concurrency', '1', '--json'];
for (const each of ['glossary.*', 'glossary.*/*', 'style_rules.*']) APPLY.push('--allow-delete', each);

/** What becomes of a call whose change is made. */
const WAYS = ['429', '429 and Retry-After', '503', '504', 'reset', 'cut body', 'no answer'] as const;
type Way = (typeof WAYS)[number];

const statusAnswer = (status: number, retryAfter?: string): HttpResponse => ({
  status,
  headers: { get: (name) => (name.toLowerCase() === 'retry-after' ? (retryAfter ?? null) : null) },
  arrayBuffer: async () => new ArrayBuffer(0),
});

async function world() {
  const service = testService();
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG });
  let minutes = 0;
  const fetch = inProcessFetch(service);
  const run = (args: readonly string[], more: Partial<CliInput> = {}) => {
    const now = new Date(Date.UTC(2026, 0, 2, 3, minutes));
    const sleep = async (): Promise<void> => undefined;
    return runLexform({ cwd, env: { KEY: TEST_KEY }, fetch, now: () => now, sleep, ...more }, ...args);
  };
  function write(state: Files): void {
    for (const folder of ['glossaries', 'style-rules']) rmSync(join(cwd, folder), { recursive: true, force: true });
    for (const [path, text] of Object.entries(state)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
  }
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);

  /** The service has what the files say, and the ledger the same. */
  async function checkEnd(context: string, wanted: unknown): Promise<void> {
    expect([context, await contentOf(service)]).toEqual([context, wanted]);
    expect([context, await json('plan')]).toMatchObject([context, { changes: [], unmanaged: [] }]);
    expect([context, (await json('drift')).resources]).toEqual([context, []]);
  }
  /** The same command, until the lock of a run that could not release it is over. */
  async function again(context: string): Promise<void> {
    minutes += 11;
    const { code, out, err } = await run(APPLY);
    expect([context, code], out + err).toEqual([context, 0]);
  }

  /** The ports of a run in which calls are lost that `isLost` picks: their number is counted from 1. */
  function losing(
    way: Way,
    isLost: (call: number) => boolean,
  ): { readonly ports: Partial<CliInput>; lost: () => number } {
    let [calls, lost] = [0, 0];
    const deadlines = new Set<() => void>();
    const lose = async (request: HttpRequest, answer: HttpResponse): Promise<HttpResponse> => {
      lost += 1;
      switch (way) {
        case '429':
          return statusAnswer(429);
        case '429 and Retry-After':
          return statusAnswer(429, '1');
        case '503':
        case '504':
          return statusAnswer(Number(way));
        case 'reset':
          throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
        case 'cut body':
          return {
            ...answer,
            body: null,
            arrayBuffer: () => Promise.reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
          };
        case 'no answer': {
          const aborted = new Promise<never>((_, reject) => {
            request.signal?.addEventListener('abort', () => reject(new Error('aborted')));
          });
          for (const pass of [...deadlines]) pass();
          return aborted;
        }
      }
    };
    return {
      lost: () => lost,
      ports: {
        after: (_, task) => {
          deadlines.add(task);
          return () => void deadlines.delete(task);
        },
        fetch: async (url, request) => {
          calls += 1;
          const isHit = isLost(calls);
          const answer = await fetch(url, request);
          return isHit ? lose(request, answer) : answer;
        },
      },
    };
  }
  return { service, run, write, checkEnd, again, losing };
}

/** What the service has after a run that nothing disturbs. */
async function undisturbed(state: Files): Promise<unknown> {
  const { service, run, write } = await world();
  write(state);
  expect((await run(APPLY)).code).toBe(0);
  return contentOf(service);
}

describe.each(WAYS)('a call that is carried out and ends with: %s', (way) => {
  /** Once: only the n-th call. Else every one from the n-th on. */
  const anyLoss = fc.record({ call: fc.nat(), isOnce: fc.boolean() });

  test('loses nothing: the ledger equals the service after the same command', async () => {
    const wanted = [await undisturbed(STATES[0]), await undisturbed(STATES[1])] as const;
    const { run, write, checkEnd, again, losing } = await world();
    write(STATES[0]);
    const counting = losing(way, () => false);
    let most = 0;
    expect(
      (
        await run(APPLY, {
          fetch: async (...call) => {
            most += 1;
            return (counting.ports.fetch as NonNullable<CliInput['fetch']>)(...call);
          },
        })
      ).code,
    ).toBe(0);
    let side = 0;
    await fc.assert(
      fc.asyncProperty(fc.noShrink(anyLoss), async ({ call, isOnce }) => {
        side = 1 - side;
        write(STATES[side] as Files);
        const first = 1 + (call % (most + 10));
        const { ports, lost } = losing(way, (number) => (isOnce ? number === first : number >= first));
        const result = await run(APPLY, ports);
        const context = `${way} at call ${first}${isOnce ? '' : ' and after'}, ${lost()} lost: ${result.code} ${result.err}${result.out}`;
        if (result.code === 0) await checkEnd(context, wanted[side]);
        await again(context);
        await checkEnd(context, wanted[side]);
      }),
      { numRuns: runs(8) },
    );
  });
});

describe('random faults over whole runs', () => {
  const anyFault = fc.record<Fault>(
    {
      kind: fc.constantFrom('status', 'status-after', 'reset-before', 'reset-after', 'truncate', 'rate-limit'),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: fc.constantFrom('*', '/v3/glossaries*', '/v3/style_rules*', '*/entries', '*/dictionaries'),
      from: fc.integer({ min: 1, max: 10 }),
      probability: fc.double({ min: 0.05, max: 0.7, noNaN: true }),
      seed: fc.nat(),
      status: fc.constantFrom(408, 429, 500, 502, 503, 504, 529),
      retryAfter: fc.constantFrom(0, 1, 60),
      perSecond: fc.constantFrom(0.5, 2),
      burst: fc.constantFrom(1, 5),
    },
    { requiredKeys: ['kind', 'probability', 'seed', 'status', 'perSecond'] },
  );

  test('end in the truth: the ledger equals the service after a run without faults', async () => {
    const wanted = [await undisturbed(STATES[0]), await undisturbed(STATES[1])] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.noShrink(fc.array(fc.array(anyFault, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })),
        async (rounds) => {
          const { service, run, write, checkEnd, again } = await world();
          write(STATES[0]);
          expect((await run(APPLY)).code).toBe(0);
          write(STATES[1]);
          const log: string[] = [];
          for (const faults of rounds) {
            service.faults.set(faults);
            const { code, out, err } = await run(APPLY);
            service.faults.set([]);
            log.push(`${code} ${JSON.stringify(faults)} ${err}${out}`);
            if (code === 0) await checkEnd(log.join('\n'), wanted[1]);
          }
          await again(log.join('\n'));
          await checkEnd(log.join('\n'), wanted[1]);
        },
      ),
      { numRuns: runs(12) },
    );
  });
});
