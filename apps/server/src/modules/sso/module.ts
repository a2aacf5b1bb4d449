import type { FastifyInstance } from 'fastify';
import { registerCallback, registerLogout } from './calls/provider.ts';
import type { SsoServices } from './services.ts';

export * as calls from './calls/index.ts';
export type { SsoServices } from './services.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: SsoServices): void {
  registerCallback(app, services);
  registerLogout(app, services);
}
