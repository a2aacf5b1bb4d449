import { EVENTS } from '@scout/detection/catalogue/events';
import { MEETING_ROOM, SAMPLE_ACCOUNTS, type SampleHost } from './bank.ts';
import {
  accountChange,
  BAD_PASSWORD,
  type Entry,
  explicitCredentials,
  failedLogon,
  lockOut,
  logCleared,
  logon,
  processStart,
  RUNAS,
  SSMS,
  serviceInstalled,
  taskCreated,
} from './entries.ts';
import { DAY_OF } from './habits.ts';

/** One event of a story, in minutes after midnight (UTC) of its day. */
export interface Scene {
  readonly host: SampleHost;
  readonly minute: number;
  readonly entry: Entry;
}

/** A one-time incident on one day, which appears under Cases. */
export interface Story {
  readonly name: string;
  readonly daysAgo: number;
  readonly scenes: readonly Scene[];
}

const at = (clock: `${number}:${number}`): number => {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** Accounts tried from the meeting room. */
const SPRAYED = SAMPLE_ACCOUNTS.slice(6, 19).filter(({ name }) => name !== 'svc.webshop');

export const STORIES: readonly Story[] = [
  {
    name: 'a person takes the billing account into use on a laptop',
    daysAgo: DAY_OF.laptop,
    scenes: [
      {
        host: 'FIN-LAPTOP3',
        minute: at('10:04'),
        entry: explicitCredentials('FIN-LAPTOP3', 'm.keller', 'svc.billing', 'PRD-SQL01', RUNAS),
      },
      {
        host: 'FIN-LAPTOP3',
        minute: at('10:05'),
        entry: processStart('FIN-LAPTOP3', 'm.keller', SSMS, [`"${SSMS}" -S PRD-SQL01 -U svc.billing`]),
      },
      {
        host: 'PRD-SQL01',
        minute: at('10:05'),
        entry: logon('PRD-SQL01', 'svc.billing', '3', 'FIN-LAPTOP3', { named: true }),
      },
    ],
  },
  {
    name: 'the password of the reporting account is changed',
    daysAgo: DAY_OF.rotation,
    scenes: [
      {
        host: 'NW-DC01',
        minute: at('18:02'),
        entry: accountChange(EVENTS.passwordReset.id, 'NW-DC01', 'r.lindqvist', 'svc.reporting'),
      },
    ],
  },
  {
    name: 'the payments account is let in after refusals',
    daysAgo: 5,
    scenes: [
      {
        host: 'PRD-APP01',
        minute: at('13:52'),
        entry: logon('PRD-APP01', 'd.moreau', '3', 'NW-LT-017', { named: true }),
      },
      // A person's number of attempts before giving up or succeeding: too few for a separate storm.
      ...[0, 1, 3, 6].map((n) => ({
        host: 'PROD-LEDGER-02' as const,
        minute: at('14:10') + n,
        entry: failedLogon('PROD-LEDGER-02', 'svc.payments', 'NW-LT-017', BAD_PASSWORD),
      })),
      ...[0, 6, 21].map((n) => ({
        host: 'PROD-LEDGER-02' as const,
        minute: at('14:18') + n,
        entry: logon('PROD-LEDGER-02', 'svc.payments', '3', 'NW-LT-017', { named: true }),
      })),
    ],
  },
  {
    name: 'many accounts are tried from a meeting room at night',
    daysAgo: 8,
    scenes: SPRAYED.flatMap(({ name }, n) =>
      [0, 1].map((again) => ({
        host: 'PRD-APP01' as const,
        minute: at('2:10') + n + again * 20,
        entry: failedLogon('PRD-APP01', name, MEETING_ROOM, BAD_PASSWORD),
      })),
    ),
  },
  {
    name: 'the account that was guessed at is locked and unlocked',
    daysAgo: 9,
    scenes: [
      { host: 'NW-DC01', minute: at('3:59'), entry: lockOut('NW-DC01', 'svc.cards', 'NW-PRINT04') },
      {
        host: 'NW-DC01',
        minute: at('7:40'),
        entry: accountChange(EVENTS.passwordReset.id, 'NW-DC01', 'r.lindqvist', 'svc.cards'),
      },
    ],
  },
  {
    name: 'the web shop’s account opens the ledger at night',
    daysAgo: 7,
    scenes: [0, 4, 11, 26].map((n) => ({
      host: 'PROD-LEDGER-02' as const,
      minute: at('3:20') + n,
      entry: logon('PROD-LEDGER-02', 'svc.webshop', '3', 'APP-WEB03', { named: true }),
    })),
  },
  {
    name: 'the former exchange desk’s account wakes',
    daysAgo: 5,
    scenes: [0, 9, 40].map((n) => ({
      host: 'PRD-SQL01' as const,
      minute: at('11:20') + n,
      entry: logon('PRD-SQL01', 'svc.legacyfx', '3', 'APP-FX01'),
    })),
  },
  {
    name: 'the treasury account comes from a server that its contract does not name',
    daysAgo: 3,
    scenes: [0, 12].map((n) => ({
      host: 'PRD-SQL01' as const,
      minute: at('12:20') + n,
      entry: logon('PRD-SQL01', 'svc.treasury', '3', 'APP-TRS02', { named: true }),
    })),
  },
  {
    name: 'a command is run as the SWIFT account on another server, and its log cleared',
    daysAgo: 2,
    scenes: [
      {
        host: 'PRD-APP01',
        minute: at('13:30'),
        entry: serviceInstalled(
          'PRD-APP01',
          'p.vance',
          'svc.swift',
          'PSEXESVC',
          '%SystemRoot%\\PSEXESVC.exe',
        ),
      },
      { host: 'PRD-APP01', minute: at('13:31'), entry: logon('PRD-APP01', 'svc.swift', '5') },
      { host: 'PRD-APP01', minute: at('13:38'), entry: logCleared('PRD-APP01', 'svc.swift') },
    ],
  },
  {
    name: 'ordinary administration',
    daysAgo: 13,
    scenes: [
      {
        host: 'PRD-APP01',
        minute: at('9:15'),
        entry: taskCreated(
          'PRD-APP01',
          'r.lindqvist',
          'svc.monitor',
          '\\Northwind\\Check disks',
          'C:\\Northwind\\checks\\disks.cmd',
        ),
      },
      {
        host: 'NW-DC01',
        minute: at('9:40'),
        entry: accountChange(EVENTS.accountEnabled.id, 'NW-DC01', 'r.lindqvist', 'svc.campaigns'),
      },
    ],
  },
];
