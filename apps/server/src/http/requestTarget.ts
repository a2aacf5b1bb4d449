import type { IncomingMessage } from 'node:http';

const absolute = /^https?:\/\/[^/?#]+/i;

/**
 * The path and query of a request whose target names a host as well (`GET http://host/path`), which every server must take
 * (RFC 9112, 3.2.2). The host is not looked at, no more than the Host header is.
 */
export function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const path = (request.url ?? '/').replace(absolute, '').replace(/^(?=[?#]|$)/, '/');
  // Fastify keeps the target as it came here, and oRPC would read it.
  request.originalUrl = path;
  return path;
}

/**
 * True for a target whose path another program may resolve to another one: with a segment `.` or `..`, also written with %2e, or
 * with a backslash. Fastify and oRPC would take such a request for two different calls.
 */
export function isAmbiguous(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  return /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}
