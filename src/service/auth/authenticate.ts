import type { Account, KeyRoute } from '../context.ts';
import { forbidden, Refusal, type ServiceRequest } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { type AccountKey, type AccountPlan, accountName, firstRecord, type KeyRing, keyDigest } from './key-ring.ts';

export interface AuthSettings {
  /** The keys that were named at the start, by digest. */
  readonly named: ReadonlyMap<string, AccountKey>;
  /** Words before the key in the header. */
  readonly schemes: readonly string[];
  /** Any key that was never seen opens an account, but for the key `invalid` (public facts, section 5). */
  readonly compat: boolean;
  /** The region of the data centre that this service plays; absent: the standard one. */
  readonly region: string | undefined;
}

const KEY_FIELDS = ['auth_key', 'api_key'];
/** Parts of a query that open something, and are not written down. */
const SECRET_FIELDS = [...KEY_FIELDS, 'signature'];

/**
 * The path and query of a request for the log, without signatures and without keys that a caller wrongly put into the
 * query.
 */
export function pathWithoutKeys(url: URL): string {
  const names = [...url.searchParams.keys()].filter((name) => SECRET_FIELDS.includes(name.toLowerCase()));
  if (names.length === 0) return `${url.pathname}${url.search}`;
  const query = new URLSearchParams(url.searchParams);
  for (const name of names) query.set(name, 'hidden');
  return `${url.pathname}?${query}`;
}

const deprecated = (): Refusal =>
  forbidden('Authentication by query parameter or request body is no longer supported; send the Authorization header');

/**
 * A key in the body is refused with 403, even if the header has a valid key. Source: description, "Authentication" 6.
 */
export function refuseKeyInBody(body: unknown): void {
  if (typeof body === 'object' && body !== null && KEY_FIELDS.some((name) => Object.hasOwn(body, name)))
    throw deprecated();
}

/**
 * Maximum announced bytes of a body that is searched for a key when the header has none: enough for any call but a
 * large glossary. Larger bodies are not read.
 */
const LOOKED_AT_BYTES = 1024 * 1024;

/**
 * Refuses with 403 a caller whose only key is in the body, which is read for nothing else. Any other caller without a
 * key keeps the refusal that it has.
 */
async function refuseKeyInBodyAlone(request: ServiceRequest, route: KeyRoute): Promise<void> {
  if (route.bodies === undefined || request.headers.get('authorization') !== null) return;
  const announced = request.headers.get('content-length');
  if (announced === null || !(Number(announced) <= LOOKED_AT_BYTES)) return;
  const body = await readBody(request, ['json', 'form'], LOOKED_AT_BYTES).catch(() => undefined);
  refuseKeyInBody(body?.value);
}

/** The key of the header. */
function sentKey(headers: ServiceRequest['headers'], { schemes, compat }: AuthSettings): string {
  const [scheme = '', ...rest] = (headers.get('authorization')?.trim() ?? '').split(/\s+/);
  // A key has no spaces. Text after a space makes it a different key, which is unknown.
  const key = rest.join(' ');
  const known = schemes.some((each) => each.toLowerCase() === scheme.toLowerCase());
  if (known && key !== '') return key;
  const detail = `Send the header Authorization: ${schemes[0]} <key>`;
  // Official clients only know 403.
  throw new Refusal(compat && (scheme === '' || key === '') ? 403 : 401, 'Unauthorized', detail);
}

/** Scopes are an option of a key. Source: public facts F34; text F4. */
function checkScope(scopes: readonly string[] | undefined, needed: string | undefined): void {
  if (scopes === undefined || needed === undefined || scopes.includes(needed)) return;
  throw forbidden(`Missing required scope(s): ${needed}`);
}

/**
 * Identifies the caller, and checks that the route is open to this kind of key. Only the header counts: a key in the
 * query is refused with 403, a missing header with 401, an unknown or deactivated key with 403. Admin endpoints take
 * admin keys, all others take developer keys. Source: description, "Authentication" 1 to 3, 6 and 7; statuses: public
 * facts C7.
 */
export function authenticate(
  headers: ServiceRequest['headers'],
  url: URL,
  route: KeyRoute,
  ring: KeyRing,
  settings: AuthSettings,
): Pick<Account, 'plan' | 'key'> & { readonly account: string } {
  const { named, compat, region } = settings;
  if (KEY_FIELDS.some((name) => url.searchParams.has(name))) throw deprecated();
  const key = sentKey(headers, settings);
  const digest = keyDigest(key);
  const configuredKey = named.get(digest);
  const record = configuredKey?.admin === true ? undefined : ring.find(digest);
  if (record?.deactivatedTime != null || configuredKey?.deactivated === true)
    throw forbidden('This key has been deactivated');
  if (configuredKey?.region !== undefined && configuredKey.region !== (region ?? 'standard'))
    throw forbidden('Your account is denied access');
  if (configuredKey === undefined && record === undefined && (!compat || key === 'invalid'))
    throw forbidden('This key is unknown');
  if ((route.access ?? 'key') === 'admin' && configuredKey?.admin !== true)
    throw forbidden('This path requires an admin key');
  if ((route.access ?? 'key') === 'key' && configuredKey?.admin === true)
    throw forbidden('Only the admin endpoints accept an admin key');
  checkScope(configuredKey?.scopes, route.scope);
  if (configuredKey?.admin === true)
    return { account: accountName(configuredKey.account ?? key), plan: configuredKey.plan, key: undefined };
  const plan = configuredKey?.plan ?? planOf(record?.account, key, named);
  // A key that opens an account by being new has a record like any other, made up again with every call.
  const known = record ?? firstRecord({ key, plan });
  return { account: known.account, plan, key: known };
}

/** Authenticates before the body is read. A caller whose only key is in the body gets the refusal for that. */
export async function authenticateFirst(
  request: ServiceRequest,
  url: URL,
  route: KeyRoute,
  ring: KeyRing,
  settings: AuthSettings,
): Promise<void> {
  try {
    authenticate(request.headers, url, route, ring, settings);
  } catch (error) {
    await refuseKeyInBodyAlone(request, route);
    throw error;
  }
}

/**
 * The plan of a key that was made later is its account's; under `compat` a key that ends in `:fx` is of the free plan.
 */
function planOf(account: string | undefined, key: string, named: ReadonlyMap<string, AccountKey>): AccountPlan {
  const owner = [...named.values()].find((each) => accountName(each.account ?? each.key) === account);
  return owner?.plan ?? (key.endsWith(':fx') ? 'free' : 'pro');
}
