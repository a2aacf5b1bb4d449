import { DAYS, ZONES, type Zone } from './calendar.ts';
import type { Draw } from './draw.ts';
import {
  type AccountScheme,
  accountName,
  accountScheme,
  appNames,
  type Env,
  personName,
  roleName,
  type ServerScheme,
  serverName,
  serverScheme,
  workstationName,
} from './names.ts';

export type HostRole =
  | 'application'
  | 'database'
  | 'domain controller'
  | 'jump host'
  | 'file server'
  | 'management'
  | 'workstation';

export type Host = {
  name: string;
  ip: string;
  role: HostRole;
  env: Env;
  app: string | null;
  /** True if its audit policy records process starts. */
  auditsProcesses: boolean;
  /** True if its log-offs are collected. */
  tellsLogoffs: boolean;
  /** First day of its activity. */
  since: number;
};

export type App = {
  name: string;
  zone: Zone;
  accountScheme: AccountScheme;
  serverScheme: ServerScheme;
  /** True if its network logons name the client's machine, as in NTLM; those of Kerberos do not. */
  ntlm: boolean;
  accounts: Account[];
  servers: Record<Env, Host[]>;
  databases: Record<Env, Host[]>;
};

/**
 * Usage pattern of an account: queries a database a few times a day, runs a nightly job, is a Windows service, works with its
 * users, runs weekly, monthly or quarterly, visits many hosts, is used by people, or is unused.
 */
export const LIVES = {
  poller: 31,
  nightly: 19,
  service: 14,
  daytime: 13,
  weekly: 7,
  monthly: 7,
  quarterly: 2,
  fanout: 2.5,
  shared: 2,
  dormant: 2.5,
} as const;
export type Life = keyof typeof LIVES;

export type Account = {
  name: string;
  app: App;
  env: Env;
  /** A group managed service account, whose password no person knows or can type. */
  managed: boolean;
  life: Life;
  /** Hosts that it runs on, with its targets. Changes replace or add hosts. */
  sources: Host[];
  destinations: Host[];
  /** Minute of the local day of its main run. */
  minute: number;
  /** Runs per day, or hosts per day of a fan-out. */
  rate: number;
  /** Program on its host, and its parent. */
  process: string;
  parent: string;
  /** Weekday, or day of the month, of its run. */
  dayOf: number;
  /** True if it has rights that Windows records at each logon (4672). */
  privileged: boolean;
  /** True if its jobs start with a stored password, which Windows records (4648). */
  storedPassword: boolean;
  /** True if it binds to the directory, which is a network logon at a domain controller. */
  ldap: boolean;
  /** Long-standing refusals: a job with an account that is disabled or lacks a right. */
  broken: '0xc0000072' | '0xc000015b' | null;
  /** A developer who uses it from a workstation, as usual for test accounts. */
  developer: Person | null;
  since: number;
  /** First day without activity. */
  until: number;
  /** Its usual domain controller. */
  controller: Host;
};

export type Person = {
  name: string;
  workstation: Host;
  zone: Zone;
  /** Minute of the local day at which work begins. */
  begins: number;
  isAdmin: boolean;
  since: number;
};

export type World = {
  domain: string;
  realm: string;
  apps: App[];
  accounts: Account[];
  people: Person[];
  admins: Person[];
  controllers: Host[];
  jumpHosts: Host[];
  fileServers: Host[];
  management: Host[];
  /** All servers, without workstations. */
  servers: Host[];
  /** Databases shared by many applications. */
  sharedDatabases: Host[];
  taken: Set<string>;
  /** Addresses currently leased to workstations. */
  leased: Set<string>;
  nextIp(): string;
};

const DOMAINS = ['NORDBANK', 'FIRSTCITY', 'RHEINBANK', 'ALPENKREDIT'] as const;
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

