import { type CreatedKey, type DeveloperKey, type KeyId, type KeyLimits, keyId } from '../model/developer-key.ts';
import { UsageError } from '../model/errors.ts';
import { secret } from '../model/secret.ts';
import type { Exchange } from './exchange.ts';
import {
  AnswerError,
  count,
  field,
  idText,
  isAbsent,
  items,
  type JsonValue,
  text,
  textOr,
  withDefaults,
} from './json-value.ts';

/**
 * The developer keys of the account: the admin endpoints (v2), one call each. They want an admin key. Every method throws `ServiceError` when the
 * service answers no, and `UnreachableError` when no answer came.
 */
export interface DeveloperKeyCalls {
  /** GET /v2/admin/developer-keys: active and deactivated keys, in the order of the service. */
  list(): Promise<readonly DeveloperKey[]>;
  /** POST /v2/admin/developer-keys; without a label the service chooses one. Sent once, whatever the answer: there may be a key that nobody knows. */
  create(label?: string): Promise<CreatedKey>;
  /** PUT …/deactivate. The key stops working at once, and for good. */
  deactivate(id: KeyId): Promise<DeveloperKey>;
  /** PUT …/label. */
  rename(id: KeyId, label: string): Promise<DeveloperKey>;
  /** PUT …/limits: the limits that are named, and no other. Throws `UsageError` for none, and for one that is no whole number from 0. */
  setLimits(id: KeyId, limits: Partial<KeyLimits>): Promise<DeveloperKey>;
}

const PATH = '/v2/admin/developer-keys';

function flag(at: JsonValue): boolean {
  if (typeof at.value !== 'boolean') throw new AnswerError(`the answer cannot be read: ${at.place} is no flag`);
  return at.value;
}

const limit = (at: JsonValue): number | null => (isAbsent(at) ? null : count(at));

/** `usage_limits` may be null, absent or without one of its limits: each of it is no limit. */
function parseLimits(at: JsonValue): KeyLimits {
  if (isAbsent(at)) return { characters: null, speechToTextMilliseconds: null };
  return {
    characters: limit(field(at, 'characters')),
    speechToTextMilliseconds: limit(field(at, 'speech_to_text_milliseconds')),
  };
}

/** One key. Only the described fields are taken over, so that a key that stands in another one goes nowhere. */
function parseDeveloperKey(at: JsonValue): DeveloperKey {
  const deactivatedTime = field(at, 'deactivated_time');
  const creationTime = field(at, 'creation_time');
  const isDeactivated = field(at, 'is_deactivated');
  return {
    id: keyId(idText(field(at, 'key_id'))),
    label: textOr(field(at, 'label'), ''),
    ...(!isAbsent(creationTime) && { creationTime: text(creationTime) }),
    ...(!isAbsent(deactivatedTime) && { deactivatedTime: text(deactivatedTime) }),
    // Only a key that is deactivated has a time at which it was.
    deactivated: isAbsent(isDeactivated) ? !isAbsent(deactivatedTime) : flag(isDeactivated),
    limits: parseLimits(field(at, 'usage_limits')),
  };
}

/** A new key. `key` is not described, so one that is no text is no reason to lose sight of the key that was made. A choice. */
function parseCreatedKey(at: JsonValue): CreatedKey {
  const { value } = field(at, 'key');
  return { ...parseDeveloperKey(at), ...(typeof value === 'string' && value !== '' && { secret: secret(value) }) };
}

/** A limit as it is sent. JSON writes what is no number as `null`, and `null` would remove the limit. */
function wireLimit(value: number | null): number | null {
  if (value !== null && !(Number.isSafeInteger(value) && value >= 0))
    throw new UsageError(`${value} cannot be the limit of a key: it must be a whole number from 0, or none`);
  return value;
}

/** The developer key endpoints. */
export function makeDeveloperKeyCalls(exchange: Exchange): DeveloperKeyCalls {
  const change = async (what: string, id: KeyId, more: object = {}): Promise<DeveloperKey> =>
    exchange.read({ method: 'PUT', path: `${PATH}/${what}`, body: { key_id: id, ...more } }, (json) =>
      parseDeveloperKey(withDefaults(json, { key_id: id })),
    );

  return {
    list: async () => exchange.read({ method: 'GET', path: PATH }, (json) => items(json).map(parseDeveloperKey)),
    create: async (label) =>
      exchange.read(
        { method: 'POST', path: PATH, body: label === undefined ? {} : { label }, once: true },
        parseCreatedKey,
      ),
    deactivate: async (id) => change('deactivate', id),
    rename: async (id, label) => change('label', id, { label }),
    async setLimits(id, { characters, speechToTextMilliseconds }) {
      if (characters === undefined && speechToTextMilliseconds === undefined)
        throw new UsageError('name at least one limit of the key to change');
      return change('limits', id, {
        ...(characters !== undefined && { characters: wireLimit(characters) }),
        ...(speechToTextMilliseconds !== undefined && {
          speech_to_text_milliseconds: wireLimit(speechToTextMilliseconds),
        }),
      });
    },
  };
}
