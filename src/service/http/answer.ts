/**
 * A request as the service needs it. A `Request` is one; a socket and a client in this process give one without the
 * cost of making a `Request`.
 */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Read once at most. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A text in pieces. No piece ends within a character. */
export type Pieces = Iterable<string>;

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: no body. Pieces are made while they are sent. */
  readonly body: string | Uint8Array | Pieces;
  /** A requested fault: the connection breaks after this number of bytes of the body. */
  readonly cutAfter?: number;
}

export const isPieces = (body: Answer['body']): body is Pieces =>
  typeof body !== 'string' && !(body instanceof Uint8Array);

/** A value as JSON. */
export const jsonAnswer = (
  value: unknown,
  { status = 200, headers = {} }: Partial<Pick<Answer, 'status' | 'headers'>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** 204. */
export const NO_CONTENT: Answer = { status: 204, headers: {}, body: '' };

/** Code units of a text that are made JSON at once: it takes a millisecond. */
const PIECE_UNITS = 256 * 1024;

/** A text as pieces of a JSON string, without its quotes. */
function* escapedPieces(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE_UNITS;
    const last = text.charCodeAt(end - 1);
    // Half of a character would be written as its number.
    if (last >= 0xd800 && last < 0xdc00) end += 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
}

/** A placeholder for a long text in a value that is converted to JSON in pieces. */
const HERE = '\ufffd\ufffd';

/** A value as JSON that may contain one long text. `value` makes it with the given text. */
export function longTextAnswer(text: string, value: (text: string) => unknown): Answer {
  if (text.length < PIECE_UNITS) return jsonAnswer(value(text));
  const { status, headers, body } = jsonAnswer(value(HERE));
  const [before = '', after = ''] = (body as string).split(HERE);
  const pieces = {
    *[Symbol.iterator]() {
      yield before;
      yield* escapedPieces(text);
      yield after;
    },
  };
  return { status, headers, body: pieces };
}

/** The body as new bytes that the caller owns. */
export function bodyBytes({ body }: Answer): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : [...body].join(''));
}

/** A refusal of a handler. Becomes the one error body: `{ message, detail? }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, detail?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

export const badRequest = (detail: string): Refusal => new Refusal(400, 'Bad request', detail);

export const forbidden = (detail: string): Refusal => new Refusal(403, 'Forbidden', detail);

/** 405. `allowed`: the methods that the path takes, as the header `Allow` has them. */
export const methodNotAllowed = (allowed: string): Refusal =>
  new Refusal(405, 'Method not allowed', `This path accepts ${allowed}`, { allow: allowed });

/**
 * A requested fault: the connection breaks. `listen.ts` destroys the socket; in process the promise rejects with this
 * error.
 */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
  readonly code = 'ECONNRESET';
  constructor() {
    super('the connection was reset');
  }
}
