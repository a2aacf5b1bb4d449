import type { InteractiveLogonLogRow, WorkstationCount } from '../figures/shapes.ts';
import { PANEL_LIMITS } from '../panels/limits.ts';
import { createRandom, mixSeed, type Random } from '../simulation/random.ts';
import { ranked } from './count.ts';
import { DEMO_LIMITS } from './limits.ts';
import { DEVICES, SERVICE_ACCOUNTS } from './names.ts';

export type DemoInteractiveLogon = Omit<InteractiveLogonLogRow, 'subjectUser'> & { workstation: string };

export type DemoInteractiveLogons = {
  totalIncidents: number;
  totalWorkstations: number;
  /** Top 12. */
  byWorkstation: WorkstationCount[];
  /** Newest first, at most 200. */
  log: DemoInteractiveLogon[];
};

/** The initial Interactive Logons dashboard of demo mode: 180 to 200 logons at 20 to 25 workstations before `now` (epoch ms). */
export function demoInteractiveLogons(seed: number, now: number): DemoInteractiveLogons {
  const random = createRandom(mixSeed(seed, 5));
  const count = random.between(...DEMO_LIMITS.incidents);
  const hosts = random.some(DEVICES, random.between(...DEMO_LIMITS.workstations));
  let time = now;
  const log = Array.from({ length: count }, (_, index) => {
    time -= Math.ceil(random.between(4_000, 40_000) + (random() * index * index * 60_000) / 40);
    const device = hosts[index] ?? hosts[Math.floor(random() ** 1.9 * hosts.length)]!;
    return logonOf(`${seed}-${count - index}`, time, device.name, random);
  });
  return figuresOf(log);
}

/** Adds one logon at `now`; above 200 the oldest is removed, and no workstation disappears. */
export function nextDemoInteractiveLogons(
  { log }: DemoInteractiveLogons,
  seed: number,
  now: number,
): DemoInteractiveLogons {
  const random = createRandom(mixSeed(seed, 6, now));
  const most = PANEL_LIMITS.interactiveLog - 1;
  const kept = log.slice(0, most);
  const known = new Set(kept.map(({ workstation }) => workstation));
  const lost = log.slice(most).find(({ workstation }) => !known.has(workstation));
  const serial = Number(log[0]?.id.split('-').at(-1) ?? 0) + 1;
  const host = lost?.workstation ?? random.pick([...known]);
  return figuresOf([logonOf(`${seed}-${serial}`, now, host, random), ...kept]);
}

function logonOf(id: string, time: number, workstation: string, random: Random): DemoInteractiveLogon {
  const serviceAccount = SERVICE_ACCOUNTS[Math.floor(random() ** 1.5 * SERVICE_ACCOUNTS.length)]!;
  return { id, time: new Date(time).toISOString(), serviceAccount, workstation };
}

function figuresOf(log: DemoInteractiveLogon[]): DemoInteractiveLogons {
  const workstations = ranked(log.map(({ workstation }) => workstation));
  return {
    totalIncidents: log.length,
    totalWorkstations: workstations.length,
    byWorkstation: workstations
      .slice(0, PANEL_LIMITS.interactiveWorkstations)
      .map(([workstation, count]) => ({ workstation, count })),
    log,
  };
}