/** The bank on its first day. */
export function createWorld(draw: Draw, accounts: number): World {
  const taken = new Set<string>();
  let ip = 0;
  const nextIp = () => {
    ip += 1;
    return `10.${20 + Math.floor(ip / 62_500)}.${Math.floor(ip / 250) % 250}.${1 + (ip % 250)}`;
  };
  const domain = draw.pick(DOMAINS);
  const named = (name: string, role: HostRole, env: Env = 'prod'): Host => {
    taken.add(name);
    return { name, ip: nextIp(), role, env, app: null, ...auditing(draw), since: 0 };
  };
  const numbered = (prefix: string, count: number, role: HostRole) =>
    Array.from({ length: count }, (_, i) => named(`${prefix}${String(i + 1).padStart(2, '0')}`, role));
  const controllers = numbered('DC', 6, 'domain controller');
  const jumpHosts = numbered(draw.pick(['JMP-', 'PAW', 'ADMTS']), 8, 'jump host');
  const fileServers = numbered(draw.pick(['FILE', 'PRD-FS']), 12, 'file server');
  const management = [
    ...numbered('SCCM', 3, 'management'),
    ...numbered('BACKUP', 3, 'management'),
    ...numbered('MONITOR', 2, 'management'),
    ...numbered('SCANNER', 2, 'management'),
  ];
  const sharedDatabases = numbered('PRD-SQLCL', 12, 'database');
  const servers = [...controllers, ...jumpHosts, ...fileServers, ...management, ...sharedDatabases];
  const world: World = {
    domain,
    realm: `${domain}.EXAMPLE`,
    apps: [],
    accounts: [],
    people: [],
    admins: [],
    controllers,
    jumpHosts,
    fileServers,
    management,
    servers,
    sharedDatabases,
    taken,
    leased: new Set(),
    nextIp,
  };
  for (let i = 0; i < Math.round(accounts * 0.55); i += 1) world.people.push(createPerson(world, draw, 0));
  for (const person of world.people) lease(world, draw, person.workstation);
  for (const person of draw.some(world.people, Math.max(4, Math.round(accounts / 84)))) person.isAdmin = true;
  world.admins = world.people.filter(({ isAdmin }) => isAdmin);
  for (const name of appNames(draw, Math.max(8, Math.round(accounts / 10)))) {
    world.apps.push(createApp(world, draw, name));
  }
  for (let i = 0; i < accounts; i += 1) addAccount(world, draw, world.apps[i % world.apps.length]!, 0);
  return world;
}

export function createPerson(world: World, draw: Draw, since: number): Person {
  return {
    name: personName(draw, world.taken),
    workstation: {
      name: workstationName(draw, world.taken),
      ip: '',
      role: 'workstation',
      env: 'prod',
      app: null,
      ...auditing(draw),
      since,
    },
    zone: draw.weighted(ZONES),
    begins: draw.between(6 * 60 + 30, 9 * 60 + 30),
    isAdmin: false,
    since,
  };
}

/** Leases an address to a workstation that no other has now; another may have had it yesterday. */
export function lease({ leased }: World, draw: Draw, workstation: Host): void {
  leased.delete(workstation.ip);
  // Larger banks have more networks.
  const networks = 16 * Math.ceil((leased.size + 1) / 2_000);
  do
    workstation.ip = `10.${200 + draw.between(0, 15)}.${draw.between(0, networks - 1)}.${draw.between(10, 250)}`;
  while (leased.has(workstation.ip));
  leased.add(workstation.ip);
}

/** Hosts visited by an account: servers to monitor or back up, or workstations that get software. */
function rounds({ servers, people }: World, draw: Draw): Host[] {
  const count = draw.between(8, 40);
  return draw.chance(0.25)
    ? draw.some(people, count).map(({ workstation }) => workstation)
    : draw.some(servers, count);
}

