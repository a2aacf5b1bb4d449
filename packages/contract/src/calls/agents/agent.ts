import { agentPaths } from '../../agentPaths.ts';
import { declareCall } from '../../call.ts';
import { agentAudit, agentSource, reportedGap } from '../../entities/agent.ts';
import { upgradeReport } from '../../entities/agentUpgrade.ts';
import { agentId, isoTime, offsetTime, reportedNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** The machine that an agent runs on, as the agent reports it. */
export const agentMachine = z.object({
  host: z.string().trim().min(1).max(limits.agent.hostMax),
  platform: z.string().trim().min(1).max(limits.agent.platformMax),
  version: z.string().trim().min(1).max(limits.agent.versionMax),
});
export type AgentMachine = z.output<typeof agentMachine>;

/**
 * Exchanges an enrollment token for a credential of the agent's own. The same `machine_id` in an organization is the same
 * agent and keeps its id and batch numbers. A machine that is known enrolls again only with `proof`: the credential that it
 * holds or, while it has never used one, the secret that it sent when it first asked. Its earlier credential works until the
 * new one is first used. Otherwise an admin must release the machine; a release may also let its credential do without a token.
 */
export const agentEnrol = declareCall({
  access: 'visitor',
  method: 'POST',
  path: agentPaths.enrol,
  summary: 'Enroll an agent',
  tag: 'Agents',
  input: agentMachine.extend({
    token: z.string().min(1).max(200).optional(),
    machine_id: z.string().trim().min(1).max(limits.agent.machineIdMax),
    /** The machine's credential, or before it has one a random secret of its own, the same in each try. */
    proof: z.string().min(40).max(200).optional(),
  }),
  output: z.object({
    agent_id: agentId,
    credential: z.string(),
    /** The number that the agent's next batch must carry at least. */
    next_batch: z.number().int().positive(),
    /** Its batches are refused with `awaiting_approval` until an admin approves the machine. */
    awaiting_approval: z.boolean(),
  }),
  errors: ['invalid_enrolment_token', 'invalid_credential', 'machine_known', 'machine_revoked'],
});

const total = z.number().int().pipe(reportedNumber(limits.agent.countMax));
const seconds = reportedNumber(limits.agent.secondsMax);
const { gapsPerHeartbeat, sourcesPerHeartbeat } = limits.agent;

/** A release that an agent may replace itself with; its signature is at the same address with `.sig`. */
export const agentRelease = z.object({
  version: z.string(),
  url: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
});
export type AgentRelease = z.output<typeof agentRelease>;

/** The body of a heartbeat. */
export const heartbeatRequest = agentMachine.extend({
  /** Random for each process of the agent: two values in alternation are two senders with one credential. */
  instance_id: z.uuid().optional(),
  /** The agent's clock at the time of sending. */
  sent_at: offsetTime.optional(),
  queue_depth: total,
  /** Age of the oldest event that waits on the machine. */
  waiting_seconds: seconds.optional(),
  /** The name of `waiting_seconds` in heartbeats of agents before 0.2. Answers use it for the delay from event to storage. */
  lag_seconds: seconds.optional(),
  events_read: total,
  events_sent: total.optional(),
  events_rejected: total,
  gaps: z.array(reportedGap).max(gapsPerHeartbeat).optional(),
  audit: agentAudit.optional(),
  sources: z.array(agentSource).max(sourcesPerHeartbeat).optional(),
  /** The last upgrade, if it failed or was rolled back. */
  upgrade: upgradeReport.optional(),
});
export type HeartbeatRequest = z.input<typeof heartbeatRequest>;

export const heartbeatResponse = z.object({
  server_time: isoTime,
  next_batch: z.number().int().positive(),
  gaps_received: z.array(z.uuid()),
  /** Addresses of the server, best first: the agent keeps them and tries them when this address does not answer. */
  addresses: z.array(z.string()).max(limits.agent.addresses),
  /** The newest release for the agent's platform. */
  latest: agentRelease.nullable(),
  /** Replace yourself with `latest`: it is newer, and an admin has opened it to this agent. */
  upgrade: z.boolean(),
  /** The credential is old: ask for another with POST /api/agents/v1/rotate. */
  rotate_credential: z.boolean(),
  /** Batches are refused until an admin approves the machine. */
  awaiting_approval: z.boolean(),
  /** The organization has a subscription or a trial; without one batches are refused with `subscription_ended`. */
  subscribed: z.boolean(),
});
export type HeartbeatResponse = z.output<typeof heartbeatResponse>;

/**
 * An agent's heartbeat and proof of collection. Totals are since its state directory was made. Gaps are sent again until
 * `gaps_received` names them. An absent field counts as not reported.
 */
export const agentHeartbeat = declareCall({
  access: 'agent',
  method: 'POST',
  path: agentPaths.heartbeat,
  summary: "An agent's heartbeat",
  tag: 'Agents',
  input: heartbeatRequest,
  output: heartbeatResponse,
});

/**
 * Proves to an agent that this is the server that enrolled it, before the agent sends its credential to another address.
 * Answers only for addresses of this server; `serverIdentity.ts` defines the proof.
 */
export const agentIdentify = declareCall({
  access: 'visitor',
  method: 'POST',
  path: agentPaths.identify,
  summary: 'Prove the identity of the server to an agent',
  tag: 'Agents',
  input: z.object({
    agent_id: agentId,
    /** The address at which the agent asks, without a slash at the end. */
    address: z.string().min(1).max(limits.agent.addressMax),
    /** 32 random bytes of the agent, base64url. */
    nonce: z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'),
  }),
  /** One for each credential that the agent may hold. */
  output: z.object({ proofs: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(2) }),
  errors: ['not_found'],
});

/**
 * Gives an agent its next credential. The present one stays valid until the next one is first used, and is void from
 * then on; asked again before that, an earlier answer is void.
 */
export const agentRotate = declareCall({
  access: 'agent',
  method: 'POST',
  path: agentPaths.rotate,
  summary: "Replace an agent's credential",
  tag: 'Agents',
  input: z.object({}),
  output: z.object({ credential: z.string() }),
});
