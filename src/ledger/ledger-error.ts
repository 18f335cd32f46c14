import type { ErrorCode } from '../model/codes/error-codes.ts';

/** The ledger cannot be used as it is. The message says what was found and the way out. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: ErrorCode;
  readonly wayOut: string;
  constructor(
    message: string,
    wayOut: string,
    { code = 'ledger-unusable', cause }: { readonly code?: ErrorCode } & ErrorOptions = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.wayOut = wayOut;
  }
}
