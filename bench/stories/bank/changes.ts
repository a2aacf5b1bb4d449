import { HOUR, MINUTE } from '@scout/detection/time';
import { DAYS } from './calendar.ts';
import { ask, runJob, type Stage, startService } from './life.ts';
import type { Session } from './people.ts';
import { type Account, addAccount, addServer, createPerson, type Host, lease } from './world.ts';

const SECOND = 1_000;

/** Daily frequency of each change in a bank of 2,100 accounts; scales with the number of accounts. */
const A_DAY = {
  newDestination: 5,
  integration: 2.5,
  oneOff: 7,
  newServer: 1,
  migration: 0.4,
  failover: 0.8,
  rerun: 7,
  rotation: 3,
  installation: 1.2,
  consoleWork: 0.7,
  directoryUse: 0.7,
  development: 0.2,
  check: 0.4,
  moved: 1.5,
  hiccup: 14,
  mistyped: 2,
  clockSkew: 0.2,
  joiner: 2,
  awakening: 0.5,
} as const;
type Change = keyof typeof A_DAY;

/** Ongoing changes that end on a later day. */
export type Agenda = Map<number, (() => void)[]>;

type Scene = Stage & { day: number; sessions: readonly Session[]; agenda: Agenda };

/** The ordinary changes of a day: none is misuse, but most look like it to a rule that detects novelty. */
export function changeDay(scene: Scene): void {
  const { world, draw, day, agenda } = scene;
  for (const end of agenda.get(day) ?? []) end();
  const size = world.accounts.length / 2_100;
  for (const [change, mean] of Object.entries(A_DAY) as [Change, number][]) {
    // Changes are made on workdays; failures happen on any day.
    const isWorkday = scene.calendar.isWorkday(day);
    const share = isWorkday || BREAKS.has(change) ? 1 : 0.15;
    for (let i = draw.times(mean * size * share); i > 0; i -= 1) CHANGES[change](scene);
  }
  if (isPatchNight(scene)) patch(scene);
}

const BREAKS: ReadonlySet<Change> = new Set(['failover', 'hiccup', 'clockSkew', 'moved', 'oneOff', 'rerun']);

