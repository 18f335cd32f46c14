import type { ErrorCode } from '../model/codes/error-codes.ts';

interface LedgerErrorOptions extends ErrorOptions {
  /** Default: `ledger-unusable`. */
  readonly code?: ErrorCode;
}

/** The ledger cannot be used as it is. The message says what was found and the way out. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: ErrorCode;
  readonly wayOut: string;
  constructor(message: string, wayOut: string, { code = 'ledger-unusable', cause }: LedgerErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.wayOut = wayOut;
  }
}
