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
import { ownerDecisions, reviewNumber } from './ownerReview.ts';

const count = z.number().int().nonnegative();
const { uses, findings, cases, decisions, exceptions } = limits.evidence;

/** Kinds of entries of a case or a period, in the order in which the PDF tells them. */
export const evidenceTypes = ['use', 'finding', 'case', 'decision', 'exception'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

/** An hour of one way of using an account interactively: at a console, by remote desktop, or by a person whom the event names. */
const use = z.object({
  type: z.literal('use'),
  at: isoTime,
  /** Of the last event of the hour. */
  last: isoTime,
  account: z.string(),
  /** `logon:2` and the like, `explicit` or `command`. */
  kind: z.string(),
  /** Named by the event itself; null: by none. */
  person: z.string().nullable(),
  source: z.string().nullable(),
  server: z.string().nullable(),
  program: z.string().nullable(),
  events: count,
  /** The exception that permits it, with its reason, who approved it and until when it holds; null: nobody permitted it. */
  exception: z.uuid().nullable(),
  reason: z.string().nullable(),
  approved_by: z.string().nullable(),
  permitted_until: isoTime.nullable(),
});

/** What the assessor found, with the person and how that is known. */
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

const ofCase = z.object({
  type: z.literal('case'),
  /** Of the event that opened it. */
  at: isoTime,
  number: caseNumber,
  account: z.string(),
  kind: z.string(),
  severity: z.enum(caseSeverities),
  sentence: z.string(),
  last_seen: isoTime,
  status: z.enum(caseStatuses),
  closed_as: z.enum(caseClosings).nullable(),
  close_reason: z.string().nullable(),
});

/** What a person did with a case. */
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
  /** When it begins. */
  at: isoTime,
  /** When it was over, or will be. */
  until: isoTime,
  id: z.uuid(),
  account: z.string(),
  kinds: patterns,
  sources: patterns,
  servers: patterns,
  persons: patterns,
  reason: z.string(),
  /** As the admin wrote it. */
  approved_by: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: isoTime,
  ended_by: z.string().nullable(),
});

/** A review of accounts by their owners. */
const review = z.object({
  type: z.literal('review'),
  /** When it began. */
  at: isoTime,
  number: reviewNumber,
  started_by: z.string(),
  due: isoTime,
  /** Rounds of reminders. */
  reminders: count,
  closed_at: isoTime,
  /** The admin; null: everything was decided. */
  closed_by: z.string().nullable(),
});

/** The decision about an account in a review. */
const answer = z.object({
  type: z.literal('answer'),
  /** When it was decided; of what was not, when the review was closed. */
  at: isoTime,
  account: z.string(),
  /** As the register named the owner when the review began; null: nobody. */
  owner: z.string().nullable(),
  /** The member who was asked by mail; null: nobody, an admin was to answer. */
  asked: z.string().nullable(),
  decision: z.enum(ownerDecisions).nullable(),
  comment: z.string().nullable(),
  by: z.string().nullable(),
});

export const evidenceEntry = z.discriminatedUnion('type', [
  use,
  finding,
  ofCase,
  decision,
  exception,
  review,
  answer,
]);
export type EvidenceEntry = z.output<typeof evidenceEntry>;

/** SHA-256 in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A case, a closed review, or a period: both its moments are part of it. */
export const evidenceScope = z.union([
  z.object({ case: caseNumber }),
  z.object({ review: reviewNumber }),
  z.object({ from: isoTime, to: isoTime }),
]);
export type EvidenceScope = z.output<typeof evidenceScope>;

/**
 * Evidence for auditors: who used which account interactively, when, why, approved by whom and until when (docs/evidence.md). Each hash
 * is of the one before it and its entry, the first of the fields above the entries; `made_at` and `made_by` are in no hash.
 */
export const evidenceFile = z.object({
  format: z.literal('scout-evidence'),
  version: z.literal(1),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  scope: evidenceScope,
  /** Older ones that are not in the file, because there were too many. */
  left_out: z.record(z.enum(evidenceTypes), count),
  count,
  made_at: isoTime,
  made_by: z.string(),
  /** By time. */
  entries: z
    .array(z.object({ entry: evidenceEntry, hash }))
    .max(Math.max(uses + findings + cases + decisions + exceptions, limits.ownerReviews.accounts + 1)),
  /** The last hash. */
  head: hash,
});
export type EvidenceFile = z.output<typeof evidenceFile>;
