import type { Incident } from '../event.ts';

/*
 * Intermediate results between incidents and figures. A figure is finish(aggregate(incidents)); the server builds the same
 * aggregates from rollups and from the rows at the window's two partial ends, and calls the same finish.
 *
 * Every list is a multiset: finish adds up entries of the same key, so that partial lists (from rollups and from rows) can be
 * concatenated. Totals are passed separately, so that a server can truncate its longest lists.
 */

/** Columns of an incident in a log. */
export type ListedIncident = Pick<
  Incident,
  'id' | 'time' | 'serviceAccount' | 'computer' | 'server' | 'subjectUser' | 'process' | 'change'
>;

/** Frequency of one name. */
export type Tally = {
  key: string;
  count: number;
  /** Spelling in the earliest of these events; at equal times, the smaller by code point. */
  label: string;
  /** Epoch milliseconds of that event. */
  firstAt: number;
};

/** A value that occurred with an account, such as a failure reason. */
export type PairTally = {
  /** The account. */
  key: string;
  valueKey: string;
  /** Spelling of the value, chosen as in `Tally`. */
  label: string;
  firstAt: number;
};

/**
 * Distinct clock hours of the epoch (3,600,000 ms from 1970) in which an account failed, and failures in its busiest hour.
 * Entries of one account are added up, so they must cover different hours.
 */
export type HourTally = { key: string; hours: number; peak: number };

/** Incidents of all accounts in one quarter hour; `bucket` is its start in epoch milliseconds. */
export type QuarterTally = { bucket: number; count: number };

export type ServiceAccountActivityAggregates = {
  total: number;
  /** Distinct computer keys. */
  totalComputers: number;
  accounts: Tally[];
  computers: Tally[];
  users: Tally[];
  quarters: QuarterTally[];
  /** At least the newest 5,000 incidents of the window (time, then id, descending), in any order. */
  newest: ListedIncident[];
};

export type InteractiveLogonAggregates = {
  total: number;
  totalComputers: number;
  computers: Tally[];
  users: Tally[];
  quarters: QuarterTally[];
  newest: ListedIncident[];
};

export type FailedLogonAggregates = {
  total: number;
  accounts: Tally[];
  servers: Tally[];
  /** Acting accounts. */
  users: Tally[];
  quarters: QuarterTally[];
  /** Required for the 1,000 accounts with most failures; others are ignored. The same applies to the pairs. */
  hours: HourTally[];
  reasons: PairTally[];
  sources: PairTally[];
  destinations: PairTally[];
};

export type InfrastructureChangeAggregates = {
  total: number;
  /** Number with high severity. */
  high: number;
  newest: ListedIncident[];
};
