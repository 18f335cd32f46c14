import { type AccountKey, authenticate, pathWithoutKeys, refuseKeyInBody } from './authenticate.ts';
import { readBody } from './body.ts';
import type { Route, ServicePorts } from './context.ts';
import { type Fault, type Faults, makeFaults } from './faults.ts';
import { GLOSSARY_ROUTES } from './glossaries.ts';
import { GLOSSARY_V2_ROUTES } from './glossaries-v2.ts';
import { ConnectionReset, Refusal } from './refusal.ts';
import { makeRouter } from './route.ts';
import { memoryStore, type Store } from './store.ts';
import { STYLE_RULE_ROUTES } from './style-rules.ts';

export interface ServiceOptions {
  /** Keys, each of an account of its own. */
  readonly accounts: readonly AccountKey[];
  /** Default: memory. */
  readonly store?: Store;
  /** Words before the key; default the description's and the public service's. */
  readonly schemes?: readonly string[];
  /** Answer as official clients expect where they and the description disagree (public facts, section 0). Default false. */
  readonly compat?: boolean;
  readonly faults?: readonly Fault[];
  /** Most glossaries of an account: "limited by plan", no number is shown. Default 1,000 on the paid plan and 10 on the free one, a choice. */
  readonly glossariesMax?: { readonly free: number; readonly pro: number };
  /** Sees an error that is the service's own fault; the caller only sees a 500. */
  readonly onError?: (error: unknown) => void;
}

/** One call that was answered or broken. No keys, no bodies. */
export interface CallRecord {
  readonly method: string;
  /** With its query; a key in the query is hidden. */
  readonly path: string;
  /** 0 when the connection was broken. */
  readonly status: number;
  readonly bytesReceived: number;
}

/** The embedded service: a function from request to response over a store. */
export interface Service {
  /** Rejects with `ConnectionReset` when a fault breaks the connection, and for no other reason. */
  handle(request: Request): Promise<Response>;
  readonly faults: Pick<Faults, 'set'>;
  /** The latest calls, at most 100,000, in the order in which they ended. */
  readonly calls: readonly CallRecord[];
  /** Called with every record. */
  onCall(listener: (record: CallRecord) => void): void;
}

/** Most calls that are remembered: a service that runs for weeks must not grow. */
const CALLS_KEPT = 100_000;

const ROUTES: readonly Route[] = [...STYLE_RULE_ROUTES, ...GLOSSARY_ROUTES, ...GLOSSARY_V2_ROUTES];

/** The one error body. Nothing of the inside is in it. */
const refused = ({ status, message, detail, headers }: Refusal): Response =>
  Response.json({ message, ...(detail !== undefined && { detail }) }, { status, headers: { ...headers } });

/** The first half of an answer, and then a broken connection; an answer without a body has no half. */
async function truncated(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === 0) throw new ConnectionReset();
  const half = bytes.slice(0, Math.ceil(bytes.byteLength / 2));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(half);
    },
    // Not before the half has been read: an error empties the queue.
    pull(controller) {
      controller.error(new ConnectionReset());
    },
  });
  return new Response(body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'content-length': String(bytes.byteLength) },
  });
}

async function notReady(response: Response): Promise<Response> {
  const body = (await response.json()) as object;
  // Only a created glossary says whether it is ready.
  return Response.json(Object.hasOwn(body, 'ready') ? { ...body, ready: false } : body, { status: response.status });
}

export function createService(options: ServiceOptions, ports: ServicePorts): Service {
  const {
    accounts,
    store = memoryStore(),
    schemes = ['Service-Auth-Key', 'DeepL-Auth-Key'],
    compat = false,
    glossariesMax = { free: 10, pro: 1000 },
  } = options;
  const faults = makeFaults(options.faults ?? [], ports.random);
  const route = makeRouter(ROUTES);
  const calls: CallRecord[] = [];
  const listeners: ((record: CallRecord) => void)[] = [];
  /** Changes run one after the other, so that each sees the whole of the one before it. */
  let lastChange: Promise<unknown> = Promise.resolve();

  async function answer(request: Request, url: URL, received: (bytes: number) => void): Promise<Response> {
    const { route: found, params } = route(request.method, url.pathname);
    // The header first: a caller without a key is not listened to for 100 MB.
    const { account, plan } = authenticate(request.headers, url.searchParams, { keys: accounts, schemes, compat });
    const { value: body, bytes } =
      found.bodies === undefined ? { value: undefined, bytes: 0 } : await readBody(request, found.bodies);
    received(bytes);
    refuseKeyInBody(body);
    const opened = { plan, store: await store(account) };
    const context = {
      account: opened,
      params,
      query: url.searchParams,
      body,
      ports,
      compat,
      glossariesMax: glossariesMax[plan],
    };
    if (found.method === 'GET') return found.handler(context);
    const change = lastChange.then(() => found.handler(context));
    lastChange = change.catch(() => undefined);
    return change;
  }

  async function answerOrRefuse(request: Request, url: URL, received: (bytes: number) => void): Promise<Response> {
    try {
      return await answer(request, url, received);
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      options.onError?.(error);
      return refused(new Refusal(500, 'Internal server error'));
    }
  }

  async function withFaults(request: Request, url: URL, received: (bytes: number) => void): Promise<Response> {
    const met = faults.meet(request.method, url.pathname);
    const meets = (kind: Fault['kind']): Fault | undefined => met.find((fault) => fault.kind === kind);
    const late = met
      .filter(({ kind }) => kind === 'delay')
      .reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0);
    if (late > 0) await ports.sleep(late);
    if (meets('reset-before') !== undefined) throw new ConnectionReset();
    const status = meets('status');
    if (status?.status !== undefined) {
      return refused(
        new Refusal(status.status, 'A fault that was asked for', {
          headers: status.retryAfter === undefined ? {} : { 'retry-after': String(status.retryAfter) },
        }),
      );
    }
    const response = await answerOrRefuse(request, url, received);
    if (meets('reset-after') !== undefined) throw new ConnectionReset();
    if (meets('not-ready') !== undefined && response.status === 201) return notReady(response);
    return meets('truncate') === undefined ? response : truncated(response);
  }

  return {
    faults: { set: faults.set },
    calls,
    onCall: (listener) => void listeners.push(listener),
    async handle(request) {
      const url = new URL(request.url);
      let bytesReceived = 0;
      const record = (status: number): void => {
        const entry = { method: request.method, path: pathWithoutKeys(url), status, bytesReceived };
        if (calls.length >= CALLS_KEPT) calls.splice(0, CALLS_KEPT / 2);
        calls.push(entry);
        for (const listener of listeners) listener(entry);
      };
      try {
        const response = await withFaults(request, url, (bytes) => {
          bytesReceived = bytes;
        });
        response.headers.set('x-trace-id', ports.id().replaceAll('-', ''));
        record(response.status);
        return response;
      } catch (error) {
        record(0);
        throw error;
      }
    },
  };
}
