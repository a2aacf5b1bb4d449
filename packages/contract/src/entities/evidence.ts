import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import {
  caseChangeKinds,
  caseClosings,
  caseNumber,
  caseSeverities,
  caseStatuses,
  evidenceLevels,
} from './case.ts';
import { isoTime } from './fields.ts';
import { eventIdentity } from './incident.ts';
import { ownerDecisions, reviewNumber } from './ownerReview.ts';

const count = z.number().int().nonnegative();
const { uses, findings, cases, decisions, exceptions, events } = limits.evidence;

/** Kinds of entries of a case or period, in the order of the PDF. */
export const evidenceTypes = ['use', 'finding', 'event', 'case', 'decision', 'exception'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

/** One hour of one way of interactive use: at a console, by remote desktop, or by a person named in the event. */
const use = z.object({
  type: z.literal('use'),
  at: isoTime,
  /** Time of the hour's last event. */
  last: isoTime,
  account: z.string(),
  /** `logon:2` and similar, `explicit` or `command`. */
  kind: z.string(),
  /** Named by the event; null if not named. */
  person: z.string().nullable(),
  source: z.string().nullable(),
  server: z.string().nullable(),
  program: z.string().nullable(),
  events: count,
  /** Exception that permits the use, with its reason, approver and end; null: not permitted. */
  exception: z.uuid().nullable(),
  reason: z.string().nullable(),
  approved_by: z.string().nullable(),
  permitted_until: isoTime.nullable(),
});

/** A finding of the assessor, with the person and the evidence for that person. */
const finding = z.object({
  type: z.literal('finding'),
  at: isoTime,
  case: caseNumber,
  account: z.string(),
  kind: z.string(),
  severity: z.enum(caseSeverities),
  sentence: z.string(),
  persons: z.array(z.string()),
  person_level: z.enum(evidenceLevels),
  exception: z.uuid().nullable(),
});

/** SHA-256 in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An event that supports a finding, as its agent sent it; only in the evidence of a case. */
const event = z.object({
  type: z.literal('event'),
  at: isoTime,
  id: eventIdentity,
  event_id: z.number().int().nullable(),
  event_type: z.string().nullable(),
  computer: z.string().nullable(),
  account: z.string().nullable(),
  program: z.string().nullable(),
  received_at: isoTime.nullable(),
  /** The line of the agent's batch and its hash; null once it is no longer stored. */
  raw: z.string().nullable(),
  raw_sha256: hash.nullable(),
});

const ofCase = z.object({
  type: z.literal('case'),
  /** Time of the event that opened it. */
  at: isoTime,
  number: caseNumber,
  account: z.string(),
  /** Keys of its further accounts. */
  other_accounts: z.array(z.string()),
  kind: z.string(),
  severity: z.enum(caseSeverities),
  sentence: z.string(),
  last_seen: isoTime,
  status: z.enum(caseStatuses),
  closed_as: z.enum(caseClosings).nullable(),
  close_reason: z.string().nullable(),
});

/** A person's action on a case. */
const decision = z.object({
  type: z.literal('decision'),
  at: isoTime,
  case: caseNumber,
  kind: z.enum(caseChangeKinds),
  by: z.string(),
  text: z.string().nullable(),
  closed_as: z.enum(caseClosings).nullable(),
  assignee: z.string().nullable(),
});

const patterns = z.array(z.string());
const exception = z.object({
  type: z.literal('exception'),
  /** Start time. */
  at: isoTime,
  /** Actual or planned end. */
  until: isoTime,
  id: z.uuid(),
  account: z.string(),
  kinds: patterns,
  sources: patterns,
  servers: patterns,
  persons: patterns,
  reason: z.string(),
  /** As entered by the admin. */
  approved_by: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: isoTime,
  ended_by: z.string().nullable(),
});

/** A review of accounts by their owners. */
const review = z.object({
  type: z.literal('review'),
  /** Start time. */
  at: isoTime,
  number: reviewNumber,
  started_by: z.string(),
  due: isoTime,
  /** Rounds of reminders. */
  reminders: count,
  closed_at: isoTime,
  /** The admin; null: closed because everything was decided. */
  closed_by: z.string().nullable(),
});

/** Decision about an account in a review. */
const answer = z.object({
  type: z.literal('answer'),
  /** Time of the decision; for undecided accounts, the review's closing. */
  at: isoTime,
  account: z.string(),
  /** Owner in the register at the review's start; null: none. */
  owner: z.string().nullable(),
  /** Member who was asked by mail; null: nobody, an admin decides. */
  asked: z.string().nullable(),
  decision: z.enum(ownerDecisions).nullable(),
  comment: z.string().nullable(),
  by: z.string().nullable(),
});

export const evidenceEntry = z.discriminatedUnion('type', [
  use,
  finding,
  event,
  ofCase,
  decision,
  exception,
  review,
  answer,
]);
export type EvidenceEntry = z.output<typeof evidenceEntry>;

/** A case, a closed review, or a period with inclusive ends. */
export const evidenceScope = z.union([
  z.object({ case: caseNumber }),
  z.object({ review: reviewNumber }),
  z.object({ from: isoTime, to: isoTime }),
]);
export type EvidenceScope = z.output<typeof evidenceScope>;

/**
 * Evidence for auditors: who used which account interactively, when, why, approved by whom and until when (docs/evidence.md).
 * Each hash covers the previous one and its entry; the first covers the fields above the entries. No hash covers `made_at` and
 * `made_by`.
 */
export const evidenceFile = z.object({
  format: z.literal('scout-evidence'),
  version: z.literal(1),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  scope: evidenceScope,
  /** Older entries omitted because of the limits. */
  left_out: z.object({
    use: count,
    finding: count,
    /** Absent where events are not part of the evidence. */
    event: count.optional(),
    case: count,
    decision: count,
    exception: count,
  }),
  count,
  made_at: isoTime,
  made_by: z.string(),
  /** In order of time. */
  entries: z
    .array(z.object({ entry: evidenceEntry, hash }))
    .max(
      Math.max(uses + findings + events + cases + decisions + exceptions, limits.ownerReviews.accounts + 1),
    ),
  /** The last hash. */
  head: hash,
});
export type EvidenceFile = z.output<typeof evidenceFile>;
