import type { Ports } from '../../../app/ports.ts';
import type { CallEvent, EndedCall, RetryReason } from '../../../model/call-event.ts';
import * as d from '../../../model/decode.ts';
import { ERROR_BODY_MAX_BYTES, JSON_ANSWER_MAX_BYTES, WAIT_MAX_MS } from '../../../model/incoming-limits.ts';
import { type Scrub, scrubber } from '../../../model/secret.ts';

type HttpRequest = Parameters<Ports['fetch']>[1];
type HttpResponse = Awaited<ReturnType<Ports['fetch']>>;

/** A refusal by the API; `status` is 0 if no answer arrived. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly status: number;
  /** The permissions that the token needs, as listed by GitHub, such as `issues=write; pull_requests=write`. */
  readonly permissions: string | undefined;
  constructor(request: string, status: number, message: string, permissions?: string) {
    const what = status === 0 ? 'got no answer' : `answered ${status}`;
    super(`${request} ${what}${message === '' ? '' : `: ${message}`}`);
    this.status = status;
    this.permissions = permissions;
  }
}

/**
 * The calls of the GitHub API that the Action needs. Paths begin with a slash and are relative to the address of the
 * API.
 */
export interface GitHub {
  readonly call: (method: HttpRequest['method'], path: string, body?: unknown) => Promise<unknown>;
  /** Every item of a listing that the decoder accepts; at most 30 pages of 100. */
  readonly list: <Item>(path: string, item: d.Decoder<Item>, key?: string) => Promise<readonly Item[]>;
  /**
   * A file that the API provides by a redirect to another host, which does not receive the token. Rejects if it is
   * larger than `maxBytes`.
   */
  readonly download: (path: string, maxBytes: number) => Promise<Uint8Array>;
  /**
   * The author of comments that this token writes. The token of a workflow may not read this from REST, but GraphQL
   * answers. If it does not, the token counts as one of a workflow, which writes as `github-actions[bot]`.
   */
  readonly login: () => Promise<string>;
  /** Hides a comment as outdated, by its node id in GraphQL. Ignores a refusal. */
  readonly hide: (nodeId: string) => Promise<void>;
  /** The text of a file at a commit; `undefined` if it does not exist. */
  readonly raw: (path: string) => Promise<string | undefined>;
}

export type GitHubPorts = Pick<Ports, 'fetch' | 'sleep' | 'now' | 'deadline'> & {
  /** Called when a call is repeated. */
  readonly onCallEvent?: (event: CallEvent) => void;
  /** Called when an attempt has ended. Absent: calls are not reported. */
  readonly onCall?: ((call: EndedCall) => void) | undefined;
};

const ATTEMPTS = 4;
const TIMEOUT_MS = 30_000;
const MAX_PAGES = 30;

const WORKFLOW_LOGIN = 'github-actions[bot]';

/** Milliseconds to wait because of a rate limit; `undefined` if the answer is not about a rate limit. */
function limitWait({ status, headers }: HttpResponse, now: Date): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const after = headers.get('retry-after');
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1000;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
    return Number.isNaN(reset) ? WAIT_MAX_MS + 1 : Math.max(0, reset * 1000 - now.getTime());
  }
  return status === 429 ? 5000 : undefined;
}

/** The next page of a listing, by RFC 8288; never on another host. */
function nextPage(header: string | null, apiUrl: string): string | undefined {
  const next = /<([^<>]+)>\s*;[^<,]*\brel="?next"?/.exec(header ?? '')?.[1];
  return next?.startsWith(`${apiUrl}/`) ? next.slice(apiUrl.length) : undefined;
}

/** The JSON value of an answer; `undefined` if it is empty or not JSON. */
const jsonOf = (bytes: Uint8Array): unknown => d.parseJsonOr(new TextDecoder().decode(bytes), d.anything);

const refusalWords = d.object({ message: d.lenient(d.text), errors: d.lenient(d.list(d.anything)) });

