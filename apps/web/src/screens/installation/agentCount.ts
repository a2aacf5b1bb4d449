import type { OrganizationStatus } from './useStatus.ts';

/** Agents that are expected to send: all but the revoked ones. */
export const countOfAgents = (agents: OrganizationStatus['agents']): number =>
  Object.values(agents).reduce((sum, count) => sum + count, 0) - agents.revoked;
