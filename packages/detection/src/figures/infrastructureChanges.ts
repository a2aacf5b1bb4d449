import type { Incident } from '../event.ts';
import type { InfrastructureChangeAggregates, ListedIncident } from './aggregates.ts';
import type { FiguresDefinition } from './definition.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import { newestOf } from './newest.ts';
import type { Clock, InfrastructureChangeFigures, InfrastructureChangeRow } from './shapes.ts';
import { LIST_LIMIT, type Period, windowOf } from './window.ts';

/** The figures of Infrastructure Changes over the rule's incidents in the clock's period, by default the last 720 hours. */
export function infrastructureChangeFigures(
  incidents: readonly Incident[],
  clock: Clock,
): InfrastructureChangeFigures {
  return finishInfrastructureChanges(foldAll(foldInfrastructureChanges(clock), incidents), clock);
}

/** First step of the figures, equivalent to rollups: adds incidents of the period one by one. */
export function foldInfrastructureChanges(period: Period): Fold<InfrastructureChangeAggregates> {
  const counted: Incident[] = [];
  let high = 0;
  const count = (incident: Incident) => {
    counted.push(incident);
    if (incident.change?.severity === 'high') high += 1;
  };
  return foldOf(period, count, () => ({
    total: counted.length,
    high,
    newest: newestOf(counted, LIST_LIMIT),
  }));
}

/** Second step: order, caps and shape. */
export function finishInfrastructureChanges(
  aggregates: InfrastructureChangeAggregates,
  clock: Clock,
): InfrastructureChangeFigures {
  return {
    ...windowOf(clock),
    totalChanges: aggregates.total,
    highSeverity: aggregates.high,
    log: newestOf(aggregates.newest, LIST_LIMIT).flatMap(rowOf),
  };
}

function rowOf({ id, time, serviceAccount, server, change }: ListedIncident): InfrastructureChangeRow[] {
  if (change === null) return [];
  const { type: changeType, severity, description } = change;
  return [
    {
      id,
      timestamp: new Date(time).toISOString(),
      serviceAccount,
      server,
      changeType,
      severity,
      description,
    },
  ];
}

/** Figures of Infrastructure Changes in the catalog. */
export const infrastructureChangeDefinition = {
  summary: 'Infrastructure Changes',
  fold: foldInfrastructureChanges,
  finish: finishInfrastructureChanges,
  reads: {
    total: { total: 'severity' },
    high: { total: 'severity', key: 'high' },
    newest: { newest: LIST_LIMIT },
  },
} as const satisfies FiguresDefinition<InfrastructureChangeAggregates, InfrastructureChangeFigures>;
