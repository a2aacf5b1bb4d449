import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { agentId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/**
 * Lets a known machine enrol again within the hours of `limits.agent.releaseHours`: with an enrolment token, and if
 * `accept_credential` also by itself with the credential that it holds. Revoking it withdraws the release.
 */
export const agentsRelease = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/release',
  summary: 'Let a known machine enrol again',
  tag: 'Agents',
  input: z.object({ agent_id: agentId, accept_credential: z.boolean() }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});
