import type { Incident } from '../event.ts';
import type { InteractiveLogonAggregates } from './aggregates.ts';
import { newestOf } from './newest.ts';
import type { Clock, InteractiveLogonFigures } from './shapes.ts';
import { createTallier, rankTallies } from './tally.ts';
import { LIST_LIMIT, type Period, windowOf, withinWindow } from './window.ts';

/** The figures of the Interactive Logons dashboard over the rule's incidents of the clock's period, without one of the last 720 hours. */
export function interactiveLogonFigures(
  incidents: readonly Incident[],
  clock: Clock,
): InteractiveLogonFigures {
  return finishInteractiveLogons(aggregateInteractiveLogons(incidents, clock), clock);
}

/** First half of the figures: what rollups can also tell, of the incidents in the period. */
export function aggregateInteractiveLogons(
  incidents: readonly Incident[],
  period: Period,
): InteractiveLogonAggregates {
  const inWindow = withinWindow(incidents, period);
  const computers = createTallier();
  for (const { computerKey, computer, time } of inWindow) {
    if (computerKey !== null && computer !== null) computers.add(computerKey, computer, time);
  }
  const tallies = computers.tallies();
  return {
    total: inWindow.length,
    totalComputers: tallies.length,
    computers: tallies,
    newest: newestOf(inWindow, LIST_LIMIT),
  };
}

/** Second half: order, spelling, caps and shape. */
export function finishInteractiveLogons(
  aggregates: InteractiveLogonAggregates,
  clock: Clock,
): InteractiveLogonFigures {
  return {
    ...windowOf(clock),
    totalIncidents: aggregates.total,
    totalWorkstations: aggregates.totalComputers,
    byWorkstation: rankTallies(aggregates.computers).map(({ label, count }) => ({
      workstation: label,
      count,
    })),
    log: newestOf(aggregates.newest, LIST_LIMIT).map(({ id, time, serviceAccount, computer }) => ({
      id,
      time: new Date(time).toISOString(),
      serviceAccount,
      workstation: computer,
    })),
  };
}
