import { describe, expect, test } from 'vitest';
import type { HttpRequest, HttpResponse } from '../../../../src/client/transport/ports.ts';
import type { CallEvent, EndedCall } from '../../../../src/model/call-event.ts';
import { anything } from '../../../../src/model/decode.ts';
import { GitHubError, makeGitHub } from '../../../../src/shells/action/github/github.ts';

const API = 'https://api.test';
const PATH = '/repos/o/r/pulls/7';

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer as a port may give it that has no stream. */
const answerOf = ({ status = 200, headers = {}, body }: Scripted): HttpResponse => {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { get: (name) => headers[name] ?? null },
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  };
};

/**
 * GitHub by a script: each call takes the next answer; an error or a text is thrown. What was sent, waited for and
 * told.
 */
function scripted(answers: readonly (Scripted | Error | string)[], apiUrl = API) {
  const sent: { readonly url: string; readonly request: HttpRequest }[] = [];
  const waits: number[] = [];
  const told: CallEvent[] = [];
  const calls: Omit<EndedCall, 'milliseconds'>[] = [];
  const left = [...answers];
  const github = makeGitHub(
    { apiUrl, graphqlUrl: `${apiUrl}/graphql`, token: 'secret-token' },
    {
      fetch: async (url, request) => {
        sent.push({ url, request });
        const next = left.shift() ?? 'no answer is left';
        if (typeof next === 'string' || next instanceof Error) throw next;
        return answerOf(next);
      },
      now: () => new Date(1_000_000),
      sleep: async (milliseconds) => void waits.push(milliseconds),
      deadline: () => new AbortController().signal,
      onCallEvent: (event) => void told.push(event),
      onCall: ({ milliseconds: _, ...call }) => void calls.push(call),
    },
  );
  const requests = () => sent.map(({ url, request }) => `${request.method} ${url}`);
  return { github, sent, waits, told, calls, requests };
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('each attempt is reported without its query and its token', async () => {
  const { github, calls } = scripted([
    new Error('reset'),
    { body: {}, headers: { 'content-length': '2' } },
    { status: 404, headers: { 'content-length': '::error::' } },
  ]);
  await github.call('GET', `${PATH}?token=secret`);
  await expect(github.call('GET', '/secret-token')).rejects.toThrow();
  expect(calls).toEqual([
    { method: 'GET', path: PATH, attempt: 1, status: undefined },
    { method: 'GET', path: PATH, attempt: 2, status: 200, bytes: 2 },
    { method: 'GET', path: '/[key]', attempt: 1, status: 404 },
  ]);
});

test('a further page is reported by its path', async () => {
  const link = `<${API}/repositories/1/things?page=2>; rel="next"`;
  const { github, calls } = scripted([{ body: [], headers: { link } }, { body: [] }]);
  await github.list(PATH, anything);
  expect(calls.map(({ path }) => path)).toEqual([PATH, '/repositories/1/things']);
});

describe('a request', () => {
  test('without a body', async () => {
    const { github, sent } = scripted([{ body: { number: 7 } }]);
    expect(await github.call('GET', PATH)).toStrictEqual({ number: 7 });
    expect(sent).toStrictEqual([
      {
        url: `${API}${PATH}`,
        request: {
          method: 'GET',
          headers: {
            accept: 'application/vnd.github+json',
            authorization: 'Bearer secret-token',
            'user-agent': 'lexform',
            'x-github-api-version': '2022-11-28',
          },
          signal: expect.any(AbortSignal),
        },
      },
    ]);
  });

  test('with a body', async () => {
    const { github, sent } = scripted([{ status: 201, body: '' }]);
    expect(await github.call('POST', PATH, { body: 'ü' })).toBe(undefined);
    expect(sent[0]?.request.headers['content-type']).toBe('application/json');
    expect(textOf(sent[0]?.request.body)).toBe('{"body":"ü"}');
  });

  test('whose answer is no JSON has no value', async () => {
    const { github } = scripted([{ body: '<html>' }]);
    expect(await github.call('GET', PATH)).toBe(undefined);
  });
});

describe('a refusal', () => {
  const refused = async (answer: Scripted): Promise<unknown> =>
    scripted([answer])
      .github.call('DELETE', PATH)
      .catch((error: unknown) => error);

  test.each<readonly [string, Scripted, string, string | undefined]>([
    ['with a message', { status: 422, body: { message: 'no' } }, `DELETE ${PATH} answered 422: no`, undefined],
    ['without one', { status: 404 }, `DELETE ${PATH} answered 404`, undefined],
    ['by a redirect', { status: 300, body: { message: 'moved' } }, `DELETE ${PATH} answered 300: moved`, undefined],
    [
      'with errors',
      { status: 422, body: { message: 'no', errors: [{ code: 'x' }] } },
      `DELETE ${PATH} answered 422: no [{"code":"x"}]`,
      undefined,
    ],
    ['with errors alone', { status: 422, body: { errors: ['x'] } }, `DELETE ${PATH} answered 422: ["x"]`, undefined],
    ['with errors that are no list', { status: 422, body: { errors: 'x' } }, `DELETE ${PATH} answered 422`, undefined],
    [
      'that says what the token would need',
      { status: 403, headers: { 'x-accepted-github-permissions': 'issues=write' }, body: { message: 'no' } },
      `DELETE ${PATH} answered 403: no`,
      'issues=write',
    ],
    [
      'that is long',
      { status: 400, body: { message: 'm'.repeat(400), errors: ['e'.repeat(400)] } },
      `DELETE ${PATH} answered 400: ${'m'.repeat(400)} ["${'e'.repeat(97)}`,
      undefined,
    ],
    [
      'with long errors',
      { status: 400, body: { errors: ['e'.repeat(400)] } },
      `DELETE ${PATH} answered 400: ["${'e'.repeat(298)}`,
      undefined,
    ],
  ])('%s', async (_, answer, message, permissions) => {
    const error = await refused(answer);
    expect(error).toBeInstanceOf(GitHubError);
    expect(error).toMatchObject({ name: 'GitHubError', message, status: answer.status });
    expect((error as GitHubError).permissions).toBe(permissions);
  });

  test('is none below 300', async () => {
    expect(await refused({ status: 299, body: { a: 1 } })).toStrictEqual({ a: 1 });
  });
});

describe('another attempt', () => {
  const get = (github: ReturnType<typeof scripted>['github']) => github.call('GET', PATH);
  const status = (code: number, headers: Readonly<Record<string, string>> = {}): Scripted => ({
    status: code,
    headers,
  });

  test('after no answer, with longer and longer pauses, three times', async () => {
    const { github, waits, told, sent } = scripted([new Error('reset'), 'aborted', new Error('reset'), 'gone']);
    await expect(get(github)).rejects.toMatchObject({ status: 0, message: `GET ${PATH} got no answer: gone` });
    expect(waits).toStrictEqual([1000, 2000, 4000]);
    expect(sent).toHaveLength(4);
    expect(told).toStrictEqual(
      [1000, 2000, 4000].map((waitMs, index) => ({
        kind: 'retry',
        host: 'api.test',
        reason: { kind: 'no-answer', what: 'the connection failed' },
        waitMs,
        retry: index + 1,
        retries: 3,
      })),
    );
  });

  test('is none for a POST without an answer, nor after a fault of the server', async () => {
    const lost = scripted([new Error('reset')]);
    await expect(lost.github.call('POST', PATH, {})).rejects.toMatchObject({
      status: 0,
      message: `POST ${PATH} got no answer: reset`,
    });
    const failed = scripted([status(500)]);
    await expect(failed.github.call('POST', PATH, {})).rejects.toMatchObject({ status: 500 });
    expect([lost.waits, failed.waits]).toStrictEqual([[], []]);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('of a %s after a fault of the server', async (method) => {
    const { github, waits, told } = scripted([status(500), status(599), { body: 1 }]);
    expect(await github.call(method, PATH)).toBe(1);
    expect(waits).toStrictEqual([1000, 2000]);
    expect(told[1]).toStrictEqual({
      kind: 'retry',
      host: 'api.test',
      reason: { kind: 'status', status: 599 },
      waitMs: 2000,
      retry: 2,
      retries: 3,
    });
  });

  test.each<readonly [string, Scripted, readonly number[]]>([
    ['499', status(499), []],
    ['429 without more', status(429), [5000]],
    ['403 without more', status(403), []],
    ['403 with retry-after', status(403, { 'retry-after': '60' }), [60_000]],
    ['429 with retry-after', status(429, { 'retry-after': '0' }), [0]],
    ['404 with retry-after', status(404, { 'retry-after': '1' }), []],
    ['a retry-after of more than a minute', status(429, { 'retry-after': '61' }), []],
    ['a retry-after that is a date', status(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), [5000]],
    ['a retry-after with more around the number', status(403, { 'retry-after': '1 s' }), []],
    ['a retry-after with more before the number', status(403, { 'retry-after': 's 1' }), []],
    ['a retry-after of seven digits', status(429, { 'retry-after': '0000001' }), [5000]],
    ['no calls that remain', status(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' }), [30_000]],
    ['no calls that remain until now', status(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' }), [0]],
    [
      'no calls that remain for more than a minute',
      status(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1061' }),
      [],
    ],
    ['no calls that remain, who knows how long', status(429, { 'x-ratelimit-remaining': '0' }), []],
    ['calls that remain', status(403, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1030' }), []],
  ])('after %s', async (_, answer, expected) => {
    const { github, waits, sent } = scripted([answer, { body: 'ok' }]);
    await get(github).catch(() => undefined);
    expect(waits).toStrictEqual(expected);
    expect(sent).toHaveLength(1 + expected.length);
  });

  test('after a limit is made four times at most, for a POST too', async () => {
    const { github, waits } = scripted(Array.from({ length: 5 }, () => status(429)));
    await expect(github.call('POST', PATH)).rejects.toMatchObject({ status: 429 });
    expect(waits).toStrictEqual([5000, 5000, 5000]);
  });
});

describe('a listing', () => {
  const next = (url: string): Readonly<Record<string, string>> => ({ link: `<${url}>; rel="next"` });

  test('has the items of all pages', async () => {
    const { github, requests } = scripted([
      { headers: next(`${API}/x?page=2`), body: [1, 2] },
      { headers: { link: `<${API}/x?page=1>; rel="prev", <${API}/x?page=3>; title="a"; rel=next` }, body: [3] },
      { headers: { link: `<${API}/x?page=1>; rel="first"` }, body: [4] },
    ]);
    expect(await github.list('/x', anything)).toStrictEqual([1, 2, 3, 4]);
    expect(requests()).toStrictEqual([`GET ${API}/x?per_page=100`, `GET ${API}/x?page=2`, `GET ${API}/x?page=3`]);
  });

  test('may stand below a key, and adds to a query', async () => {
    const { github, requests } = scripted([{ body: { artifacts: [1], total: 1 } }]);
    expect(await github.list('/x?name=a', anything, 'artifacts')).toStrictEqual([1]);
    expect(requests()).toStrictEqual([`GET ${API}/x?name=a&per_page=100`]);
  });

  test.each([
    ['no list', { a: 1 }, undefined],
    ['nothing', undefined, undefined],
    ['no list below the key', { artifacts: 'x' }, 'artifacts'],
    ['nothing, where a key is asked for', undefined, 'artifacts'],
  ])('of which the answer is %s is empty', async (_, body, key) => {
    expect(await scripted([{ body }]).github.list('/x', anything, key)).toStrictEqual([]);
  });

  test.each([
    ['to another host', 'https://evil.test/x'],
    ['to a host whose name begins like ours', `${API}.evil.test/x`],
    ['to the API itself', API],
  ])('is not followed %s', async (_, url) => {
    const { github, requests } = scripted([{ headers: next(url), body: [1] }]);
    expect(await github.list('/x', anything)).toStrictEqual([1]);
    expect(requests()).toHaveLength(1);
  });

  test('ends after 30 pages', async () => {
    const { github, requests } = scripted(Array.from({ length: 40 }, () => ({ headers: next(`${API}/x`), body: [1] })));
    expect(await github.list('/x', anything)).toHaveLength(30);
    expect(requests()).toHaveLength(30);
  });
});

describe('a download', () => {
  const to = (location: string, status = 302): Scripted => ({ status, headers: { location } });

  test('is behind a redirect, to which the token does not go', async () => {
    const { github, sent } = scripted([to('https://store.test/f?sig=1'), { body: 'file' }]);
    expect(textOf(await github.download('/zip', 4))).toBe('file');
    expect(sent[1]).toStrictEqual({
      url: 'https://store.test/f?sig=1',
      request: { method: 'GET', headers: { 'user-agent': 'lexform' }, signal: expect.any(AbortSignal) },
    });
  });

  test('may be the answer itself', async () => {
    const { github, requests } = scripted([{ body: 'file' }]);
    expect(textOf(await github.download('/zip', 4))).toBe('file');
    expect(requests()).toStrictEqual([`GET ${API}/zip`]);
  });

  test.each<readonly [string, readonly Scripted[], string]>([
    ['that is too large', [{ body: 'file' }], 'GET /zip answered 200: it is larger than 3 bytes'],
    [
      'that is too large behind a redirect',
      [to('https://s.test/'), { body: 'file' }],
      'GET /zip answered 200: it is larger than 3 bytes',
    ],
    ['that there is none of', [{ status: 404, body: { message: 'no' } }], 'GET /zip answered 404: no'],
    [
      'that has expired, wherever it was',
      [{ status: 410, headers: { location: 'https://s.test/' } }],
      'GET /zip answered 410',
    ],
    ['that is nowhere', [{ status: 302, body: { message: 'hm' } }], 'GET /zip answered 302: hm'],
    ['without encryption', [to('http://s.test/')], 'GET /zip answered 302: it is sent on to no https address'],
    ['by another protocol', [to('ftp://s.test/', 307)], 'GET /zip answered 307: it is sent on to no https address'],
    ['that is no address', [to('/here')], 'GET /zip answered 302: it is sent on to no https address'],
    ['that cannot be read', [to('https://s.test/'), { status: 300 }], 'GET /zip answered 300: the file cannot be read'],
  ])('%s is refused', async (_, answers, message) => {
    const { github } = scripted(answers);
    await expect(github.download('/zip', 3)).rejects.toMatchObject({ name: 'GitHubError', message });
  });

  test('from a server without encryption may be sent on without', async () => {
    const { github } = scripted([to('http://s.test/'), { body: 'file' }], 'http://api.test');
    expect(textOf(await github.download('/zip', 9))).toBe('file');
  });
});

describe('whose token it is', () => {
  test.each<readonly [string, Scripted | Error, string]>([
    ['is asked', { body: { data: { viewer: { login: 'me' } } } }, 'me'],
    ['is the one of a workflow where nobody says', { body: { data: null } }, 'github-actions[bot]'],
    ['is the one of a workflow where that is refused', { status: 403 }, 'github-actions[bot]'],
    ['is the one of a workflow without an answer', new Error('reset'), 'github-actions[bot]'],
  ])('%s', async (_, answer, login) => {
    const { github, sent, requests } = scripted([answer]);
    expect([await github.login(), await github.login()]).toStrictEqual([login, login]);
    expect(requests()).toStrictEqual([`POST ${API}/graphql`]);
    expect(textOf(sent[0]?.request.body)).toBe('{"query":"query { viewer { login } }"}');
  });
});

describe('hiding a comment', () => {
  test('is a mutation with its name; without a name nothing is asked', async () => {
    const { github, sent, requests } = scripted([{ body: {} }]);
    await github.hide('');
    await github.hide('N1');
    expect(requests()).toStrictEqual([`POST ${API}/graphql`]);
    expect(JSON.parse(textOf(sent[0]?.request.body))).toStrictEqual({
      query:
        'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }',
      variables: { id: 'N1' },
    });
  });

  test('may be refused', async () => {
    expect(await scripted([{ status: 403 }]).github.hide('N1')).toBe(undefined);
  });
});

describe('the text of a file', () => {
  test('is asked for as it is', async () => {
    const { github, sent } = scripted([{ body: '{"a":1}' }]);
    expect(await github.raw('/f')).toBe('{"a":1}');
    expect(sent[0]?.request.headers.accept).toBe('application/vnd.github.raw+json');
  });

  test('is none where there is no file, and a refusal is told', async () => {
    expect(await scripted([{ status: 404, body: { message: 'x' } }]).github.raw('/f')).toBe(undefined);
    for (const status of [300, 403])
      await expect(scripted([{ status, body: { message: 'no' } }]).github.raw('/f')).rejects.toMatchObject({
        message: `GET /f answered ${status}: no`,
      });
  });

  test.each(['call', 'raw'] as const)('of more than 16 MiB is given up by %s', async (name) => {
    const body = 'x'.repeat(16 * 1024 * 1024 + 1);
    const { github } = scripted([{ body }]);
    const message = 'GET /f answered 200: it is larger than 16777216 bytes';
    await expect(name === 'call' ? github.call('GET', '/f') : github.raw('/f')).rejects.toMatchObject({ message });
  });
});
