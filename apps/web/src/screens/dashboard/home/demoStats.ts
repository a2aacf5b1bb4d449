import type {
  DemoFailedLogons,
  DemoInteractiveLogons,
  DemoServiceAccountActivity,
} from '@scout/detection/demo';
import type { HomeStat } from './HomeStats.tsx';

/** The four figures of the home page in demo mode. Without daily bars, because all generated incidents are from today. */
export function demoStats(
  activity: DemoServiceAccountActivity,
  failures: DemoFailedLogons,
  logons: DemoInteractiveLogons,
): HomeStat[] {
  return [
    {
      ...stat('Service Account Incidents', activity.totalIncidents),
      leader: leaderOf(activity.byServiceAccount[0], activity.totalIncidents),
    },
    {
      ...stat('Failed Logons', failures.total),
      spark: failures.days,
    },
    {
      ...stat('Interactive Logons', logons.totalIncidents),
      leader: leaderOf(logons.byWorkstation[0], logons.totalIncidents),
    },
    {
      ...stat('Workstations Involved', activity.totalWorkstations),
      leader: leaderOf(activity.byWorkstation[0], activity.totalIncidents),
    },
  ];
}

function stat(label: string, value: number): HomeStat {
  return { label, value, loading: false };
}

type Counted = { count: number } & ({ serviceAccount: string } | { workstation: string });

/** The first of a ranking and its share of the total. */
function leaderOf(first: Counted | undefined, of: number): NonNullable<HomeStat['leader']> | null {
  if (first === undefined) return null;
  return { name: 'workstation' in first ? first.workstation : first.serviceAccount, count: first.count, of };
}
