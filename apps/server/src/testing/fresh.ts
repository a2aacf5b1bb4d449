import { randomUUID } from 'node:crypto';

/** A text that is unique in the test run. */
export const fresh = (text: string) => `${text}-${randomUUID()}`;
