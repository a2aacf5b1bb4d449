/** A failed command; the message contains the next step. Code `usage` exits with 2, others with 1. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
