import { MINUTE } from '@scout/detection/time';
import type { Stage } from './life.ts';
import { lease, type Person } from './world.ts';

/** Share of the people who are present on a workday. */
const PRESENT = 0.72;

/** A person's session on one day, used by stories and attribution. */
export type Session = { person: Person; from: number; until: number; logonId: string };

/**
 * People's day: the machine gets an address and contacts a controller, the person signs in, returns from lunch, and leaves.
 *
 * @returns sessions, for the stories of the day
 */
export function workDay(stage: Stage, day: number): Session[] {
  const { world, calendar, draw, rows } = stage;
  const sessions: Session[] = [];
  for (const person of world.people) {
    if (day < person.since) continue;
    const { workstation } = person;
    // Some work at the weekend; an address is leased for days, at home for one.
    if (!draw.chance(calendar.isWorkday(day) ? PRESENT : 0.03)) continue;
    if (draw.chance(0.15)) lease(world, draw, workstation);
    const from = calendar.at(person.zone, day, person.begins) + draw.between(-25, 40) * MINUTE;
    const until = from + draw.between(7 * 60, 10 * 60) * MINUTE;
    const machine = { name: `${workstation.name}$` };
    const controller = draw.pick(world.controllers);
    if (draw.chance(0.8)) rows.network({ time: from - 5 * MINUTE }, machine, workstation, controller);
    const type = draw.weighted({ 2: 40, 7: 35, 11: 25 } as Record<'2' | '7' | '11', number>);
    const logonId = rows.local({ time: from }, person, workstation, type);
    if (draw.chance(0.5))
      rows.network({ time: from + 20_000 }, person, workstation, draw.pick(world.fileServers));
    if (draw.chance(0.2))
      rows.refused(
        { time: from - 15_000 },
        person,
        { ip: '127.0.0.1', name: workstation.name },
        workstation,
        { type: '2', code: '0xc000006a' },
      );
    if (draw.chance(0.35))
      rows.local({ time: from + draw.between(200, 300) * MINUTE }, person, workstation, '7');
    if (draw.chance(0.7)) rows.logoff({ time: until }, person, workstation, logonId, true);
    if (person.isAdmin && draw.chance(0.8)) administer(stage, person, from, until);
    sessions.push({ person, from, until, logonId });
  }
  return sessions;
}

/** An administrator works on a jump host and from there on servers, with their own account. */
function administer({ world, draw, rows }: Stage, person: Person, from: number, until: number): void {
  const jump = draw.pick(world.jumpHosts);
  const time = draw.between(from + 30 * MINUTE, until - 60 * MINUTE);
  rows.local({ time }, person, jump, '10', person.workstation);
  for (const server of draw.some(world.servers, draw.between(0, 2)))
    rows.local({ time: time + draw.between(5, 50) * MINUTE }, person, server, '10', jump);
}

/**
 * Activity other than people's and service accounts': servers' own accounts at the controllers, Windows' own sessions, and logons
 * without a name.
 */
export function background({ world, calendar, draw, rows }: Stage, day: number): void {
  const { domain } = world;
  const own = (name: string) => ({ name, domain: domain.language.authority });
  const anyTime = () =>
    calendar.at(domain.times.home, day, draw.between(0, 24 * 60 - 1)) + draw.between(0, 59_000);
  for (const host of world.servers) {
    if (!draw.chance(0.1)) continue;
    rows.network({ time: anyTime() }, { name: `${host.name}$` }, host, draw.pick(world.controllers));
    if (draw.chance(0.1)) {
      const { system, localService, networkService } = domain.language;
      rows.local({ time: anyTime() }, own(draw.pick([system, localService, networkService])), host, '5');
    }
    if (draw.chance(0.1))
      rows.local(
        { time: anyTime() },
        { name: `DWM-${draw.between(1, 4)}`, domain: 'Window Manager' },
        host,
        '2',
      );
    if (draw.chance(0.05))
      rows.network({ time: anyTime() }, own(domain.language.anonymous), draw.pick(world.servers), host, true);
  }
}
