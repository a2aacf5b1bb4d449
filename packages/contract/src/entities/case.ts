import { z } from '../zod.ts';
import { caseException } from './caseException.ts';
import { isoTime } from './fields.ts';
import { eventIdentity } from './incident.ts';

/** The gravest first. */
export const caseSeverities = ['critical', 'high', 'medium', 'low'] as const;
export type CaseSeverity = (typeof caseSeverities)[number];

export const caseStatuses = ['open', 'acknowledged', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Outcome of a closed case. */
export const caseClosings = ['misuse', 'expected', 'false'] as const;
export type CaseClosing = (typeof caseClosings)[number];

/** How a person is known to be behind a case, the strongest evidence first; `present` is an inference. */
export const evidenceLevels = ['acted', 'same-session', 'present', 'nobody'] as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** How far cases are behind what is stored. */
export const assessment = z.object({
  /** Seconds since the oldest activity was stored that is not assessed yet; 0 when all is. */
  lag_seconds: z.number().int().nonnegative(),
  /** Batches in the ledger, and those of them whose activity cases know, until an earlier version's are all taken up; null then. */
  history: z
    .object({ batches: z.number().int().nonnegative(), folded: z.number().int().nonnegative() })
    .nullable(),
});
export type Assessment = z.output<typeof assessment>;

/** The number of a case within its organization. */
export const caseNumber = z.number().int().positive().max(2_147_483_647);

/** One reason for a finding: what was new, of which class, and how surprising that is in nats. */
export const caseReason = z.object({ facet: z.string(), class: z.string(), surprise: z.number() });
export type CaseReason = z.output<typeof caseReason>;

/** A sentence in parts, for a reader in any time zone; its moments are epoch milliseconds. See `Statement` of the cases. */
const caseStatement = z.object({
  lead: z.string(),
  unit: z.string(),
  count: z.number(),
  first: z.number(),
  last: z.number(),
  why: z.string(),
});

/** Activity on a case's way in hours after its last finding. */
const laterUse = z.object({ events: z.number().int().positive(), last: isoTime });

/** Findings about one account that belong together. Its severity is that of its gravest finding and only grows. */
export const caseRow = z.object({
  number: caseNumber,
  account: z.string(),
  /** Other accounts that it is about: those of the same machine on the same day. */
  other_accounts: z.array(z.string()),
  kind: z.string(),
  severity: z.enum(caseSeverities),
  /** One sentence of what happened, made from data. Its times are in UTC. */
  sentence: z.string(),
  /** The sentence in parts; null for one of before they were kept. */
  statement: caseStatement.nullable(),
  /** What went on after `last_seen` in the last 30 days, of a case that is not closed; null when nothing did. */
  later: laterUse.nullable(),
  /** The weightiest first. */
  reasons: z.array(caseReason),
  /** Everybody whom the evidence names; several when it names several who were present. */
  persons: z.array(z.string()),
  person_level: z.enum(evidenceLevels),
  sources: z.array(z.string()),
  destinations: z.array(z.string()),
  first_seen: isoTime,
  last_seen: isoTime,
  /** Time of the event that opened it. */
  opened_at: isoTime,
  /** When it last became graver. */
  graver_at: isoTime,
  status: z.enum(caseStatuses),
  /** Exceptions permit all that was found; it counts as neither open nor acknowledged. */
  excused: z.boolean(),
  closed_as: z.enum(caseClosings).nullable(),
  close_reason: z.string().nullable(),
  /** Address of the member who works on it. */
  assignee: z.string().nullable(),
  updated_at: isoTime,
});
export type CaseRow = z.output<typeof caseRow>;

/** An event that shows a finding; what it was is null once the event is no longer stored. */
export const caseEvent = z.object({
  /** For the call `event`. */
  id: eventIdentity,
  time: isoTime,
  event_id: z.number().int().nullable(),
  event_type: z.string().nullable(),
  computer: z.string().nullable(),
  /** The account that it is about, as the event spells it. */
  account: z.string().nullable(),
  /** File name, without its folder. */
  program: z.string().nullable(),
});
export type CaseEvent = z.output<typeof caseEvent>;

/** One observation of a case, with the events that show it. */
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
  /** The earliest first. */
  events: z.array(caseEvent),
  /** The id of the exception that permits it. */
  excused_by: z.uuid().nullable(),
});
export type CaseFinding = z.output<typeof caseFinding>;

export const caseChangeKinds = ['comment', 'acknowledged', 'closed', 'reopened', 'assigned'] as const;

/** A person's act on a case; a comment is one. */
export const caseChange = z.object({
  id: z.string(),
  time: isoTime,
  kind: z.enum(caseChangeKinds),
  /** Address of the person. */
  author: z.string(),
  /** The comment, or the reason for closing. */
  text: z.string().nullable(),
  closed_as: z.enum(caseClosings).nullable(),
  /** Address of the member whom it was assigned to; null for nobody. */
  assignee: z.string().nullable(),
});
export type CaseChange = z.output<typeof caseChange>;

/** A case with what it is made of and what people did about it. */
export const caseFile = caseRow.extend({
  /** The newest first. */
  findings: z.array(caseFinding),
  /** All of them, those that are not listed included. */
  findings_total: z.number().int().nonnegative(),
  /** Those that permit the listed findings. */
  exceptions: z.array(caseException),
  /** The newest first. */
  changes: z.array(caseChange),
});
export type CaseFile = z.output<typeof caseFile>;
