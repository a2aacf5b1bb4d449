import { randomUUID } from 'node:crypto';

/** A text that no other call in the run has used. */
export const fresh = (text: string) => `${text}-${randomUUID()}`;
