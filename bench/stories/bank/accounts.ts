import type { Draw } from './draw.ts';
import type { Host } from './host.ts';
import { type AccountScheme, accountName, type Env, roleName } from './names.ts';
import { type Account, type App, FOR_EVER, LIVES, type Life, type World } from './world.ts';

const PROGRAMS = [
  'C:\\Program Files\\Northwind\\Runner\\runner.exe',
  'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
  'C:\\Program Files\\Java\\jdk-17\\bin\\java.exe',
  'C:\\Windows\\System32\\cmd.exe',
  'C:\\Program Files\\dotnet\\dotnet.exe',
  'D:\\Apps\\bin\\loader.exe',
  'C:\\Python311\\python.exe',
] as const;
const PARENTS = [
  'C:\\Windows\\System32\\svchost.exe',
  'C:\\Windows\\System32\\taskeng.exe',
  'C:\\Windows\\System32\\services.exe',
  'C:\\Program Files\\Automic\\Agent\\ucxjwx6.exe',
] as const;
export const SQL_SERVER =
  'C:\\Program Files\\Microsoft SQL Server\\MSSQL16.MSSQLSERVER\\MSSQL\\Binn\\sqlservr.exe';

/** The accounts of the first day, each application in turn. */
export function addAccounts(world: World, draw: Draw): void {
  for (let i = 0; i < world.domain.sizes.accounts; i += 1)
    addAccount(world, draw, world.apps[i % world.apps.length]!, 0);
}

/** A further account of an application, with its own usage pattern. */
export function addAccount(world: World, draw: Draw, app: App, since: number): Account {
  const { naming } = world.domain;
  const env = draw.weighted({ prod: 62, uat: 14, test: 15, dev: 9 });
  const drawn = since > 0 ? draw.weighted({ poller: 50, nightly: 30, daytime: 20 }) : draw.weighted(LIVES);
  const scheme = draw.chance(naming.discipline) ? app.accountScheme : draw.weighted(naming.accounts);
  const managed = scheme === 'gmsa';
  const life = managed && drawn === 'shared' ? 'poller' : drawn;
  const { sources, destinations } = waysOf(world, draw, { app, env, life });
  const account: Account = {
    name: nameOf(world, draw, { scheme, app, env }),
    app,
    env,
    managed,
    life,
    sources,
    destinations,
    minute: life === 'daytime' ? 9 * 60 : draw.between(0, 6 * 60 - 1) + (draw.chance(0.3) ? 18 * 60 : 0),
    rate: rateOf(life, draw),
    process: life === 'engine' ? SQL_SERVER : draw.pick(PROGRAMS),
    parent: draw.pick(PARENTS),
    dayOf: life === 'weekly' ? draw.between(0, 6) : draw.pick([1, 1, 2, 3, 5, 10, 15, 20, 25, 28, 31]),
    privileged: draw.chance(0.06),
    storedPassword: !managed && draw.chance(0.3),
    ldap: draw.chance(0.08),
    usesShell: life === 'engine' && draw.chance(0.3),
    broken: draw.chance(0.006) ? draw.pick(['0xc0000072', '0xc000015b']) : null,
    developer: env !== 'prod' && !managed && draw.chance(0.05) ? draw.pick(world.people) : null,
    since,
    until: life === 'dormant' ? draw.between(2, 6) : FOR_EVER,
    controller: draw.pick(world.controllers),
  };
  app.accounts.push(account);
  world.accounts.push(account);
  return account;
}

function nameOf(
  { accounts, taken }: World,
  draw: Draw,
  { scheme, app, env }: { scheme: AccountScheme; app: App; env: Env },
): string {
  let name = '';
  for (let serial = accounts.length; name === '' || taken.has(name); serial += 1) {
    name = accountName(scheme, app.name, roleName(draw), env, serial);
    // A second one of the same role is numbered, before a managed account's final $.
    if (taken.has(name)) name = name.replace(/\$?$/, `${serial % 90}$&`);
  }
  taken.add(name);
  return name;
}

/** The machines that an account runs on, and those that it opens. */
function waysOf(
  world: World,
  draw: Draw,
  { app, env, life }: { app: App; env: Env; life: Life },
): { sources: Host[]; destinations: Host[] } {
  const home = app.servers[env];
  switch (life) {
    case 'fanout':
      return { sources: [draw.pick(world.management)], destinations: rounds(world, draw) };
    case 'engine':
      return { sources: [draw.pick(app.databases[env])], destinations: [draw.pick(world.fileServers)] };
    default: {
      const destinations = [draw.pick(app.databases[env])];
      if (draw.chance(0.25)) destinations.push(draw.pick(env === 'prod' ? world.fileServers : home));
      return { sources: life === 'daytime' ? draw.some(home, 2) : [draw.pick(home)], destinations };
    }
  }
}

/** Hosts visited by an account: servers to monitor or back up, or workstations that get software. */
function rounds({ servers, people }: World, draw: Draw): Host[] {
  const count = draw.between(8, 40);
  return draw.chance(0.25)
    ? draw.some(people, count).map(({ workstation }) => workstation)
    : draw.some(servers, count);
}

/** Runs per day, mostly three; hosts per day of an account that visits many. */
function rateOf(life: Life, draw: Draw): number {
  switch (life) {
    case 'poller':
      return Number(draw.weighted({ 1: 10, 2: 16, 3: 38, 4: 12, 6: 10, 12: 7, 24: 5, 96: 3 }));
    case 'daytime':
      return draw.between(6, 24);
    case 'fanout':
      return draw.between(3, 12);
    default:
      return 1;
  }
}
