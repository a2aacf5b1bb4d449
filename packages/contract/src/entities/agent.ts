import { AGENT_NAMES_LIMITS, OTHER_ACCOUNTS } from '@scout/detection/agentNames';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { configurationStates, machineConfiguration, refusalMessage } from './agentGroup.ts';
import { nameRule } from './detectionSettings.ts';
import { agentId, isoTime, offsetTime, reportedNumber } from './fields.ts';

/** Health of an agent, by the rules of the server's fleet/health.ts. */
export const agentStates = [
  'healthy',
  /** Healthy, but does not read some kinds of events. */
  'partial',
  'attention',
  'silent',
  /** Two machines use this identity. */
  'conflict',
  /** Enrolled by a token that requires approval: events are refused until an admin approves the machine. */
  'awaiting_approval',
  /** An admin has permitted the machine to enroll again. */
  'released',
  'revoked',
] as const;
export type AgentState = (typeof agentStates)[number];

/** Reasons why an agent is not healthy, most urgent first. Codes are for programs and never change. */
export const agentReasons = [
  'awaiting_approval',
  /** Two senders use its credential. */
  'same_identity',
  /** A machine with its id tried to enroll without valid proof of identity. */
  'enrolment_refused',
  'released',
  'silent',
  'log_cleared',
  'source_failed',
  /** The agent refuses the organization's names, and selects events by others. */
  'names_refused',
  'gaps',
  /** The agent lost its state; missed events are unknown. */
  'begun_anew',
  'audit_missing',
  'queue_growing',
  'lagging',
  'rejected',
  /** Events dated more than a day in the future. */
  'events_ahead',
  /** Events older than the retention. */
  'events_old',
  'clock_skew',
  'outdated',
  /** No source of the agent reads logons, as on macOS. */
  'no_logons',
  'no_process_starts',
] as const;
export type AgentReason = (typeof agentReasons)[number];

export const gapReasons = [
  /** Record ids of the source are not consecutive. */
  'record_gap',
  /** The log was cleared (1102). */
  'log_cleared',
  /** The log overwrote records before they were read. */
  'log_rolled_over',
  /** The agent's spool was full. */
  'spool_full',
  'spool_corrupt',
  /** The log was replaced by another one. */
  'source_replaced',
  /** The server was restored from a backup and lacks batches that it had acknowledged. */
  'server_restored',
  /** The organization's names changed: events that the earlier ones left out are missing, and nothing is lost that was sent before. */
  'names_changed',
] as const;
export type GapReason = (typeof gapReasons)[number];

const { agent: max } = limits;
/** Text reported by a machine; PostgreSQL cannot store NUL. */
const reported = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[^\0]*$/, 'must not hold a NUL');

/** Events that an agent could not read. */
export const agentGap = z.object({
  /** Assigned by the agent: a repeated gap keeps its id. */
  gap_id: z.uuid(),
  source: reported(max.sourceNameMax),
  reason: z.enum(gapReasons),
  /** Last record before and first record after the gap, as named by the source. */
  from_record: reported(max.recordIdMax).nullable(),
  to_record: reported(max.recordIdMax).nullable(),
  /** Number of events; null if unknown. */
  missing: z.number().int().nonnegative().nullable(),
  /** Time by the agent's clock. */
  happened_at: z.iso.datetime({ offset: true }),
});
export type AgentGap = z.output<typeof agentGap>;

/** A gap as an agent reports it. */
export const reportedGap = agentGap.extend({
  missing: z.number().int().pipe(reportedNumber(max.countMax)).nullable(),
  happened_at: offsetTime,
});

/** `not_read`: no source of the agent reads such events, whatever the machine records. */
const auditSetting = z.enum(['on', 'off', 'unknown', 'not_read']);

/** Windows audit policy subcategories that cases need in addition to logons and process starts, by their English names. */
export const caseSubcategories = [
  'Logoff',
  'Special Logon',
  'Security System Extension',
  'Other Object Access Events',
  'Audit Policy Change',
  'Credential Validation',
  'Kerberos Authentication Service',
  'Kerberos Service Ticket Operations',
  'User Account Management',
  'Security Group Management',
  'Directory Service Changes',
] as const;
export type CaseSubcategory = (typeof caseSubcategories)[number];

/** Events that the machine's audit policy records and the agent reads; detection needs both. */
export const agentAudit = z.object({
  process_creation: auditSetting,
  command_lines: auditSetting,
  logons: auditSetting,
  /** Subcategories that this machine should record but does not; absent if unknown. */
  off_for_cases: z.array(z.enum(caseSubcategories)).max(caseSubcategories.length).optional(),
});
export type AgentAudit = z.output<typeof agentAudit>;
/** Parts with one setting each. */
export type AuditPart = Exclude<keyof AgentAudit, 'off_for_cases'>;
export type AuditSetting = z.output<typeof auditSetting>;

/** A log that the agent reads. */
export const agentSource = z.object({
  name: reported(max.sourceNameMax),
  state: z.enum(['reading', 'waiting', 'failed']),
  message: reported(max.sourceMessageMax).nullable(),
});
export type AgentSource = z.output<typeof agentSource>;

