import { MINUTE } from '@scout/detection/time';
import type { Host } from '../host.ts';
import { startService } from '../life.ts';
import { anAccount, anyTime, type Scene, SECOND } from './scene.ts';

/** Scanners and restarts. */
export const MACHINES = {
  /** A scanner tries the names of a list, among them a few accounts, with no password. */
  nameScan(scene: Scene) {
    const { world, draw, rows } = scene;
    const from = scannerOf(scene);
    const time = anyTime(scene);
    const names = [
      ...['admin', 'root', 'test', 'guest', 'oracle', 'sa', 'backup'].map((name) => ({ name })),
      ...draw.some(world.accounts, draw.between(0, 3)),
    ];
    for (const [i, who] of names.entries())
      rows.refused({ time: time + i * 3 * SECOND }, who, from, draw.pick(world.servers), {
        type: '3',
        code: i < 7 ? '0xc0000064' : '0xc000006a',
        isNtlm: true,
      });
  },
  /** A scanner signs in on many hosts with the account of an application, for an inventory of its software. */
  hostScan(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, ({ life }) => life === 'fanout');
    if (account === null) return;
    const time = anyTime(scene);
    const from = account.sources[0]!;
    for (const [i, to] of draw.some(world.servers, draw.between(20, 60)).entries())
      rows.network({ time: time + i * 7 * SECOND }, account, from, to, account.app.ntlm);
  },
  /** One server restarts: its services log on again. */
  restart(scene: Scene) {
    const { world, draw } = scene;
    restartServices(scene, new Set([draw.pick(world.servers)]), () => anyTime(scene));
  },
};

/** Servers restart at night: services start, and concurrent requests are refused. */
export function patchNight(scene: Scene): void {
  const { world, calendar, draw, rows, day } = scene;
  const { home, patches } = world.domain.times;
  const restarted = new Set(world.servers.filter(() => draw.chance(patches.share)));
  const night = () => calendar.at(home, day, draw.between(22 * 60, 28 * 60));
  restartServices(scene, restarted, night);
  for (const account of world.accounts) {
    const to = account.destinations[0]!;
    if (account.life !== 'poller' || account.until <= day || !restarted.has(to) || !draw.chance(0.1))
      continue;
    rows.refused({ time: night() }, account, account.sources[0]!, to, {
      type: '3',
      code: '0xc000005e',
      isNtlm: account.app.ntlm,
    });
  }
}

export function isPatchNight({ world, calendar, day }: Scene): boolean {
  const { weekday, every } = world.domain.times.patches;
  return calendar.weekday(day) === weekday && Math.floor(calendar.date(day) / 7) % every === every - 1;
}

function restartServices(scene: Scene, hosts: ReadonlySet<Host>, at: () => number): void {
  for (const account of scene.world.accounts) {
    const host = account.sources[0]!;
    const runsThere = account.life === 'service' || account.life === 'engine';
    if (runsThere && account.since <= scene.day && account.broken === null && hosts.has(host))
      startService(scene, account, host, at() + scene.draw.between(0, 2 * MINUTE));
  }
}

function scannerOf({ world, draw }: Scene): Host {
  return draw.pick(world.management.filter(({ name }) => name.startsWith('SCANNER')));
}
