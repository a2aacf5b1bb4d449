import type { AccountCount, WorkstationCount } from '../figures/shapes.ts';
import { PANEL_LIMITS } from '../panels/limits.ts';
import { createRandom, mixSeed } from '../simulation/random.ts';
import { MINUTE } from '../time.ts';
import { ranked } from './count.ts';
import { type DemoDetection, demoDetections } from './detections.ts';
import { DEVICES, PRODUCTION_SERVERS, SERVICE_ACCOUNTS } from './names.ts';
import type { DemoSeverity } from './severity.ts';

/** A row of the demo Incident Log, which has eight columns (specification section 2). */
export type DemoIncident = {
  id: string;
  /** ISO time with milliseconds. */
  time: string;
  device: string;
  deviceType: string;
  /** A team. */
  deviceOwner: string;
  serviceAccount: string;
  processName: string;
  connectedSqlServers: string[];
  severity: DemoSeverity;
};

/** A row of the AI-Powered Incident Risk table. */
export type DemoRisk = {
  id: string;
  time: string;
  computer: string;
  serviceAccount: string;
  prdDbServer: string;
  riskLevel: DemoSeverity;
  riskDetails: string;
};

export type DemoServiceAccountActivity = {
  totalIncidents: number;
  totalWorkstations: number;
  /** Top 8. */
  byServiceAccount: AccountCount[];
  /** Top 12. */
  byWorkstation: WorkstationCount[];
  /** Newest first. */
  log: DemoIncident[];
};

/** The initial Service Account Activity dashboard of demo mode; `now` in epoch milliseconds. */
export function demoServiceAccountActivity(
  seed: number,
  now: number,
): DemoServiceAccountActivity & { risks: DemoRisk[] } {
  return { ...activityOf(demoDetections(seed, now)), risks: demoRisks(seed, now) };
}

/** The dashboard's figures from a list of detections: all panels count the same rows. */
export function activityOf(detections: readonly DemoDetection[]): DemoServiceAccountActivity {
  const workstations = ranked(detections.map(({ entity }) => entity.host));
  const accounts = ranked(detections.map(({ entity }) => entity.user));
  return {
    totalIncidents: detections.length,
    totalWorkstations: workstations.length,
    byServiceAccount: accounts
      .slice(0, PANEL_LIMITS.activityAccounts)
      .map(([serviceAccount, count]) => ({ serviceAccount, count })),
    byWorkstation: workstations
      .slice(0, PANEL_LIMITS.activityWorkstations)
      .map(([workstation, count]) => ({ workstation, count })),
    log: detections.map(incidentOf),
  };
}

function incidentOf({
  detection_id,
  timestamp,
  severity,
  entity,
  evidence,
  tags,
}: DemoDetection): DemoIncident {
  const [processName = '', ...connectedSqlServers] = evidence;
  const [deviceType = '', deviceOwner = ''] = tags;
  return {
    id: detection_id,
    time: timestamp,
    device: entity.host,
    deviceType,
    deviceOwner,
    serviceAccount: entity.user,
    processName,
    connectedSqlServers,
    severity,
  };
}

const RISKS: readonly [level: DemoSeverity, details: string][] = [
  ['high', 'First use of this account on this device, at an hour at which it never ran'],
  ['high', 'Three production servers within four minutes; its job uses one'],
  ['high', 'Failed logons on two servers, then a success from a laptop'],
  ['medium', 'Client never seen with this account before'],
  ['medium', 'Twice as many sessions as on the same weekday of the last month'],
  ['medium', 'Account and server are used together for the first time'],
  ['low', 'Same device and client as a session that was reviewed'],
];

/** The rows of the AI table, newest first, minutes to hours apart. */
function demoRisks(seed: number, now: number): DemoRisk[] {
  const random = createRandom(mixSeed(seed, 4));
  let time = now;
  return random.some(RISKS, RISKS.length).map(([riskLevel, riskDetails], index) => {
    time -= random.between(11 * MINUTE, 190 * MINUTE);
    return {
      id: `${seed}-risk-${index}`,
      time: new Date(time).toISOString(),
      computer: random.pick(DEVICES).name,
      serviceAccount: random.pick(SERVICE_ACCOUNTS),
      prdDbServer: random.pick(PRODUCTION_SERVERS),
      riskLevel,
      riskDetails,
    };
  });
}
