import { createRandom, mixSeed, type Random } from '../simulation/random.ts';
import { MINUTE } from '../time.ts';
import { DEMO_LIMITS, DEMO_TIMERS } from './limits.ts';
import { CLIENTS, DEVICES, PRODUCTION_SERVERS, SERVICE_ACCOUNTS } from './names.ts';
import { type DemoSeverity, drawSeverities, nextSeverity } from './severity.ts';

/** Specification section 3, 'Demo detection'. */
export type DemoDetection = {
  tenant_id: 'demo';
  /** Unique in its list. */
  detection_id: string;
  /** ISO time with milliseconds. */
  timestamp: string;
  /** Description of the finding. */
  type: string;
  severity: DemoSeverity;
  /** The service account, the workstation and its address. */
  entity: { user: string; host: string; ip: string };
  /** The process, followed by each SQL server that it reached. */
  evidence: string[];
  tags: string[];
};

/** Texts of the detections by severity. */
const TYPES: Record<DemoSeverity, readonly string[]> = {
  high: [
    'Database client outside working hours',
    'Several production servers in one session',
    'First use on this device',
  ],
  medium: ['Database client on a workstation', 'New combination of account and server'],
  low: ['Known client with a service account', 'Repeat of a reviewed session'],
};

/** Initial list of demo mode: 180 to 200 detections on 20 to 25 workstations, newest first, all before `now` (epoch ms). */
export function demoDetections(seed: number, now: number): DemoDetection[] {
  const random = createRandom(mixSeed(seed, 1));
  const count = random.between(...DEMO_LIMITS.incidents);
  const hosts = random.some(DEVICES, random.between(...DEMO_LIMITS.workstations));
  const severities = drawSeverities(count, random);
  let time = now;
  return severities.map((severity, index) => {
    // Ages range from seconds to days.
    time -= Math.ceil(random.between(1_000, 3_000) + (random() * index * index * MINUTE) / 50);
    // Each workstation once, then some repeatedly.
    const device = hosts[index] ?? hosts[Math.floor(random() ** 1.7 * hosts.length)]!;
    return detectionOf(`${seed}-${count - index}`, time, severity, device.name, random);
  });
}

/**
 * Prepends one detection at `now` to the list; above 200 the oldest is removed. The mix of severities stays and no workstation
 * disappears, so that every figure stays in its range.
 */
export function nextDemoDetections(
  list: readonly DemoDetection[],
  seed: number,
  now: number,
): DemoDetection[] {
  const random = createRandom(mixSeed(seed, 2, now));
  const dropped = list.slice(DEMO_LIMITS.detections - 1);
  const kept = list.slice(0, DEMO_LIMITS.detections - 1);
  const known = new Set(kept.map(({ entity }) => entity.host));
  const host = dropped.find(({ entity }) => !known.has(entity.host))?.entity.host ?? random.pick([...known]);
  const serial = Number(list[0]?.detection_id.split('-').at(-1) ?? 0) + 1;
  return [detectionOf(`${seed}-${serial}`, now, nextSeverity(kept), host, random), ...kept];
}

/** Milliseconds until the next detection: 1 to 3 seconds, random for each time. */
export function demoDetectionDelay(seed: number, now: number): number {
  return createRandom(mixSeed(seed, 3, now)).between(...DEMO_TIMERS.detectionsMs);
}

function detectionOf(
  id: string,
  time: number,
  severity: DemoSeverity,
  host: string,
  random: Random,
): DemoDetection {
  const device = DEVICES.find(({ name }) => name === host)!;
  const client = CLIENTS[Math.floor(random() ** 1.8 * CLIENTS.length)]!;
  const servers = random.some(PRODUCTION_SERVERS, severity === 'high' ? random.between(2, 4) : 1);
  return {
    tenant_id: 'demo',
    detection_id: id,
    timestamp: new Date(time).toISOString(),
    type: random.pick(TYPES[severity]),
    severity,
    entity: {
      user: SERVICE_ACCOUNTS[Math.floor(random() ** 1.6 * SERVICE_ACCOUNTS.length)]!,
      host,
      ip: device.ip,
    },
    evidence: [client, ...servers],
    tags: [device.type, device.owner],
  };
}
