import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';

export interface FakeComment {
  readonly id: number;
  /** The pull request that it stands in. */
  readonly on: number;
  body: string;
  /** Hidden as outdated. */
  hidden?: boolean;
  readonly user: { readonly login: string; readonly type: string };
}

export interface FakeIssue {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  readonly labels: readonly string[];
  readonly user: { readonly login: string; readonly type: string };
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface FakeGitHub {
  readonly url: string;
  readonly seen: Seen[];
  readonly comments: FakeComment[];
  readonly issues: FakeIssue[];
  /** Pull requests by number, and those that a commit belongs to. */
  readonly pulls: Map<number, unknown>;
  readonly ofCommit: Map<string, unknown[]>;
  /** `base...head` → the commits between. */
  readonly compared: Map<string, { readonly status: string; readonly commits: readonly { readonly sha: string }[] }>;
  readonly artifacts: {
    id: number;
    name: string;
    run: number;
    head: string;
    own: boolean;
    zip: Uint8Array;
    expired?: boolean;
    digest?: string;
  }[];
  /** Runs by id, as the API shows them; a run that left an artifact is one of the repository itself by default. */
  readonly runs: Map<number, unknown>;
  /** Who set or removed a label of a pull request, in order. */
  readonly labelEvents: {
    readonly on: number;
    readonly event: 'labeled' | 'unlabeled';
    readonly name: string;
    readonly login: string;
  }[];
  /** What a user may do in the repository; anybody else may read. */
  readonly permissions: Map<string, string>;
  /** A user with the right to write sets a label of pull request 7. */
  readonly setLabel: (name: string) => void;
  /** `path@ref` → text. */
  readonly files: Map<string, string>;
  /** Asked first for every request; an answer takes the place of the usual one. */
  intercept: (request: Seen) => Answer | undefined;
  /** Somebody writes a comment; to pull request 7 unless another one is named. */
  readonly say: (login: string, body: string, type?: string, on?: number) => FakeComment;
}

const OWN = { id: 1, full_name: 'o/r' };

/** The run that plans a pull request of the repository itself. */
const RUN = { event: 'pull_request', path: '.github/workflows/terms.yml', repository: OWN, head_repository: OWN };

const BOT = { login: 'github-actions[bot]', type: 'Bot' };
const COMMENT_MAX = 65_536;

const tooLong: Answer = {
  status: 422,
  body: { message: 'Validation Failed', errors: [{ message: 'body is too long (maximum is 65536 characters)' }] },
};

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** The state of a GitHub, and its answers. */
interface AnsweringGitHub {
  readonly fake: FakeGitHub;
  /** The answer to a request, or the bytes of an artifact. */
  readonly answerSeen: (seen: Seen, url: URL) => Answer | Uint8Array;
}

/**
 * A GitHub that keeps comments, issues and artifacts of `o/r`, with pages of at most `pageSize`, and refuses what the
 * real one refuses.
 */
export function gitHubState({ pageSize = 100 } = {}): AnsweringGitHub {
  let ids = 1000;
  const nextId = (): number => {
    ids += 1;
    return ids;
  };
  const fake: FakeGitHub & { intercept: FakeGitHub['intercept'] } = {
    url: '',
    seen: [],
    comments: [],
    issues: [],
    pulls: new Map(),
    ofCommit: new Map(),
    compared: new Map(),
    artifacts: [],
    runs: new Map(),
    labelEvents: [],
    permissions: new Map([['maintainer', 'write']]),
    setLabel: (name) => fake.labelEvents.push({ on: 7, event: 'labeled', name, login: 'maintainer' }),
    files: new Map(),
    intercept: () => undefined,
    say: (login, body, type = 'User', on = 7) => {
      const comment = { id: nextId(), on, body, user: { login, type } };
      fake.comments.push(comment);
      return comment;
    },
  };
  const shown = (comment: FakeComment) => ({
    ...comment,
    node_id: `IC_${comment.id}`,
    html_url: `https://github.test/o/r/pull/${comment.on}#c${comment.id}`,
  });

  function page(
    items: readonly unknown[],
    url: URL,
    wrap: (items: readonly unknown[]) => unknown = (each) => each,
  ): Answer {
    const number = Number(url.searchParams.get('page') ?? '1');
    const size = Math.min(pageSize, Number(url.searchParams.get('per_page') ?? '30'));
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const rest = items.length > number * size;
    return {
      status: 200,
      headers: rest ? { link: `<${next.href}>; rel="next", <${url.href}>; rel="first"` } : {},
      body: wrap(items.slice((number - 1) * size, number * size)),
    };
  }

  function ofIssues(method: string, url: URL, body: Readonly<Record<string, unknown>>): Answer | undefined {
    const { pathname } = url;
    if (pathname === '/repos/o/r/issues' && method === 'GET') {
      const label = url.searchParams.get('labels');
      return page(
        fake.issues.filter(({ labels }) => label === null || labels.includes(label)),
        url,
      );
    }
    if (pathname === '/repos/o/r/issues' && method === 'POST') {
      const issue: FakeIssue = {
        number: nextId(),
        title: String(body.title),
        body: String(body.body),
        state: 'open',
        labels: body.labels as string[],
        user: BOT,
      };
      fake.issues.push(issue);
      return { status: 201, body: issue };
    }
    const number = Number(/^\/repos\/o\/r\/issues\/(\d+)$/.exec(pathname)?.[1]);
    const issue = fake.issues.find((each) => each.number === number);
    if (issue !== undefined && method === 'PATCH') return { status: 200, body: Object.assign(issue, body) };
    return undefined;
  }

  function ofComments(method: string, url: URL, body: Readonly<Record<string, unknown>>): Answer | undefined {
    const { pathname } = url;
    const text = String(body.body ?? '');
    const on = /^\/repos\/o\/r\/issues\/(\d+)\/comments$/.exec(pathname)?.[1];
    if (on !== undefined) {
      const own = fake.comments.filter((each) => each.on === Number(on));
      if (method === 'GET') return page(own.map(shown), url);
      if (text.length > COMMENT_MAX) return tooLong;
      return { status: 201, body: shown(fake.say(BOT.login, text, BOT.type, Number(on))) };
    }
    const id = Number(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]);
    const index = fake.comments.findIndex((each) => each.id === id);
    const comment = fake.comments[index];
    if (comment === undefined) return undefined;
    if (method === 'DELETE') {
      fake.comments.splice(index, 1);
      return { status: 204 };
    }
    if (text.length > COMMENT_MAX) return tooLong;
    comment.body = text;
    return { status: 200, body: shown(comment) };
  }

