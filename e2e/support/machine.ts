import { ingestAnswer } from '@scout/contract';
import { clientOf } from '@scout/testkit/as';
import type { Organization } from './organization.ts';
import type { Scout } from './scout.ts';
import { type SecurityLogEntry, toWindowsXml } from './securityLog.ts';

/** Maximum events in an agent's batch. */
const batchEvents = 1_000;

/** A machine whose agent is simulated by the test, with the real calls. */
export interface Machine {
  readonly agentId: string;
  readonly machineId: string;
  /** A heartbeat of a healthy agent, with overrides. Returns the refusal's code, or null. */
  beat(said?: object): Promise<string | null>;
  /** Sends events like the agent, in batches; resolves when all are stored. Throws when the server refuses any. */
  ship(events: readonly SecurityLogEntry[]): Promise<void>;
}

/** A token of the operator's for this organization. */
export async function enrolmentToken(scout: Scout, { tenantId }: Organization, label = ''): Promise<string> {
  const { api } = clientOf(scout, scout.operatorToken);
  const { token } = await api.operatorEnrolmentsCreate({ tenant_id: tenantId, label });
  return token;
}

/** Enrolls a machine with a token. */
export async function enrolMachine(
  scout: Pick<Scout, 'url'>,
  token: string,
  host: string,
  { platform = 'win32 10.0.20348 x64', machineId = crypto.randomUUID() as string } = {},
): Promise<Machine> {
  const machine = { host, platform, version: '0.1.0' };
  const { agent_id, credential, next_batch } = await clientOf(scout).api.agentEnrol({
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
    async ship(events) {
      for (let from = 0; from < events.length; from += batchEvents) {
        const batch = events.slice(from, from + batchEvents);
        const answer = await agent.request('/api/ingest/v1/events', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-ndjson',
            'scout-batch': String(next_batch + from / batchEvents),
          },
          body: batch.map((entry) => `${JSON.stringify({ xml: toWindowsXml(entry) })}\n`).join(''),
        });
        const outcome = await answer.text();
        if (!answer.ok || ingestAnswer.parse(JSON.parse(outcome)).accepted !== batch.length) {
          throw new Error(`Of ${batch.length} events not all were stored: HTTP ${answer.status} ${outcome}`);
        }
      }
    },
  };
}
