import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { eventIdentity } from './incident.ts';

const count = z.number().int().nonnegative();

/** Tracks of a case's chart. `other`: tickets, and programs started by the account itself. */
export const caseLanes = ['refused', 'signed-in', 'client', 'explicit', 'change', 'other'] as const;
export type CaseLane = (typeof caseLanes)[number];

/** Part of an account's activity: this case, another of its cases, or neither. */
export const caseParts = ['case', 'other-case', 'usual'] as const;
export type CasePart = (typeof caseParts)[number];

const stop = z.string().nullable();

/** A way from a person through a machine to a server, with one kind of outcome; null where no event names one. Names are in lower case. */
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

/** Events by hour: hours since the start, and number of events. */
const hours = z.array(z.tuple([count, count]));

/** Activity of a case's accounts around the time of the case. */
export const caseActivity = z.object({
  /** Full hours; `to` is the end of the last one. */
  from: isoTime,
  to: isoTime,
  /** Periods of at least half a day without stored events. */
  gaps: z.array(z.object({ from: isoTime, to: isoTime })),
  /** Events of the case, in the order of the tracks; tracks without events are omitted. */
  lanes: z.array(z.object({ lane: z.enum(caseLanes), hours })),
  /** Events of the account's other cases, and of no case. */
  other_cases: hours,
  usual: hours,
  /** Ways of the case first, then by frequency. */
  ways: z.array(caseWay).max(limits.cases.ways),
  ways_total: count,
  /** Totals of the case, including unlisted ways. */
  persons: count,
  sources: count,
  servers: count,
});
export type CaseActivity = z.output<typeof caseActivity>;

/** Events of a case of one kind on one way, less than three days apart. */
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

/** A sign-in of one of a case's people at one of its sources: at the console, unlocking, or by remote desktop. */
export const caseSignIn = z.object({
  /** Id of the event. */
  id: eventIdentity,
  time: isoTime,
  person: z.string(),
  host: z.string(),
  /** `2`, `7`, `10` to `13`. */
  logon_type: z.string(),
  /** Machine or address that a remote desktop session came from. */
  from: stop,
});
export type CaseSignIn = z.output<typeof caseSignIn>;

const names = z.array(z.string()).max(limits.cases.dependents.names);

/** A machine that uses the account, in lower case; lists have the most frequent names first. */
export const caseDependent = z.object({
  machine: stop,
  /** As in a run. */
  kinds: names,
  programs: names,
  /** Other machines that it goes to. */
  servers: names,
  persons: names,
  events: count,
  last: isoTime,
});
export type CaseDependent = z.output<typeof caseDependent>;
