import type { CatalogueLanguage } from '../contract/language-catalogue.ts';
import { builtInRules } from '../contract/rule-catalogue.ts';
import { pathWithoutKeys } from './auth/authenticate.ts';
import { type ClientSession, makeSessions } from './auth/client-sessions.ts';
import { type AccountKey, firstRecord, keyDigest } from './auth/key-ring.ts';
import type { ServicePorts, ServiceSettings } from './context.ts';
import { type Fault, type Faults, type Met, makeFaults, parseFaults } from './faults/faults.ts';
import {
  type Answer,
  badRequest,
  bodyBytes,
  ConnectionReset,
  jsonAnswer,
  methodNotAllowed,
  NO_CONTENT,
  Refusal,
  type ServiceRequest,
} from './http/answer.ts';
import { corsHeaders, preflight } from './http/asset-cors.ts';
import { readBody } from './http/body.ts';
import { bodyChunks, truncated } from './http/truncated.ts';
import { makeRouted } from './routed.ts';
import { memoryStore, type Store, type StoredEvent, type StoredKey } from './store/store.ts';
import { COMPAT_LANGUAGES, COMPAT_MEMORY } from './translate/compat.ts';
import { knownLanguages } from './translate/known-languages.ts';

/** An entry of the log of notifications and audit events. */
interface ServiceEvent extends StoredEvent {
  /** A notification is what would be mailed to a developer; an audit event is what an administrator looks up. */
  readonly kind: 'audit' | 'notification';
  /** A digest that names the account. */
  readonly account: string;
  readonly keyId: string;
}

/** The one event that is a notification. */
const kindOfEvent = ({ event }: StoredEvent): ServiceEvent['kind'] =>
  event === 'usage-limit-reached' ? 'notification' : 'audit';

const byTime = (left: ServiceEvent, right: ServiceEvent): number =>
  left.time < right.time ? -1 : left.time > right.time ? 1 : 0;

/**
 * All events of all accounts, by time. They are stored in the records of keys and of usage, so that no event exists
 * without its change.
 */
async function readEvents(store: Store, named: ReadonlyMap<string, StoredKey>): Promise<readonly ServiceEvent[]> {
  const { keys } = await store.common();
  const accountOf = new Map([...named.values(), ...keys.all()].map(({ id, account }) => [id, account]));
  const audit = keys
    .all()
    .flatMap(({ id, account, events }) =>
      events.map((event): ServiceEvent => ({ ...event, kind: 'audit', account, keyId: id })),
    );
  const notifications: ServiceEvent[] = [];
  for (const name of await store.accounts()) {
    for (const { keyId, events } of (await store.account(name)).usage.all()) {
      const account = accountOf.get(keyId) ?? name;
      for (const event of events) notifications.push({ ...event, kind: 'notification', account, keyId });
    }
  }
  return [...audit, ...notifications].sort(byTime);
}

/**
 * The path that lists the events of all accounts, if the operator allows it. The description has no path for them, and
 * none of its paths has this beginning.
 */
const EVENTS_PATH = '/-/events';

/** GET lists the events by time. Takes no key: an operator allows it on loopback only. */
async function answerEventsPath(
  { method }: ServiceRequest,
  events: () => Promise<readonly ServiceEvent[]>,
): Promise<Answer> {
  if (method !== 'GET') throw methodNotAllowed('GET');
  return jsonAnswer({ events: await events() });
}

/** An answer as a `Response` of the Fetch API. */
function toResponse(answer: Answer): Response {
  const { status, headers, body, cutAfter } = answer;
  const fullBody = typeof body === 'string' ? body : bodyBytes(answer);
  const sent = cutAfter === undefined ? fullBody : ReadableStream.from(bodyChunks(answer));
  return new Response(body === '' ? null : sent, { status, headers });
}

/**
 * The path that sets faults over HTTP, if the operator allows it. None of the paths of the description has this
 * beginning.
 */
const FAULTS_PATH = '/-/faults';

/**
 * GET lists the faults. PUT replaces them: its body is a list, or an object as GET returns it. DELETE removes them.
 * Takes no key: an operator allows it on loopback only.
 */
async function answerFaultsPath(request: ServiceRequest, faults: Faults): Promise<Answer> {
  if (request.method === 'PUT') {
    const { value } = await readBody(request, ['json']);
    const listed = typeof value === 'object' && value !== null && 'faults' in value ? value.faults : value;
    const parsed = parseFaults(listed);
    if (parsed.wrong.length > 0) throw badRequest(parsed.wrong.join('; '));
    faults.set(parsed.faults);
  } else if (request.method === 'DELETE') {
    faults.set([]);
    return NO_CONTENT;
  } else if (request.method !== 'GET') throw methodNotAllowed('GET, PUT, DELETE');
  return jsonAnswer({ faults: faults.list() });
}

