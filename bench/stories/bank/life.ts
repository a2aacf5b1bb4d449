import type { RefusalCode } from '@scout/detection/simulation/securityLog';
import { MINUTE } from '@scout/detection/time';
import { SQL_SERVER } from './accounts.ts';
import type { Calendar } from './calendar.ts';
import type { Draw } from './draw.ts';
import type { Host } from './host.ts';
import type { Rows } from './rows.ts';
import type { Account, World } from './world.ts';

/** Everything needed to generate a day of the bank. */
export type Stage = { world: World; calendar: Calendar; draw: Draw; rows: Rows };

const SECOND = 1_000;

/** An account's ordinary activity on one day. */
export function liveDay(stage: Stage, account: Account, day: number): void {
  const { calendar, draw } = stage;
  if (day < account.since || day >= account.until) return;
  if (account.broken !== null) {
    failForEver(stage, account, day, account.broken);
    return;
  }
  if (account.developer !== null && calendar.isWorkday(day) && draw.chance(0.35))
    develop(stage, account, day);
  const main = calendar.at(account.app.zone, day, account.minute);
  switch (account.life) {
    case 'poller':
      for (let i = 0; i < account.rate; i += 1) {
        const time = main + (i * 24 * 60 * MINUTE) / account.rate + draw.between(-4 * MINUTE, 4 * MINUTE);
        ask(stage, account, pickOf(draw, account.sources), pickOf(draw, account.destinations), time);
      }
      return;
    case 'dormant':
    case 'nightly':
      runJob(stage, account, main + draw.between(0, 3 * MINUTE));
      // The scheduler restarts a failed run.
      if (draw.chance(0.02)) runJob(stage, account, main + draw.between(20, 90) * MINUTE);
      return;
    case 'daytime':
      if (!calendar.isWorkday(day) && !draw.chance(0.08)) return;
      for (let i = draw.times(account.rate); i > 0; i -= 1) {
        const time =
          calendar.at(account.app.zone, day, draw.between(7 * 60, 19 * 60)) + draw.between(0, 59 * SECOND);
        ask(stage, account, draw.pick(account.sources), pickOf(draw, account.destinations), time);
      }
      return;
    case 'weekly':
      if (calendar.weekday(day) === account.dayOf % 7) runBigJob(stage, account, main);
      return;
    case 'monthly':
    case 'quarterly': {
      const isDue = calendar.date(day) === account.dayOf || (account.dayOf > 28 && calendar.isMonthEnd(day));
      const isQuarter = account.life === 'monthly' || calendar.month(day) % 3 === 0;
      if (isDue && isQuarter) runBigJob(stage, account, main);
      return;
    }
    case 'engine':
      backUp(stage, account, main + draw.between(0, 3 * MINUTE));
      return;
    case 'service':
      // Windows services log on when they start; few do on a day without restarts.
      if (draw.chance(0.12)) startService(stage, account, account.sources[0]!, main);
      if (draw.chance(0.5))
        ask(
          stage,
          account,
          account.sources[0]!,
          account.destinations[0]!,
          main + draw.between(0, 600) * MINUTE,
        );
      return;
    case 'fanout':
      for (const to of draw.some(account.destinations, account.rate))
        ask(stage, account, account.sources[0]!, to, main + draw.between(0, 300) * MINUTE);
      return;
    case 'shared':
      if (calendar.isWorkday(day) && draw.chance(0.45)) useByAdmin(stage, account, day);
      return;
  }
}

/** A network logon, with the tickets or the check written by a domain controller. */
export function ask(
  { world, draw, rows }: Stage,
  account: Account,
  from: Host,
  to: Host,
  time: number,
  story?: string,
): void {
  const { ntlm } = account.app;
  // Accounts mostly use one controller, and another when it does not respond.
  const controller = draw.chance(0.97) ? account.controller : draw.pick(world.controllers);
  if (story === undefined) {
    if (ntlm && draw.chance(0.25)) rows.ntlmChecked({ time: time - 40 }, account, from, controller);
    if (!ntlm && draw.chance(world.domain.coverage.tickets)) {
      if (draw.chance(0.4)) rows.ticketGranting({ time: time - 90 }, account, from, controller);
      rows.serviceTicket({ time: time - 50 }, account, from, controller, to.name);
    }
    if (account.ldap && draw.chance(0.2)) rows.network({ time: time - 20 }, account, from, controller);
  }
  const id = rows.network({ time, story }, account, from, to, ntlm);
  if (story === undefined && account.privileged) rows.privileges({ time: time + 1 }, account, to, id);
  rows.logoff({ time: time + draw.between(1, 600) * SECOND }, account, to, id, false);
}