const viewer = d.object({ data: d.object({ viewer: d.object({ login: d.text }) }) });

const unanswered = (request: string, error: unknown, scrub: Scrub): GitHubError =>
  new GitHubError(scrub(request), 0, scrub(error instanceof Error ? error.message : String(error)));

async function bytesOf(answer: HttpResponse, maxBytes: number, request: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? [new Uint8Array(await answer.arrayBuffer())]) {
    size += chunk.length;
    // Leaving the loop ends the body and closes its connection.
    if (size > maxBytes) throw new GitHubError(request, answer.status, `it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The body of an answer whose only useful content is its message; empty if it is too long. */
const shortBody = (answer: HttpResponse): Promise<Uint8Array> =>
  bytesOf(answer, ERROR_BODY_MAX_BYTES, '').catch(() => new Uint8Array());

/** True when a download may follow a redirect: to https, or to http when the API itself uses http. */
function mayFollow(place: string, apiUrl: string): boolean {
  if (!URL.canParse(place)) return false;
  const { protocol } = new URL(place);
  return protocol === 'https:' || (protocol === 'http:' && apiUrl.startsWith('http:'));
}

/**
 * The error for a refusal by GitHub. Its words are shown in summaries, where the runner masks nothing, and a proxy may
 * repeat the token in them. The token is removed before the words are shortened, because a part of it is a secret as
 * well.
 */
async function refusal(request: string, answer: HttpResponse, scrub: Scrub): Promise<GitHubError> {
  const { message: reason = '', errors } = d.decoded(refusalWords, jsonOf(await shortBody(answer))) ?? {};
  const listed = errors === undefined ? '' : scrub(JSON.stringify(errors)).slice(0, 300);
  const message = [scrub(reason), listed].filter((part) => part !== '').join(' ');
  const permissions = answer.headers.get('x-accepted-github-permissions') ?? undefined;
  return new GitHubError(
    scrub(request),
    answer.status,
    message.slice(0, 500),
    permissions === undefined ? undefined : scrub(permissions),
  );
}

interface Access {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly token: string;
  /** Removes the token from a text. */
  readonly scrub: Scrub;
}

type Exchange = (
  method: HttpRequest['method'],
  path: string,
  more?: { readonly body?: unknown; readonly accept?: string },
) => Promise<HttpResponse>;

/**
 * Sends requests. It waits for rate limits of up to one minute. A request that gets no answer or a 5xx is repeated,
 * except a POST, which may have had its effect.
 */
const makeExchange =
  ({ apiUrl, token, scrub }: Access, ports: GitHubPorts): Exchange =>
  async (method, path, { body, accept = 'application/vnd.github+json' } = {}) => {
    const repeatable = method !== 'POST';
    const url = path.startsWith('/') ? `${apiUrl}${path}` : path;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= ATTEMPTS;
      const again = async (reason: RetryReason, waitMs: number): Promise<void> => {
        const { host } = new URL(url);
        ports.onCallEvent?.({ kind: 'retry', host, reason, waitMs, retry: attempt, retries: ATTEMPTS - 1 });
        await ports.sleep(waitMs);
      };
      const startMs = ports.now().getTime();
      const report = (answered?: HttpResponse): void => {
        const length = answered?.headers.get('content-length') ?? '';
        ports.onCall?.({
          ...{ method, path: scrub(new URL(path, apiUrl).pathname), attempt, status: answered?.status },
          milliseconds: ports.now().getTime() - startMs,
          ...(/^\d{1,12}$/.test(length) && { bytes: Number(length) }),
        });
      };
      let answer: HttpResponse;
      try {
        answer = await ports.fetch(url, {
          method,
          headers: {
            accept,
            authorization: `Bearer ${token}`,
            'user-agent': 'lexform',
            'x-github-api-version': '2022-11-28',
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: new TextEncoder().encode(JSON.stringify(body)) }),
          signal: ports.deadline(TIMEOUT_MS),
        });
      } catch (error) {
        report();
        if (last || !repeatable) throw unanswered(`${method} ${path}`, error, scrub);
        await again({ kind: 'no-answer', what: 'the connection failed' }, 500 * 2 ** attempt);
        continue;
      }
      const { status } = answer;
      report(answer);
      const limitMs = limitWait(answer, ports.now());
      const isLimited = limitMs !== undefined && limitMs <= WAIT_MAX_MS;
      if (last || !(isLimited || (repeatable && status >= 500))) return answer;
      await shortBody(answer);
      await again({ kind: 'status', status }, isLimited ? limitMs : 500 * 2 ** attempt);
    }
  };

/**
 * The REST API with this token. It is longer than 60 lines because its calls share the token, the ports and the
 * retries.
 */
export function makeGitHub(account: Omit<Access, 'scrub'>, ports: GitHubPorts): GitHub {
  const access = { ...account, scrub: scrubber(account.token) };
  const { apiUrl, graphqlUrl, scrub } = access;
  const exchange = makeExchange(access, ports);
  let known: Promise<string> | undefined;

  async function ask(method: HttpRequest['method'], path: string, body?: unknown) {
    const answer = await exchange(method, path, { body });
    if (answer.status >= 300) throw await refusal(`${method} ${path}`, answer, scrub);
    const bytes = await bytesOf(answer, JSON_ANSWER_MAX_BYTES, `${method} ${path}`);
    return { value: jsonOf(bytes), link: answer.headers.get('link') };
  }

  async function readLogin(): Promise<string> {
    try {
      const { value } = await ask('POST', graphqlUrl, { query: 'query { viewer { login } }' });
      return d.decoded(viewer, value)?.data.viewer.login ?? WORKFLOW_LOGIN;
    } catch {
      return WORKFLOW_LOGIN;
    }
  }

  return {
    login: () => {
      known ??= readLogin();
      return known;
    },
    call: async (method, path, body) => (await ask(method, path, body)).value,
    list: async <Item>(path: string, item: d.Decoder<Item>, key?: string) => {
      const listed =
        key === undefined ? d.some(item) : d.map(d.object({ items: d.from(key, d.some(item)) }), ({ items }) => items);
      const items: Item[] = [];
      let page: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
      for (let count = 0; page !== undefined && count < MAX_PAGES; count += 1) {
        const { value, link } = await ask('GET', page);
        items.push(...(d.decoded(listed, value) ?? []));
        page = nextPage(link, apiUrl);
      }
      return items;
    },
    download: async (path, maxBytes) => {
      const request = `GET ${path}`;
      const answer = await exchange('GET', path);
      const place = answer.headers.get('location');
      if (answer.status < 300) return bytesOf(answer, maxBytes, request);
      if (answer.status >= 400 || place === null) throw await refusal(request, answer, scrub);
      await shortBody(answer);
      if (!mayFollow(place, apiUrl)) throw new GitHubError(request, answer.status, 'it is sent on to no https address');
      const file = await ports.fetch(place, {
        method: 'GET',
        headers: { 'user-agent': 'lexform' },
        signal: ports.deadline(TIMEOUT_MS),
      });
      if (file.status >= 300) throw new GitHubError(request, file.status, 'the file cannot be read');
      return bytesOf(file, maxBytes, request);
    },
    hide: async (nodeId) => {
      const query =
        'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }';
      if (nodeId !== '') await ask('POST', graphqlUrl, { query, variables: { id: nodeId } }).catch(() => undefined);
    },
    raw: async (path) => {
      const answer = await exchange('GET', path, { accept: 'application/vnd.github.raw+json' });
      if (answer.status === 404) return undefined;
      if (answer.status >= 300) throw await refusal(`GET ${path}`, answer, scrub);
      return new TextDecoder().decode(await bytesOf(answer, JSON_ANSWER_MAX_BYTES, `GET ${path}`));
    },
  };
}