/** Options of the embedded service, and its accounts. */
export interface ServiceOptions extends Partial<Omit<ServiceSettings, 'languages'>> {
  /** Additional languages, as in a service that has grown since the description. */
  readonly languages?: readonly CatalogueLanguage[];
  /** Keys that exist from the start. Each has its own account, unless `account` names one. */
  readonly accounts: readonly AccountKey[];
  /** Default: memory. */
  readonly store?: Store;
  /** Words before the key; default the description's and the public service's. */
  readonly schemes?: readonly string[];
  readonly faults?: readonly Fault[];
  /** Answer at `/-/faults`, where faults can be read and set without a key. Default false. */
  readonly faultsPath?: boolean;
  /** Answer at `/-/events`, where the events of all accounts can be read without a key. Default false. */
  readonly eventsPath?: boolean;
  /** Sees an error that is the service's own fault; the caller only sees a 500. */
  readonly onError?: (error: unknown) => void;
}

/** One call that was answered or broken. No keys, no bodies. */
export interface CallRecord {
  /** When it was answered. */
  readonly at: Date;
  readonly method: string;
  /** With its query; a key or a signature in the query is hidden. */
  readonly path: string;
  /** 0 when the connection was broken. */
  readonly status: number;
  readonly bytesReceived: number;
}

/** An event, and the label of the key that it is about. */
export type LabelledEvent = ServiceEvent & { readonly label: string };

/** The embedded service: a function from request to response over a store. */
export interface Service {
  /** Rejects with `ConnectionReset` when a fault breaks the connection, and for no other reason. */
  handle(request: Request): Promise<Response>;
  /**
   * The same as `handle`, without the types of the Fetch API: Node needs longer to load and create these than a small
   * call takes. For a socket, and for a client in this process.
   */
  answer(request: ServiceRequest): Promise<Answer>;
  readonly faults: Pick<Faults, 'set' | 'list'>;
  /** The latest calls, at most 100,000, in the order in which they ended. */
  readonly calls: readonly CallRecord[];
  /** Called with every record. */
  onCall(listener: (record: CallRecord) => void): void;
  /** Called with each event after it is kept. */
  onEvent(listener: (event: LabelledEvent) => void): void;
  /** Notifications and audit events of every account, by time. Source: description, "Events" 1 and 2. */
  events(): Promise<readonly ServiceEvent[]>;
}

/** Maximum calls that are remembered, so that memory does not grow in a service that runs for weeks. */
const CALLS_KEPT = 100_000;

/** How long a call that a session wants no answer to is left open: longer than any client waits. */
const NO_RESPONSE_MS = 10 * 60 * 1000;

/** The one error body. Nothing of the inside is in it. */
const refused = ({ status, message, detail, headers }: Refusal): Answer =>
  jsonAnswer({ message, detail }, { status, headers });

function faultAnswer({ status, retryAfter }: NonNullable<Met['status']>): Answer {
  const headers: Readonly<Record<string, string>> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return refused(new Refusal(status, 'A simulated fault', undefined, headers));
}

/** By plan. Both are "limited by plan" and not shown: choices. */
const GLOSSARIES_MAX = { free: 10, pro: 1000 };
const CHARACTERS_MAX = { free: 500_000, pro: null };

/** An option that is `undefined` counts as not given. */
function settingsOf({ languages = [], rules, ...options }: ServiceOptions): ServiceSettings {
  const { compat = false, translationMemories = compat ? [COMPAT_MEMORY] : [] } = options;
  return {
    compat,
    translationMemories,
    languages: knownLanguages([...(compat ? COMPAT_LANGUAGES : []), ...languages]),
    rules: rules ?? builtInRules(),
    glossariesMax: options.glossariesMax ?? GLOSSARIES_MAX,
    charactersMax: options.charactersMax ?? CHARACTERS_MAX,
    region: options.region,
    voiceMs: options.voiceMs ?? 2000,
  };
}

/** The settings for the calls of a session. */
function settingsIn(session: ClientSession | undefined, settings: ServiceSettings): ServiceSettings {
  if (session === undefined) return settings;
  const { characters } = session.limits;
  const limited = { ...settings, sessionLimits: session.limits };
  return characters === undefined
    ? limited
    : { ...limited, charactersMax: { free: characters || null, pro: characters || null } };
}

