import { ask } from '../life.ts';
import { addServer, createPerson, lease } from '../world.ts';
import { anAccount, install, type Scene, workTime } from './scene.ts';

/** New ways that an application takes: each is new once, and stays. */
export const GROWTH = {
  /** An application uses a further database or share; often with several of its accounts. */
  newDestination(scene: Scene) {
    const { world, draw, day } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const { app, env } = account;
    const to = draw.chance(0.4)
      ? addServer(world, draw, app, env, 'database', day)
      : draw.pick([...app.databases[env], ...world.sharedDatabases, ...world.fileServers]);
    const affected = draw.chance(0.25) ? app.accounts.filter((other) => other.env === env) : [account];
    for (const one of affected) {
      if (one.life === 'fanout' || one.destinations.includes(to)) continue;
      one.destinations = draw.chance(0.6) ? [...one.destinations, to] : [to, ...one.destinations.slice(1)];
      ask(scene, one, one.sources[0]!, to, workTime(scene));
    }
  },
  /** One application starts to query another's database. */
  integration(scene: Scene) {
    const { world, draw } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const to = draw.pick(draw.pick(world.apps).databases[account.env]);
    account.destinations = [...account.destinations, to];
    ask(scene, account, account.sources[0]!, to, workTime(scene));
  },
  /** A one-time query: a correction, a copy, a connection test. */
  oneOff(scene: Scene) {
    const { world, draw } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const own = account.app.databases[account.env];
    const to = draw.chance(0.5)
      ? draw.pick(own)
      : draw.chance(0.6)
        ? draw.pick(world.fileServers)
        : draw.pick(world.servers);
    ask(scene, account, draw.pick(account.sources), to, workTime(scene));
  },
  /** A farm grows: accounts run on one more server. */
  newServer(scene: Scene) {
    const { world, draw, day } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const { app, env } = account;
    const host = addServer(world, draw, app, env, 'application', day);
    install(scene, draw.pick(app.accounts), host);
    for (const one of app.accounts.filter((other) => other.env === env && draw.chance(0.5))) {
      if (one.life === 'engine') continue;
      one.sources = [...one.sources, host];
      if (one.life !== 'fanout') ask(scene, one, host, one.destinations[0]!, workTime(scene));
    }
  },
  /** An application starts to query the directory. */
  directoryUse(scene: Scene) {
    const account = anAccount(scene);
    if (account === null) return;
    account.ldap = true;
    for (const host of account.sources)
      scene.rows.network({ time: workTime(scene) }, account, host, account.controller, account.app.ntlm);
  },
  joiner({ world, draw, day, rows, calendar }: Scene) {
    const person = createPerson(world, draw, day);
    world.people.push(person);
    lease(world, draw, person.workstation);
    // The first sign-in is at the desk of the support.
    const time = calendar.at(person.zone, day, person.begins);
    rows.local({ time }, person, person.workstation, '2');
  },
};