  function ofArtifacts(url: URL): Answer | undefined {
    const { pathname } = url;
    const name = url.searchParams.get('name');
    const run = /^\/repos\/o\/r\/actions\/runs\/(\d+)\/artifacts$/.exec(pathname)?.[1];
    if (pathname === '/repos/o/r/actions/artifacts' || run !== undefined) {
      const found = fake.artifacts.filter(
        (each) => each.name === name && (run === undefined || each.run === Number(run)),
      );
      const listed = found.map(({ id, name: named, run: runId, head, own, expired = false, digest }) => ({
        id,
        name: named,
        expired,
        ...(digest !== undefined && { digest }),
        workflow_run: { id: runId, head_sha: head, repository_id: 1, head_repository_id: own ? 1 : 2 },
      }));
      return page(listed, url, (artifacts) => ({ total_count: listed.length, artifacts }));
    }
    const id = /^\/repos\/o\/r\/actions\/artifacts\/(\d+)\/zip$/.exec(pathname)?.[1];
    return id === undefined ? undefined : { status: 302, headers: { location: `${url.origin}/blobs/${id}` } };
  }

  function answerTo(method: string, url: URL, body: Readonly<Record<string, unknown>>): Answer {
    const { pathname } = url;
    if (pathname === '/graphql') {
      if (!String(body.query).includes('minimizeComment'))
        return { status: 200, body: { data: { viewer: { login: BOT.login } } } };
      const { id } = body.variables as { readonly id: string };
      for (const comment of fake.comments) if (`IC_${comment.id}` === id) comment.hidden = true;
      return { status: 200, body: { data: { minimizeComment: { clientMutationId: null } } } };
    }
    const run = /^\/repos\/o\/r\/actions\/runs\/(\d+)$/.exec(pathname)?.[1];
    const uploaded = fake.artifacts.some((each) => each.run === Number(run)) ? RUN : undefined;
    const found = fake.runs.get(Number(run)) ?? uploaded;
    if (found !== undefined) return { status: 200, body: found };
    const pull = /^\/repos\/o\/r\/pulls\/(\d+)$/.exec(pathname)?.[1];
    if (pull !== undefined) return { status: 200, body: fake.pulls.get(Number(pull)) };
    if (pathname === '/repos/o/r/pulls') return page([...fake.pulls.values()], url);
    const commit = /^\/repos\/o\/r\/commits\/([0-9a-f]+)\/pulls$/.exec(pathname)?.[1];
    if (commit !== undefined) return page(fake.ofCommit.get(commit) ?? [], url);
    const labelled = /^\/repos\/o\/r\/issues\/(\d+)\/events$/.exec(pathname)?.[1];
    if (labelled !== undefined) {
      const events = fake.labelEvents.filter(({ on }) => on === Number(labelled));
      return page(
        events.map(({ event, name, login }) => ({
          event,
          label: { name },
          actor: { login },
          created_at: '2026-01-02T03:04:05Z',
        })),
        url,
      );
    }
    const login = /^\/repos\/o\/r\/collaborators\/([^/]+)\/permission$/.exec(pathname)?.[1];
    if (login !== undefined) return { status: 200, body: { permission: fake.permissions.get(login) ?? 'read' } };
    const range = /^\/repos\/o\/r\/compare\/(.+)$/.exec(pathname)?.[1];
    if (range !== undefined) {
      const found = fake.compared.get(range);
      return found === undefined ? { status: 404, body: { message: 'Not Found' } } : { status: 200, body: found };
    }
    const file = /^\/repos\/o\/r\/contents\/(.+)$/.exec(pathname)?.[1];
    if (file !== undefined) {
      const text = fake.files.get(`${decodeURIComponent(file)}@${url.searchParams.get('ref')}`);
      return text === undefined ? { status: 404, body: { message: 'Not Found' } } : { status: 200, body: text };
    }
    return (
      ofComments(method, url, body) ??
      ofIssues(method, url, body) ??
      ofArtifacts(url) ?? { status: 404, body: { message: 'Not Found' } }
    );
  }

