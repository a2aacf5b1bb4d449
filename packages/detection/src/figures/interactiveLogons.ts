import type { Incident } from '../event.ts';
import type { InteractiveLogonAggregates } from './aggregates.ts';
import { createQuarterTallier, trendOf } from './days.ts';
import type { FiguresDefinition } from './definition.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import { newestOf } from './newest.ts';
import type { Clock, InteractiveLogonFigures } from './shapes.ts';
import { addSubjectUser, createTallier, rankSubjectUsers, rankTallies } from './tally.ts';
import { LIST_LIMIT, type Period, windowOf } from './window.ts';

/** The figures of the Interactive Logons dashboard over the rule's incidents in the clock's period, by default the last 720 hours. */
export function interactiveLogonFigures(
  incidents: readonly Incident[],
  clock: Clock,
): InteractiveLogonFigures {
  return finishInteractiveLogons(foldAll(foldInteractiveLogons(clock), incidents), clock);
}

/** First step of the figures, equivalent to rollups: adds incidents of the period one by one. */
export function foldInteractiveLogons(period: Period): Fold<InteractiveLogonAggregates> {
  const counted: Incident[] = [];
  const computers = createTallier();
  const users = createTallier();
  const quarters = createQuarterTallier();
  const count = (incident: Incident) => {
    const { computerKey, computer, time } = incident;
    counted.push(incident);
    if (computerKey !== null && computer !== null) computers.add(computerKey, computer, time);
    addSubjectUser(users, incident);
    quarters.add(time);
  };
  return foldOf(period, count, () => {
    const tallies = computers.tallies();
    return {
      total: counted.length,
      totalComputers: tallies.length,
      computers: tallies,
      users: users.tallies(),
      quarters: quarters.tallies(),
      newest: newestOf(counted, LIST_LIMIT),
    };
  });
}

/** Second step: order, spelling, caps, local days and shape. */
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
    bySubjectUser: rankSubjectUsers(aggregates.users),
    trend: trendOf(aggregates.quarters, clock),
    log: newestOf(aggregates.newest, LIST_LIMIT).map(
      ({ id, time, serviceAccount, computer, subjectUser }) => ({
        id,
        time: new Date(time).toISOString(),
        serviceAccount,
        workstation: computer,
        subjectUser,
      }),
    ),
  };
}

/** Figures of Interactive Logons in the catalog. */
export const interactiveLogonDefinition = {
  summary: 'Interactive Logons',
  fold: foldInteractiveLogons,
  finish: finishInteractiveLogons,
  reads: {
    total: { total: 'account' },
    totalComputers: { distinct: 'host' },
    computers: { tallies: 'host' },
    users: { tallies: 'user' },
    quarters: { quarters: true },
    newest: { newest: LIST_LIMIT },
  },
} as const satisfies FiguresDefinition<InteractiveLogonAggregates, InteractiveLogonFigures>;
