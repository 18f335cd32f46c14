import type { ErrorCode } from '../model/codes/error-codes.ts';

/** The ledger cannot be used in its current state. The message contains the finding and what to do. */
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
