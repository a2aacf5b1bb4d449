import { DAYS, type Zone } from './calendar.ts';
import type { Domain } from './domain/domain.ts';
import type { Draw } from './draw.ts';
import { createHost, type Host, type HostRole } from './host.ts';
import {
  type AccountScheme,
  appNames,
  type Env,
  personName,
  type ServerScheme,
  serverName,
  workstationName,
} from './names.ts';

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
 * Usage pattern of an account: queries a database a few times a day, runs a nightly job, is a Windows service, is the service of a
 * database server, works with its users, runs weekly, monthly or quarterly, visits many hosts, is used by people, or is unused.
 */
export const LIVES = {
  poller: 31,
  nightly: 19,
  service: 14,
  engine: 3,
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
  /** Database servers alone: true if its nightly copy runs in a shell. */
  usesShell: boolean;
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
  domain: Domain;
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

/** The bank on its first day, without its applications. */
export function createWorld(draw: Draw, domain: Domain): World {
  const { sizes, coverage } = domain;
  const taken = new Set<string>();
  let ip = 0;
  const nextIp = () => {
    ip += 1;
    return `10.${20 + Math.floor(ip / 62_500)}.${Math.floor(ip / 250) % 250}.${1 + (ip % 250)}`;
  };
  const numbered = (prefix: string, count: number, role: HostRole) =>
    Array.from({ length: Math.round(count) }, (_, i) => {
      const name = `${prefix}${String(i + 1).padStart(2, '0')}`;
      taken.add(name);
      return createHost(draw, coverage, { name, ip: nextIp(), role });
    });
  const controllers = numbered(draw.pick(['DC', 'ADDC', 'DC-P']), sizes.controllers, 'domain controller');
  // Without one of them nobody would collect.
  controllers[0]!.hasAgent = true;
  const jumpHosts = numbered(draw.pick(['JMP-', 'PAW', 'ADMTS', 'BASTION']), sizes.jumpHosts, 'jump host');
  const fileServers = numbered(draw.pick(['FILE', 'PRD-FS', 'NAS']), sizes.fileServers, 'file server');
  const management = ['SCCM', 'BACKUP', 'MONITOR', 'SCANNER'].flatMap((prefix) =>
    numbered(prefix, draw.between(1, sizes.managementHosts), 'management'),
  );
  const sharedDatabases = numbered(
    draw.pick(['PRD-SQLCL', 'SQLCL', 'DBC']),
    sizes.sharedDatabases,
    'database',
  );
  const world: World = {
    domain,
    realm: `${domain.name}.EXAMPLE`,
    apps: [],
    accounts: [],
    people: [],
    admins: [],
    controllers,
    jumpHosts,
    fileServers,
    management,
    servers: [...controllers, ...jumpHosts, ...fileServers, ...management, ...sharedDatabases],
    sharedDatabases,
    taken,
    leased: new Set(),
    nextIp,
  };
  addPeople(world, draw);
  for (const name of appNames(draw, Math.max(8, Math.round(sizes.accounts / sizes.accountsAnApp))))
    world.apps.push(createApp(world, draw, name));
  return world;
}

function addPeople(world: World, draw: Draw): void {
  const { accounts, peopleAnAccount, accountsAnAdmin } = world.domain.sizes;
  const admins = Math.max(4, Math.round(accounts / accountsAnAdmin));
  const count = Math.max(3 * admins, 20, Math.round(accounts * peopleAnAccount));
  for (let i = 0; i < count; i += 1) world.people.push(createPerson(world, draw, 0));
  for (const person of world.people) lease(world, draw, person.workstation);
  for (const person of draw.some(world.people, admins)) person.isAdmin = true;
  world.admins = world.people.filter(({ isAdmin }) => isAdmin);
}

export function createPerson({ domain, taken }: World, draw: Draw, since: number): Person {
  const { naming, coverage, times } = domain;
  const name = workstationName(draw.weighted(naming.workstations), draw, taken);
  return {
    name: personName(naming.people, draw, taken),
    workstation: createHost(draw, coverage, { name, ip: '', role: 'workstation', since }),
    zone: draw.weighted(times.zones),
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

function createApp(world: World, draw: Draw, name: string): App {
  const { naming, times } = world.domain;
  const app: App = {
    name,
    zone: draw.weighted(times.zones),
    accountScheme: draw.weighted(naming.accounts),
    serverScheme: draw.weighted(naming.servers),
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
  const name = serverName(
    app.serverScheme,
    app.name,
    role === 'database' ? 'DB' : 'AP',
    env,
    world.taken,
    draw,
  );
  const host = createHost(draw, world.domain.coverage, {
    name,
    ip: world.nextIp(),
    role,
    env,
    app: app.name,
    since,
  });
  app[role === 'database' ? 'databases' : 'servers'][env].push(host);
  world.servers.push(host);
  return host;
}

/** An account's life ends on no day of the bank. */
export const FOR_EVER = DAYS + 1;
