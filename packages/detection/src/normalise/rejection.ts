import type { RejectCode } from '../event.ts';

/** Thrown inside the normalizer for an event that cannot become a row; `normaliseValue` converts it to a result. */
export class Rejection extends Error {
  readonly code: RejectCode;

  /** @param message a sentence for people; never untrusted text from the event */
  constructor(code: RejectCode, message: string) {
    super(message);
    this.code = code;
  }
}
