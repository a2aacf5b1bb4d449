import type { Host } from '../host.ts';
import { ask } from '../life.ts';
import type { Env } from '../names.ts';
import { type App, addServer } from '../world.ts';
import { anAccount, install, plan, type Scene, workTime } from './scene.ts';

/** Machines that take the place of others. */
export const MOVES = {
  /** An application moves from one server to a new one. */
  migration(scene: Scene) {
    const account = anAccount(scene);
    if (account === null) return;
    const role = scene.draw.pick(['application', 'database'] as const);
    const { app, env } = account;
    move(scene, app, env, role, scene.draw.pick(app[role === 'database' ? 'databases' : 'servers'][env]));
  },
  /** All servers of an application move in one night. */
  migrationWave(scene: Scene) {
    const account = anAccount(scene);
    if (account === null) return;
    const { app, env } = account;
    for (const old of [...app.servers[env]]) move(scene, app, env, 'application', old);
    for (const old of [...app.databases[env]]) move(scene, app, env, 'database', old);
  },
  /** A database runs on its other node for a day or two. */
  failover(scene: Scene) {
    const { world, draw, day, agenda } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const { app, env } = account;
    const down = draw.pick(app.databases[env]);
    const other =
      app.databases[env].find((host) => host !== down) ?? addServer(world, draw, app, env, 'database', day);
    const moved = world.accounts.filter((one) => one.life !== 'fanout' && one.destinations.includes(down));
    const swap = (from: Host, to: Host) => {
      for (const one of moved) one.destinations = one.destinations.map((host) => (host === from ? to : host));
    };
    swap(down, other);
    for (const one of moved) if (draw.chance(0.3)) ask(scene, one, one.sources[0]!, other, workTime(scene));
    plan(agenda, day + draw.between(1, 2), () => swap(other, down));
  },
  /** A host gets another address, under which its account comes at once. */
  moved(scene: Scene) {
    const account = anAccount(scene);
    if (account === null) return;
    const host = scene.draw.pick(account.sources);
    host.ip = scene.world.nextIp();
    if (account.life !== 'fanout') ask(scene, account, host, account.destinations[0]!, workTime(scene));
  },
};

function move(scene: Scene, app: App, env: Env, role: 'application' | 'database', old: Host): void {
  const { world, draw, day } = scene;
  const fresh = addServer(world, draw, app, env, role, day);
  const swap = (hosts: readonly Host[]) => hosts.map((host) => (host === old ? fresh : host));
  for (const one of app.accounts) {
    const isAffected = one.sources.includes(old) || one.destinations.includes(old);
    if (one.life === 'service' && one.sources.includes(old)) install(scene, one, fresh);
    one.sources = swap(one.sources);
    one.destinations = swap(one.destinations);
    // Somebody tries each connection once.
    if (isAffected && one.life !== 'fanout' && draw.chance(0.5))
      ask(scene, one, one.sources[0]!, one.destinations[0]!, workTime(scene));
  }
}
