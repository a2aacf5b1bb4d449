import { createRandom, mixSeed } from '../simulation/random.ts';
import { MINUTE } from '../time.ts';
import { DEMO_LIMITS } from './limits.ts';
import { PRODUCTION_SERVERS, SERVICE_ACCOUNTS } from './names.ts';
import { type DemoSeverity, drawSeverities } from './severity.ts';

/** Specification section 3, 'Infrastructure change'. */
export type DemoInfrastructureChange = {
  id: string;
  /** ISO time with milliseconds. */
  timestamp: string;
  serviceAccount: string;
  server: string;
  changeType: string;
  severity: DemoSeverity;
  description: string;
};

export type DemoInfrastructureChanges = {
  total: number;
  highSeverity: number;
  /** The first five. */
  recent: DemoInfrastructureChange[];
  /** Fifteen, newest first. */
  log: DemoInfrastructureChange[];
};

const CHANGES: Record<DemoSeverity, readonly (readonly [changeType: string, description: string])[]> = {
  high: [
    ['Permission', 'Member of sysadmin since this change; it was a reader before'],
    ['Firewall rule', 'Port 1433 opened to every network'],
    ['Audit policy', 'Auditing of failed logons switched off'],
    ['Service logon', 'MSSQLSERVER now runs as this account'],
    ['Encryption', 'Connections without encryption allowed'],
  ],
  medium: [
    ['Scheduled task', 'Task "nightly-export" now runs at 02:00 instead of 23:00'],
    ['Local group', 'Added to Backup Operators'],
    ['SQL job', 'New step in "reconcile-ledger" calls an external script'],
    ['Registry', 'Network protocol order of the SQL client changed'],
    ['Linked server', 'Link to a reporting server added'],
    ['Share', 'Folder of the backups shared with one more group'],
  ],
  low: [
    ['Password', 'Password changed by its owner team'],
    ['Update', 'Cumulative update of the database server installed'],
    ['Configuration', 'Maximum server memory raised'],
    ['Maintenance', 'Index maintenance moved to the weekend'],
    ['Certificate', 'Certificate renewed before it expired'],
  ],
};

/** The Infrastructure Changes dashboard of demo mode: fifteen changes before `now` (epoch ms). */
export function demoInfrastructureChanges(seed: number, now: number): DemoInfrastructureChanges {
  const random = createRandom(mixSeed(seed, 9));
  const count = DEMO_LIMITS.infrastructureRows;
  const words = {
    high: random.some(CHANGES.high, count),
    medium: random.some(CHANGES.medium, count),
    low: random.some(CHANGES.low, count),
  };
  let time = now;
  const log = drawSeverities(count, random).map((severity, index): DemoInfrastructureChange => {
    time -= random.between(9 * MINUTE, 260 * MINUTE);
    const [changeType, description] = words[severity].shift() ?? CHANGES[severity][0]!;
    return {
      id: `${seed}-${index}`,
      timestamp: new Date(time).toISOString(),
      serviceAccount: random.pick(SERVICE_ACCOUNTS),
      server: random.pick(PRODUCTION_SERVERS),
      changeType,
      severity,
      description,
    };
  });
  return {
    total: log.length,
    highSeverity: log.filter(({ severity }) => severity === 'high').length,
    recent: log.slice(0, DEMO_LIMITS.infrastructureRecent),
    log,
  };
}
