import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { assessment, caseRow } from './case.ts';
import { isoDate, isoTime } from './fields.ts';

const { days, listed } = limits.accountLanes;
const count = z.number().int().nonnegative();

/** Kinds of activity that lanes draw: logons that were refused, logons that were let in, and starts of database clients. */
export const laneTracks = ['refused', 'signed-in', 'client'] as const;
export type LaneTrack = (typeof laneTracks)[number];

/** Activity by which lanes can be narrowed; interactive logons are those of a person at a console or by remote desktop. */
export const laneFilters = ['refused', 'interactive', 'client'] as const;
export type LaneFilter = (typeof laneFilters)[number];

/** Uses for each of the days, the oldest first: all of them, and those that are part of the account's active cases. */
const laneTrack = z.object({
  all: z.array(count).length(days),
  of_case: z.array(count).length(days),
});

/** An account with active cases: the gravest of them, and what the account did on the last days. */
export const accountLane = z.object({
  case: caseRow,
  /** Active cases of the account, this one included. */
  active_cases: count,
  /** Time of the account's first known activity; null when the register does not have it. */
  known_since: isoTime.nullable(),
  refused: laneTrack,
  'signed-in': laneTrack,
  client: laneTrack,
});
export type AccountLane = z.output<typeof accountLane>;

/** Accounts with active cases: the gravest first, of those the one seen last. */
export const accountLanes = z.object({
  /** The days of the tracks in the viewer's time zone, the oldest first; the last one is today. */
  days: z.array(isoDate).length(days),
  lanes: z.array(accountLane).max(listed),
  /** Accounts that match, those that are not listed included. */
  matching: count,
  /** Accounts with active cases, and all accounts of the register. */
  with_cases: count,
  registered: count,
  assessment,
});
export type AccountLanes = z.output<typeof accountLanes>;
