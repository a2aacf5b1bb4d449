import type { FastifyInstance } from 'fastify';
import { registerScim } from './calls/scim.ts';
import type { OrganizationServices } from './services.ts';

export * as calls from './calls/index.ts';
export type { OrganizationServices } from './services.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: OrganizationServices): void {
  registerScim(app, services);
}
