import {
  PRINT_ROOM,
  REPORT_HOSTS,
  SAMPLE_ACCOUNTS,
  SAMPLE_HOSTS,
  SAMPLE_PEOPLE,
  type SampleHost,
} from './bank.ts';
import {
  BAD_PASSWORD,
  type Entry,
  EXPIRED,
  explicitCredentials,
  failedLogon,
  LOCKED_OUT,
  logon,
  NO_SUCH_USER,
  processStart,
  SQLCMD,
  SSMS,
  serviceTicket,
} from './entries.ts';

/**
 * Activity at Northwind Bank in a normal month, and long-running problems. Each habit is one kind of event on one machine: its
 * daily frequency, its hours, and its security log entry.
 */
export interface Habit {
  readonly name: string;
  readonly host: SampleHost;
  readonly perDay: number;
  /** Hours of the day (UTC) of the habit; it never happens outside them. */
  readonly hours: readonly number[];
  /** Days before today with the habit; by default every day. */
  readonly onDays?: (daysAgo: number) => boolean;
  readonly entry: Entry;
}

const OFFICE = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
const ALWAYS = Array.from({ length: 24 }, (_, hour) => hour);
const MORNING = [7];

/** Days before today of the stories' starts, for the habits that they change. */
export const DAY_OF = {
  /** m.keller starts to use the billing account. */
  laptop: 11,
  /** The password of the reporting account is changed in the evening; the reports fail from the next day on. */
  rotation: 6,
  /** The password of the document archive's account expires. */
  expiry: 12,
  /** Last use of the former exchange desk's account. */
  silence: 22,
} as const;

/** Accounts' activity throughout the month, with exceptions. */
const UNTIL: Readonly<Record<string, (daysAgo: number) => boolean>> = {
  'svc.docs': (daysAgo) => daysAgo > DAY_OF.expiry,
  'svc.legacyfx': (daysAgo) => daysAgo >= DAY_OF.silence,
};

/** Logons of the forty accounts; the jobs of some older applications name their machine, the others use Kerberos. */
const JOBS: readonly Habit[] = SAMPLE_ACCOUNTS.filter(({ name }) => name !== 'svc.reporting').flatMap(
  ({ name, from, to, hours, logonType = '3' }, index) => {
    const onDays = UNTIL[name];
    const when = { perDay: 3, hours, ...(onDays && { onDays }) };
    const named = index % 3 === 0;
    return [
      {
        name: `jobs of ${name}`,
        host: to,
        ...when,
        entry: logon(to, name, logonType, from, { named }),
      },
      ...(logonType === '3' && !named
        ? [
            {
              name: `tickets of ${name}`,
              host: 'NW-DC01' as const,
              ...when,
              perDay: 1,
              entry: serviceTicket('NW-DC01', name, from, index % 4 === 1 ? 'NW-FILES01' : to),
            },
          ]
        : []),
    ];
  },
);

/** Logons of application servers themselves, which map addresses to machines. */
const MACHINES: readonly Habit[] = [...new Set([...SAMPLE_ACCOUNTS.map(({ from }) => from), ...REPORT_HOSTS])]
  .filter((machine) => !SAMPLE_HOSTS.some((host) => host === machine))
  .map((machine) => ({
    name: `logons of ${machine} itself`,
    host: 'PRD-APP01' as const,
    perDay: 1,
    // Before the day's jobs.
    hours: [0],
    entry: logon('PRD-APP01', `${machine}$`, '3', machine),
  }));

const PEOPLE: readonly Habit[] = SAMPLE_PEOPLE.flatMap(({ name, machine }): Habit[] => {
  const host = SAMPLE_HOSTS.find((candidate) => candidate === machine);
  return [
    {
      name: `${name} on the intranet`,
      host: 'PRD-APP01',
      perDay: 2,
      hours: OFFICE,
      entry: logon('PRD-APP01', name, '3', machine, { named: true }),
    },
    ...(host === undefined
      ? []
      : [
          {
            name: `${name} at work`,
            host,
            perDay: 1.5,
            hours: MORNING,
            entry: logon(host, name, '2'),
          },
        ]),
  ];
});

/** r.lindqvist administers the servers. */
const ADMINISTRATION: readonly Habit[] = (['PRD-SQL01', 'PROD-LEDGER-02', 'PRD-APP01'] as const).map(
  (server) => ({
    name: `administration of ${server}`,
    host: server,
    perDay: 1,
    hours: [8, 9, 10, 13, 14, 15],
    entry: logon(server, 'r.lindqvist', '10', 'OPS-DESKTOP7'),
  }),
);

const isAfter = (day: number) => (daysAgo: number) => daysAgo < day;
const isUntil = (day: number) => (daysAgo: number) => daysAgo >= day;
const isOn = (day: number) => (daysAgo: number) => daysAgo === day;

