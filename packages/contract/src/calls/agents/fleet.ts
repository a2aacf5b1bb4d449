import { declareCall } from '../../call.ts';
import { agent } from '../../entities/agent.ts';
import { agentId } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

/** The organization's agents, with waiting and rejected events: approved ones by host, those awaiting approval, revoked ones. */
export const agents = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'agents:read',
  method: 'GET',
  path: '/api/v1/agents',
  summary: "The organization's agents",
  tag: 'Agents',
  input: z.object({}),
  output: z.array(agent),
});

/** Approves a machine that awaits approval: its events are accepted from now on. Idempotent. */
export const agentsApprove = declareCall({
  access: 'subscriber-admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/approve',
  summary: 'Approve a machine that awaits it',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/** Rejects a machine that awaits approval and revokes its credential. */
export const agentsReject = declareCall({
  access: 'admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/reject',
  summary: 'Reject a machine that awaits approval',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/**
 * Lets a known machine enroll again within `limits.agent.releaseHours`: with an enrollment token and, if `accept_credential` is
 * true, also with its current credential alone. Revoking the agent withdraws the release.
 */
export const agentsRelease = declareCall({
  access: 'subscriber-admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/release',
  summary: 'Let a known machine enroll again',
  tag: 'Agents',
  input: z.object({ agent_id: agentId, accept_credential: z.boolean() }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});

/** Revokes the credential of one of the organization's agents; its next request is refused. Idempotent. */
export const agentsRevoke = declareCall({
  access: 'admin',
  scope: 'agents:write',
  method: 'DELETE',
  path: '/api/v1/agents/{agent_id}',
  summary: 'Revoke an agent',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found'],
});
