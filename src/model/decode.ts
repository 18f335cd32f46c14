import { hasItsDigest } from './resources/digest.ts';

/**
 * A document does not have the expected form. The message names the place and the type of its value, and never quotes a
 * text, which may be a secret.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** One value of a document with its place in it: `glossaries[2].name`; empty for the document. */
export interface Place {
  readonly value: unknown;
  readonly path: string;
}

/** Reads a value, or throws `DecodeError`. */
export interface Decoder<out Value> {
  (at: Place): Value;
  /**
   * The member of the JSON object that the decoder reads. Absent: the member with the name of the field. `undefined`:
   * the whole object.
   */
  readonly key?: string | undefined;
}

/** The result type of a decoder, so that a type is only written as its decoder. */
export type Decoded<Source> = Source extends Decoder<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type OptionalNames<F extends Fields> = { [K in keyof F]: undefined extends Decoded<F[K]> ? K : never }[keyof F];
type Flat<T> = { readonly [K in keyof T]: T[K] };
type Members<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalNames<F>>]: Decoded<F[K]> } & {
    [K in OptionalNames<F>]?: Exclude<Decoded<F[K]>, undefined>;
  }
>;

function found(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The error for a value that is not what it should be: `wrong(at, 'is not a digest')`. */
export const wrong = ({ path }: Place, what: string): DecodeError =>
  new DecodeError(`${path === '' ? 'it' : path} ${what}`);

const unlike = (at: Place, expected: string): DecodeError => wrong(at, `is not ${expected}, but ${found(at.value)}`);

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function members(at: Place): Readonly<Record<string, unknown>> {
  if (!isMembers(at.value)) throw unlike(at, 'an object');
  return at.value;
}

/** A member of an object. Only own members count, so that a name such as `constructor` finds nothing by itself. */
export function member(at: Place, name: string): Place {
  const all = members(at);
  return {
    value: Object.hasOwn(all, name) ? all[name] : undefined,
    path: at.path === '' ? name : `${at.path}.${name}`,
  };
}

/** Anything. */
export const anything: Decoder<unknown> = ({ value }) => value;

/** A text. */
export function text(at: Place): string {
  if (typeof at.value !== 'string') throw unlike(at, 'a text');
  return at.value;
}

/** `true` or `false`. */
export function flag(at: Place): boolean {
  if (typeof at.value !== 'boolean') throw unlike(at, 'true or false');
  return at.value;
}

/** A whole number from 0. */
export function count(at: Place): number {
  if (typeof at.value !== 'number' || !Number.isSafeInteger(at.value) || at.value < 0)
    throw unlike(at, 'a whole number from 0');
  return at.value;
}

/** A number from 0, whole or not. */
export function amount(at: Place): number {
  if (typeof at.value !== 'number' || !Number.isFinite(at.value) || at.value < 0) throw unlike(at, 'a number from 0');
  return at.value;
}

/** An object with these members; others are passed over. A field whose decoder gives `undefined` is left out. */
export const object =
  <F extends Fields>(fields: F): Decoder<Members<F>> =>
  (at) => {
    members(at);
    const fieldValues = Object.entries(fields).flatMap(([name, decoder]) => {
      const key = 'key' in decoder ? decoder.key : name;
      const value = decoder(key === undefined ? at : member(at, key));
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(fieldValues) as Members<F>;
  };

/**
 * A field whose member has another name: `object({ id: from('glossary_id', idText) })`; `undefined`: the field is made
 * of the object itself.
 */
export const from = <Value>(key: string | undefined, decoder: Decoder<Value>): Decoder<Value> =>
  Object.assign((at: Place) => decoder(at), { key });

const places = (at: Place): readonly Place[] => {
  if (!Array.isArray(at.value)) throw unlike(at, 'a list');
  return at.value.map((value: unknown, index) => ({ value, path: `${at.path}[${index}]` }));
};

/** A list of such items. */
export const list =
  <Item>(item: Decoder<Item>): Decoder<readonly Item[]> =>
  (at) =>
    places(at).map(item);

/** A list of two. */
export const pair =
  <First, Second>(first: Decoder<First>, second: Decoder<Second>): Decoder<readonly [First, Second]> =>
  (at) => {
    const [one, two, ...more] = places(at);
    if (one === undefined || two === undefined || more.length > 0) throw wrong(at, 'is not a list of two');
    return [first(one), second(two)];
  };

/** The members of an object in its order. Names are user text, so the result is pairs and not an object. */
export const entries =
  <Value>(decoder: Decoder<Value>): Decoder<readonly (readonly [name: string, value: Value])[]> =>
  (at) =>
    Object.keys(members(at)).map((name) => [name, decoder(member(at, name))]);

/** `undefined` for an absent member; `null` is a value. */
export const optional =
  <Value>(decoder: Decoder<Value>): Decoder<Value | undefined> =>
  (at) =>
    at.value === undefined ? undefined : decoder(at);

/** A value, or `null`. */
export const nullable =
  <Value>(decoder: Decoder<Value>): Decoder<Value | null> =>
  (at) =>
    at.value === null ? null : decoder(at);

/** Replaces a value that is absent or `null`. */
export function orElse<Value>(decoder: Decoder<Value>, other: NoInfer<Value>): Decoder<Value>;
export function orElse<Value, Other>(decoder: Decoder<Value>, other: Other): Decoder<Value | Other>;
export function orElse<Value, Other>(decoder: Decoder<Value>, other: Other): Decoder<Value | Other> {
  return (at) => (at.value === undefined || at.value === null ? other : decoder(at));
}

/** `undefined` for a value that is absent or `null`. */
export const maybe = <Value>(decoder: Decoder<Value>): Decoder<Value | undefined> => orElse(decoder, undefined);

/** What is made of a value. */
export const map =
  <Value, Result>(decoder: Decoder<Value>, make: (value: Value) => Result): Decoder<Result> =>
  (at) =>
    make(decoder(at));

/** A value that fits: `refined(text, isDay, 'a day')`. */
export function refined<Value, Fitting extends Value>(
  decoder: Decoder<Value>,
  fits: (value: Value) => value is Fitting,
  expected: string,
): Decoder<Fitting>;
export function refined<Value>(
  decoder: Decoder<Value>,
  fits: (value: Value) => boolean,
  expected: string,
): Decoder<Value>;
export function refined<Value>(decoder: Decoder<Value>, fits: (value: Value) => boolean, expected: string) {
  return (at: Place): Value => {
    const value = decoder(at);
    if (!fits(value)) throw wrong(at, `is not ${expected}`);
    return value;
  };
}

/** One of a few values, which the error names. */
export const oneOf =
  <const Value extends string | number | boolean>(...values: readonly Value[]): Decoder<Value> =>
  (at) => {
    const value = values.find((each) => each === at.value);
    if (value !== undefined) return value;
    const expected = values.length === 1 ? `is not ${values[0]}` : `is none of ${values.join(', ')}`;
    throw wrong(at, typeof at.value === 'string' ? expected : `${expected}, but ${found(at.value)}`);
  };

type Tagged<Kinds extends Fields, Tag extends string> = {
  [K in keyof Kinds]: Flat<{ readonly [T in Tag]: K } & Decoded<Kinds[K]>>;
}[keyof Kinds];

/** One of several objects, chosen by a member: `tagged('kind', { done: object({ time }) })`. */
export const tagged =
  <const Tag extends string, Kinds extends Fields>(tag: Tag, kinds: Kinds): Decoder<Tagged<Kinds, Tag>> =>
  (at) => {
    const kind = oneOf(...Object.keys(kinds))(member(at, tag));
    return { [tag]: kind, ...Object(kinds[kind]?.(at)) };
  };

/** What is read; `undefined` when it is not what is expected. */
function readOr<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Decodes an unknown value; `undefined` if it does not have the expected form. */
export const decoded = <Value>(decoder: Decoder<Value>, value: unknown): Value | undefined =>
  readOr(() => decoder({ value, path: '' }));

/** A value that is left out when it is not what is expected: who sends it may send anything. */
export const lenient =
  <Value>(decoder: Decoder<Value>): Decoder<Value | undefined> =>
  ({ value }) =>
    decoded(decoder, value);

/** The items that have the expected form; empty if the value is not a list. */
export const some =
  <Item>(item: Decoder<Item>): Decoder<readonly Item[]> =>
  ({ value }) =>
    Array.isArray(value) ? value.flatMap((each) => decoded(item, each) ?? []) : [];

/** The same object, with defaults for members that are absent or `null`. */
export const withDefaults =
  <Value>(defaults: Readonly<Record<string, unknown>>, decoder: Decoder<Value>): Decoder<Value> =>
  (at) => {
    if (!isMembers(at.value)) return decoder(at);
    const known = Object.entries(at.value).filter(([, value]) => value !== undefined && value !== null);
    return decoder({ ...at, value: { ...defaults, ...Object.fromEntries(known) } });
  };

/**
 * A document. Bytes that are not UTF-8 are refused: a phrase must not lose characters without a word. Throws
 * `DecodeError`.
 */
export function parseJson<Value>(json: Uint8Array | string, decoder: Decoder<Value>): Value {
  let value: unknown;
  try {
    value = JSON.parse(typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (cause) {
    throw new DecodeError(`it is not JSON${typeof json === 'string' ? '' : ' in UTF-8'}`, { cause });
  }
  return decoder({ value, path: '' });
}

/** A document that was not edited since `withDigest` made it. */
export const digested =
  <Value>(decoder: Decoder<Value>): Decoder<Value> =>
  (at) => {
    const value = decoder(at);
    const document = members(at);
    if (!Object.hasOwn(document, 'digest')) throw wrong(at, 'has been edited: its digest is missing');
    if (!hasItsDigest(document)) throw wrong(at, 'has been edited: its digest does not match');
    return value;
  };

/** The same; `undefined` for a document that does not have the expected form. */
export const parseJsonOr = <Value>(
  json: Uint8Array | string | undefined,
  decoder: Decoder<Value>,
): Value | undefined => (json === undefined ? undefined : readOr(() => parseJson(json, decoder)));
