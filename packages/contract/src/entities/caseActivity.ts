import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();

/** Tracks on which a case is drawn. `other`: tickets, and programs that the account itself started. */
export const caseLanes = ['refused', 'signed-in', 'client', 'explicit', 'change', 'other'] as const;
export type CaseLane = (typeof caseLanes)[number];

/** Part of an account's activity: of this case, of another of its cases, or neither. */
export const caseParts = ['case', 'other-case', 'usual'] as const;
export type CasePart = (typeof caseParts)[number];

const stop = z.string().nullable();

/** A way from a person over a machine to a server in one direction of outcome; null where no event names one. Names are in lower case. */
export const caseWay = z.object({
  part: z.enum(caseParts),
  refused: z.boolean(),
  person: stop,
  source: stop,
  server: stop,
  events: count,
  first: isoTime,
  last: isoTime,
});
export type CaseWay = z.output<typeof caseWay>;

/** Events by hour: how many hours after the beginning, and how many events. */
const hours = z.array(z.tuple([count, count]));

/** Activity of the accounts of a case around it. */
export const caseActivity = z.object({
  /** Full hours; `to` is the end of the last one. */
  from: isoTime,
  to: isoTime,
  /** Times of half a day or more from which nothing is stored. */
  gaps: z.array(z.object({ from: isoTime, to: isoTime })),
  /** Of the case, in the order of the tracks; a track without events is left out. */
  lanes: z.array(z.object({ lane: z.enum(caseLanes), hours })),
  /** Of other cases of the account, and what belongs to none. */
  other_cases: hours,
  usual: hours,
  /** Those of the case first, and of these the most frequent. */
  ways: z.array(caseWay).max(limits.cases.ways),
  ways_total: count,
  /** How many of each the case has, those whose ways are not listed included. */
  persons: count,
  sources: count,
  servers: count,
});
export type CaseActivity = z.output<typeof caseActivity>;

/** Events of a case of one kind, on one way, with less than three days between them. */
export const caseRun = z.object({
  /** In lower case. */
  account: z.string(),
  /** `logon:3`, `refused:wrong password`, `command`, `explicit`, `change:4724` and the like. */
  kind: z.string(),
  person: stop,
  source: stop,
  server: stop,
  program: stop,
  events: count,
  first: isoTime,
  last: isoTime,
});
export type CaseRun = z.output<typeof caseRun>;
