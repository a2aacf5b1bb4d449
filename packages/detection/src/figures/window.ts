import { HOUR, QUARTER } from '../time.ts';
import type { FigureWindow } from './shapes.ts';

/** Hours that a figure covers (specification section 9); also the denominator of the velocity ratio. */
export const WINDOW_HOURS = 720;
/** Rows that a list or a log of the figures holds at most; most panels show fewer. */
export const LIST_LIMIT = 1_000;
/** Values that one column of the log lists, of all its accounts together: reasons, source hosts, servers. */
export const VALUES_LIMIT = 20_000;
/** Rows of the Incident Log of Service Account Activity, which has no cap of its own: as many events as one poll brings. */
export const INCIDENT_LOG_LIMIT = 5_000;

/** A stretch of time in epoch milliseconds: from <= time < to. */
export type Span = { from: number; to: number };

/** The window of a figure, cut where rollups can answer. Head, quarters and tail follow each other and are the whole window. */
export type WindowSplit = {
  /** Epoch milliseconds of the window's two ends; an event at either counts. */
  since: number;
  until: number;
  /** Rows before the first whole quarter hour. */
  head: Span;
  /** Whole quarter hours: rollups with from <= bucket < to. */
  quarters: Span;
  /** Rows after the last whole quarter hour; `to` is until + 1, since times are whole milliseconds. */
  tail: Span;
};

/** The window of a figure, in epoch milliseconds: from `since`, or {@link WINDOW_HOURS} before `now`, to `now`. */
export type Period = { now: number; since?: number | undefined };

/** The part of a span that consists of whole units of `size` ms since 1970; empty and at the span's end when none fits. */
export function wholeUnits({ from, to }: Span, size: number): Span {
  const first = Math.min(Math.ceil(from / size) * size, to);
  return { from: first, to: Math.max(first, Math.floor(to / size) * size) };
}

/** The hours of a period: the denominator of the velocity ratio and of the average. 720, or of another period its hours begun. */
export function hoursOf({ now, since }: Period): number {
  return since === undefined ? WINDOW_HOURS : Math.max(1, Math.ceil((now - since) / HOUR));
}

/** The window of a period. */
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

/** The window's ends as figures show them. */
export function windowOf(period: Period): FigureWindow {
  const { since, until } = splitWindow(period);
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}
