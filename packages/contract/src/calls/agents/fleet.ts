import { declareCall } from '../../call.ts';
import { agent } from '../../entities/agent.ts';
import { agentId } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

/** The organization's agents, by host, with what waits and what was refused. */
export const agents = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/agents',
  summary: "The organization's agents",
  tag: 'Agents',
  input: z.object({}),
  output: z.array(agent),
});

/** Lets in a machine that awaits approval: its events are taken from now on. Harmless when it is approved already. */
export const agentsApprove = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/approve',
  summary: 'Approve a machine that awaits it',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/** Turns away a machine that awaits approval: it is revoked. */
export const agentsReject = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/reject',
  summary: 'Reject a machine that awaits approval',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/**
 * Lets a known machine enroll again within the hours of `limits.agent.releaseHours`: with an enrollment token, and if
 * `accept_credential` also by itself with the credential that it holds. Revoking it withdraws the release.
 */
export const agentsRelease = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/release',
  summary: 'Let a known machine enroll again',
  tag: 'Agents',
  input: z.object({ agent_id: agentId, accept_credential: z.boolean() }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/** Ends the credential of an agent of the organization; its next request is refused. Harmless when repeated. */
export const agentsRevoke = declareCall({
  access: 'admin',
  method: 'DELETE',
  path: '/api/v1/agents/{agent_id}',
  summary: 'Revoke an agent',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found'],
});
