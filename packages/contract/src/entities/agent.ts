import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { agentId, isoTime, offsetTime, reportedNumber } from './fields.ts';

/** How an agent is, by the rules of the server's fleet/health.ts. */
export const agentStates = [
  'healthy',
  /** Nothing is wrong, and some kinds of events are not read on the machine. */
  'partial',
  'attention',
  'silent',
  /** Two machines claim this identity. */
  'conflict',
  /** Enrolled by a token whose machines wait: its events are not taken until an admin approves it. */
  'awaiting_approval',
  /** An admin lets the machine enrol again. */
  'released',
  'revoked',
] as const;
export type AgentState = (typeof agentStates)[number];

/** Why an agent is not healthy, the most pressing first. Codes are for programs and never change. */
export const agentReasons = [
  'awaiting_approval',
  /** Two senders use its credential. */
  'same_identity',
  /** A machine with its id asked to enrol and could not prove that it is this one. */
  'enrolment_refused',
  'released',
  'silent',
  'log_cleared',
  'source_failed',
  'gaps',
  'audit_missing',
  'queue_growing',
  'lagging',
  'rejected',
  'clock_skew',
  'outdated',
  /** No source of the agent holds them, as on macOS. */
  'no_logons',
  'no_process_starts',
] as const;
export type AgentReason = (typeof agentReasons)[number];

export const gapReasons = [
  /** Record ids of the source do not follow each other. */
  'record_gap',
  /** Somebody cleared the log (1102). */
  'log_cleared',
  /** The log overwrote records before they were read. */
  'log_rolled_over',
  /** The agent's own store was full. */
  'spool_full',
  'spool_corrupt',
  /** The log is another one than before. */
  'source_replaced',
] as const;
export type GapReason = (typeof gapReasons)[number];

const { agent: max } = limits;
/** Text as a machine reports it; PostgreSQL holds no NUL. */
const reported = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[^\0]*$/, 'must not hold a NUL');

/** Events that an agent knows it could not read. */
export const agentGap = z.object({
  /** Made by the agent: a gap that is sent again is the same gap. */
  gap_id: z.uuid(),
  source: reported(max.sourceNameMax),
  reason: z.enum(gapReasons),
  /** Last record before and first record after the gap, as the source names them. */
  from_record: reported(max.recordIdMax).nullable(),
  to_record: reported(max.recordIdMax).nullable(),
  /** How many events; null when nobody can know. */
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

/** `not_read`: no source of the agent holds such events, whatever the machine writes down. */
const switched = z.enum(['on', 'off', 'unknown', 'not_read']);

/** Events that the machine's audit policy writes down and the agent reads; without both there is nothing to report. */
export const agentAudit = z.object({ process_creation: switched, command_lines: switched, logons: switched });
export type AgentAudit = z.output<typeof agentAudit>;

/** A log that the agent reads. */
export const agentSource = z.object({
  name: reported(max.sourceNameMax),
  state: z.enum(['reading', 'waiting', 'failed']),
  message: reported(max.sourceMessageMax).nullable(),
});
export type AgentSource = z.output<typeof agentSource>;

/** An enrolled agent as people read it; its credential is never readable. Null: not reported, or not measured yet. */
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
  /** Since when the queue has only grown. */
  queue_grows_since: isoTime.nullable(),
  /** Age of the oldest event that waits on the machine. */
  waiting_seconds: z.number().nullable(),
  /** From when the slowest event of the last batch happened to its commit, corrected by the clock's error. */
  lag_seconds: z.number().nullable(),
  /** The machine's clock minus the server's; positive when it is ahead. */
  clock_skew_seconds: z.number().nullable(),
  /** The agent's own totals since its state directory was made. */
  events_read: z.number().int().nullable(),
  events_sent: z.number().int().nullable(),
  /** The server's totals since enrolment. */
  events_accepted: z.number().int(),
  /** Lines that ingest refused, counted and never lost silently. */
  events_rejected: z.number().int(),
  last_rejected_at: isoTime.nullable(),
  /** All that were ever reported, with the events known to be missing, and the newest of them. Times are of their report. */
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
  /** When two senders were last seen to use its credential. */
  conflict_at: isoTime.nullable(),
  /** When a machine with its id was last refused an enrolment. */
  refused_at: isoTime.nullable(),
  /** Until when the machine may enrol again; null: an admin has not released it. */
  released_until: isoTime.nullable(),
  revoked_at: isoTime.nullable(),
});
export type Agent = z.output<typeof agent>;
