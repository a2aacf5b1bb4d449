import { agentPaths } from '../../agentPaths.ts';
import { declareCall } from '../../call.ts';
import {
  agentAudit,
  agentNames,
  agentSource,
  namesReport,
  reportedGap,
  signedNames,
} from '../../entities/agent.ts';
import { agentConfiguration, configurationReport } from '../../entities/agentGroup.ts';
import { upgradeReport } from '../../entities/agentUpgrade.ts';
import { agentId, isoTime, offsetTime, reportedNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** Machine that an agent runs on, as reported by the agent. */
export const agentMachine = z.object({
  host: z.string().trim().min(1).max(limits.agent.hostMax),
  platform: z.string().trim().min(1).max(limits.agent.platformMax),
  version: z.string().trim().min(1).max(limits.agent.versionMax),
});
export type AgentMachine = z.output<typeof agentMachine>;

/**
 * Exchanges an enrollment token for an agent credential. The same `machine_id` in an organization is the same agent and keeps its
 * id and batch numbers. A known machine can enroll again only with `proof`: its current credential or, if it has never used one,
 * the secret from its first enrollment request. The earlier credential works until the first use of the new one. Without proof an
 * admin must release the machine; a release can also permit enrollment by credential without a token.
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
    /** The machine's credential or, before it has one, a random secret that is the same in every attempt. */
    proof: z.string().min(40).max(200).optional(),
    /** Name of the group that the installation asks for; the token's group comes first, and an unknown name counts as none. */
    group: z.string().trim().min(1).max(limits.agentGroup.nameMax).optional(),
  }),
  output: z.object({
    agent_id: agentId,
    credential: z.string(),
    /** Minimum number of the agent's next batch. */
    next_batch: z.number().int().positive(),
    /** True while its batches are refused with `awaiting_approval`, until an admin approves the machine. */
    awaiting_approval: z.boolean(),
  }),
  errors: [
    'invalid_enrolment_token',
    'invalid_credential',
    'machine_known',
    'machine_revoked',
    'machine_limit',
    'approval_limit',
  ],
});

const total = z.number().int().pipe(reportedNumber(limits.agent.countMax));
const seconds = reportedNumber(limits.agent.secondsMax);
const { gapsPerHeartbeat, sourcesPerHeartbeat } = limits.agent;

/** Release that an agent may upgrade to; its signature is at the same address with `.sig`. */
export const agentRelease = z.object({
  version: z.string(),
  url: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
});
export type AgentRelease = z.output<typeof agentRelease>;

/** The body of a heartbeat. */
export const heartbeatRequest = agentMachine.extend({
  /** Random per agent process: two alternating values mean two senders with one credential. */
  instance_id: z.uuid().optional(),
  /** The agent's clock at the time of sending. */
  sent_at: offsetTime.optional(),
  queue_depth: total,
  /** Age of the oldest event waiting on the machine. */
  waiting_seconds: seconds.optional(),
  /** Name of `waiting_seconds` in heartbeats of agents before 0.2. In responses this name is the delay from event to storage. */
  lag_seconds: seconds.optional(),
  events_read: total,
  events_sent: total.optional(),
  events_rejected: total,
  gaps: z.array(reportedGap).max(gapsPerHeartbeat).optional(),
  audit: agentAudit.optional(),
  sources: z.array(agentSource).max(sourcesPerHeartbeat).optional(),
  /** The last upgrade, if it failed or was rolled back. */
  upgrade: upgradeReport.optional(),
  /** Configuration in use; absent in agents that take none from the server. */
  configuration: configurationReport.optional(),
  /** Names in use, in agents that take only signed ones. */
  names: namesReport.optional(),
  /** The snapshot that the agent reads now; absent in agents that read no directory. */
  directories: z.object({ snapshot_id: z.uuid().nullable() }).optional(),
  /** The same in earlier agents, which take unsigned ones: their `etag`; null: none yet. Absent before 0.3: default names. */
  names_etag: z.string().max(limits.agent.namesEtagMax).nullable().optional(),
});
export type HeartbeatRequest = z.input<typeof heartbeatRequest>;

export const heartbeatResponse = z.object({
  server_time: isoTime,
  next_batch: z.number().int().positive(),
  gaps_received: z.array(z.uuid()),
  /** Server addresses in order of preference: the agent stores them and tries them when the current address does not respond. */
  addresses: z.array(z.string()).max(limits.agent.addresses),
  /** The newest release for the agent's platform. */
  latest: agentRelease.nullable(),
  /** Tells the agent to upgrade to `latest`: it is newer, and an admin has offered it to this agent. */
  upgrade: z.boolean(),
  /** The credential is due for rotation with POST /api/agents/v1/rotate. */
  rotate_credential: z.boolean(),
  /** Batches are refused until an admin approves the machine. */
  awaiting_approval: z.boolean(),
  /** True with a subscription or a trial; otherwise batches are refused with `subscription_ended`. */
  subscribed: z.boolean(),
  /** The organization's names, signed, if they differ from the reported ones; not sent to a machine that awaits approval. */
  signed_names: signedNames.optional(),
  /** The same for an earlier agent, unsigned. */
  names: agentNames.optional(),
  /** The signed configuration of the machine's group, if it differs from the reported one. */
  configuration: agentConfiguration.optional(),
  /** Directories that this agent is to read now. */
  directories_due: z
    .array(z.object({ directory_id: z.uuid(), name: z.string() }))
    .max(limits.directories.most)
    .optional(),
  /** The organization's key, for an agent that has pinned none: SPKI, base64. */
  configuration_key: z.string().optional(),
});
export type HeartbeatResponse = z.output<typeof heartbeatResponse>;

/**
 * An agent's heartbeat. Totals count from the creation of its state directory. Gaps are sent again until `gaps_received` names
 * them. An absent field means not reported.
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
 * Proves to an agent that this is the server that enrolled it, before the agent sends its credential to another address. Responds
 * only for this server's own addresses; `serverIdentity.ts` defines the proof.
 */
export const agentIdentify = declareCall({
  access: 'visitor',
  method: 'POST',
  path: agentPaths.identify,
  summary: 'Prove the identity of the server to an agent',
  tag: 'Agents',
  input: z.object({
    agent_id: agentId,
    /** Address that the agent sends the request to, without a trailing slash. */
    address: z.string().min(1).max(limits.agent.addressMax),
    /** 32 random bytes from the agent, base64url. */
    nonce: z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'),
  }),
  /** One for each credential that the agent may hold. */
  output: z.object({ proofs: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(2) }),
  errors: ['not_found'],
});

/**
 * Issues an agent's next credential. The current one stays valid until the first use of the new one. A repeated request before
 * that invalidates the credential issued earlier.
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
