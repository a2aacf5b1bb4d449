import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { agentId, isoTime, offsetTime, reportedNumber } from './fields.ts';

/** Health of an agent, by the rules of the server's fleet/health.ts. */
export const agentStates = [
  'healthy',
  /** Healthy, but some kinds of events are not read on the machine. */
  'partial',
  'attention',
  'silent',
  /** Two machines claim this identity. */
  'conflict',
  /** Enrolled by a token that requires approval: events are refused until an admin approves it. */
  'awaiting_approval',
  /** An admin lets the machine enroll again. */
  'released',
  'revoked',
] as const;
export type AgentState = (typeof agentStates)[number];

/** Reasons why an agent is not healthy, most urgent first. Codes are for programs and never change. */
export const agentReasons = [
  'awaiting_approval',
  /** Two senders use its credential. */
  'same_identity',
  /** A machine with its id asked to enroll and could not prove that it is this one. */
  'enrolment_refused',
  'released',
  'silent',
  'log_cleared',
  'source_failed',
  'gaps',
  /** The agent came without its state: nothing says what it missed. */
  'begun_anew',
  'audit_missing',
  'queue_growing',
  'lagging',
  'rejected',
  /** Events were dated more than a day ahead. */
  'events_ahead',
  /** Events were older than events are kept. */
  'events_old',
  'clock_skew',
  'outdated',
  /** No source of the agent has them, as on macOS. */
  'no_logons',
  'no_process_starts',
] as const;
export type AgentReason = (typeof agentReasons)[number];

export const gapReasons = [
  /** Record ids of the source do not follow each other. */
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
  /** The server was restored to an older state and lacks batches that it had acknowledged. */
  'server_restored',
] as const;
export type GapReason = (typeof gapReasons)[number];

const { agent: max } = limits;
/** Text reported by a machine; PostgreSQL cannot store NUL. */
const reported = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[^\0]*$/, 'must not hold a NUL');

/** Events that an agent knows it could not read. */
export const agentGap = z.object({
  /** Assigned by the agent: a gap that is sent again keeps its id. */
  gap_id: z.uuid(),
  source: reported(max.sourceNameMax),
  reason: z.enum(gapReasons),
  /** Last record before and first record after the gap, as the source names them. */
  from_record: reported(max.recordIdMax).nullable(),
  to_record: reported(max.recordIdMax).nullable(),
  /** Number of events; null when it cannot be known. */
  missing: z.number().int().nonnegative().nullable(),
  /** By the agent's clock. */
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

/** Subcategories of Windows' audit policy that cases need beside those of logons and process starts, by their English names. */
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
  /** Those that this machine should record and does not; absent where that is not known. */
  off_for_cases: z.array(z.enum(caseSubcategories)).max(caseSubcategories.length).optional(),
});
export type AgentAudit = z.output<typeof agentAudit>;
/** The parts that have a setting each. */
export type AuditPart = Exclude<keyof AgentAudit, 'off_for_cases'>;
export type AuditSetting = z.output<typeof auditSetting>;

/** A log that the agent reads. */
export const agentSource = z.object({
  name: reported(max.sourceNameMax),
  state: z.enum(['reading', 'waiting', 'failed']),
  message: reported(max.sourceMessageMax).nullable(),
});
export type AgentSource = z.output<typeof agentSource>;

/** An enrolled agent as shown to people, without its credential. Null: not reported, or not measured yet. */
export const agent = z.object({
  agent_id: agentId,
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  /** The newest release for its platform, when there is one to compare with. */
  latest_version: z.string().nullable(),
  state: z.enum(agentStates),
  reasons: z.array(z.enum(agentReasons)),
  enrolled_at: isoTime,
  /** The token it enrolled with. */
  enrolled_with: z.uuid().nullable(),
  credential_issued_at: isoTime,
  last_seen_at: isoTime.nullable(),
  last_batch_at: isoTime.nullable(),
  /** Events read at the source and not yet acknowledged. */
  queue_depth: z.number().int().nullable(),
  /** Start of the current growth of the queue. */
  queue_grows_since: isoTime.nullable(),
  /** Age of the oldest event that waits on the machine. */
  waiting_seconds: z.number().nullable(),
  /** Delay of the slowest event of the last batch, from the event to its commit, corrected by the clock's error. */
  lag_seconds: z.number().nullable(),
  /** The machine's clock minus the server's; positive when it is ahead. */
  clock_skew_seconds: z.number().nullable(),
  /** The agent's own totals since its state directory was made. */
  events_read: z.number().int().nullable(),
  events_sent: z.number().int().nullable(),
  /** The server's totals since enrolment. */
  events_accepted: z.number().int(),
  /** Lines that ingest rejected. */
  events_rejected: z.number().int(),
  last_rejected_at: isoTime.nullable(),
  /** Events dated more than a day ahead, which are stored with the time of their arrival. */
  events_ahead: z.number().int(),
  last_ahead_at: isoTime.nullable(),
  /** Events that were older than their retention when they arrived: they are kept, and no dashboard reaches back to them. */
  events_old: z.number().int(),
  last_old_at: isoTime.nullable(),
  /** When the agent last came without its state directory, and how many events it sent a second time, which were not stored again. */
  begun_anew_at: isoTime.nullable(),
  events_repeated: z.number().int(),
  /** All reported gaps, the number of events known to be missing, and the newest gaps. Times are those of the report. */
  gaps: z.object({
    count: z.number().int(),
    missing: z.number().int(),
    /** Of the newest that is not a cleared log. */
    last_at: isoTime.nullable(),
    last_cleared_at: isoTime.nullable(),
    latest: z.array(agentGap).max(max.gapsShown),
  }),
  audit: agentAudit.nullable(),
  sources: z.array(agentSource).nullable(),
  awaiting_approval: z.boolean(),
  /** Last time that two senders used its credential. */
  conflict_at: isoTime.nullable(),
  /** Last refused enrollment of a machine with its id. */
  refused_at: isoTime.nullable(),
  /** End of the release during which the machine may enroll again; null: not released. */
  released_until: isoTime.nullable(),
  revoked_at: isoTime.nullable(),
});
export type Agent = z.output<typeof agent>;
