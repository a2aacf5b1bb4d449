import { clientOf } from '@scout/testkit/as';
import type { Organization } from './organization.ts';
import type { Scout } from './scout.ts';

/** A machine whose agent the test speaks for, through the real calls. */
export interface Machine {
  readonly agentId: string;
  readonly machineId: string;
  /** A heartbeat of an agent that is well, but for what is given. Answers the refusal's code, or null. */
  beat(said?: object): Promise<string | null>;
}

/** A token of the operator's for this organization. */
export async function enrolmentToken(scout: Scout, { tenantId }: Organization, label = ''): Promise<string> {
  const { api } = clientOf(scout, scout.operatorToken);
  const { token } = await api.operatorEnrolmentsCreate({ tenant_id: tenantId, label });
  return token;
}

/** Enrols a machine with a token. */
export async function enrolMachine(
  scout: Scout,
  token: string,
  host: string,
  { platform = 'win32 10.0.20348 x64', machineId = crypto.randomUUID() as string } = {},
): Promise<Machine> {
  const machine = { host, platform, version: '0.1.0' };
  const { agent_id, credential } = await clientOf(scout).api.agentEnrol({
    ...machine,
    token,
    machine_id: machineId,
  });
  const agent = clientOf(scout, credential);
  return {
    agentId: agent_id,
    machineId,
    async beat(said = {}) {
      const sign = { ...machine, queue_depth: 0, lag_seconds: 0, events_read: 120, events_rejected: 0 };
      const answer = await agent.request('/api/agents/v1/heartbeat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sign, events_sent: 120, sent_at: new Date().toISOString(), ...said }),
      });
      return answer.ok ? null : ((await answer.json()) as { code: string }).code;
    },
  };
}