function createApp(world: World, draw: Draw, name: string): App {
  const app: App = {
    name,
    zone: draw.weighted(ZONES),
    accountScheme: accountScheme(draw),
    serverScheme: serverScheme(draw),
    ntlm: draw.chance(0.2),
    accounts: [],
    servers: { prod: [], uat: [], test: [], dev: [] },
    databases: { prod: [], uat: [], test: [], dev: [] },
  };
  const count: Record<Env, [number, number]> = { prod: [2, 5], uat: [1, 2], test: [1, 2], dev: [1, 1] };
  for (const env of ['prod', 'uat', 'test', 'dev'] as const) {
    for (let i = draw.between(...count[env]); i > 0; i -= 1)
      addServer(world, draw, app, env, 'application', 0);
    for (let i = env === 'prod' ? draw.between(1, 3) : 1; i > 0; i -= 1)
      addServer(world, draw, app, env, 'database', 0);
  }
  if (draw.chance(0.3)) app.databases.prod[0] = draw.pick(world.sharedDatabases);
  return app;
}

export function addServer(
  world: World,
  draw: Draw,
  app: App,
  env: Env,
  role: 'application' | 'database',
  since: number,
): Host {
  const host: Host = {
    name: serverName(app.serverScheme, app.name, role === 'database' ? 'DB' : 'AP', env, world.taken, draw),
    ip: world.nextIp(),
    role,
    env,
    app: app.name,
    ...auditing(draw),
    since,
  };
  app[role === 'database' ? 'databases' : 'servers'][env].push(host);
  world.servers.push(host);
  return host;
}

/** A further account of an application, with its own usage pattern. */
export function addAccount(world: World, draw: Draw, app: App, since: number): Account {
  const env = draw.weighted({ prod: 62, uat: 14, test: 15, dev: 9 });
  const drawn = since > 0 ? draw.weighted({ poller: 50, nightly: 30, daytime: 20 }) : draw.weighted(LIVES);
  const scheme = draw.chance(0.92) ? app.accountScheme : accountScheme(draw);
  const managed = scheme === 'gmsa';
  const life = managed && drawn === 'shared' ? 'poller' : drawn;
  let name = '';
  for (let serial = world.accounts.length; name === '' || world.taken.has(name); serial += 1) {
    name = accountName(scheme, app.name, roleName(draw), env, serial);
    // A second one of the same role is numbered, before a managed account's final $.
    if (world.taken.has(name)) name = name.replace(/\$?$/, `${serial % 90}$&`);
  }
  world.taken.add(name);
  const home = app.servers[env];
  const sources = life === 'daytime' ? draw.some(home, 2) : [draw.pick(home)];
  if (life === 'fanout') sources[0] = draw.pick(world.management);
  const destinations = [draw.pick(app.databases[env])];
  if (draw.chance(0.25)) destinations.push(draw.pick(env === 'prod' ? world.fileServers : home));
  const account: Account = {
    name,
    app,
    env,
    managed,
    life,
    sources,
    destinations: life === 'fanout' ? rounds(world, draw) : destinations,
    minute: life === 'daytime' ? 9 * 60 : draw.between(0, 6 * 60 - 1) + (draw.chance(0.3) ? 18 * 60 : 0),
    rate: rateOf(life, draw),
    process: draw.pick(PROGRAMS),
    parent: draw.pick(PARENTS),
    dayOf: life === 'weekly' ? draw.between(0, 6) : draw.pick([1, 1, 2, 3, 5, 10, 15, 20, 25, 28, 31]),
    privileged: draw.chance(0.06),
    storedPassword: !managed && draw.chance(0.3),
    ldap: draw.chance(0.08),
    broken: draw.chance(0.006) ? draw.pick(['0xc0000072', '0xc000015b']) : null,
    developer: env !== 'prod' && !managed && draw.chance(0.05) ? draw.pick(world.people) : null,
    since,
    until: life === 'dormant' ? draw.between(2, 6) : DAYS + 1,
    controller: draw.pick(world.controllers),
  };
  app.accounts.push(account);
  world.accounts.push(account);
  return account;
}

function auditing(draw: Draw): Pick<Host, 'auditsProcesses' | 'tellsLogoffs'> {
  return { auditsProcesses: draw.chance(0.6), tellsLogoffs: draw.chance(0.06) };
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
