/** An answer of the service is not what its description says. The message names the field. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** One value of an answer with its place in it: `glossaries[2].name`. */
export interface JsonValue {
  readonly value: unknown;
  readonly place: string;
}

const wrong = (at: JsonValue, expected: string): AnswerError =>
  new AnswerError(`the answer cannot be read: ${at.place === '' ? 'it' : at.place} is not ${expected}`);

/** A field of an object. Only own fields count, so that a name such as `constructor` finds nothing by itself. */
export function field(at: JsonValue, name: string): JsonValue {
  const { value } = at;
  if (!isObject(at)) throw wrong(at, 'an object');
  return {
    value: Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined,
    place: at.place === '' ? name : `${at.place}.${name}`,
  };
}

export const isObject = (at: JsonValue): boolean =>
  typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value);

/** A text, or what stands for one that the service leaves out. */
export const textOr = (at: JsonValue, absent: string): string => (isAbsent(at) ? absent : text(at));

/** The same object with fields for those that the service leaves out: what was sent says as much. */
export function withDefaults(at: JsonValue, defaults: Readonly<Record<string, unknown>>): JsonValue {
  if (!isObject(at)) return at;
  const known = Object.entries(at.value as object).filter(([, value]) => value !== undefined && value !== null);
  return { ...at, value: { ...defaults, ...Object.fromEntries(known) } };
}

export const isAbsent = (at: JsonValue): boolean => at.value === undefined || at.value === null;

export function text(at: JsonValue): string {
  if (typeof at.value !== 'string') throw wrong(at, 'a text');
  return at.value;
}

/** A text that can stand in a path: not empty, and no `.` or `..`, which a URL would resolve. */
export function idText(at: JsonValue): string {
  const id = text(at);
  if (!isPathSegment(id)) throw wrong(at, 'an id');
  return id;
}

export const isPathSegment = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && !/[\p{Cc}\p{Cs}]/u.test(id);

export function count(at: JsonValue): number {
  if (typeof at.value !== 'number' || !Number.isSafeInteger(at.value) || at.value < 0)
    throw wrong(at, 'a whole number from 0');
  return at.value;
}

export function items(at: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(at.value)) throw wrong(at, 'a list');
  return at.value.map((value: unknown, index) => ({ value, place: `${at.place}[${index}]` }));
}

/** Own fields in the order of the answer. Names are user text, so pairs and no object. */
export function members(at: JsonValue): readonly (readonly [name: string, value: JsonValue])[] {
  if (!isObject(at)) throw wrong(at, 'an object');
  return Object.entries(at.value as object).map(([name, value]: [string, unknown]) => [
    name,
    { value, place: `${at.place}.${name}` },
  ]);
}

/** A body as JSON. Bytes that are not UTF-8 are refused: a phrase must not lose characters in silence. */
export function parseJson(body: Uint8Array): JsonValue {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return { value, place: '' };
  } catch {
    throw new AnswerError('the answer cannot be read: it is not JSON in UTF-8');
  }
}
