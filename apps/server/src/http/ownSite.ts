import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * A page of another site may make a browser send our cookie; such a request changes nothing. Browsers say where a request
 * comes from in Sec-Fetch-Site or, older ones and those that speak plain HTTP, in Origin; agents and scripts say neither.
 * @param publicUrl origin under which people reach the server, when it is configured
 * @throws Refusal cross_site
 */
export function requireOwnSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw new Refusal('cross_site');
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl || origin === addressedOrigin(request)) return;
  throw new Refusal('cross_site');
}

/** The origin that the caller addressed, as this server or a trusted proxy in front of it was told. */
const addressedOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
