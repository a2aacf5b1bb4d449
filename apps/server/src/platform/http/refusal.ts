import { type ErrorCode, errors } from '@scout/contract/errors';

/** A response with an error of the contract's table. Can be thrown anywhere; `http/wireError.ts` writes it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  /** Seconds after which a retry may succeed; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
