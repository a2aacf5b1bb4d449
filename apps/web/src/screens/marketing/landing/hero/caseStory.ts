/** One way in which the account of the hero's case was used. */
export interface Way {
  readonly id: 'person' | 'refused' | 'usual';
  readonly person: string;
  readonly personNote: string;
  readonly source: string;
  readonly sourceNote: string;
  readonly server: string;
  readonly serverNote: string;
  /** The path as sentences. */
  readonly description: string;
}

export const ACCOUNT = 'svc.billing';

/** Ways of the case, from the one to look at to the usual one; names are those of the sentence beside the hero. */
export const ways: readonly Way[] = [
  {
    id: 'person',
    person: 'm.keller',
    personNote: 'acted',
    source: 'FIN-LAPTOP3',
    sourceNote: '95 sessions',
    server: 'PRD-SQL01',
    serverNote: '95 sessions',
    description:
      'm.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions since Nov 12, the last at 02:14. No person had ever used it.',
  },
  {
    id: 'refused',
    person: 'nobody seen',
    personNote: 'no agent there',
    source: '192.0.2.113',
    sourceNote: '5 refused',
    server: 'PROD-LEDGER-02',
    serverNote: '5 refused',
    description:
      'PROD-LEDGER-02 refused svc.billing 5 times from 192.0.2.113 on Nov 13: wrong password. Nobody was seen there.',
  },
  {
    id: 'usual',
    person: 'its own jobs',
    personNote: 'usual',
    source: 'APP-BILL01',
    sourceNote: '2,160 usual',
    server: 'PRD-SQL02',
    serverNote: '2,160 usual',
    description:
      'APP-BILL01 opens PRD-SQL02 as svc.billing every night. It always does: what is usual is drawn in gray, so that the rest stands out.',
  },
];

/** A track of the swimlanes: events on each of 30 days, the last one today. */
export interface Track {
  readonly title: string;
  readonly of: Way['id'];
  readonly days: readonly number[];
}

export const DAYS = 30;
/** The day on which a person used the account for the first time. */
export const FIRST = 19;

const on = (counts: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: DAYS }, (_, day) => counts[day] ?? 0);

export const tracks: readonly Track[] = [
  { title: 'Refused', of: 'refused', days: on({ 20: 5 }) },
  {
    title: 'Signed in',
    of: 'person',
    days: on({ 19: 1, 20: 3, 21: 4, 22: 3, 23: 5, 26: 3, 27: 4, 28: 3, 29: 2 }),
  },
  {
    title: 'Database client',
    of: 'person',
    days: on({ 19: 2, 20: 8, 21: 9, 22: 13, 23: 8, 26: 9, 27: 8, 28: 6, 29: 4 }),
  },
  {
    title: 'Its own jobs',
    of: 'usual',
    days: Array.from({ length: DAYS }, (_, day) => (day % 7 === 5 ? 48 : 72)),
  },
];