const CHANGES: Readonly<Record<Change, (scene: Scene) => void>> = {
  /** An application uses a further database or share; often with several of its accounts. */
  newDestination(scene) {
    const { world, draw, day } = scene;
    const account = anAccount(scene);
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
  integration(scene) {
    const { world, draw } = scene;
    const account = anAccount(scene);
    const to = draw.pick(draw.pick(world.apps).databases[account.env]);
    account.destinations = [...account.destinations, to];
    ask(scene, account, account.sources[0]!, to, workTime(scene));
  },
  /** A one-time query: a correction, a copy, a connection test. */
  oneOff(scene) {
    const { world, draw } = scene;
    const account = anAccount(scene);
    const own = account.app.databases[account.env];
    const to = draw.chance(0.5)
      ? draw.pick(own)
      : draw.chance(0.6)
        ? draw.pick(world.fileServers)
        : draw.pick(world.servers);
    ask(scene, account, draw.pick(account.sources), to, workTime(scene));
  },
  /** A farm grows: accounts run on one more server. */
  newServer(scene) {
    const { world, draw, day } = scene;
    const { app, env } = anAccount(scene);
    const host = addServer(world, draw, app, env, 'application', day);
    install(scene, draw.pick(app.accounts), host);
    for (const one of app.accounts.filter((other) => other.env === env && draw.chance(0.5))) {
      one.sources = [...one.sources, host];
      if (one.life !== 'fanout') ask(scene, one, host, one.destinations[0]!, workTime(scene));
    }
  },
  /** An application moves from one server to a new one. */
  migration(scene) {
    const { world, draw, day } = scene;
    const { app, env } = anAccount(scene);
    const role = draw.pick(['application', 'database'] as const);
    const old = draw.pick(app[role === 'database' ? 'databases' : 'servers'][env]);
    const fresh = addServer(world, draw, app, env, role, day);
    const swap = (hosts: readonly Host[]) => hosts.map((host) => (host === old ? fresh : host));
    for (const one of app.accounts) {
      if (one.life === 'service' && one.sources.includes(old)) install(scene, one, fresh);
      one.sources = swap(one.sources);
      one.destinations = swap(one.destinations);
    }
  },
  /** A database runs on its other node for a day or two. */
  failover(scene) {
    const { world, draw, day, agenda } = scene;
    const { app, env } = anAccount(scene);
    const down = draw.pick(app.databases[env]);
    const other =
      app.databases[env].find((host) => host !== down) ?? addServer(world, draw, app, env, 'database', day);
    const moved = world.accounts.filter((one) => one.life !== 'fanout' && one.destinations.includes(down));
    const swap = (from: Host, to: Host) => {
      for (const one of moved) one.destinations = one.destinations.map((host) => (host === from ? to : host));
    };
    swap(down, other);
    plan(agenda, day + draw.between(1, 2), () => swap(other, down));
  },
  /** An operator restarts a failed job in the middle of the day. */
  rerun(scene) {
    const { calendar, draw, day } = scene;
    const account = anAccount(
      scene,
      ({ life }) => life === 'nightly' || life === 'weekly' || life === 'monthly',
    );
    runJob(scene, account, calendar.at(account.app.zone, day, draw.between(7 * 60, 22 * 60)));
  },
  /** A password is changed. Occasionally a host keeps the old one and fails until it is found. */
  rotation(scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    const by = draw.pick(world.admins);
    const time = workTime(scene);
    const controller = draw.pick(world.controllers);
    rows.accountChanged({ time }, 4724, by, account, controller);
    if (draw.chance(0.5)) rows.accountChanged({ time: time + 200 }, 4738, by, account, controller);
    if (draw.chance(0.3)) signInAtConsole(scene, account, account.sources[0]!, time + 10 * MINUTE);
    if (!draw.chance(0.35)) return;
    const forgotten = draw.chance(0.7) ? account.sources[0]! : draw.pick(account.app.servers[account.env]);
    const pause = draw.between(3, 20) * MINUTE;
    const until = time + draw.between(1, 20) * HOUR;
    for (let at = time + 5 * MINUTE, n = 1; at < until; at += pause, n += 1) {
      const isLocked = n > 5;
      rows.refused({ time: at }, account, forgotten, account.destinations[0]!, {
        type: '3',
        subStatus: isLocked ? '0xc0000234' : '0xc000006a',
        ntlm: account.app.ntlm,
      });
      if (draw.chance(0.4))
        rows.preAuthFailed(
          { time: at - 30 },
          account,
          forgotten,
          account.controller,
          isLocked ? '0x12' : '0x18',
        );
      if (n === 5) rows.lockedOut({ time: at + 500 }, account, forgotten, account.controller);
    }
  },
  /** A new application's account: created, installed at a console, then in use. */
  installation(scene) {
    const { world, draw, rows, day } = scene;
    const app = draw.pick(world.apps);
    const account = addAccount(world, draw, app, day);
    const time = workTime(scene);
    rows.accountChanged({ time }, 4720, draw.pick(world.admins), account, draw.pick(world.controllers));
    if (draw.chance(0.7)) install(scene, account, account.sources[0]!);
  },
  /** An administrator signs in as the account on its own server, for a setup that requires its profile. */
  consoleWork(scene) {
    const account = anAccount(scene, isTyped);
    const host = scene.draw.pick(account.sources);
    if (scene.draw.chance(0.5)) install(scene, account, host);
    else signInAtConsole(scene, account, host, workTime(scene));
  },
  /** An application starts to query the directory. */
  directoryUse(scene) {
    const account = anAccount(scene);
    account.ldap = true;
    for (const host of account.sources)
      scene.rows.network({ time: workTime(scene) }, account, host, account.controller, account.app.ntlm);
  },
  /** A developer starts to query a test database from their workstation. */
  development(scene) {
    const account = anAccount(
      scene,
      (account) => isTyped(account) && (account.env === 'test' || account.env === 'dev'),
    );
    account.developer ??= scene.draw.pick(scene.world.people);
  },
  /** A database administrator tests an account's login from a jump host. */
  check(scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    const by = draw.pick(world.admins);
    const jump = draw.pick(world.jumpHosts);
    const time = workTime(scene);
    const to = account.destinations[0]!;
    if (draw.chance(0.5))
      rows.process({ time }, by, jump, {
        program: 'C:\\Program Files\\Microsoft SQL Server\\160\\Tools\\Binn\\SQLCMD.EXE',
        parent: 'C:\\Windows\\System32\\cmd.exe',
        commandLine: `sqlcmd -S ${to.name} -U ${account.name} -Q "select 1"`,
      });
    else
      rows.explicit({ time }, by, account, jump, {
        server: to.name,
        program: 'C:\\Windows\\System32\\svchost.exe',
      });
    rows.network({ time: time + 2 * SECOND }, account, jump, to, account.app.ntlm);
  },
  /** A host gets another address. */
  moved(scene) {
    const account = anAccount(scene);
    scene.draw.pick(account.sources).ip = scene.world.nextIp();
  },
  /** A refusal on a working path: an unresponsive controller, a wrongly stored password, an expired ticket. */
  hiccup(scene) {
    const { draw, rows } = scene;
    const account = anAccount(scene);
    const time = anyTime(scene);
    const subStatus = draw.weighted({
      '0xc000006a': 30,
      '0xc000005e': 30,
      '0xc0000133': 10,
      '0xc000006f': 5,
      '0xc0000071': 10,
    });
    const from = draw.pick(account.sources);
    const times = draw.between(1, 3);
    for (let i = 0; i < times; i += 1)
      rows.refused({ time: time + i * MINUTE }, account, from, draw.pick(account.destinations), {
        type: '3',
        subStatus,
        ntlm: account.app.ntlm,
      });
    ask(scene, account, from, account.destinations[0]!, time + times * MINUTE);
  },
  /** An administrator mistypes an account's password during setup, and gives up or asks for it. */
  mistyped(scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    const by = draw.pick(world.people);
    const time = workTime(scene);
    if (draw.chance(0.75))
      rows.refused(
        { time },
        account,
        { ip: '127.0.0.1', name: account.sources[0]!.name },
        account.sources[0]!,
        { type: '2', subStatus: '0xc000006a' },
      );
    else
      rows.refused(
        { time },
        account,
        draw.chance(0.5) ? draw.pick(world.jumpHosts) : by.workstation,
        account.destinations[0]!,
        {
          type: '3',
          subStatus: draw.pick(['0xc000006a', '0xc0000064']),
          ntlm: true,
        },
      );
  },
  /** A host's clock is wrong until somebody corrects it. */
  clockSkew(scene) {
    const { draw, rows } = scene;
    const account = anAccount(scene);
    const from = account.sources[0]!;
    const time = anyTime(scene);
    for (let i = draw.between(5, 40); i > 0; i -= 1)
      rows.preAuthFailed({ time: time + i * 10 * MINUTE }, account, from, account.controller, '0x25');
  },
  joiner({ world, draw, day }) {
    world.people.push(createPerson(world, draw, day));
    lease(world, draw, world.people.at(-1)!.workstation);
  },
  /** A yearly or previously disabled job runs again on its usual path. */
  awakening(scene) {
    const asleep = scene.world.accounts.filter(({ until }) => until < scene.day);
    if (asleep.length > 0) runJob(scene, scene.draw.pick(asleep), anyTime(scene));
  },
};

/** Installs a service or task on a host: an administrator at the console, the service, its first start. */
function install(scene: Scene, account: Account, host: Host): void {
  const { world, draw, rows } = scene;
  const by = draw.pick(world.admins);
  const time = workTime(scene);
  rows.local({ time }, by, host, '10', draw.pick(world.jumpHosts));
  const typed = account.managed ? 0 : 1;
  const way = draw.weighted({ console: 40 * typed, runas: 15 * typed, service: 30, task: 15 });
  if (way === 'console') signInAtConsole(scene, account, host, time + 10 * MINUTE);
  if (way === 'runas')
    rows.explicit({ time: time + 10 * MINUTE }, by, account, host, {
      server: 'localhost',
      program: 'C:\\Windows\\System32\\svchost.exe',
    });
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
function signInAtConsole(scene: Scene, account: Account, host: Host, time: number): void {
  const { world, draw, rows } = scene;
  if (draw.chance(0.5)) rows.local({ time }, account, host, '2');
  else rows.local({ time }, account, host, '10', draw.pick(world.jumpHosts));
}

/** Two Saturdays and one Wednesday per month; part of the servers each time. */
function isPatchNight({ calendar, day }: Scene): boolean {
  return calendar.weekday(day) === 6
    ? calendar.date(day) % 14 < 7
    : calendar.weekday(day) === 3 && calendar.date(day) >= 15 && calendar.date(day) < 22;
}

/** Servers restart at night: services start, and concurrent requests are refused. */
function patch(scene: Scene): void {
  const { world, calendar, draw, rows, day } = scene;
  const restarted = new Set(world.servers.filter(() => draw.chance(0.3)));
  for (const account of world.accounts) {
    const host = account.sources[0]!;
    const time = calendar.at('Europe/Berlin', day, draw.between(22 * 60, 28 * 60));
    if (account.life === 'service' && restarted.has(host)) startService(scene, account, host, time);
    if (restarted.has(account.destinations[0]!) && account.life === 'poller' && draw.chance(0.1))
      rows.refused({ time }, account, host, account.destinations[0]!, {
        type: '3',
        subStatus: '0xc000005e',
        ntlm: account.app.ntlm,
      });
  }
}

/** An account active today that passes the filter. */
function anAccount(
  { world, draw, day }: Scene,
  passes: (account: Account) => boolean = ({ until }) => until > day,
): Account {
  for (;;) {
    const account = draw.pick(world.accounts);
    if (passes(account) && account.since <= day && account.broken === null) return account;
  }
}

/** An account with a password that a person can type, and that is still in use. */
function isTyped({ managed, until }: Account): boolean {
  return !managed && until > DAYS;
}

/** A time of day for changes by people; one in six is made in the evening. */
function workTime({ calendar, draw, day }: Scene): number {
  const minute = draw.chance(0.17) ? draw.between(19 * 60, 23 * 60) : draw.between(9 * 60, 17 * 60);
  return calendar.at('Europe/Berlin', day, minute) + draw.between(0, 59 * SECOND);
}

function anyTime({ calendar, draw, day }: Scene): number {
  return calendar.at('Europe/Berlin', day, draw.between(0, 24 * 60 - 1)) + draw.between(0, 59 * SECOND);
}

function plan(agenda: Agenda, day: number, end: () => void): void {
  agenda.set(day, [...(agenda.get(day) ?? []), end]);
}