const settingsVersion = z.number().int().min(0);

/** Names by which an agent selects events, in its heartbeat. */
export const namesReport = z.object({
  /** SHA-256 of the pinned key, base64url; null: none yet. */
  key: z.string().max(64).nullable(),
  /** Names in use, with the version of the detection settings that they are from; null: none of the organization. */
  applied: z
    .object({
      etag: z.string().max(max.namesEtagMax),
      version: settingsVersion,
      /** Time by the agent's clock from which events are selected by this version. */
      since: offsetTime,
    })
    .nullable(),
  /** The last names that it refused, and why. */
  refused: z
    .object({ etag: z.string().max(max.namesEtagMax).nullable(), message: refusalMessage })
    .nullable(),
});
export type NamesReport = z.output<typeof namesReport>;

/** Names by which a machine selects events; `unsupported`: its agent does not report them. */
export const machineNames = z.object({
  state: z.enum(configurationStates),
  /** Version of the detection settings that it should have, and the one that it has; 0: the default names. */
  wanted: settingsVersion,
  version: settingsVersion.nullable(),
  /** Time by its clock from which it selects events by that version. */
  since: isoTime.nullable(),
  /** The agent's reason for a refusal. */
  message: z.string().nullable(),
});
export type MachineNames = z.output<typeof machineNames>;

/** An enrolled agent as shown to people, without its credential. Null means not reported or not measured yet. */
export const agent = z.object({
  agent_id: agentId,
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  /** Newest release for its platform; null without one. */
  latest_version: z.string().nullable(),
  state: z.enum(agentStates),
  reasons: z.array(z.enum(agentReasons)),
  enrolled_at: isoTime,
  /** Token used for enrollment. */
  enrolled_with: z.uuid().nullable(),
  credential_issued_at: isoTime,
  last_seen_at: isoTime.nullable(),
  last_batch_at: isoTime.nullable(),
  /** Events read from the source and not yet acknowledged. */
  queue_depth: z.number().int().nullable(),
  /** Start of the queue's current growth. */
  queue_grows_since: isoTime.nullable(),
  /** Age of the oldest event waiting on the machine. */
  waiting_seconds: z.number().nullable(),
  /** Delay of the last batch's slowest event, from event to commit, corrected by the clock skew. */
  lag_seconds: z.number().nullable(),
  /** The machine's clock minus the server's; positive when ahead. */
  clock_skew_seconds: z.number().nullable(),
  /** The agent's own totals since the creation of its state directory. */
  events_read: z.number().int().nullable(),
  events_sent: z.number().int().nullable(),
  /** The server's totals since enrollment. */
  events_accepted: z.number().int(),
  /** Lines that ingest rejected. */
  events_rejected: z.number().int(),
  last_rejected_at: isoTime.nullable(),
  /** Events dated more than a day in the future, stored with their time of arrival. */
  events_ahead: z.number().int(),
  last_ahead_at: isoTime.nullable(),
  /** Events older than their retention on arrival: stored, but outside every dashboard's range. */
  events_old: z.number().int(),
  last_old_at: isoTime.nullable(),
  /** Last time the agent started without its state directory, and number of duplicate events it sent, which were not stored again. */
  begun_anew_at: isoTime.nullable(),
  events_repeated: z.number().int(),
  /** All reported gaps, the number of events known to be missing, and the newest gaps. Times are those of the report. */
  gaps: z.object({
    count: z.number().int(),
    missing: z.number().int(),
    /** Time of the newest gap other than a cleared log and changed names. */
    last_at: isoTime.nullable(),
    last_cleared_at: isoTime.nullable(),
    latest: z.array(agentGap).max(max.gapsShown),
  }),
  /** Its group and configuration; null: it is in no group. */
  group: machineConfiguration.nullable(),
  names: machineNames,
  audit: agentAudit.nullable(),
  sources: z.array(agentSource).nullable(),
  awaiting_approval: z.boolean(),
  /** Last time that two senders used its credential. */
  conflict_at: isoTime.nullable(),
  /** Last refused enrollment of a machine with its id. */
  refused_at: isoTime.nullable(),
  /** End of the release that lets the machine enroll again; null: not released. */
  released_until: isoTime.nullable(),
  revoked_at: isoTime.nullable(),
});
export type Agent = z.output<typeof agent>;

/** Names by which an agent selects the events of service accounts. */
export const agentNames = z.object({
  /** Identifies exactly this content. */
  etag: z.string().max(limits.agent.namesEtagMax),
  service_accounts: nameRule,
  production_servers: nameRule,
  /** Service accounts that match no rule. */
  accounts: z.array(z.string().max(AGENT_NAMES_LIMITS.accountLength)).max(AGENT_NAMES_LIMITS.accounts),
  /** Accounts sent in addition, because `accounts` is incomplete. */
  others: z.enum(OTHER_ACCOUNTS),
});

/** Names and their signature (base64) by the organization's key. */
export const signedNames = z.object({
  document: z.string().max(limits.agent.namesDocumentMax),
  signature: z.string().max(100),
});
