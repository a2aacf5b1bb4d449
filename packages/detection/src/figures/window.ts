import { HOUR, QUARTER } from '../time.ts';
import type { FigureWindow } from './shapes.ts';

/** Hours that a figure covers (specification section 9); also the denominator of the velocity ratio. */
export const WINDOW_HOURS = 720;
/** Rows that a list or a log of the figures holds at most; the panels show fewer. */
export const LIST_LIMIT = 1_000;

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

/** The window that ends at `now` (epoch milliseconds). */
export function splitWindow(now: number): WindowSplit {
  const since = now - WINDOW_HOURS * HOUR;
  const end = now + 1;
  const from = Math.ceil(since / QUARTER) * QUARTER;
  const to = Math.floor(end / QUARTER) * QUARTER;
  return {
    since,
    until: now,
    head: { from: since, to: from },
    quarters: { from, to },
    tail: { from: to, to: end },
  };
}

/** The window's ends as figures show them. */
export function windowOf(now: number): FigureWindow {
  const { since, until } = splitWindow(now);
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}

/** Those that lie in the window ending at `now`. */
export function withinWindow<T extends { time: number }>(incidents: readonly T[], now: number): T[] {
  const { since, until } = splitWindow(now);
  return incidents.filter(({ time }) => time >= since && time <= until);
}
