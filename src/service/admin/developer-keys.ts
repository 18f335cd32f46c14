import { ACTIVE_KEYS_MAX } from '../../contract/limits.ts';
import type { WireKey } from '../../contract/wire-keys.ts';
import { DEFAULT_KEY_LABEL, keyDigest, masked, UNLIMITED } from '../auth/key-ring.ts';
import type { Context, Handler, KeyRoute } from '../context.ts';
import { type Answer, badRequest, forbidden, jsonAnswer, Refusal } from '../http/answer.ts';
import { checkedLength, type Fields, objectBody, ownField, textField } from '../http/fields.ts';
import type { StoredEvent, StoredKey } from '../store/store.ts';

const wireKey = ({ id, label, creationTime, deactivatedTime, limits }: StoredKey): WireKey => ({
  key_id: id,
  label,
  creation_time: creationTime,
  deactivated_time: deactivatedTime,
  is_deactivated: deactivatedTime !== null,
  usage_limits: limits,
});

/** How long a label may be is not shown: as long as a style list's name. A choice. */
const LABEL_MAX_CHARS = 1024;

const checkedLabel = (body: Fields): string => checkedLength(textField(body, 'label'), LABEL_MAX_CHARS, 'label');

/**
 * The key that a body names, of this account: a key of another is as unknown as one that never was. Its status is not
 * shown: 404, a choice.
 */
function namedKey({ body, ring, account }: Context): StoredKey {
  const id = textField(objectBody(body), 'key_id');
  const key = ring.get(id.toLowerCase());
  if (key === undefined || key.account !== account.name) throw new Refusal(404, 'Developer key not found');
  return key;
}

/** Keeps a changed key together with its event, and answers with it. */
async function changed(
  { ring, ports, notify }: Context,
  key: StoredKey,
  changes: (time: string) => Partial<StoredKey>,
  audit: Omit<StoredEvent, 'time'>,
): Promise<Answer> {
  const time = ports.now().toISOString();
  const event = { time, ...audit };
  const after = { ...key, ...changes(time), events: [...key.events, event] };
  await ring.put(after);
  notify(event, after);
  return jsonAnswer(wireKey(after));
}

/**
 * POST /v2/admin/developer-keys: 200 and the key. Source: table "Admin API", row 1; status: public facts F3. Whether
 * the secret is in the answer is not shown. Here it is, once, in a field `key`, since nothing else could hand it out: a
 * choice.
 */
async function createKey({ account, ring, ports, body, notify }: Context): Promise<Answer> {
  const fields = body === undefined ? {} : objectBody(body);
  const label = (ownField(fields, 'label') ?? null) === null ? DEFAULT_KEY_LABEL : checkedLabel(fields);
  const active = ring.keysOfAccount(account.name).filter(({ deactivatedTime }) => deactivatedTime === null);
  if (active.length >= ACTIVE_KEYS_MAX)
    throw badRequest(`An account may have at most ${ACTIVE_KEYS_MAX} active keys; deactivate one first`);
  const secret = ports.id().toLowerCase();
  const time = ports.now().toISOString();
  const event: StoredEvent = { time, event: 'developer-key-created', details: { label } };
  const key: StoredKey = {
    id: `${ports.id()}:${ports.id()}`.toLowerCase(),
    account: account.name,
    digest: keyDigest(secret),
    masked: masked(secret),
    label,
    creationTime: time,
    deactivatedTime: null,
    limits: UNLIMITED,
    events: [event],
  };
  await ring.put(key);
  notify(event, key);
  return jsonAnswer({ ...wireKey(key), key: secret });
}

/** GET /v2/admin/developer-keys: an array of all, active and deactivated. Source: row 2. */
const listKeys = ({ account, ring }: Context): Answer => jsonAnswer(ring.keysOfAccount(account.name).map(wireKey));

/**
 * PUT …/deactivate: permanent and immediate. A deactivated key stays as it is. Source: row 3; table "Developer key" of
 * the states.
 */
async function deactivateKey(context: Context): Promise<Answer> {
  const key = namedKey(context);
  if (key.deactivatedTime !== null) return jsonAnswer(wireKey(key));
  const event = { event: 'developer-key-deactivated', details: { label: key.label } } as const;
  return changed(context, key, (deactivatedTime) => ({ deactivatedTime }), event);
}

/** PUT …/label: a new label; a deactivated key may have one too (public facts F32). Source: row 4. */
async function renameKey(context: Context): Promise<Answer> {
  const key = namedKey(context);
  const label = checkedLabel(objectBody(context.body));
  return changed(context, key, () => ({ label }), {
    event: 'developer-key-renamed',
    details: { from: key.label, to: label },
  });
}

/** A limit of a body: a whole number from 0, `null` for none; what is not there stays as it is, a choice. */
function limitField(body: Fields, name: string, before: number | null): number | null {
  const limit = ownField(body, name);
  if (limit === undefined) return before;
  if (limit === null) return null;
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0) return limit;
  throw badRequest(`${name} must be a whole number from 0, or null for no limit`);
}

/** PUT …/limits. 0 blocks all consumption, `null` lifts the limit. Source: row 5; description, "Limit semantics". */
async function limitKey(context: Context): Promise<Answer> {
  const key = namedKey(context);
  const body = objectBody(context.body);
  const names = Object.keys(UNLIMITED) as (keyof typeof UNLIMITED)[];
  if (!names.some((name) => Object.hasOwn(body, name)))
    throw badRequest(`At least one of ${names.join(' and ')} is required`);
  const limits = { ...key.limits };
  for (const name of names) limits[name] = limitField(body, name, limits[name]);
  return changed(context, key, () => ({ limits }), { event: 'usage-limit-changed', details: limits });
}

/**
 * The admin API belongs to the paid plan and to the standard address. Source: description, "Admin API"; public facts
 * F51.
 */
export const administered =
  (handler: Handler): Handler =>
  (context) => {
    if (context.account.plan !== 'pro') throw forbidden('The admin API needs a paid plan');
    if (context.settings.region !== undefined)
      throw forbidden('The admin API is available only at the standard address');
    return handler(context);
  };

const KEYS = '/v2/admin/developer-keys';
const admin = { access: 'admin', bodies: ['json'] } as const;

export const DEVELOPER_KEY_ROUTES: readonly KeyRoute[] = [
  { method: 'POST', path: KEYS, handler: administered(createKey), ...admin },
  { method: 'GET', path: KEYS, handler: administered(listKeys), access: 'admin' },
  { method: 'PUT', path: `${KEYS}/deactivate`, handler: administered(deactivateKey), ...admin },
  { method: 'PUT', path: `${KEYS}/label`, handler: administered(renameKey), ...admin },
  { method: 'PUT', path: `${KEYS}/limits`, handler: administered(limitKey), ...admin },
];
