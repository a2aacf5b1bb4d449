import type { Incident } from '../event.ts';

/*
 * Aggregates stand between incidents and figures. A figure is finish(aggregate(incidents)); the server builds the same
 * aggregates from rollups and the rows of the window's two ragged ends, and calls the same finish.
 *
 * Every list is a multiset: entries of one key are added up by finish, so partial lists (one from rollups, one from rows)
 * are simply concatenated. Totals are given, not derived, so that a server may send its longest lists already cut.
 */

/** How often one name occurred. */
export type Tally = {
  key: string;
  count: number;
  /** Spelling on the earliest of these events; of two at the same moment, the smaller by code point. */
  label: string;
  /** Epoch milliseconds of that event. */
  firstAt: number;
};

/** One value seen together with one account, such as a failure reason. */
export type PairTally = {
  /** The account. */
  key: string;
  valueKey: string;
  /** Spelling of the value, chosen as in `Tally`. */
  label: string;
  firstAt: number;
};

/**
 * In how many distinct clock hours of the epoch (3,600,000 ms from 1970) an account failed, and how often in the one with most. Entries of
 * one account add up, so they must cover different hours.
 */
export type HourTally = { key: string; hours: number; peak: number };

/** Failures of all accounts in one quarter hour; `bucket` is its start in epoch milliseconds. */
export type QuarterTally = { bucket: number; count: number };

export type ServiceAccountActivityAggregates = {
  total: number;
  /** Distinct computer keys. */
  totalComputers: number;
  accounts: Tally[];
  computers: Tally[];
  users: Tally[];
  /** At least the newest 5,000 incidents of the window (time, then id, descending), in any order. */
  newest: Incident[];
};

export type InteractiveLogonAggregates = {
  total: number;
  totalComputers: number;
  computers: Tally[];
  users: Tally[];
  newest: Incident[];
};

export type FailedLogonAggregates = {
  total: number;
  accounts: Tally[];
  servers: Tally[];
  /** The accounts that acted. */
  users: Tally[];
  quarters: QuarterTally[];
  /** Needed for the 1,000 accounts with most failures; others are ignored. So are the pairs. */
  hours: HourTally[];
  reasons: PairTally[];
  sources: PairTally[];
  destinations: PairTally[];
};

export type AiRiskAggregates = { total: number };

export type InfrastructureChangeAggregates = {
  total: number;
  /** Of high severity. */
  high: number;
  newest: Incident[];
};
