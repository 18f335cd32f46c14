import { DEVELOPER_KEY_ROUTES } from './admin/developer-keys.ts';
import { USAGE_ROUTES } from './admin/usage.ts';
import { type AuthSettings, authenticate, authenticateFirst, refuseKeyInBody } from './auth/authenticate.ts';
import { makeKeyRing } from './auth/key-ring.ts';
import type { Route, ServicePorts, ServiceSettings, SignedCall } from './context.ts';
import type { Met } from './faults/faults.ts';
import { GLOSSARY_ROUTES } from './glossaries/glossaries.ts';
import { GLOSSARY_V2_ROUTES } from './glossaries/glossaries-v2.ts';
import { type Answer, methodNotAllowed, Refusal, type ServiceRequest } from './http/answer.ts';
import { readBody } from './http/body.ts';
import type { Store, StoredEvent, StoredKey } from './store/store.ts';
import { STYLE_RULE_ROUTES } from './style-rules/style-rules.ts';
import { LANGUAGE_ROUTES } from './translate/languages.ts';
import { TRANSLATE_ROUTES } from './translate/translate.ts';
import { TRANSLATION_MEMORY_ROUTES } from './translate/translation-memories.ts';
import { VOICE_ASSET_ROUTES } from './voice/voice-assets.ts';
import { VOICE_JOB_ROUTES } from './voice/voice-jobs.ts';

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...STYLE_RULE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...GLOSSARY_V2_ROUTES,
  ...LANGUAGE_ROUTES,
  ...DEVELOPER_KEY_ROUTES,
  ...USAGE_ROUTES,
  ...TRANSLATE_ROUTES,
  ...TRANSLATION_MEMORY_ROUTES,
  ...VOICE_JOB_ROUTES,
  ...VOICE_ASSET_ROUTES,
];

/** The parts of a path, decoded; `undefined` when they cannot be. */
function segments(path: string): readonly string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Finds the route of a call: 404 when no path fits, 405 with `Allow` when the path takes other methods. */
function makeRouter(
  routes: readonly Route[],
): (method: string, path: string) => { readonly route: Route; readonly params: Readonly<Record<string, string>> } {
  const known = routes.map((route) => ({ route, parts: route.path.split('/') }));
  return (method, path) => {
    const requestParts = segments(path);
    const matching = known.filter(
      ({ parts }) =>
        parts.length === requestParts?.length &&
        parts.every((part, index) =>
          part.startsWith('{') ? requestParts[index] !== '' : part === requestParts[index],
        ),
    );
    if (matching.length === 0 || requestParts === undefined)
      throw new Refusal(404, 'Not found', 'This path does not exist');
    const found = matching.find(({ route }) => route.method === method);
    if (found === undefined) throw methodNotAllowed([...new Set(matching.map(({ route }) => route.method))].join(', '));
    const params = found.parts.flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), requestParts[index] ?? ''] as const] : [],
    );
    return { route: found.route, params: Object.fromEntries(params) };
  };
}

export interface RoutedInput {
  readonly store: Store;
  /** The records of the keys that were named at the start, by digest. */
  readonly records: ReadonlyMap<string, StoredKey>;
  readonly auth: AuthSettings;
  readonly ports: ServicePorts;
  readonly notify: (event: StoredEvent, key: StoredKey, label: string) => void;
}

/** One request to answer. */
export interface RoutedRequest {
  readonly request: ServiceRequest;
  readonly url: URL;
  readonly met: Met;
  /** Receives the number of bytes of the body. */
  readonly received: (bytes: number) => void;
  readonly settings: ServiceSettings;
}

/**
 * Answers a request by its route: authenticates the caller, reads the body, and calls the handler. Changes run one
 * after the other, so that each sees the whole result of the previous one.
 */
export function makeRouted({ store, records, auth, ports, notify }: RoutedInput) {
  const route = makeRouter(ROUTES);
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Regions do not share: each has accounts of its own under the same names. */
  const inRegion = (name: string): string => (auth.region === undefined ? name : `${name}-${auth.region}`);

  return async ({ request, url, met, received, settings }: RoutedRequest): Promise<Answer> => {
    const { route: found, params } = route(request.method, url.pathname);
    const { searchParams: query, origin } = url;
    const known = { params, query, origin, ports, settings, faults: met.handlerFaults };
    async function callWith(body: unknown, bodyBytes: number): Promise<SignedCall> {
      const common = await store.common();
      const ring = makeKeyRing(records, common);
      return {
        common,
        ring,
        ...known,
        body,
        bodyBytes,
        notify: (event, key) => notify(event, key, ring.get(key.id)?.label ?? ''),
        authorization: request.headers.get('authorization') ?? '',
        openAccount: async (name) => store.account(inRegion(name)),
      };
    }

    const changes = found.changes ?? found.method !== 'GET';
    const bodies = found.bodies ?? (settings.compat ? found.compatBodies : undefined);
    // Nothing to wait for: `handled` sees who it is, and a second look would see the same.
    if (found.access !== 'signature' && bodies === undefined && !changes) return handled();

    // Who it is first: a caller without a key or a signature is not listened to for 100 MB.
    const before = await callWith(undefined, 0);
    if (found.access === 'signature') found.check(before);
    else await authenticateFirst(request, url, found, before.ring, auth);
    const { value, bytes } = bodies === undefined ? { value: undefined, bytes: 0 } : await readBody(request, bodies);
    received(bytes);
    refuseKeyInBody(value);

    async function handled(body?: unknown, bodyBytes = 0): Promise<Answer> {
      const call = await callWith(body, bodyBytes);
      if (found.access === 'signature') return found.handler(call);
      // Authenticates again: the key may have been deactivated while the body arrived and other changes ran.
      const { account: name, plan, key } = authenticate(request.headers, url, found, call.ring, auth);
      return found.handler({ ...call, account: { name, plan, key, store: await call.openAccount(name) } });
    }

    if (!changes) return handled(value, bytes);
    const change = lastChange.then(() => store.exclusively(async () => handled(value, bytes)));
    lastChange = change.catch(() => undefined);
    return change;
  };
}
