import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Letters, digits and what ids of proxies and traces have beside; nothing that a log could be confused by. */
const ID = /^[A-Za-z0-9._:-]{8,128}$/;

/** The id that a proxy gave the request, so that its log and ours can be put together; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}