  return {
    fake,
    answerSeen(seen, url) {
      fake.seen.push(seen);
      const blob = /^\/blobs\/(\d+)$/.exec(url.pathname)?.[1];
      if (blob !== undefined) return fake.artifacts.find(({ id }) => id === Number(blob))?.zip ?? new Uint8Array();
      return fake.intercept(seen) ?? answerTo(seen.method, url, (seen.body ?? {}) as Readonly<Record<string, unknown>>);
    },
  };
}

const bodyTextOf = ({ body }: Answer): string =>
  typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);

/** Calls to a GitHub in this process, without a socket. */
export const inMemoryFetch =
  ({ answerSeen }: AnsweringGitHub): Ports['fetch'] =>
  async (address, request) => {
    const url = new URL(address);
    const text = request.body === undefined ? '' : new TextDecoder().decode(request.body);
    const path = `${url.pathname}${url.search}`;
    const authorization = Object.entries(request.headers).find(([name]) => /^authorization$/i.test(name))?.[1];
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const answer = answerSeen({ method: request.method, path, authorization, body }, url);
    if (answer instanceof Uint8Array) return new Response(answer.slice());
    const { status, headers = {} } = answer;
    return new Response(status === 204 ? null : bodyTextOf(answer), { status, headers });
  };

/** The same as a server on loopback, closed when the test ends. */
export async function fakeGitHub(options: { readonly pageSize?: number } = {}): Promise<FakeGitHub> {
  const { fake, answerSeen } = gitHubState(options);
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', fake.url);
    const body = await readBody(request);
    const { method = 'GET' } = request;
    const path = `${url.pathname}${url.search}`;
    const answer = answerSeen({ method, path, authorization: request.headers.authorization, body }, url);
    if (answer instanceof Uint8Array) {
      response.end(answer);
      return;
    }
    response.writeHead(answer.status, { ...answer.headers });
    response.end(bodyTextOf(answer));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  return Object.assign(fake, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
