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
