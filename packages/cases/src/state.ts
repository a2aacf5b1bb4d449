import type { Klass } from './classes.ts';
import type { Breach } from './contracts/contract.ts';
import type { Bucket, Cell, Mark } from './fold/bucket.ts';
import type { Weakness } from './fold/tickets.ts';
import type { Kind } from './kinds.ts';

/** One way of using an account, stored for 400 days. Days are whole days since 1970 (UTC). */
export type Tuple = {
  kind: Kind;
  source: string | null;
  destination: string | null;
  program: string | null;
  actor: string | null;
  first: number;
  last: number;
  /** Number of days with the way. */
  days: number;
  /** Hours of the day in UTC, one bit each. */
  hours: number;
  /** Days of the week; Sunday is the lowest bit. */
  weekdays: number;
  /** Days of the month; the first is the lowest bit. */
  monthdays: number;
  /** Companions of its network logons, over all days. */
  company?: Company;
  /** Minutes of the hour that its network logons keep to; null if they keep to none. */
  minutes?: Minutes | null;
};

/** Number of events of a way that were compared with what came along on the source machine, and those that came alone on the day. */
export type Company = {
  /** All events, also those whose times were not kept. */
  total: number;
  compared: number;
  /** The machine that they came along on, for a way of which only an address is known. */
  at?: string;
  with: Partial<Record<'batch' | 'program', number>>;
  without: Partial<Record<'batch' | 'program', Mark[]>>;
};

/** Minutes of the hour with a network logon, one bit each, in two halves, and the number of logons. `off`: outside those kept before. */
export type Minutes = { masks: [number, number]; events: number; off?: Mark[] };

export type AccountState = {
  first: number;
  last: number;
  activeDays: number;
  /** Longest previous silence between two active days. */
  longestGap: number;
  /** Number of days on which each facet was new, after the first two active days; in the order of FACETS. */
  novelDays: number[];
  /** Evidence that it is a service account; null: not known to be one. */
  service: 'name' | 'inventory' | 'behaviour' | null;
  /** Active days with a sign-in at a console or by remote desktop. */
  signInDays: number;
  /** Days with activity at night (no person works every night). */
  nights: number;
  /** Active days by hour of the day (UTC). */
  hours: number[];
  tuples: Map<string, Tuple>;
};

/** A machine's traits, learned from its events. Lists of persons and service accounts are bounded. */
export type HostState = {
  first: number;
  last: number;
  /** Persons who signed in at the console, and number of days with a console sign-in. */
  console: string[];
  consoleDays: number;
  consoleLast: number;
  /** Persons who used remote desktop. */
  remote: string[];
  /** Persons who log on to other machines from here. */
  guests: string[];
  /** Number of persons who log on to it over the network (a sketch of 64 bits). */
  visitors: [number, number];
  /** Service accounts that run here or use it as a source. */
  runs: string[];
  /** Service accounts that log on to it over the network. */
  users: string[];
  /** Writes tickets: a domain controller. */
  controller: boolean;
  /** Writes events: has an agent. */
  writes: boolean;
  /** Hour of its last event since 1970, -1 without one, and its longest pause before that, in hours. */
  wrote: number;
  pause: number;
  /** Its last recorded start, epoch milliseconds. */
  started?: number;
  /** Persons who use service accounts to connect to it. */
  clients: string[];
  /** The network of its last known address: 10.1.2. */
  net: string | null;
  /** Hours with a person signed in. */
  presentHours: number;
};

/** A person's session at a machine. Times are epoch milliseconds. */
export type Session = {
  person: string;
  from: number;
  until: number;
  /** Source machine of a remote session. */
  source: string | null;
  logonId: string | null;
  record: string;
  /** Known only from the person's network logons. */
  isInferred?: true;
};

/** Cells of one account on the current day. */
export type AccountDay = {
  cells: Map<string, DayCell>;
  /** Highest score reported today. */
  reported: number;
  /** Activity outside an approved contract, by breach. */
  outside: Map<string, Outside>;
};

/** A cell with resolved machines and its classification for the whole day. */
export type DayCell = Omit<Cell, 'address' | 'line'> & {
  hours: number;
  key: string;
  company?: Company;
  minutes?: Minutes | null;
  /** Its activity in the hour of the day that is most unusual for the account. */
  odd?: { hour: number; surprise: number; cell: DayCell };
};

/** Activity outside an approved contract that is not reported yet: merged cells, and the machines of all of them. */
export type PendingBreach = { cell: DayCell; breaches: Breach[]; sources: string[]; destinations: string[] };

/** Activity of one account outside its contract in one way on the current day; `pending` is null when all of it is reported. */
export type Outside = { way: string; pending: PendingBreach | null; isTold: boolean };

/** An open case: days of its opening and of its last finding, and its highest reported score. */
export type OpenCase = {
  opened: number;
  last: number;
  score: number;
  /** Number of reported accounts of a spray. */
  accounts?: number;
};

/** A novelty of an account's day, with the cell that shows it. */
export type Novelty = { facet: Facet; klass: Klass; cell: DayCell; host: string | null };

/** One reason for a verdict: what was new, its surprise (nats, at least 0), and its evidence. */
export type Reason = {
  facet: Facet | 'presence' | 'success' | 'schedule';
  klass: Klass;
  surprise: number;
  novelty: Novelty;
};

