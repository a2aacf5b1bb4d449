import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { assessment, caseRow } from './case.ts';
import { isoDate, isoTime } from './fields.ts';

const { days, listed } = limits.accountLanes;
const count = z.number().int().nonnegative();

/** Kinds of activity in lanes: refused logons, successful logons, and starts of database clients. */
export const laneTracks = ['refused', 'signed-in', 'client'] as const;
export type LaneTrack = (typeof laneTracks)[number];

/** Activity that lanes can be filtered by; interactive logons are a person's at a console or by remote desktop. */
export const laneFilters = ['refused', 'interactive', 'client'] as const;
export type LaneFilter = (typeof laneFilters)[number];

/** Uses per day, oldest first: all of them, and those in the account's active cases. */
const laneTrack = z.object({
  all: z.array(count).length(days),
  of_case: z.array(count).length(days),
});

/** An account with active cases: its most severe case, and its activity in the last days. */
export const accountLane = z.object({
  case: caseRow,
  /** Number of the account's active cases, including this one. */
  active_cases: count,
  /** The most severe active case that also lists this account, if it is more severe than this one; it has the lane of another account. */
  more_severe: caseRow.pick({ number: true, severity: true }).nullable(),
  /** Time of the account's first known activity; null for an account outside the register. */
  known_since: isoTime.nullable(),
  refused: laneTrack,
  'signed-in': laneTrack,
  client: laneTrack,
});
export type AccountLane = z.output<typeof accountLane>;

/** Accounts with active cases, most severe first, then last seen. */
export const accountLanes = z.object({
  /** Days of the tracks in the viewer's time zone, oldest first; the last one is today. */
  days: z.array(isoDate).length(days),
  lanes: z.array(accountLane).max(listed),
  /** Number of matching accounts, including unlisted ones. */
  matching: count,
  /** Numbers of accounts with active cases, and of all accounts in the register. */
  with_cases: count,
  registered: count,
  assessment,
});
export type AccountLanes = z.output<typeof accountLanes>;
