/** A request as the service needs it. A `Request` is one; a socket and a client in this process give one without the cost of making a `Request`. */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Read once, and not at all when nobody asks for it. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** What the service answers. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: there is none. */
  readonly body: string | Uint8Array;
  /** A fault that was asked for: the connection breaks after that many bytes of the body. */
  readonly cutAfter?: number;
}

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

/** The body as bytes, which nobody else holds. */
export const bodyBytes = ({ body }: Answer): Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
