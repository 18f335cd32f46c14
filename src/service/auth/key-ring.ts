import { hash } from 'node:crypto';
import { isFields } from '../http/fields.ts';
import type { CommonStore, StoredKey } from '../store/store.ts';

export type AccountPlan = 'free' | 'pro';

/** A key that is known from the start, and what it opens. */
export interface AccountKey {
  readonly key: string;
  readonly plan: AccountPlan;
  /** Keys with the same name here share one account. Default: an account of the key's own. */
  readonly account?: string;
  /** An admin key opens the admin endpoints of its account and nothing else. Default false. */
  readonly admin?: boolean;
  /** A deactivated key is known, and opens nothing. */
  readonly deactivated?: boolean;
  /** The name of the key in reports; default `Service API Key`, as in the description. */
  readonly label?: string;
  /** Such as `glossaries:read`; absent: everything (public facts F34). */
  readonly scopes?: readonly string[];
  /** The data centre that the account belongs to; absent: every one, each with data of its own. */
  readonly region?: string;
}

/** Source: table "Admin API", row 1. */
export const DEFAULT_KEY_LABEL = 'Service API Key';

/** `null`: no limit. */
export const UNLIMITED: StoredKey['limits'] = { characters: null, speech_to_text_milliseconds: null };

export const keyDigest = (key: string): string => hash('sha256', key, 'hex');

/**
 * The identifier of an account in the store: a digest of its name, or of its key if it has no name. Never the key
 * itself.
 */
export const accountName = (name: string): string => keyDigest(name).slice(0, 16);

/** Two GUIDs joined by `:`, the same for a key in every run. */
function idOf(key: string): string {
  const hex = keyDigest(`key id of ${key}`);
  const guid = (at: number): string => hex.slice(at, at + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `${guid(0)}:${guid(32)}`;
}

/**
 * As much of a key as a report shows: of a long one both ends, of a short one nothing. A choice; only "masked" is
 * given.
 */
export const masked = (key: string): string =>
  key.length < 20 ? '********' : `${key.slice(0, 4)}****${key.slice(-4)}`;

export type KeyRing = ReturnType<typeof makeKeyRing>;

/**
 * The creation time of keys that are named at the start. The real time is unknown. A constant makes all processes that
 * share the data agree, after each start. A choice.
 */
const GIVEN_KEY_TIME = '2026-01-01T00:00:00.000Z';

/** The record of a key that was named at the start, as it is before anybody changes it. */
export const firstRecord = (account: AccountKey): StoredKey => ({
  id: idOf(account.key),
  account: accountName(account.account ?? account.key),
  digest: keyDigest(account.key),
  masked: masked(account.key),
  label: account.label ?? DEFAULT_KEY_LABEL,
  creationTime: GIVEN_KEY_TIME,
  deactivatedTime: account.deactivated === true ? GIVEN_KEY_TIME : null,
  limits: UNLIMITED,
  events: [],
});

/**
 * The keys of the store and the keys that were named at the start. If both have a key, the record of the store counts,
 * so that a deactivation lasts.
 */
export function makeKeyRing(named: ReadonlyMap<string, StoredKey>, { keys }: CommonStore) {
  const record = (key: StoredKey): StoredKey => keys.get(key.id) ?? key;
  const all = (): readonly StoredKey[] => {
    const first = [...named.values()];
    const ids = new Set(first.map(({ id }) => id));
    return [...first.map(record), ...keys.all().filter(({ id }) => !ids.has(id))];
  };
  return {
    /** The key that a caller has sent, by its digest. */
    find(digest: string): StoredKey | undefined {
      const known = named.get(digest);
      return known === undefined ? keys.all().find((each) => each.digest === digest) : record(known);
    },
    get: (id: string): StoredKey | undefined => all().find((key) => key.id === id),
    /** The keys of an account, active and deactivated, in the order of their creation. */
    keysOfAccount: (account: string): readonly StoredKey[] => all().filter((key) => key.account === account),
    put: keys.put,
  };
}

const TEXTS: ReadonlySet<string> = new Set(['key', 'plan', 'account', 'label', 'region']);
const FLAGS: ReadonlySet<string> = new Set(['admin', 'deactivated']);
/** Scopes of the public service. Source: public facts F34. */
const SCOPES: readonly string[] = [
  'glossaries:read',
  'glossaries:write',
  'style_rules:read',
  'style_rules:write',
  'languages:read',
  'usage:read',
  'translation_memories:read',
  'translate:text',
  'translate:document',
  'write:improve',
];

function fieldFault(name: string, value: unknown): string | undefined {
  if (name === 'scopes') {
    const known = Array.isArray(value) && value.every((scope) => SCOPES.includes(scope));
    return known ? undefined : `scopes must be a list of: ${SCOPES.join(', ')}`;
  }
  if (FLAGS.has(name)) return typeof value === 'boolean' ? undefined : `${name} must be true or false`;
  if (!TEXTS.has(name))
    return `there is no field of this name; known are: ${[...TEXTS, ...FLAGS, 'scopes'].join(', ')}`;
  if (typeof value !== 'string' || value === '') return `${name} must be a text`;
  if (name === 'plan' && value !== 'pro' && value !== 'free') return 'plan must be pro or free';
  if (name === 'key' && !/^[\x21-\x7e]+$/.test(value)) return 'key must have no spaces and nothing beyond ASCII';
  return undefined;
}

/** Everything that is wrong with one key of a file; the key itself is in no message. */
function keyFaults(value: unknown, before: readonly unknown[]): readonly string[] {
  if (!isFields(value)) return ['a key is an object with a field key'];
  const wrong = Object.entries(value).flatMap(([name, field]) => fieldFault(name, field) ?? []);
  if (!Object.hasOwn(value, 'key')) wrong.push('the field key is missing');
  const isTwice = before.some((each) => isFields(each) && each.key === value.key);
  return wrong.length === 0 && isTwice ? ['this key is there twice'] : wrong;
}

/** All keys of a list, or a message for each item that is not a valid key. Default of `plan`: pro. */
export function parseAccountKeys(value: unknown): {
  readonly keys: readonly AccountKey[];
  readonly wrong: readonly string[];
} {
  if (!Array.isArray(value)) return { keys: [], wrong: ['keys must be a list'] };
  const faults = value.map((each, index) => keyFaults(each, value.slice(0, index)));
  return {
    keys: value.filter((_, index) => faults[index]?.length === 0).map((each) => ({ plan: 'pro', ...each })),
    wrong: faults.flatMap((each, index) => each.map((fault) => `key ${index + 1}: ${fault}`)),
  };
}
