import type { Register } from '../inventory.ts';
import { familyOf, isAddress, wordsOfName } from '../names.ts';
import type { AccountState, TenantState } from '../state.ts';
import { netOf } from './hosts.ts';

/** A machine first seen at most this many days ago is new to everybody. */
const YOUNG_DAYS = 2;
/** Machines with one family name beyond this number are numbered by inventory, not named by purpose. */
const FAMILY = 8;
/** Before its third day the whole organization is new. */
const LEARNING_DAYS = 3;
/** A word shared by more accounts is not specific to an application (`svc`, `prod`). */
const COMMON_WORD = { atLeast: 6, share: 0.02 };
/** A machine used by a tenth of the accounts is shared infrastructure. */
const POPULAR = { atLeast: 5, share: 0.1 };

/** Relation of a machine that is new to an account. */
export type Use = 'young' | 'family' | 'popular' | 'peer' | 'foreign' | 'nobody';

/** Words in the names of known service accounts, counted once per account. */
export type Words = { counts: Map<string, number>; accounts: number };

/** @param by -1 for a removed account */
export function countWords(words: Words, account: string, by = 1): void {
  words.accounts += by;
  for (const word of wordsOfName(account)) words.counts.set(word, (words.counts.get(word) ?? 0) + by);
}

/** Words of a name that few accounts share: those of the application. */
function tellingWords(words: Words, name: string): string[] {
  const limit = Math.max(COMMON_WORD.atLeast, COMMON_WORD.share * words.accounts);
  return wordsOfName(name).filter((word) => word.length >= 3 && (words.counts.get(word) ?? 0) <= limit);
}

/** An account's home machines: its sources, and the machines it runs on. */
export function homesOf(account: AccountState): Set<string> {
  const homes = new Set<string>();
  for (const { kind, source, destination } of account.tuples.values()) {
    if (kind.startsWith('refused')) continue;
    if (source !== null) homes.add(source);
    if ((kind === 'logon:4' || kind === 'logon:5') && destination !== null) homes.add(destination);
  }
  return homes;
}

/** True when two accounts are related: same application, a specific word in both names, or a common home. */
export function arePeers(
  state: TenantState,
  register: Register,
  words: Words,
  name: string,
  homes: ReadonlySet<string>,
  other: string,
): boolean {
  if (name === other) return false;
  const app = register.accounts.get(name)?.app ?? null;
  const otherApp = register.accounts.get(other)?.app ?? null;
  if (app !== null && otherApp !== null) return app === otherApp;
  const telling = tellingWords(words, name);
  if (telling.length > 0 && wordsOfName(other).some((word) => telling.includes(word))) return true;
  const account = state.accounts.get(other);
  if (account === undefined) return false;
  for (const home of homesOf(account)) if (homes.has(home)) return true;
  return false;
}

/** Relation of an account to a machine that is new to it. `list` returns the accounts that use it in the same way. */
export function useOf(
  state: TenantState,
  register: Register,
  words: Words,
  name: string,
  homes: ReadonlySet<string>,
  touched: ReadonlySet<string>,
  machine: string,
  list: 'users' | 'runs',
): Use {
  const host = state.hosts.get(machine);
  const isLearning = state.day - state.firstDay < LEARNING_DAYS;
  if (
    (host === undefined && !isAddress(machine)) ||
    (host !== undefined && !isLearning && state.day - host.first <= YOUNG_DAYS)
  )
    return 'young';
  if (host === undefined && isAddress(machine)) {
    const net = netOf(machine);
    for (const known of touched) if (net !== null && state.hosts.get(known)?.net === net) return 'family';
    return 'young';
  }
  const family = familyOf(machine);
  if (family !== null && (state.families.get(family) ?? 0) <= FAMILY)
    for (const known of touched) if (familyOf(known) === family) return 'family';
  if (host === undefined) return 'nobody';
  const accounts = host[list];
  if (accounts.length >= Math.max(POPULAR.atLeast, Math.min(30, POPULAR.share * words.accounts)))
    return 'popular';
  for (const other of accounts) if (arePeers(state, register, words, name, homes, other)) return 'peer';
  const telling = tellingWords(words, name);
  if (telling.length > 0 && wordsOfName(machine).some((word) => telling.includes(word))) return 'peer';
  return accounts.some((other) => other !== name) ? 'foreign' : 'nobody';
}
