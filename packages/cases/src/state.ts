import type { Outside } from './breaches.ts';
import type { Bucket, Cell, Mark } from './bucket.ts';
import type { Facet, Rates } from './rates.ts';
import type { Storm } from './storms.ts';

/** One way of using an account, remembered for 400 days. Days are whole days since 1970 (UTC). */
export type Tuple = {
  kind: string;
  source: string | null;
  destination: string | null;
  program: string | null;
  actor: string | null;
  first: number;
  last: number;
  /** Days on which it was seen. */
  days: number;
  /** Hours of the day, a bit each, UTC. */
  hours: number;
  /** Days of the week, Sunday the lowest bit. */
  weekdays: number;
  /** Days of the month, the first the lowest bit. */
  monthdays: number;
};

export type AccountState = {
  first: number;
  last: number;
  activeDays: number;
  /** The longest silence between two active days that went before. */
  longestGap: number;
  /** Days on which each facet was new, after the first two active days; in the order of FACETS. */
  novelDays: number[];
  /** How Scout knows that it is a service account; null: not known to be one. */
  service: 'name' | 'inventory' | 'behaviour' | null;
  /** Active days with a sign-in at a console or by remote desktop. */
  signInDays: number;
  /** Days with activity at night (no person works every night). */
  nights: number;
  /** Active days by hour of the day (UTC). */
  hours: number[];
  tuples: Map<string, Tuple>;
};

/** A machine's traits, learned from what happens on it. Names are of people or service accounts, bounded. */
export type HostState = {
  first: number;
  last: number;
  /** People who signed in at the console, and on how many days somebody did. */
  console: string[];
  consoleDays: number;
  consoleLast: number;
  /** People who came by remote desktop. */
  remote: string[];
  /** People who log on to other machines from here. */
  guests: string[];
  /** How many people log on to it over the network (a sketch of 64 bits). */
  visitors: [number, number];
  /** Service accounts that live here or come from here. */
  runs: string[];
  /** Service accounts that log on to it over the network. */
  users: string[];
  /** It writes tickets: a domain controller. */
  controller: boolean;
  /** It writes events: an agent is there. */
  writes: boolean;
  /** People who use service accounts towards it. */
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
  /** The machine that the session came from, for remote ones. */
  source: string | null;
  logonId: string | null;
  record: string;
  /** Known only by the person's network logons from there. */
  isInferred?: true;
};

/** Cells of one account on the present day. */
export type AccountDay = {
  cells: Map<string, DayCell>;
  /** Highest score reported today. */
  reported: number;
  /** Activity that an approved contract does not permit, by what it breaks. */
  outside: Map<string, Outside>;
};

/** A cell with its machines resolved and what it is as a whole day. */
export type DayCell = Omit<Cell, 'address' | 'line'> & {
  hours: number;
  key: string;
  /** Its activity in the hour of the day that is oddest for the account. */
  odd?: { hour: number; surprise: number; cell: DayCell };
};

/** A case that is open, under what is like it: its key, when it was opened, and the gravest score told. */
export type OpenCase = { key: string; opened: number; last: number; score: number };

/** Something about an account's day that had not been so before, with the cell that shows it. */
export type Novelty = { facet: Facet; klass: string; cell: DayCell; host: string | null };

/** One reason for a verdict: what was new, how surprising it is (nats, 0 or more), and what shows it. */
export type Reason = {
  facet: Facet | 'presence' | 'success' | 'schedule';
  klass: string;
  surprise: number;
  novelty: Novelty;
};

/** Risk of an account's day: the sum of its reasons' surprise, the most surprising first. */
export type Verdict = { score: number; reasons: Reason[]; marks: Mark[] };

/** A verdict that is told, or not, when the days after have shown whether it was a change or a visit. */
export type Waiting = { name: string; verdict: Verdict; day: number };

export type AddressEntry = { host: string; since: number; seen: number };

/** All that Scout remembers of one organization. Plain: it can be stored and read back (`storage.ts`). */
export type TenantState = {
  firstDay: number;
  /** The present day, judged when the first hour of the next is closed. */
  day: number;
  /** The last day that was judged as a whole. */
  ended: number;
  newest: number;
  buckets: Map<number, Bucket>;
  accounts: Map<string, AccountState>;
  hosts: Map<string, HostState>;
  addresses: Map<string, AddressEntry[]>;
  sessions: Map<string, Session[]>;
  today: Map<string, AccountDay>;
  /** Accounts refused today by the machine that they came from, where nothing had worked before. */
  refusedFrom: Map<string, Map<string, Mark[]>>;
  /** People seen, to know how many they are (a sketch). */
  people: [number, number];
  rates: Rates;
  /** Machines of one name but for digits, counted. */
  families: Map<string, number>;
  /** Service accounts that start a program, up to eight each. */
  programs: Map<string, string[]>;
  /** Service accounts that a person uses and machines that a person administers, up to eight. */
  operators: Map<string, string[]>;
  /** Verdicts that wait for what comes after, in the order of days. */
  waiting: Waiting[];
  cases: Map<string, OpenCase>;
  /** Refusals that are not over, by account and cause. */
  storms: Map<string, Storm>;
};
