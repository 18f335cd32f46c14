import { createHash } from 'node:crypto';
import type { AccountPlan } from './context.ts';
import { Refusal } from './refusal.ts';

/** A key and what it opens. */
export interface AccountKey {
  readonly key: string;
  readonly plan: AccountPlan;
  /** A deactivated key is known, and opens nothing. */
  readonly deactivated?: boolean;
}

export interface AuthSettings {
  readonly keys: readonly AccountKey[];
  /** Words before the key in the header. */
  readonly schemes: readonly string[];
  /** Any key that was never seen opens an account, but for the key `invalid` (public facts, section 5). */
  readonly compat: boolean;
}

export interface Opened {
  /** Names the account in the store. */
  readonly account: string;
  readonly plan: AccountPlan;
}

/** What the store knows an account by: a digest of its key, never the key. */
export const accountName = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

const KEY_FIELDS = ['auth_key', 'api_key'];

/** The path and query of a request for the log: a key that somebody sent in the query, where it is refused, is not written down. */
export function pathWithoutKeys(url: URL): string {
  const names = [...url.searchParams.keys()].filter((name) => KEY_FIELDS.includes(name.toLowerCase()));
  if (names.length === 0) return `${url.pathname}${url.search}`;
  const query = new URLSearchParams(url.searchParams);
  for (const name of names) query.set(name, 'hidden');
  return `${url.pathname}?${query}`;
}

const refuseDeprecated = (): never => {
  throw new Refusal(403, 'Forbidden', {
    detail: 'Authentication by query parameter or request body is no longer taken; send the Authorization header',
  });
};

/** A key in the body is refused with 403, even beside a right one in the header. Source: description, "Authentication" 6. */
export function refuseKeyInBody(body: unknown): void {
  if (typeof body === 'object' && body !== null && KEY_FIELDS.some((name) => Object.hasOwn(body, name)))
    refuseDeprecated();
}

/**
 * The account that a request may use. The key counts in the header alone: in the query it is refused with 403, a missing header with 401, an unknown or
 * deactivated key with 403. Source: description, "Authentication" 1 and 6; statuses: public facts C7.
 */
export function authenticate(
  headers: Headers,
  query: URLSearchParams,
  { keys, schemes, compat }: AuthSettings,
): Opened {
  if (KEY_FIELDS.some((name) => query.has(name))) refuseDeprecated();
  const header = headers.get('authorization')?.trim() ?? '';
  const [scheme = '', key = ''] = header.split(/\s+/, 2);
  if (header === '' || (compat && key === '')) {
    throw new Refusal(compat ? 403 : 401, 'Unauthorized', {
      detail: `Send the header Authorization: ${schemes[0]} <key>`,
    });
  }
  if (!schemes.some((known) => known.toLowerCase() === scheme.toLowerCase()) || key === '') {
    throw new Refusal(401, 'Unauthorized', { detail: `Send the header Authorization: ${schemes[0]} <key>` });
  }
  const known = keys.find((each) => each.key === key);
  if (known?.deactivated === true) throw new Refusal(403, 'Forbidden', { detail: 'This key has been deactivated' });
  if (known !== undefined) return { account: accountName(key), plan: known.plan };
  if (!compat || key === 'invalid') throw new Refusal(403, 'Forbidden', { detail: 'This key is not known' });
  return { account: accountName(key), plan: key.endsWith(':fx') ? 'free' : 'pro' };
}
