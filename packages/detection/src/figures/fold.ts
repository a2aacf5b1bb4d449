import type { Incident } from '../event.ts';
import { type Period, splitWindow } from './window.ts';

/**
 * The first half of figures, an incident at a time: what rollups can also tell, of those in a period. A browser adds a few at a time,
 * between frames, and has the same figures in the end.
 */
export interface Fold<Aggregates> {
  /** Counts the incident when it lies in the period. */
  add(incident: Incident): void;
  /** The counts so far. */
  aggregates(): Aggregates;
}

/** A fold that counts what lies in the period, its ends included. */
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

/** All at once. */
export function foldAll<Aggregates>(fold: Fold<Aggregates>, incidents: readonly Incident[]): Aggregates {
  for (const incident of incidents) fold.add(incident);
  return fold.aggregates();
}
