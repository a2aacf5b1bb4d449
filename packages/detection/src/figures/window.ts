import { HOUR, QUARTER } from '../time.ts';
import type { FigureWindow } from './shapes.ts';

/** Hours that a figure covers (specification section 9); also the denominator of the velocity ratio. */
export const WINDOW_HOURS = 720;
/** Maximum rows of a list or log in the figures; most panels show fewer. */
export const LIST_LIMIT = 1_000;
/** Values listed in one column of the log, for all accounts together: reasons, source hosts, servers. */
export const VALUES_LIMIT = 20_000;
/** Rows of the Incident Log of Service Account Activity, which has no cap of its own: as many events as one poll. */
export const INCIDENT_LOG_LIMIT = 5_000;

/** A time range in epoch milliseconds: from <= time < to. */
export type Span = { from: number; to: number };

/** The window of a figure, split at rollup boundaries. Head, quarters and tail are consecutive and cover the window. */
export type WindowSplit = {
  /** Both ends of the window in epoch milliseconds, inclusive. */
  since: number;
  until: number;
  /** Rows before the first whole quarter hour. */
  head: Span;
  /** Whole quarter hours: rollups with from <= bucket < to. */
  quarters: Span;
  /** Rows after the last whole quarter hour; `to` is until + 1, because times are whole milliseconds. */
  tail: Span;
};

/** The window of a figure, in epoch milliseconds: from `since`, or {@link WINDOW_HOURS} before `now`, to `now`. */
export type Period = { now: number; since?: number | undefined };

/** The part of a range that consists of whole units of `size` ms since 1970; empty and at the range's end if none fits. */
export function wholeUnits({ from, to }: Span, size: number): Span {
  const first = Math.min(Math.ceil(from / size) * size, to);
  return { from: first, to: Math.max(first, Math.floor(to / size) * size) };
}

/** Hours of a period: denominator of the velocity ratio and of the average. 720 by default, else the period's started hours. */
export function hoursOf({ now, since }: Period): number {
  return since === undefined ? WINDOW_HOURS : Math.max(1, Math.ceil((now - since) / HOUR));
}

/** Splits the window of a period. */
export function splitWindow({ now, since = now - WINDOW_HOURS * HOUR }: Period): WindowSplit {
  const end = now + 1;
  const { from, to } = wholeUnits({ from: since, to: end }, QUARTER);
  return {
    since,
    until: now,
    head: { from: since, to: from },
    quarters: { from, to },
    tail: { from: to, to: end },
  };
}

/** The window's ends in the format of the figures. */
export function windowOf(period: Period): FigureWindow {
  const { since, until } = splitWindow(period);
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}
