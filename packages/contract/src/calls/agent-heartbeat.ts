import { declareCall } from '../call.ts';
import { agentAudit, agentSource, reportedGap } from '../entities/agent.ts';
import { upgradeReport } from '../entities/agent-upgrade.ts';
import { isoTime, offsetTime, reportedNumber } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { agentMachine } from './agent-enrol.ts';

const total = z.number().int().pipe(reportedNumber(limits.agent.countMax));
const { gapsPerHeartbeat, sourcesPerHeartbeat } = limits.agent;

/** A release that an agent may replace itself with; its signature is at the same address with `.sig`. */
export const agentRelease = z.object({
  version: z.string(),
  url: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
});
export type AgentRelease = z.output<typeof agentRelease>;

/**
 * An agent's sign of life and proof of collection. Totals are since its state directory was made. Gaps are sent again until
 * `gaps_received` names them. What is absent counts as not reported.
 */
export const agentHeartbeat = declareCall({
  access: 'agent',
  method: 'POST',
  path: '/api/agents/v1/heartbeat',
  summary: "An agent's sign of life",
  tag: 'Agents',
  input: agentMachine.extend({
    /** Random, of the agent's process: two that take turns are two senders with one credential. */
    instance_id: z.uuid().optional(),
    /** The agent's clock as it sends this. */
    sent_at: offsetTime.optional(),
    queue_depth: total,
    /** Age of the oldest event that waits on the machine. */
    lag_seconds: reportedNumber(limits.agent.secondsMax),
    events_read: total,
    events_sent: total.optional(),
    events_rejected: total,
    gaps: z.array(reportedGap).max(gapsPerHeartbeat).optional(),
    audit: agentAudit.optional(),
    sources: z.array(agentSource).max(sourcesPerHeartbeat).optional(),
    /** Its last upgrade, when that came to nothing. */
    upgrade: upgradeReport.optional(),
  }),
  output: z.object({
    server_time: isoTime,
    next_batch: z.number().int().positive(),
    gaps_received: z.array(z.uuid()),
    /** Where the server may be reached, the best first: kept by the agent, and tried when this address does not answer. */
    addresses: z.array(z.string()).max(limits.agent.addresses),
    /** The newest release for the agent's platform. */
    latest: agentRelease.nullable(),
    /** Replace yourself with `latest`: it is newer, and an admin has opened it to this agent. */
    upgrade: z.boolean(),
    /** The credential is old: ask for another with POST /api/agents/v1/rotate. */
    rotate_credential: z.boolean(),
    /** Batches are refused until an admin approves the machine. */
    awaiting_approval: z.boolean(),
  }),
});
