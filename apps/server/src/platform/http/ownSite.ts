import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other sites send forms here; the route reads no cookie. */
    crossSite?: boolean;
  }
}

/**
 * Prevents cross-site request forgery: a page of another site can make a browser send our cookie. Browsers send the request's
 * origin in Sec-Fetch-Site or, older ones and over plain HTTP, in Origin; agents and scripts send neither.
 * @param publicUrl configured public origin of the server, if any
 * @throws Refusal cross_site
 */
export function requireOwnSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { method, headers, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD' || routeOptions.config?.crossSite) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw new Refusal('cross_site');
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl || origin === addressedOrigin(request)) return;
  throw new Refusal('cross_site');
}

/** Origin addressed by the caller, as received by this server or a trusted proxy. */
const addressedOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
