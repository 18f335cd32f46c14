/** The ledger cannot be used as it is. The message says what was found and the way out. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly wayOut: string;
  constructor(message: string, wayOut: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.wayOut = wayOut;
  }
}