/** The reports after the password change: one machine was fixed after a day, two continue to fail. */
const REPORTS: readonly Habit[] = [
  ...REPORT_HOSTS.map(
    (machine): Habit => ({
      name: `nightly reports of ${machine}`,
      host: 'PRD-SQL01',
      perDay: 3,
      hours: [1, 2, 3],
      onDays: isUntil(DAY_OF.rotation),
      entry: logon('PRD-SQL01', 'svc.reporting', '3', machine, { named: true }),
    }),
  ),
  {
    name: 'reports of APP-REPORT01 with the old password',
    host: 'PRD-SQL01',
    perDay: 62,
    hours: [0, 1, 2, 3, 4, 5],
    onDays: isAfter(DAY_OF.rotation),
    entry: failedLogon('PRD-SQL01', 'svc.reporting', 'APP-REPORT01', BAD_PASSWORD),
  },
  {
    name: 'batches of APP-BATCH07 with the old password',
    host: 'PRD-SQL01',
    perDay: 12,
    hours: [1, 2, 3],
    onDays: isAfter(DAY_OF.rotation),
    entry: failedLogon('PRD-SQL01', 'svc.reporting', 'APP-BATCH07', BAD_PASSWORD),
  },
  {
    name: 'reports of APP-REPORT02 with the old password',
    host: 'PRD-SQL01',
    perDay: 20,
    hours: [1, 2, 3],
    onDays: isOn(DAY_OF.rotation - 1),
    entry: failedLogon('PRD-SQL01', 'svc.reporting', 'APP-REPORT02', BAD_PASSWORD),
  },
  {
    name: 'reports of APP-REPORT02 with the new password',
    host: 'PRD-SQL01',
    perDay: 3,
    hours: [1, 2, 3],
    onDays: isAfter(DAY_OF.rotation - 1),
    entry: logon('PRD-SQL01', 'svc.reporting', '3', 'APP-REPORT02', { named: true }),
  },
];

const TROUBLE: readonly Habit[] = [
  {
    name: 'document archive whose password expired',
    host: 'PROD-LEDGER-02',
    perDay: 34,
    hours: ALWAYS,
    onDays: (daysAgo) => daysAgo <= DAY_OF.expiry,
    entry: failedLogon('PROD-LEDGER-02', 'svc.docs', 'APP-DOCS01', EXPIRED),
  },
  {
    name: 'password guessing, one night',
    host: 'PRD-SQL01',
    perDay: 380,
    hours: [1, 2, 3],
    onDays: isOn(9),
    entry: failedLogon('PRD-SQL01', 'svc.cards', PRINT_ROOM, BAD_PASSWORD),
  },
  {
    name: 'locked out after the guessing',
    host: 'PRD-SQL01',
    perDay: 24,
    hours: [5, 6],
    onDays: isOn(9),
    entry: failedLogon('PRD-SQL01', 'svc.cards', PRINT_ROOM, LOCKED_OUT),
  },
  {
    name: 'retired account still configured somewhere',
    host: 'PROD-LEDGER-02',
    perDay: 4,
    hours: ALWAYS,
    entry: failedLogon('PROD-LEDGER-02', 'svc.archive', 'APP-BATCH07', NO_SUCH_USER),
  },
  {
    name: 'management studio as the billing account',
    host: 'FIN-LAPTOP3',
    perDay: 3,
    hours: OFFICE,
    onDays: isAfter(DAY_OF.laptop),
    entry: processStart('FIN-LAPTOP3', 'm.keller', SSMS, [
      `"${SSMS}" -S PRD-SQL01 -U svc.billing`,
      `"${SSMS}" -S tcp:PRD-SQL01.northwind.example,1433 -U svc.billing -d Ledger`,
    ]),
  },
  {
    name: 'credentials of the billing account',
    host: 'FIN-LAPTOP3',
    perDay: 3,
    hours: OFFICE,
    onDays: isAfter(DAY_OF.laptop),
    entry: explicitCredentials('FIN-LAPTOP3', 'm.keller', 'svc.billing', 'PRD-SQL01', SSMS),
  },
  {
    name: 'logons of the billing account from a laptop',
    host: 'PRD-SQL01',
    perDay: 3,
    hours: OFFICE,
    onDays: isAfter(DAY_OF.laptop),
    entry: logon('PRD-SQL01', 'svc.billing', '3', 'FIN-LAPTOP3', { named: true }),
  },
  {
    name: 'billing account at a laptop',
    host: 'FIN-LAPTOP3',
    perDay: 1.2,
    hours: OFFICE,
    onDays: isAfter(DAY_OF.laptop),
    entry: logon('FIN-LAPTOP3', 'svc.billing', '2'),
  },
  {
    name: 'sqlcmd as the account of the data lake',
    host: 'WS-1042',
    perDay: 2,
    hours: OFFICE,
    entry: processStart('WS-1042', 'j.okafor', SQLCMD, [
      'sqlcmd -S PROD-LEDGER-02\\FIN -U svc.datalake -Q "select count(*) from dbo.postings"',
      'sqlcmd.exe -SPROD-LEDGER-02 -Usvc.datalake -i C:\\work\\month-end.sql',
    ]),
  },
  {
    name: 'account of the data lake at a workstation',
    host: 'WS-1042',
    perDay: 1.2,
    hours: OFFICE,
    entry: logon('WS-1042', 'svc.datalake', '2'),
  },
  {
    name: 'a person with a database client of their own',
    host: 'WS-1042',
    perDay: 2,
    hours: OFFICE,
    entry: processStart('WS-1042', 'j.okafor', SSMS, [`"${SSMS}" -S DEV-SQL04 -E`]),
  },
];

export const HABITS: readonly Habit[] = [
  ...JOBS,
  ...MACHINES,
  ...PEOPLE,
  ...ADMINISTRATION,
  ...REPORTS,
  ...TROUBLE,
];

/** Routine events of people and machines at work, without significance. */
export const ORDINARY: readonly Entry[] = [
  logon('PRD-SQL01', 'APP-REPORT01$', '3', 'APP-REPORT01'),
  logon('PRD-SQL01', 'APP-CRM01$', '3', 'APP-CRM01'),
  logon('PROD-LEDGER-02', 'APP-PAY01$', '3', 'APP-PAY01'),
  logon('PRD-APP01', 'h.brandt', '3', 'NW-LT-040', { named: true }),
  logon('NW-DC01', 'PRD-SQL01$', '3', 'PRD-SQL01'),
  logon('FIN-LAPTOP3', 'm.keller', '2'),
  logon('WS-1042', 'j.okafor', '2'),
  logon('OPS-DESKTOP7', 'r.lindqvist', '2'),
];
