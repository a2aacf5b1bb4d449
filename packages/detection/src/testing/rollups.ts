import type { Incident } from '../event.ts';
import type {
  FailedLogonAggregates,
  HourTally,
  InteractiveLogonAggregates,
  PairTally,
  QuarterTally,
  ServiceAccountActivityAggregates,
  Tally,
} from '../figures/aggregates.ts';
import { type Period, splitWindow } from '../figures/window.ts';
import { keyOf } from '../names.ts';
import { compareCodePoints } from '../order.ts';
import { HOUR, QUARTER } from '../time.ts';

/** A rollup row as in the database: a name, or an account with a value, in one quarter hour. */
type Rollup = {
  dimension: string;
  bucket: number;
  key: string;
  valueKey: string;
  n: number;
  label: string;
  valueLabel: string;
  firstAt: number;
};

/**
 * Aggregates of a window as a server with rollups builds them, implemented independently of the figures except for the window's
 * bounds: whole quarter hours from rollups, partial ends from rows, and both parts concatenated.
 */
export function rollupAggregates(
  incidents: readonly Incident[],
  period: Period,
): {
  activity: ServiceAccountActivityAggregates;
  failed: FailedLogonAggregates;
  interactive: InteractiveLogonAggregates;
  risk: { total: number };
} {
  const { since, until, head, quarters, tail } = splitWindow(period);
  // Rollups cover all time; rows are read by time.
  const rollups = foldRollups(incidents).filter(
    ({ bucket }) => bucket >= quarters.from && bucket < quarters.to,
  );
  const edge = incidents.filter(
    ({ time }) => (time >= head.from && time < head.to) || (time >= tail.from && time < tail.to),
  );
  const edgeRollups = edge.flatMap(partsOf);
  const both = (dimension: string) =>
    [...rollups, ...edgeRollups].filter((row) => row.dimension === dimension);
  const tallies = (dimension: string): Tally[] =>
    both(dimension).map(({ key, n, label, firstAt }) => ({ key, count: n, label, firstAt }));
  const pairs = (dimension: string): PairTally[] =>
    both(dimension).map(({ key, valueKey, valueLabel, firstAt }) => ({
      key,
      valueKey,
      label: valueLabel,
      firstAt,
    }));

  const total = both('account').reduce((sum, { n }) => sum + n, 0);
  const users = tallies('user');
  const perQuarter = both('account').map(({ bucket, n }): QuarterTally => ({ bucket, count: n }));
  const totalComputers = new Set(both('host').map(({ key }) => key)).size;
  const newest = incidents
    .filter(({ time }) => time >= since && time <= until)
    .toSorted((a, b) => b.time - a.time || compareCodePoints(b.id, a.id))
    .slice(0, 5_000);
  return {
    activity: {
      total,
      totalComputers,
      accounts: tallies('account'),
      computers: tallies('host'),
      users,
      quarters: perQuarter,
      newest,
    },
    interactive: { total, totalComputers, computers: tallies('host'), users, quarters: perQuarter, newest },
    risk: { total },
    failed: {
      total,
      accounts: tallies('account'),
      servers: tallies('server'),
      users,
      quarters: perQuarter,
      hours: hoursOf(both('account')),
      reasons: pairs('account-reason'),
      sources: pairs('account-source'),
      destinations: pairs('account-server'),
    },
  };
}

/** One count per distinct hour: a rollup's quarter hour and a row may share an hour. */
function hoursOf(rows: readonly Rollup[]): HourTally[] {
  const seen = new Map<string, HourTally>();
  for (const { key, bucket, n } of rows) {
    const id = `${Math.floor(bucket / HOUR)} ${key}`;
    seen.set(id, { key, hours: 1, peak: (seen.get(id)?.peak ?? 0) + n });
  }
  return [...seen.values()];
}

function foldRollups(incidents: readonly Incident[]): Rollup[] {
  const rows = new Map<string, Rollup>();
  for (const part of incidents.flatMap(partsOf)) {
    const id = JSON.stringify([part.dimension, part.bucket, part.key, part.valueKey]);
    const row = rows.get(id);
    if (row === undefined) {
      rows.set(id, part);
      continue;
    }
    row.n += 1;
    if (part.firstAt > row.firstAt) continue;
    const isEarlier = part.firstAt < row.firstAt;
    if (isEarlier || compareCodePoints(part.label, row.label) < 0) row.label = part.label;
    if (isEarlier || compareCodePoints(part.valueLabel, row.valueLabel) < 0) row.valueLabel = part.valueLabel;
    row.firstAt = part.firstAt;
  }
  return [...rows.values()];
}

/** The rollup rows of a single incident. */
function partsOf(incident: Incident): Rollup[] {
  const account = incident.serviceAccount;
  const part = (dimension: string, label: string | null, valueLabel: string | null = ''): Rollup[] =>
    label === null || valueLabel === null
      ? []
      : [
          {
            dimension,
            bucket: Math.floor(incident.time / QUARTER) * QUARTER,
            key: keyOf(label),
            valueKey: keyOf(valueLabel),
            n: 1,
            label,
            valueLabel,
            firstAt: incident.time,
          },
        ];
  return [
    ...part('account', account),
    ...part('host', incident.computer),
    ...part('server', incident.server),
    ...part('user', incident.subjectUser),
    ...part('account-reason', account, incident.failureReason),
    ...part('account-server', account, incident.server),
    ...incident.sourceHosts.flatMap((host) => part('account-source', account, host)),
  ];
}
