import { DAY, HOUR } from '@scout/detection/time';
import { familyOf } from '../names.ts';
import type { AccountState, AddressEntry, HostState, Session, TenantState } from '../state.ts';
import { countWords } from './peers.ts';
import type { Tenant } from './tenant.ts';

/** Maximum entries of each kind stored for an organization: anybody who may log on can claim any source machine. */
export type Bounds = {
  accounts: number;
  hosts: number;
  addresses: number;
  /** Machines with sessions. */
  sessions: number;
  /** Programs, and persons with the machines and accounts that they administer. */
  learned: number;
};

const BOUNDS: Bounds = {
  accounts: 100_000,
  hosts: 50_000,
  addresses: 50_000,
  sessions: 50_000,
  learned: 50_000,
};
/** Factor by which a map may exceed its bound before it is cut, so that it is not sorted every hour. */
const SLACK = 1.25;
/** An address unused for this long has no information: a lease is shorter. */
const ADDRESS_DAYS = 30;

/**
 * Drops machines, addresses and sessions above the bounds: first those seen for the shortest time, because invented ones are seen
 * once, then those seen longest ago. Depends only on the state, so that any order of the same events has the same result.
 */
export function boundHosts(state: TenantState, now: number, bounds: Bounds = BOUNDS): void {
  if (Math.floor(now / HOUR) % 24 === 0) forgetAddresses(state, now - ADDRESS_DAYS * DAY);
  for (const name of cut(state.hosts, bounds.hosts, byTime)) forgetFamily(state, name);
  cut(state.addresses, bounds.addresses, bySpan);
  cut(state.sessions, bounds.sessions, byEnd);
}

/** The same for accounts, programs and persons' usage, at the end of a day; an account with a waiting verdict stays. */
export function boundAccounts({ state, words }: Tenant, bounds: Bounds = BOUNDS): void {
  const waiting = new Set(state.waiting.map(({ name }) => name));
  const worth: Worth<AccountState> = (account, name) => [waiting.has(name) ? 1 : 0, ...byUse(account)];
  const services = [...state.accounts].filter(([, { service }]) => service !== null);
  const dropped = new Set(cut(state.accounts, bounds.accounts, worth));
  for (const [name] of services) if (dropped.has(name)) countWords(words, name, -1);
  cut(state.programs, bounds.learned, byLength);
  cut(state.operators, bounds.learned, byLength);
}

/** False while there are so many accounts that a new one waits for the end of the day. */
export const mayAddAccount = ({ accounts }: TenantState, bounds: Bounds = BOUNDS): boolean =>
  accounts.size < bounds.accounts * SLACK;

/** Values that rank an entry for keeping, most significant first; higher is better. */
type Worth<T> = (value: T, key: string) => readonly number[];

const byUse = ({ service, activeDays, last }: AccountState): readonly number[] => [
  service === 'inventory' ? 1 : 0,
  activeDays,
  service === null ? 0 : 1,
  last,
];
const byTime: Worth<HostState> = ({ controller, writes, first, last }) => [
  controller ? 1 : 0,
  last - first,
  writes ? 1 : 0,
  last,
];
const bySpan: Worth<AddressEntry[]> = (entries) => {
  const seen = Math.max(...entries.map((entry) => entry.seen));
  return [seen - Math.min(...entries.map(({ since }) => since)), seen];
};
const byEnd: Worth<Session[]> = (sessions) => [Math.max(...sessions.map(({ until }) => until))];
const byLength: Worth<string[]> = (names) => [names.length];

/** Cuts a map above its limit and slack, and returns the removed entries. */
function cut<T>(map: Map<string, T>, limit: number, worth: Worth<T>): string[] {
  if (map.size <= limit * SLACK) return [];
  const order = [...map].map(([key, value]) => ({ key, worth: worth(value, key) })).sort(byWorth);
  const dropped = order.slice(limit).map(({ key }) => key);
  for (const key of dropped) map.delete(key);
  return dropped;
}

function byWorth(a: { key: string; worth: readonly number[] }, b: { key: string; worth: readonly number[] }) {
  for (let i = 0; i < a.worth.length; i += 1) if (a.worth[i] !== b.worth[i]) return b.worth[i]! - a.worth[i]!;
  return a.key < b.key ? -1 : 1;
}

function forgetAddresses({ addresses }: TenantState, oldest: number): void {
  for (const [address, entries] of addresses)
    if (entries.every(({ seen }) => seen < oldest)) addresses.delete(address);
}

function forgetFamily({ families }: TenantState, name: string): void {
  const family = familyOf(name);
  if (family === null) return;
  const count = (families.get(family) ?? 0) - 1;
  if (count > 0) families.set(family, count);
  else families.delete(family);
}