/** A scheduled task: batch logon, its program, and its queries. */
export function runJob(stage: Stage, account: Account, time: number): void {
  const { draw, rows } = stage;
  const host = account.sources[0]!;
  if (account.storedPassword)
    rows.explicit({ time: time - 30 }, { name: `${host.name}$` }, account, host, {
      server: 'localhost',
      program: 'C:\\Windows\\System32\\svchost.exe',
    });
  const session = rows.local({ time }, account, host, '4');
  rows.process({ time: time + 900 }, account, host, {
    program: account.process,
    parent: account.parent,
    commandLine: `"${account.process}" --job ${account.app.name} --date %DATE%`,
    session,
  });
  for (const to of account.destinations) ask(stage, account, host, to, time + draw.between(2, 120) * SECOND);
}

/** A weekly, monthly or quarterly run: several steps over an hour or two. */
function runBigJob(stage: Stage, account: Account, time: number): void {
  const { draw } = stage;
  for (let step = draw.between(1, 4); step > 0; step -= 1)
    runJob(stage, account, time + draw.between(0, 100) * MINUTE);
}

export function startService({ rows }: Stage, account: Account, host: Host, time: number): void {
  const session = rows.local({ time }, account, host, '5');
  rows.process({ time: time + 300 }, account, host, {
    program: account.process,
    parent: 'C:\\Windows\\System32\\services.exe',
    commandLine: `"${account.process}" -k ${account.app.name}`,
    session,
  });
}

/** A database server's nightly copy to a file server, in some through a shell. */
function backUp(stage: Stage, account: Account, time: number): void {
  const [host, to] = [account.sources[0]!, account.destinations[0]!];
  if (account.usesShell)
    startShell(
      stage,
      account,
      host,
      time,
      `xcopy D:\\Backup\\${account.app.name}.bak \\\\${to.name}\\backup /y`,
    );
  ask(stage, account, host, to, time + 4 * SECOND);
}

/** The database server's program starts a shell, as its xp_cmdshell does. */
export function startShell(
  { rows }: Stage,
  account: Account,
  host: Host,
  time: number,
  command: string,
  story?: string,
): void {
  rows.process({ time, story }, account, host, {
    program: 'C:\\Windows\\System32\\cmd.exe',
    parent: SQL_SERVER,
    commandLine: `"C:\\Windows\\system32\\cmd.exe" /c ${command}`,
  });
}

function failForEver(
  { calendar, draw, rows }: Stage,
  account: Account,
  day: number,
  code: RefusalCode,
): void {
  const host = account.sources[0]!;
  const time = calendar.at(account.app.zone, day, account.minute) + draw.between(0, 2 * MINUTE);
  rows.refused({ time }, account, host, code === '0xc000015b' ? host : account.destinations[0]!, {
    type: code === '0xc000015b' ? '4' : '3',
    code,
    isNtlm: account.app.ntlm,
  });
}

/** A developer queries a test database from their workstation with the application's account. */
function develop({ calendar, draw, rows }: Stage, account: Account, day: number): void {
  const { workstation, name, zone } = account.developer!;
  const time = calendar.at(zone, day, draw.between(9 * 60 + 45, 17 * 60));
  const to = account.destinations[0]!;
  if (draw.chance(0.5))
    rows.process({ time: time - 2 * SECOND }, { name }, workstation, {
      program: 'C:\\Program Files\\Microsoft SQL Server\\160\\Tools\\Binn\\SQLCMD.EXE',
      parent: 'C:\\Windows\\System32\\cmd.exe',
      commandLine: `sqlcmd -S ${to.name} -U ${account.name} -d ${account.app.name}`,
    });
  rows.network({ time }, account, workstation, to, account.app.ntlm);
}

/** An account for administrators: used from a jump host, by remote desktop or with its password. */
function useByAdmin({ world, calendar, draw, rows }: Stage, account: Account, day: number): void {
  const person = world.admins[(account.minute + draw.between(0, 2)) % world.admins.length]!;
  const jump = world.jumpHosts[account.minute % world.jumpHosts.length]!;
  const time = calendar.at(person.zone, day, draw.between(9 * 60 + 45, 17 * 60));
  const to = draw.pick(account.sources);
  if (draw.chance(0.5)) {
    rows.explicit({ time }, { name: person.name }, account, jump, {
      server: to.name,
      program: 'C:\\Windows\\System32\\mstsc.exe',
    });
    rows.local({ time: time + 4 * SECOND }, account, to, '10', jump);
  } else {
    rows.explicit({ time }, { name: person.name }, account, jump, {
      server: 'localhost',
      program: 'C:\\Windows\\System32\\svchost.exe',
    });
    rows.network({ time: time + 20 * SECOND }, account, jump, account.destinations[0]!, account.app.ntlm);
  }
}

/** The first item in three of four cases: an account's main host or server. */
function pickOf<Item>(draw: Draw, list: readonly Item[]): Item {
  return draw.chance(0.75) ? list[0]! : draw.pick(list);
}
