import type { RejectCode } from '../event.ts';

/** Thrown inside the normaliser for an event that cannot become a row; `normaliseValue` turns it into its result. */
export class Rejection extends Error {
  readonly code: RejectCode;

  /** @param message a sentence for a person; never text from the event, which may hold anything */
  constructor(code: RejectCode, message: string) {
    super(message);
    this.code = code;
  }
}
