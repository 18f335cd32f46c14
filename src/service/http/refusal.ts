/** What a handler answers when it says no. Becomes the one error body: `{ message, detail? }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    message: string,
    extra: { readonly detail?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.detail = extra.detail;
    this.headers = extra.headers ?? {};
  }
}

export const badRequest = (detail: string): Refusal => new Refusal(400, 'Bad request', { detail });

export const forbidden = (detail: string): Refusal => new Refusal(403, 'Forbidden', { detail });

/**
 * A fault that was asked for: the connection breaks. `listen.ts` destroys the socket; in process the promise rejects
 * with this.
 */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
  readonly code = 'ECONNRESET';
  constructor() {
    super('the connection was reset');
  }
}
