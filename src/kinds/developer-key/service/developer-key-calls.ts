import type { Client } from '../../../client/client.ts';
import { idText } from '../../../client/transport/path-segment.ts';
import type { Call } from '../../../client/transport/send.ts';
import { CALLS } from '../../../contract/calls.ts';
import * as d from '../../../model/decode.ts';
import { UsageError } from '../../../model/errors.ts';
import { secret } from '../../../model/secret.ts';
import { type CreatedKey, type DeveloperKey, type KeyId, type KeyLimits, keyId } from '../developer-key.ts';

/**
 * The developer keys of the account: the admin endpoints (v2), one call each. They want an admin key. Every method
 * throws `ServiceError` when the service answers no, and `UnreachableError` when no answer came.
 */
export interface DeveloperKeyCalls {
  /** GET /v2/admin/developer-keys: active and deactivated keys, in the order of the service. */
  list(): Promise<readonly DeveloperKey[]>;
  /**
   * POST /v2/admin/developer-keys; without a label the service chooses one. Sent once, whatever the answer: there may
   * be a key that nobody knows.
   */
  create(label?: string): Promise<CreatedKey>;
  /** PUT …/deactivate. The key stops working at once, and for good. */
  deactivate(id: KeyId): Promise<DeveloperKey>;
  /** PUT …/label. */
  rename(id: KeyId, label: string): Promise<DeveloperKey>;
  /**
   * PUT …/limits: the limits that are named, and no other. Throws `UsageError` for none, and for one that is no whole
   * number from 0.
   */
  setLimits(id: KeyId, limits: Partial<KeyLimits>): Promise<DeveloperKey>;
}

const limit = d.orElse(d.count, null);

/** `usage_limits` may be null, absent or without one of its limits: each of it is no limit. */
const limitsAnswer = d.orElse(
  d.object({ characters: limit, speechToTextMilliseconds: d.from('speech_to_text_milliseconds', limit) }),
  { characters: null, speechToTextMilliseconds: null },
);

/** One key. Only the described fields are read, so that a key that stands in another one goes nowhere. */
const keyAnswer = d.map(
  d.object({
    id: d.from('key_id', d.map(idText, keyId)),
    label: d.orElse(d.text, ''),
    creationTime: d.from('creation_time', d.given(d.text)),
    deactivatedTime: d.from('deactivated_time', d.given(d.text)),
    deactivated: d.from('is_deactivated', d.given(d.flag)),
    limits: d.from('usage_limits', limitsAnswer),
  }),
  // Only a key that is deactivated has a time at which it was.
  (key): DeveloperKey => ({ ...key, deactivated: key.deactivated ?? key.deactivatedTime !== undefined }),
);

/**
 * A new key. `key` is not described, so one that is no text is no reason to lose sight of the key that was made. A
 * choice.
 */
const createdKeyAnswer = d.map(
  d.object({
    known: d.from(undefined, keyAnswer),
    secret: d.from('key', d.lenient(d.refined(d.text, (key) => key !== '', 'a key'))),
  }),
  ({ known, secret: key }): CreatedKey => ({ ...known, ...(key !== undefined && { secret: secret(key) }) }),
);

/** A limit as it is sent. JSON writes what is no number as `null`, and `null` would remove the limit. */
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