/** The answer of a failure that the session asked for; `undefined`: the call continues. */
async function sessionAnswer(session: ClientSession | undefined, ports: ServicePorts): Promise<Answer | undefined> {
  const met = session?.meet();
  if (met === undefined) return undefined;
  if (met !== 'no-response') return refused(new Refusal(met, 'A fault that the session requested'));
  await ports.sleep(NO_RESPONSE_MS);
  throw new ConnectionReset();
}

/**
 * Opens the service on a store. It does what surrounds a call (faults, sessions, the log of calls); `makeRouted` does
 * the call. It is longer than 60 lines because all of it shares the log and the listeners.
 */
export function createService(options: ServiceOptions, ports: ServicePorts): Service {
  const { accounts, store = memoryStore(), schemes = ['Service-Auth-Key', 'DeepL-Auth-Key'] } = options;
  const settings = settingsOf(options);
  const faults = makeFaults(options.faults ?? [], ports);
  const calls: CallRecord[] = [];
  const listeners: ((record: CallRecord) => void)[] = [];
  const eventListeners: ((event: LabelledEvent) => void)[] = [];
  const named = new Map(accounts.map((each) => [keyDigest(each.key), each]));
  const records = new Map(
    accounts.filter(({ admin }) => admin !== true).map((each) => [keyDigest(each.key), firstRecord(each)]),
  );
  const auth = { named, schemes, compat: settings.compat, region: settings.region };
  const notify = (event: StoredEvent, { id: keyId, account }: StoredKey, label: string): void => {
    for (const listener of eventListeners) listener({ ...event, kind: kindOfEvent(event), account, keyId, label });
  };
  const routed = makeRouted({ store, records, auth, ports, notify });

  const events = (): Promise<readonly ServiceEvent[]> => readEvents(store, records);
  const sessionOf = makeSessions();

  async function answerOrRefuse(answering: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answering();
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      if (error instanceof ConnectionReset) throw error;
      options.onError?.(error);
      return refused(new Refusal(500, 'Internal server error'));
    }
  }

  async function withFaults(request: ServiceRequest, url: URL, received: (bytes: number) => void): Promise<Answer> {
    if (options.faultsPath === true && url.pathname === FAULTS_PATH)
      return answerOrRefuse(() => answerFaultsPath(request, faults));
    if (options.eventsPath === true && url.pathname === EVENTS_PATH)
      return answerOrRefuse(() => answerEventsPath(request, events));
    const session = settings.compat ? sessionOf(request.headers) : undefined;
    const sessionFault = await sessionAnswer(session, ports);
    if (sessionFault !== undefined) return sessionFault;
    const met = faults.meet(request.method, url.pathname);
    if (met.delayMs > 0) await ports.sleep(met.delayMs);
    if (met.kinds.has('reset-before')) throw new ConnectionReset();
    if (met.status !== undefined) return faultAnswer(met.status);
    const input = { request, url, met, received, settings: settingsIn(session, settings) };
    const answer = preflight(request.method, url) ?? (await answerOrRefuse(() => routed(input)));
    if (met.kinds.has('reset-after')) throw new ConnectionReset();
    if (met.statusAfter !== undefined) return faultAnswer(met.statusAfter);
    return met.kinds.has('truncate') ? truncated(answer) : answer;
  }

  async function answer(request: ServiceRequest): Promise<Answer> {
    const url = new URL(request.url);
    let bytesReceived = 0;
    const record = (status: number): void => {
      const path = pathWithoutKeys(url);
      const entry: CallRecord = { at: ports.now(), method: request.method, path, status, bytesReceived };
      if (calls.length >= CALLS_KEPT) calls.splice(0, CALLS_KEPT / 2);
      calls.push(entry);
      for (const listener of listeners) listener(entry);
    };
    try {
      const found = await withFaults(request, url, (bytes) => {
        bytesReceived = bytes;
      });
      record(found.status);
      const traced = { ...corsHeaders(url), 'x-trace-id': ports.id().replaceAll('-', '') };
      return { ...found, headers: { ...found.headers, ...traced } };
    } catch (error) {
      record(0);
      throw error;
    }
  }

  return {
    faults: { set: faults.set, list: faults.list },
    calls,
    onCall: (listener) => void listeners.push(listener),
    onEvent: (listener) => void eventListeners.push(listener),
    events,
    answer,
    handle: async (request) => toResponse(await answer(request)),
  };
}
