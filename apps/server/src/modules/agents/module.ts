import type { FastifyInstance } from 'fastify';
import { type ReleasesContext, registerReleases } from './releases/registerReleases.ts';

export * as calls from './calls/index.ts';
export { createHeartbeats } from './fleet/heartbeats.ts';
export { createUpgradeTurns } from './fleet/upgradeTurns.ts';
export { openReleases } from './releases/releases.ts';
export type { AgentServices } from './services.ts';
export { createAgentNames } from './sql/agentNames.ts';
export { createConfigurations } from './sql/configurations.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: ReleasesContext): void {
  registerReleases(app, services);
}