/** Risk of an account's day: the sum of its reasons' surprise, most surprising first. */
export type Verdict = { score: number; reasons: Reason[]; marks: Mark[]; around?: Circumstance[] };

/** An event of a machine that may explain a verdict: it restarted, or the account usually uses it and it fell silent. */
export type Circumstance = { is: 'restarted' | 'silent'; machine: string };

/** A verdict reported or dropped once the following days show whether it was a change or a single visit. */
export type Waiting = {
  name: string;
  verdict: Verdict;
  day: number;
  /** True once it has added to an earlier verdict of its account. */
  counted?: boolean;
};

/**
 * Frequency of novelty for the accounts of this organization, learned from all of them. Days of accounts are grouped by the
 * account's number of active days (`stage`), because young accounts learn.
 */
export type Rates = {
  /** Account-days by stage. */
  exposure: number[];
  /** `stage|facet` and `facet|class`, as written by `facetKey` and `classKey`. */
  counts: Map<string, number>;
};

/** Facets of an account's day that can be new. */
export const FACETS = [
  'use',
  'kind',
  'source',
  'destination',
  'path',
  'program',
  'hour',
  'weekday',
  'silence',
  'company',
  'minute',
  'parent',
] as const;
export type Facet = (typeof FACETS)[number];

/**
 * Cause of an account's refusals, as far as its events show it. `guess`: from a machine where it never worked; `no-account`: the
 * name does not exist; `fault`: of the domain, a machine or a ticket, whatever the account; `unknown`: no reason in the events.
 */
export type RefusalCause =
  | 'guess'
  | 'old-password'
  | 'no-account'
  | 'locked'
  | 'expired'
  | 'disabled'
  | 'clock'
  | 'fault'
  | 'not-allowed'
  | 'unknown';

/** Refusals of one account for one cause, over days: one case until there are none for a week. Times are epoch milliseconds. */
export type Storm = {
  account: string;
  cause: RefusalCause;
  count: number;
  first: number;
  last: number;
  machines: Map<string, { count: number; last: number; works: boolean }>;
  /** Evidence since all machines last worked. */
  marks: Mark[];
  /** Last notice; null before the first. */
  told: { count: number; failing: string } | null;
  /** Refusals until all machines last worked: further ones are reported when they reach the threshold again. */
  settled: number;
};

/**
 * Refusals of one account on the day, as the machines that it was tried at record them, and as domain controllers do. Lists, here and in
 * `Tries`, because a flood of invented machines fills the state with them.
 */
export type Tried = [atMachines: number, atControllers: number, marks: Mark[]];

/** Accounts that a machine tried on the day, and the machines that it tried them at. */
export type Tries = [accounts: Map<string, Tried>, targets: string[]];

/** Services that an account has asked tickets for, on earlier days, and the last of these days. */
export type RequestedServices = { services: string[]; last: number };

/** A service's tickets that an account asked for on the day, by its client. */
export type Request = {
  client: string;
  count: number;
  first: number;
  last: number;
  isWeak: boolean;
  marks: Mark[];
};

/** Use of RC4, of an account as a service or of its own logons; `requester` is null for the latter. Times are epoch milliseconds. */
export type WeakUse = {
  account: string;
  requester: string | null;
  client: string;
  weakness: Weakness;
  count: number;
  first: number;
  last: number;
  /** The newest event that was kept as evidence. */
  mark: Mark | null;
};

export type AddressEntry = { host: string; since: number; seen: number };

/** Complete state of one organization. Plain data: it can be stored and read back (`storage.ts`). */
export type TenantState = {
  firstDay: number;
  /** The current day, judged when the first hour of the next day is closed. */
  day: number;
  /** The last day judged as a whole. */
  ended: number;
  newest: number;
  buckets: Map<number, Bucket>;
  accounts: Map<string, AccountState>;
  hosts: Map<string, HostState>;
  addresses: Map<string, AddressEntry[]>;
  sessions: Map<string, Session[]>;
  today: Map<string, AccountDay>;
  /** Accounts refused today by source machine, where none had worked before. */
  refusedFrom: Map<string, Tries>;
  /** Machine named by refused logons from an address on this day; empty for several. */
  claims: Map<string, string>;
  /** Estimated number of persons seen (a sketch). */
  people: [number, number];
  /** Last batch logons and programs of the last hour, by account and machine. */
  companions: Map<string, number>;
  rates: Rates;
  /** Number of machines per family name (the name without digits). */
  families: Map<string, number>;
  /** Service accounts that start a program, at most eight per program. */
  programs: Map<string, string[]>;
  /** Service accounts used and machines administered by a person, at most eight. */
  operators: Map<string, string[]>;
  /** Verdicts waiting for the following days, in order of days. */
  waiting: Waiting[];
  /** Open cases by key, and their keys by what belongs to them (`report/openCases.ts`). */
  cases: Map<string, OpenCase>;
  ties: Map<string, string>;
  /** Ongoing refusals by account and cause. */
  storms: Map<string, Storm>;
  /** First day with a request of a ticket; -1: none. */
  ticketsSince: number;
  /** Services that accounts ask tickets for. */
  asked: Map<string, RequestedServices>;
  /** Requests of the day, by the account that asked and the service. */
  requests: Map<string, Map<string, Request>>;
  /** First tickets of the day that needed no password, by client and account. */
  unproved: Map<string, Map<string, Request>>;
  /** Uses of RC4 of the last months. */
  weak: Map<string, WeakUse>;
};
