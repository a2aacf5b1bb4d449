import { z } from '../zod.ts';
import { caseException } from './caseException.ts';
import { isoTime } from './fields.ts';
import { eventIdentity } from './incident.ts';
import { caseTicket } from './ticket.ts';

/** Most severe first. */
export const caseSeverities = ['critical', 'high', 'medium', 'low'] as const;
export type CaseSeverity = (typeof caseSeverities)[number];

export const caseStatuses = ['open', 'acknowledged', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** States of cases, most urgent first: misuse within the last day; anything else without an explanation; a failing job. */
export const caseStates = ['now', 'unexplained', 'job'] as const;
export type CaseState = (typeof caseStates)[number];

/** Outcome of a closed case. */
export const caseClosings = ['misuse', 'expected', 'false'] as const;
export type CaseClosing = (typeof caseClosings)[number];

/** Evidence that links a person to a case, strongest first; `present` is an inference. */
export const evidenceLevels = ['acted', 'same-session', 'present', 'nobody'] as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** Assessment lag of the cases. */
export const assessment = z.object({
  /** Seconds since the oldest unassessed activity was stored; 0 when all is assessed. */
  lag_seconds: z.number().int().nonnegative(),
});
export type Assessment = z.output<typeof assessment>;

/** Number of a case within its organization. */
export const caseNumber = z.number().int().positive().max(2_147_483_647);

/** One reason for a finding: what was new, its class, and its surprise in nats. */
export const caseReason = z.object({ facet: z.string(), class: z.string(), surprise: z.number() });
export type CaseReason = z.output<typeof caseReason>;

/** A sentence in parts, for rendering in any time zone; its times are epoch milliseconds. See `Statement` in @scout/cases. */
const caseStatement = z.object({
  lead: z.string(),
  unit: z.string(),
  count: z.number(),
  first: z.number(),
  last: z.number(),
  why: z.string(),
});

/** Activity on a case's way in the hours after its last finding. */
const laterUse = z.object({ events: z.number().int().positive(), last: isoTime });

/** Related findings about one account. The severity is that of the most severe finding and only increases. */
export const caseRow = z.object({
  number: caseNumber,
  account: z.string(),
  /** Other accounts of the case: same machine, same day. */
  other_accounts: z.array(z.string()),
  kind: z.string(),
  severity: z.enum(caseSeverities),
  /** One-sentence summary made from data. Times are in UTC. */
  sentence: z.string(),
  /** The sentence in parts; null once its findings are no longer kept. */
  statement: caseStatement.nullable(),
  /** Activity after `last_seen` in the last 30 days, for a case that is not closed; null without any. */
  later: laterUse.nullable(),
  /** Highest weight first. */
  reasons: z.array(caseReason),
  /** All persons named by the evidence; several if several were present. */
  persons: z.array(z.string()),
  person_level: z.enum(evidenceLevels),
  sources: z.array(z.string()),
  destinations: z.array(z.string()),
  first_seen: isoTime,
  last_seen: isoTime,
  /** Time of the event that opened the case. */
  opened_at: isoTime,
  /** Time of the last severity increase. */
  graver_at: isoTime,
  status: z.enum(caseStatuses),
  /** Exceptions permit all findings; the case counts as neither open nor acknowledged. */
  excused: z.boolean(),
  closed_as: z.enum(caseClosings).nullable(),
  close_reason: z.string().nullable(),
  /** Address of the assigned member. */
  assignee: z.string().nullable(),
  updated_at: isoTime,
});
export type CaseRow = z.output<typeof caseRow>;

/** An event that supports a finding; its details are null once the event is no longer stored. */
export const caseEvent = z.object({
  /** Parameter for the call `event`. */
  id: eventIdentity,
  time: isoTime,
  event_id: z.number().int().nullable(),
  event_type: z.string().nullable(),
  computer: z.string().nullable(),
  /** The event's account, in the event's spelling. */
  account: z.string().nullable(),
  /** File name without its folder. */
  program: z.string().nullable(),
});
export type CaseEvent = z.output<typeof caseEvent>;

/** One observation of a case, with its supporting events. */
export const caseFinding = z.object({
  time: isoTime,
  kind: z.string(),
  severity: z.enum(caseSeverities),
  sentence: z.string(),
  statement: caseStatement.nullable(),
  reasons: z.array(caseReason),
  persons: z.array(z.string()),
  person_level: z.enum(evidenceLevels),
  sources: z.array(z.string()),
  destinations: z.array(z.string()),
  /** Earliest first. */
  events: z.array(caseEvent),
  /** Id of the exception that permits the finding. */
  excused_by: z.uuid().nullable(),
});
export type CaseFinding = z.output<typeof caseFinding>;

export const caseChangeKinds = [
  'comment',
  'acknowledged',
  'closed',
  'reopened',
  'assigned',
  'ticket',
  'change',
] as const;

/** A person's action on a case; a comment is one. `ticket`: news of a ticket system; `change`: a planned change. */
export const caseChange = z.object({
  id: z.string(),
  time: isoTime,
  kind: z.enum(caseChangeKinds),
  /** Address of the person, or `system`. */
  author: z.string(),
  /** The comment, the reason for closing, or the news. */
  text: z.string().nullable(),
  closed_as: z.enum(caseClosings).nullable(),
  /** Address of the new assignee; null for nobody. */
  assignee: z.string().nullable(),
});
export type CaseChange = z.output<typeof caseChange>;

/** A case with its findings and the actions of people. */
export const caseFile = caseRow.extend({
  /** Newest first. */
  findings: z.array(caseFinding),
  /** Number of findings, including unlisted ones. */
  findings_total: z.number().int().nonnegative(),
  /** Exceptions that permit the listed findings. */
  exceptions: z.array(caseException),
  /** Newest first. */
  changes: z.array(caseChange),
  /** Oldest first. */
  tickets: z.array(caseTicket),
});
export type CaseFile = z.output<typeof caseFile>;
