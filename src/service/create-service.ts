import type { CatalogueLanguage } from '../contract/language-catalogue.ts';
import { builtInRules } from '../contract/rule-catalogue.ts';
import { authenticate, pathWithoutKeys, refuseKeyInBody, refuseKeyInBodyAlone } from './auth/authenticate.ts';
import { type ClientSession, makeSessions } from './auth/client-sessions.ts';
import { type AccountKey, firstRecord, keyDigest, makeKeyRing } from './auth/key-ring.ts';
import type { Call, Context, ServicePorts, ServiceSettings, SignedCall } from './context.ts';
import { type Fault, type Faults, type Met, makeFaults } from './faults/faults.ts';
import { answerFaultsPath, FAULTS_PATH } from './faults/faults-path.ts';
import { type Answer, jsonAnswer, type ServiceRequest } from './http/answer.ts';
import { corsHeaders, preflight } from './http/asset-cors.ts';
import { readBody } from './http/body.ts';
import { ConnectionReset, Refusal } from './http/refusal.ts';
import { makeRouter } from './http/route.ts';
import { ROUTES } from './http/routes.ts';
import { toResponse } from './http/to-response.ts';
import { truncated } from './http/truncated.ts';
import { readEvents, type ServiceEvent } from './store/events.ts';
import { memoryStore, type Store, type StoredEvent, type StoredKey } from './store/store.ts';
import { COMPAT_LANGUAGES, COMPAT_MEMORY } from './translate/compat.ts';
import { knownLanguages } from './translate/known-languages.ts';

export interface ServiceOptions extends Partial<Omit<ServiceSettings, 'languages'>> {
  /** Languages beside those of the description, as a service has that has grown. */
  readonly languages?: readonly CatalogueLanguage[];
  /** Keys that are known from the start, each of an account of its own unless `account` says otherwise. */
  readonly accounts: readonly AccountKey[];
  /** Default: memory. */
  readonly store?: Store;
  /** Words before the key; default the description's and the public service's. */
  readonly schemes?: readonly string[];
  readonly faults?: readonly Fault[];
  /** Answer at `/-/faults`, where faults can be read and set without a key. Default false. */
  readonly faultsPath?: boolean;
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

/** A notification, and the label of the key that it is about. */
export type Notification = ServiceEvent & { readonly label: string };

/** The embedded service: a function from request to response over a store. */
export interface Service {
  /** Rejects with `ConnectionReset` when a fault breaks the connection, and for no other reason. */
  handle(request: Request): Promise<Response>;
  /**
   * The same without the web's own types, which take Node longer to load and to make than a small call takes: for a
   * socket, and for a client in this process.
   */
  answer(request: ServiceRequest): Promise<Answer>;
  readonly faults: Pick<Faults, 'set' | 'list'>;
  /** The latest calls, at most 100,000, in the order in which they ended. */
  readonly calls: readonly CallRecord[];
  /** Called with every record. */
  onCall(listener: (record: CallRecord) => void): void;
  /** Called with each notification when it is due. */
  onNotification(listener: (notification: Notification) => void): void;
  /** Notifications and audit events of every account, by time. Source: description, "Events" 1 and 2. */
  events(): Promise<readonly ServiceEvent[]>;
}

/** Most calls that are remembered: a service that runs for weeks must not grow. */
const CALLS_KEPT = 100_000;

/** How long a call that a session wants no answer to is left open: longer than any client waits. */
const NO_RESPONSE_MS = 10 * 60 * 1000;

/** The one error body. Nothing of the inside is in it. */
const refused = ({ status, message, detail, headers }: Refusal): Answer =>
  jsonAnswer({ message, ...(detail !== undefined && { detail }) }, { status, headers: { ...headers } });

function askedFor({ status, retryAfter }: NonNullable<Met['status']>): Answer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return refused(new Refusal(status, 'A fault that was asked for', { headers }));
}

/** Numbers of glossaries and characters are "limited by plan" and not shown: choices. */
const DEFAULTS: Omit<ServiceSettings, 'languages' | 'rules'> = {
  compat: false,
  glossariesMax: { free: 10, pro: 1000 },
  charactersMax: { free: 500_000, pro: null },
  translationMemories: [],
  region: undefined,
  voiceMs: 2000,
};

function settingsOf(options: ServiceOptions): ServiceSettings {
  const { compat, glossariesMax, charactersMax, translationMemories, region, voiceMs, languages, rules } = options;
  const given = { compat, glossariesMax, charactersMax, translationMemories, region, voiceMs };
  return {
    ...DEFAULTS,
    ...(compat === true && { translationMemories: [COMPAT_MEMORY] }),
    languages: knownLanguages([...(compat === true ? COMPAT_LANGUAGES : []), ...(languages ?? [])]),
    rules: rules ?? builtInRules(),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as object),
  };
}

