/** The end of a command that has printed everything, with another code than 0. */
export class Exit extends Error {
  override name = 'Exit';
  readonly code: number;

  constructor(code: number) {
    super(`exits with ${code}`);
    this.code = code;
  }
}

/** A failed command; the message contains the next step. Code `usage` exits with 2, others with 1. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
