import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Letters, digits and characters of proxy and trace ids; safe in logs. */
const ID = /^[A-Za-z0-9._:-]{8,128}$/;

/** The request id from a proxy, so that both logs can be correlated; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}
