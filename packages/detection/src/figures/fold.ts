import type { Incident } from '../event.ts';
import { type Period, splitWindow } from './window.ts';

/**
 * First step of figures, equivalent to rollups: adds incidents of a period one by one. A browser adds a few between frames and
 * gets the same figures.
 */
export interface Fold<Aggregates> {
  /** Counts the incident if it is in the period. */
  add(incident: Incident): void;
  /** The counts so far. */
  aggregates(): Aggregates;
}

/** A fold that counts incidents in the period, including its ends. */
export function foldOf<Aggregates>(
  period: Period,
  count: (incident: Incident) => void,
  aggregates: () => Aggregates,
): Fold<Aggregates> {
  const { since, until } = splitWindow(period);
  return {
    add(incident) {
      if (incident.time >= since && incident.time <= until) count(incident);
    },
    aggregates,
  };
}

/** Adds all incidents at once. */
export function foldAll<Aggregates>(fold: Fold<Aggregates>, incidents: readonly Incident[]): Aggregates {
  for (const incident of incidents) fold.add(incident);
  return fold.aggregates();
}