export function createService(options: ServiceOptions, ports: ServicePorts): Service {
  const { accounts, store = memoryStore(), schemes = ['Service-Auth-Key', 'DeepL-Auth-Key'] } = options;
  const settings = settingsOf(options);
  const faults = makeFaults(options.faults ?? [], ports);
  const route = makeRouter(ROUTES);
  const calls: CallRecord[] = [];
  const listeners: ((record: CallRecord) => void)[] = [];
  const notified: ((notification: Notification) => void)[] = [];
  const named = new Map(accounts.map((each) => [keyDigest(each.key), each]));
  const records = new Map(
    accounts.filter(({ admin }) => admin !== true).map((each) => [keyDigest(each.key), firstRecord(each)]),
  );
  const auth = { named, schemes, compat: settings.compat, region: settings.region };
  /** Changes run one after the other, so that each sees the whole of the one before it. */
  let lastChange: Promise<unknown> = Promise.resolve();

  const sessionOf = makeSessions();
  const settingsIn = (session: ClientSession | undefined): ServiceSettings => {
    if (session === undefined) return settings;
    const { characters } = session.limits;
    const limit = characters === 0 ? null : characters;
    return {
      ...settings,
      sessionLimits: session.limits,
      ...(limit !== undefined && { charactersMax: { free: limit, pro: limit } }),
    };
  };

  /** Regions do not share: each has accounts of its own under the same names. */
  const inRegion = (name: string): string => (settings.region === undefined ? name : `${name}-${settings.region}`);

  async function routed(
    request: ServiceRequest,
    url: URL,
    met: Met,
    received: (bytes: number) => void,
    own: ServiceSettings,
  ): Promise<Answer> {
    const { route: found, params } = route(request.method, url.pathname);
    const sender = { headers: request.headers, url };
    const { searchParams: query, origin } = url;

    async function callWith(body: unknown, bodyBytes: number): Promise<Call> {
      const common = await store.common();
      const ring = makeKeyRing(records, common);
      const notify = (event: StoredEvent, { id: keyId, account }: StoredKey): void => {
        const label = ring.get(keyId)?.label ?? '';
        for (const listener of notified) listener({ ...event, kind: 'notification', account, keyId, label });
      };
      return { common, ring, params, query, body, bodyBytes, origin, ports, settings: own, faults: met.asked, notify };
    }
    const signed = (call: Call): SignedCall => ({
      ...call,
      authorization: request.headers.get('authorization') ?? '',
      openAccount: async (name) => store.account(inRegion(name)),
    });

    const changes = found.changes ?? found.method !== 'GET';
    const bodies = found.bodies ?? (settings.compat ? found.compatBodies : undefined);
    // Nothing to wait for: `handled` sees who it is, and a second look would see the same.
    if (found.access !== 'signature' && bodies === undefined && !changes) return handled();

    // Who it is first: a caller without a key or a signature is not listened to for 100 MB.
    const before = await callWith(undefined, 0);
    if (found.access === 'signature') found.check(signed(before));
    else {
      try {
        authenticate(sender, found, before.ring, auth);
      } catch (error) {
        await refuseKeyInBodyAlone(request, found);
        throw error;
      }
    }
    const { value: body, bytes: bodyBytes } =
      bodies === undefined ? { value: undefined, bytes: 0 } : await readBody(request, bodies);
    received(bodyBytes);
    refuseKeyInBody(body);

    async function handled(body?: unknown, bodyBytes = 0): Promise<Answer> {
      const call = await callWith(body, bodyBytes);
      if (found.access === 'signature') return found.handler(signed(call));
      // Once more: while the body came in and other changes ran, the key may have been deactivated.
      const { account: name, plan, key } = authenticate(sender, found, call.ring, auth);
      const context: Context = { ...call, account: { name, plan, key, store: await store.account(inRegion(name)) } };
      return found.handler(context);
    }

    if (!changes) return handled(body, bodyBytes);
    const change = lastChange.then(() => store.exclusively(async () => handled(body, bodyBytes)));
    lastChange = change.catch(() => undefined);
    return change;
  }

  async function answerOrRefuse(answering: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answering();
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      options.onError?.(error);
      return refused(new Refusal(500, 'Internal server error'));
    }
  }

  /** What the session of a call asks for before the service looks at it; `undefined`: nothing. */
  async function sessionAnswer(session: ClientSession | undefined): Promise<Answer | undefined> {
    const met = session?.meet();
    if (met === undefined) return undefined;
    if (met !== 'no-response') return refused(new Refusal(met, 'A fault that the session asked for'));
    await ports.sleep(NO_RESPONSE_MS);
    throw new ConnectionReset();
  }

  async function withFaults(request: ServiceRequest, url: URL, received: (bytes: number) => void): Promise<Answer> {
    if (options.faultsPath === true && url.pathname === FAULTS_PATH)
      return answerOrRefuse(() => answerFaultsPath(request, faults));
    const session = settings.compat ? sessionOf(request.headers) : undefined;
    const ofSession = await sessionAnswer(session);
    if (ofSession !== undefined) return ofSession;
    const met = faults.meet(request.method, url.pathname);
    if (met.delayMs > 0) await ports.sleep(met.delayMs);
    if (met.kinds.has('reset-before')) throw new ConnectionReset();
    if (met.status !== undefined) return askedFor(met.status);
    const asked = preflight(request.method, url);
    const answer = asked ?? (await answerOrRefuse(() => routed(request, url, met, received, settingsIn(session))));
    if (met.kinds.has('reset-after')) throw new ConnectionReset();
    if (met.statusAfter !== undefined) return askedFor(met.statusAfter);
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
    onNotification: (listener) => void notified.push(listener),
    events: () => readEvents(store, records),
    answer,
    handle: async (request) => toResponse(await answer(request)),
  };
}
