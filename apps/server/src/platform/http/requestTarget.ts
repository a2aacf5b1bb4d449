import type { IncomingMessage } from 'node:http';

const absolute = /^https?:\/\/[^/?#]+/i;

/**
 * Path and query of a request whose target includes a host (`GET http://host/path`), which every server must accept (RFC 9112,
 * 3.2.2). The host is ignored, like the Host header.
 */
export function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const path = (request.url ?? '/').replace(absolute, '').replace(/^(?=[?#]|$)/, '/');
  // Fastify keeps the original target, which oRPC would read.
  request.originalUrl = path;
  return path;
}

/**
 * True for a target that another program may resolve to a different path: with a `.` or `..` segment, also as %2e, or with a
 * backslash. Fastify and oRPC would route such a request to different calls.
 */
export function isAmbiguous(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  return /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}
