import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { anything } from '../../../src/model/decode.ts';
import { callEventText } from '../../../src/review/account/call-event-text.ts';
import { markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { makeGitHub } from '../../../src/shells/action/github/github.ts';
import { type Answer, fakeGitHub } from './fake-github.ts';
import { actionWorld, CSV } from './world.ts';

/** A client whose waits are counted and not waited. */
async function client() {
  const fake = await fakeGitHub();
  const waits: number[] = [];
  const told: string[] = [];
  const github = makeGitHub(
    { apiUrl: fake.url, graphqlUrl: `${fake.url}/graphql`, token: 'token-of-the-job' },
    {
      fetch: nodeFetchPort(),
      now: () => new Date(1_000_000),
      deadline: () => new AbortController().signal,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
      onCallEvent: (event) => told.push(callEventText(event).replace(/127\.0\.0\.1:\d+/, 'HOST')),
    },
  );
  const failing = (...answers: readonly Answer[]): void => {
    const left = [...answers];
    fake.intercept = () => left.shift();
  };
  return { fake, github, waits, told, failing };
}

const path = '/repos/o/r/pulls/7';
const limited = (headers: Readonly<Record<string, string>>, status = 403): Answer => ({
  status,
  headers,
  body: { message: 'You have exceeded a secondary rate limit' },
});

describe('a limit', () => {
  test('is waited for as long as it asks, and that is told', async () => {
    const { fake, github, waits, told, failing } = await client();
    fake.pulls.set(7, { number: 7 });
    failing(limited({ 'retry-after': '17' }), limited({ 'retry-after': '3' }, 429));
    expect(await github.call('GET', path)).toEqual({ number: 7 });
    expect(waits).toEqual([17_000, 3000]);
    expect(told).toEqual([
      'waiting 17 s: HOST answered 403 (forbidden), retry 1 of 3\n',
      'waiting 3 s: HOST answered 429 (too many requests), retry 2 of 3\n',
    ]);
  });

  test('is waited for by a POST, too, since nothing was done', async () => {
    const { fake, github, waits, failing } = await client();
    failing(limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1020' }));
    await github.call('POST', '/repos/o/r/issues/7/comments', { body: 'x' });
    expect(waits).toEqual([20_000]);
    expect(fake.comments).toHaveLength(1);
  });

  test('is not waited for when it asks for more than a minute', async () => {
    const { github, waits, failing } = await client();
    failing(limited({ 'retry-after': '61' }));
    await expect(github.call('GET', path)).rejects.toMatchObject({ name: 'GitHubError', status: 403 });
    expect(waits).toEqual([]);
  });

  test('is not seen in a plain refusal, which says what the token would need', async () => {
    const { github, waits, failing } = await client();
    failing({ status: 403, headers: { 'x-accepted-github-permissions': 'issues=write' }, body: { message: 'no' } });
    await expect(github.call('PATCH', path, {})).rejects.toMatchObject({ permissions: 'issues=write' });
    expect(waits).toEqual([]);
  });
});

describe('a fault of the server', () => {
  test('is tried again by what changes nothing twice', async () => {
    const { fake, github, waits, failing } = await client();
    fake.pulls.set(7, { number: 7 });
    failing({ status: 502 }, { status: 503 });
    expect(await github.call('GET', path)).toEqual({ number: 7 });
    expect(waits).toEqual([1000, 2000]);
  });

  test('is not tried again by a POST, which may have happened', async () => {
    const { fake, github, waits, failing } = await client();
    failing({ status: 502 });
    await expect(github.call('POST', '/repos/o/r/issues/7/comments', { body: 'x' })).rejects.toMatchObject({
      status: 502,
    });
    expect([waits, fake.comments]).toEqual([[], []]);
  });

  test('ends after four attempts', async () => {
    const { fake, github } = await client();
    fake.intercept = () => ({ status: 500 });
    await expect(github.call('GET', path)).rejects.toMatchObject({ status: 500 });
    expect(fake.seen).toHaveLength(4);
  });
});

test('a listing is never followed to another host', async () => {
  const { fake, github } = await client();
  fake.intercept = () => ({ status: 200, headers: { link: '<https://evil.test/x>; rel="next"' }, body: [1] });
  expect(await github.list('/repos/o/r/issues', anything)).toEqual([1]);
  expect(fake.seen).toHaveLength(1);
});

test('an answer of more than 16 MiB is given up, and a long page that says no counts by its status', async () => {
  const endless = (status: number) => {
    let given = 0;
    const body = (async function* () {
      for (;;) {
        given += 1024 * 1024;
        yield new Uint8Array(1024 * 1024).fill(0x20);
      }
    })();
    const answer = { status, headers: new Headers(), body, arrayBuffer: () => Promise.reject(new Error('not so')) };
    const ports = {
      fetch: async () => answer,
      sleep: async () => undefined,
      now: () => new Date(0),
      deadline: () => new AbortController().signal,
    };
    const github = makeGitHub(
      { apiUrl: 'https://x.test', graphqlUrl: 'https://x.test/g', token: 'token-of-the-job' },
      ports,
    );
    return { github, given: () => given / 1024 / 1024 };
  };
  const large = endless(200);
  await expect(large.github.call('GET', path)).rejects.toThrow('it is larger than 16777216 bytes');
  expect(large.given()).toBe(17);
  const refused = endless(404);
  await expect(refused.github.call('GET', path)).rejects.toMatchObject({ status: 404 });
  expect(refused.given()).toBe(1);
});

test('a download is not sent on to an address without encryption', async () => {
  const seen: string[] = [];
  const ports = {
    fetch: async (url: string) => {
      seen.push(url);
      return new Response(null, { status: 302, headers: { location: 'http://store.test/file' } });
    },
    sleep: async () => undefined,
    now: () => new Date(0),
    deadline: () => new AbortController().signal,
  };
  const github = makeGitHub(
    { apiUrl: 'https://x.test', graphqlUrl: 'https://x.test/g', token: 'token-of-the-job' },
    ports,
  );
  await expect(github.download('/zip', 10)).rejects.toThrow('it is sent on to no https address');
  expect(seen).toEqual(['https://x.test/zip']);
});

test('a download stops at its limit', async () => {
  const { fake, github } = await client();
  fake.artifacts.push({ id: 1, name: 'x', run: 1, head: '', own: true, zip: new Uint8Array(1000) });
  const zip = '/repos/o/r/actions/artifacts/1/zip';
  expect((await github.download(zip, 1000)).length).toBe(1000);
  await expect(github.download(zip, 999)).rejects.toThrow('larger than 999 bytes');
});

describe('a comment', () => {
  test('fits for a plan of thousands of terms, with the numbers of all', async () => {
    const { onPullRequest, github, write } = await actionWorld();
    const rows = Array.from({ length: 5000 }, (_, index) => `"term <${index}> |*_\`~",Begriff &${index}\n`);
    write(CSV, rows.join(''));
    expect((await onPullRequest()).code).toBe(0);
    const body = github.comments[0]?.body ?? '';
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body.length).toBeGreaterThan(50_000);
    expect(body).toContain('5,000 terms to add');
  });

  test('is one when two runs make it at once, and says what the newer one found', async () => {
    const { onPullRequest, github } = await actionWorld();
    // Both see no comment: the newer one's is made while the older one is about to make its own, and the other way
    // round.
    for (const [first, second] of [
      ['501', '502'],
      ['502', '501'],
    ] as const) {
      github.comments.splice(0);
      await onPullRequest({}, { env: { GITHUB_RUN_ID: first } });
      const [other] = github.comments.splice(0);
      let shown = false;
      github.intercept = ({ method, path: asked }) => {
        if (method === 'POST' && asked.endsWith('/comments') && !shown) {
          shown = true;
          github.say('github-actions[bot]', other?.body ?? '', 'Bot');
        }
        return undefined;
      };
      await onPullRequest({}, { env: { GITHUB_RUN_ID: second } });
      github.intercept = () => undefined;
      expect(github.comments).toHaveLength(1);
      expect(markerOf(github.comments[0]?.body ?? '')?.runId).toBe('502');
    }
  });
});
