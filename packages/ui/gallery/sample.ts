import type { BarDatum, TrendPoint } from '../src/index.ts';

/** A small generator of its own, so that every visit shows the same figures. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const accounts = [
  'svc.billing',
  'svc.reporting',
  'service.etl',
  'svc.ledger-reconciliation-nightly',
  'svc.backup',
  'sqlsvc_prod',
  'svc.hr',
  'service.claims-export',
];
const computers = [
  'FIN-LAPTOP3',
  'WS-1042',
  'HR-DESKTOP-07',
  'OPS-WS-0231',
  'RISK-LAPTOP12',
  'WS-2210',
  'TREASURY-WORKSTATION-LONDON-04',
];
const servers = ['PRD-SQL01', 'PROD-LEDGER-02', 'PRD_CLAIMS_DB', 'EU-PROD-SQL-03'];
const processes = ['ssms.exe', 'sqlcmd.exe', 'datagrip.exe', 'dbeaver.exe', 'azuredatastudio.exe'];
const reasons = [
  'Unknown user name or bad password',
  'Account locked out',
  'Account disabled',
  'Password expired',
];

export interface IncidentRow {
  id: string;
  time: string;
  computer: string;
  serviceAccount: string;
  prdDbServer: string;
  process: string;
}

const NOW = Date.UTC(2026, 10, 21, 9, 41, 12);

export function incidents(count: number, seed = 7): IncidentRow[] {
  const random = generator(seed);
  const pick = (list: string[]) => list[Math.floor(random() ** 1.6 * list.length)]!;
  let time = NOW;
  return Array.from({ length: count }, (_, index) => {
    time -= Math.floor(random() * 7_200_000);
    return {
      id: `${seed}-${index}`,
      time: new Date(time).toISOString(),
      computer: pick(computers),
      serviceAccount: pick(accounts),
      prdDbServer: pick(servers),
      process: pick(processes),
    };
  });
}

export function countBy(rows: IncidentRow[], key: 'computer' | 'serviceAccount'): BarDatum[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1);
  return Array.from(counts, ([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
}

export interface FailureRow {
  serviceAccount: string;
  velocityRatio: string;
  average: number;
  reasons: string[];
  hosts: string[];
  servers: string[];
}

export function failures(): FailureRow[] {
  const random = generator(11);
  return accounts.map((serviceAccount, index) => ({
    serviceAccount,
    velocityRatio: `${Math.floor(random() * 300 + 4)}/720`,
    average: Math.round(1_400 / (index + 1) ** 1.7),
    reasons: reasons.slice(0, 1 + Math.floor(random() * 3)),
    hosts: ['192.0.2.14', '2001:db8:85a3::8a2e:370:7334', ...computers].slice(
      0,
      1 + Math.floor(random() * 8),
    ),
    servers: servers.slice(0, 1 + Math.floor(random() * 4)),
  }));
}

/** Thirty days, with a rise near the end and two days without data. */
export function trend(): TrendPoint[] {
  const random = generator(3);
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const values = Array.from({ length: 30 }, (_, x) => {
    if (x === 9 || x === 10) return null;
    return Math.round(180 + random() * 90 + (x > 22 ? (x - 22) ** 2 * 14 : 0));
  });
  return values.map((y, x) => {
    const week = values.slice(Math.max(0, x - 6), x + 1).filter((value) => value !== null);
    return {
      x,
      y,
      movingAverage:
        y === null
          ? null
          : Math.round((week.reduce((sum, value) => sum + value, 0) / week.length) * 100) / 100,
      fullDate: day.format(NOW - (29 - x) * 86_400_000),
      timeRange: '00:00 – 23:59',
    };
  });
}
