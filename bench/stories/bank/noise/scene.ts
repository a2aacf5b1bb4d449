import { MINUTE } from '@scout/detection/time';
import type { Host } from '../host.ts';
import { type Stage, startService } from '../life.ts';
import type { Session } from '../people.ts';
import { type Account, FOR_EVER, type Person } from '../world.ts';

export const SECOND = 1_000;
export const CMD = 'C:\\Windows\\System32\\cmd.exe';
export const SVCHOST = 'C:\\Windows\\System32\\svchost.exe';

/** Ongoing changes that end on a later day. */
export type Agenda = Map<number, (() => void)[]>;

/** Everything needed for an ordinary event that looks like misuse. */
export type Scene = Stage & { day: number; sessions: readonly Session[]; agenda: Agenda };

/** An account active today that passes the filter; null if chance finds none. */
export function anAccount(
  { world, draw, day }: Scene,
  passes: (account: Account) => boolean = ({ until }) => until > day,
): Account | null {
  for (let tries = 0; tries < 400; tries += 1) {
    const account = draw.pick(world.accounts);
    if (passes(account) && account.since <= day && account.broken === null) return account;
  }
  return null;
}

/** An account with a password that a person can type, and that is still in use. */
export function isTyped({ managed, until }: Account): boolean {
  return !managed && until === FOR_EVER;
}

/** A time of day for changes by people; one in six is made in the evening. */
export function workTime({ world, calendar, draw, day }: Scene): number {
  const minute = draw.chance(0.17) ? draw.between(19 * 60, 23 * 60) : draw.between(9 * 60, 17 * 60);
  return calendar.at(world.domain.times.home, day, minute) + draw.between(0, 59 * SECOND);
}

export function anyTime({ world, calendar, draw, day }: Scene): number {
  const minute = draw.between(0, 24 * 60 - 1);
  return calendar.at(world.domain.times.home, day, minute) + draw.between(0, 59 * SECOND);
}

export function plan(agenda: Agenda, day: number, end: () => void): void {
  agenda.set(day, [...(agenda.get(day) ?? []), end]);
}

/** An administrator at work today with a time of their session; null on a day without one. */
export function anAdminAtWork({ draw, sessions }: Scene): { session: Session; time: number } | null {
  const admins = sessions.filter(({ person }) => person.isAdmin);
  if (admins.length === 0) return null;
  const session = draw.pick(admins);
  return { session, time: draw.between(session.from + 20 * MINUTE, session.until - 30 * MINUTE) };
}

/** An administrator types a command: at the own workstation, or on a jump host with a session there. */
export function typeCommand(
  { world, draw, rows }: Scene,
  { session, time }: { session: Session; time: number },
  program: string,
  commandLine: string,
): Host {
  const { person, logonId } = session;
  const isAtDesk = draw.chance(0.5);
  const host = isAtDesk ? person.workstation : draw.pick(world.jumpHosts);
  const id = isAtDesk
    ? logonId
    : rows.local({ time: time - 5 * MINUTE }, person, host, '10', person.workstation);
  rows.process({ time }, person, host, { program, parent: CMD, commandLine, session: id });
  return host;
}

/** Installs a service or task on a host: an administrator at the console, the service, its first start. */
export function install(scene: Scene, account: Account, host: Host): void {
  const { world, draw, rows } = scene;
  const by = draw.pick(world.admins);
  const time = workTime(scene);
  rows.local({ time }, by, host, '10', draw.pick(world.jumpHosts));
  const typed = account.managed ? 0 : 1;
  const way = draw.weighted({ console: 40 * typed, runas: 15 * typed, service: 30, task: 15 });
  if (way === 'console') signInAtConsole(scene, account, host, time + 10 * MINUTE);
  if (way === 'runas')
    rows.explicit({ time: time + 10 * MINUTE }, by, account, host, { server: 'localhost', program: SVCHOST });
  if (way === 'service') {
    rows.serviceInstalled({ time: time + 12 * MINUTE }, by, account, host, `${account.app.name}Svc`);
    startService(scene, account, host, time + 13 * MINUTE);
  }
  if (way === 'task') {
    rows.taskCreated({ time: time + 12 * MINUTE }, by, account, host, `${account.app.name}-job`);
    rows.local({ time: time + 15 * MINUTE }, account, host, '4');
  }
}

/** A person signs in as the account on a server, at its console or by remote desktop from a jump host. */
export function signInAtConsole(scene: Scene, account: Account, host: Host, time: number): void {
  const { world, draw, rows } = scene;
  if (draw.chance(0.5)) rows.local({ time }, account, host, '2');
  else rows.local({ time }, account, host, '10', draw.pick(world.jumpHosts));
}

/** An administrator signs in on a host by remote desktop, as before a change there. */
export function signInToChange({ world, draw, rows }: Scene, by: Person, host: Host, time: number): string {
  return rows.local({ time }, by, host, '10', draw.pick(world.jumpHosts));
}
