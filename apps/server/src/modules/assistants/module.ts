import type { FastifyInstance } from 'fastify';
import type { CallServices } from '../auth/index.ts';
import { registerMcp } from './calls/mcp.ts';

/** All of its calls are made by the route. */
export const calls = {};

/** Registers its route beside the calls of the router. */
export function routes(app: FastifyInstance, services: CallServices): void {
  registerMcp(app, services);
}
