import type { Incident } from '../event.ts';
import type { ListedIncident, ServiceAccountActivityAggregates } from './aggregates.ts';
import { createQuarterTallier, trendOf } from './days.ts';
import type { FiguresDefinition } from './definition.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import { newestOf } from './newest.ts';
import type { ActivityLogRow, Clock, ServiceAccountActivityFigures } from './shapes.ts';
import { addSubjectUser, createTallier, rankSubjectUsers, rankTallies } from './tally.ts';
import { INCIDENT_LOG_LIMIT, type Period, windowOf } from './window.ts';

/** The figures of the Service Account Activity dashboard over the rule's incidents in the clock's period, by default the last 720 hours. */
export function serviceAccountActivityFigures(
  incidents: readonly Incident[],
  clock: Clock,
): ServiceAccountActivityFigures {
  return finishServiceAccountActivity(foldAll(foldServiceAccountActivity(clock), incidents), clock);
}

/** First step of the figures, equivalent to rollups: adds incidents of the period one by one. */
export function foldServiceAccountActivity(period: Period): Fold<ServiceAccountActivityAggregates> {
  const counted: Incident[] = [];
  const accounts = createTallier();
  const computers = createTallier();
  const users = createTallier();
  const quarters = createQuarterTallier();
  const count = (incident: Incident) => {
    const { serviceAccountKey, serviceAccount, computerKey, computer, time } = incident;
    counted.push(incident);
    accounts.add(serviceAccountKey, serviceAccount, time);
    if (computerKey !== null && computer !== null) computers.add(computerKey, computer, time);
    addSubjectUser(users, incident);
    quarters.add(time);
    // Most of the second step's work, done during the fold.
    if (!logRows.has(incident)) logRows.set(incident, logRowOf(incident));
  };
  return foldOf(period, count, () => {
    const tallies = computers.tallies();
    return {
      total: counted.length,
      totalComputers: tallies.length,
      accounts: accounts.tallies(),
      computers: tallies,
      users: users.tallies(),
      quarters: quarters.tallies(),
      newest: newestOf(counted, INCIDENT_LOG_LIMIT),
    };
  });
}

/** Second step: order, spelling, caps, local days and shape. */
export function finishServiceAccountActivity(
  aggregates: ServiceAccountActivityAggregates,
  clock: Clock,
): ServiceAccountActivityFigures {
  return {
    ...windowOf(clock),
    totalIncidents: aggregates.total,
    totalWorkstations: aggregates.totalComputers,
    byServiceAccount: rankTallies(aggregates.accounts).map(({ label, count }) => ({
      serviceAccount: label,
      count,
    })),
    byWorkstation: rankTallies(aggregates.computers).map(({ label, count }) => ({
      workstation: label,
      count,
    })),
    bySubjectUser: rankSubjectUsers(aggregates.users),
    trend: trendOf(aggregates.quarters, clock),
    log: newestOf(aggregates.newest, INCIDENT_LOG_LIMIT).map(
      (incident) => logRows.get(incident) ?? logRowOf(incident),
    ),
  };
}

/** Rows of counted incidents, so that a table does not render them again. Those that a server reads once are not kept: it collects garbage for longer. */
const logRows = new WeakMap<ListedIncident, ActivityLogRow>();

const logRowOf = (incident: ListedIncident): ActivityLogRow => ({
  id: incident.id,
  time: new Date(incident.time).toISOString(),
  computer: incident.computer,
  serviceAccount: incident.serviceAccount,
  prdDbServer: incident.server,
  process: incident.process,
  subjectUser: incident.subjectUser,
});

/** Figures of Service Account Activity in the catalog. */
export const serviceAccountActivityDefinition = {
  summary: 'Service Account Activity',
  fold: foldServiceAccountActivity,
  finish: finishServiceAccountActivity,
  reads: {
    total: { total: 'account' },
    totalComputers: { distinct: 'host' },
    accounts: { tallies: 'account' },
    computers: { tallies: 'host' },
    users: { tallies: 'user' },
    quarters: { quarters: true },
    newest: { newest: INCIDENT_LOG_LIMIT },
  },
} as const satisfies FiguresDefinition<ServiceAccountActivityAggregates, ServiceAccountActivityFigures>;
