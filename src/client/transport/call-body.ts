import { bytesOfPieces } from '../../model/entries/text-pieces.ts';

/** A long text in a body, in pieces. */
export type LongText = () => Iterable<string>;

/** A value as JSON, like `JSON.stringify`, where a `LongText` is written as a string. */
function* bodyPieces(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'function') {
    yield '"';
    for (const piece of (value as LongText)()) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* bodyPieces(each);
    }
    yield value.length === 0 ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* bodyPieces(member);
    }
    yield members.length === 0 ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/** The body of a call as JSON: one buffer, for all attempts of the call. */
export function encodeBody(body: unknown): Uint8Array<ArrayBuffer> {
  const value = typeof body === 'function' ? body() : body;
  return bytesOfPieces(bodyPieces(value));
}
