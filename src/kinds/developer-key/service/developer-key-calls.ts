import type { Client } from '../../../client/client.ts';
import { idText } from '../../../client/transport/exchange.ts';
import type { Call } from '../../../client/transport/send.ts';
import { CALLS } from '../../../contract/calls.ts';
import * as d from '../../../model/decode.ts';
import { UsageError } from '../../../model/errors.ts';
import { secret } from '../../../model/secret.ts';
import { type CreatedKey, type DeveloperKey, type KeyId, type KeyLimits, keyId } from '../developer-key.ts';

/**
 * The developer keys of the account: the admin endpoints (v2), one call each. They need an admin key. Every method
 * throws `ServiceError` if the service refuses, and `UnreachableError` if no answer arrives.
 */
export interface DeveloperKeyCalls {
  /** GET /v2/admin/developer-keys: active and deactivated keys, in the order of the service. */
  list(): Promise<readonly DeveloperKey[]>;
  /**
   * POST /v2/admin/developer-keys; without a label the service chooses one. Never repeated: after any answer, an
   * unknown key may exist.
   */
  create(label?: string): Promise<CreatedKey>;
  /** PUT …/deactivate. The key stops working immediately and permanently. */
  deactivate(id: KeyId): Promise<DeveloperKey>;
  /** PUT …/label. */
  rename(id: KeyId, label: string): Promise<DeveloperKey>;
  /**
   * PUT …/limits: changes exactly the given limits. Throws `UsageError` if none is given, or one is not a whole number
   * from 0.
   */
  setLimits(id: KeyId, limits: Partial<KeyLimits>): Promise<DeveloperKey>;
}

const limit = d.orElse(d.count, null);

/** `usage_limits` may be null, absent or without one of its limits: each of these means no limit. */
const limitsAnswer = d.orElse(
  d.object({ characters: limit, speechToTextMilliseconds: d.from('speech_to_text_milliseconds', limit) }),
  { characters: null, speechToTextMilliseconds: null },
);

/** One key. Only described fields are read, so that an actual key in another field is never passed on. */
const keyAnswer = d.map(
  d.object({
    id: d.from('key_id', d.map(idText, keyId)),
    label: d.orElse(d.text, ''),
    creationTime: d.from('creation_time', d.maybe(d.text)),
    deactivatedTime: d.from('deactivated_time', d.maybe(d.text)),
    deactivated: d.from('is_deactivated', d.maybe(d.flag)),
    limits: d.from('usage_limits', limitsAnswer),
  }),
  // Only a deactivated key has a time of deactivation.
  (key): DeveloperKey => ({ ...key, deactivated: key.deactivated ?? key.deactivatedTime !== undefined }),
);

/** A new key. `key` is not described, so if it is not a text, the created key is returned anyway. A choice. */
const createdKeyAnswer = d.map(
  d.object({
    known: d.from(undefined, keyAnswer),
    secret: d.from('key', d.lenient(d.refined(d.text, (key) => key !== '', 'a key'))),
  }),
  ({ known, secret: key }): CreatedKey => ({ ...known, ...(key !== undefined && { secret: secret(key) }) }),
);

/** A limit in the request. JSON writes a value that is not a number as `null`, and `null` would remove the limit. */
function wireLimit(value: number | null): number | null {
  if (value !== null && !(Number.isSafeInteger(value) && value >= 0))
    throw new UsageError(`${value} cannot be the limit of a key: it must be a whole number from 0, or none`);
  return value;
}

/** The developer key endpoints. */
export function developerKeyCalls({ adminExchange: exchange }: Pick<Client, 'adminExchange'>): DeveloperKeyCalls {
  const change = async (call: Call, id: KeyId, more: object = {}): Promise<DeveloperKey> =>
    exchange.read({ ...call, body: { key_id: id, ...more } }, d.withDefaults({ key_id: id }, keyAnswer));

  return {
    list: async () => exchange.read(CALLS.developerKeys.list(), d.list(keyAnswer)),
    create: async (label) =>
      exchange.read(
        { ...CALLS.developerKeys.create(), body: label === undefined ? {} : { label }, once: true },
        createdKeyAnswer,
      ),
    deactivate: async (id) => change(CALLS.developerKeys.deactivate(), id),
    rename: async (id, label) => change(CALLS.developerKeys.rename(), id, { label }),
    async setLimits(id, { characters, speechToTextMilliseconds }) {
      if (characters === undefined && speechToTextMilliseconds === undefined)
        throw new UsageError('name at least one limit of the key to change');
      return change(CALLS.developerKeys.setLimits(), id, {
        ...(characters !== undefined && { characters: wireLimit(characters) }),
        ...(speechToTextMilliseconds !== undefined && {
          speech_to_text_milliseconds: wireLimit(speechToTextMilliseconds),
        }),
      });
    },
  };
}
