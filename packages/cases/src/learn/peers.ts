import type { Use } from '../classes.ts';
import { isOfMachine, isRefused } from '../kinds.ts';
import { familyOf, isAddress, wordsOfName } from '../names.ts';
import type { AccountState } from '../state.ts';
import { MACHINES, SHARED } from '../weights.ts';
import { netOf } from './hosts.ts';
import type { Tenant } from './tenant.ts';

/** Words in the names of known service accounts, counted once per account. */
export type Words = { counts: Map<string, number>; accounts: number };

/** @param by -1 for a removed account */
export function countWords(words: Words, account: string, by = 1): void {
  words.accounts += by;
  for (const word of wordsOfName(account)) words.counts.set(word, (words.counts.get(word) ?? 0) + by);
}

/** Words of a name that few accounts share: those of the application. */
function tellingWords(words: Words, name: string): string[] {
  const limit = Math.max(SHARED.word.atLeast, SHARED.word.share * words.accounts);
  return wordsOfName(name).filter((word) => word.length >= 3 && (words.counts.get(word) ?? 0) <= limit);
}

/** An account's home machines: its sources, and the machines it runs on. */
export function homesOf(account: AccountState): Set<string> {
  const homes = new Set<string>();
  for (const { kind, source, destination } of account.tuples.values()) {
    if (isRefused(kind)) continue;
    if (source !== null) homes.add(source);
    if (isOfMachine(kind) && destination !== null) homes.add(destination);
  }
  return homes;
}

/** True when two accounts are related: same application, a specific word in both names, or a common home. */
export function arePeers(
  { state, register, words }: Tenant,
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

/** Ties of an account to machines: its name, its homes, and every machine that it has used. */
type Ties = { name: string; homes: ReadonlySet<string>; touched: ReadonlySet<string> };

/** Relation of an account to a machine that is new to it. `list` returns the accounts that use it in the same way. */
export function useOf(tenant: Tenant, ties: Ties, machine: string, list: 'users' | 'runs'): Use {
  const { state, words } = tenant;
  const { name, homes, touched } = ties;
  const host = state.hosts.get(machine);
  const isLearning = state.day - state.firstDay < MACHINES.learningDays;
  if (
    (host === undefined && !isAddress(machine)) ||
    (host !== undefined && !isLearning && state.day - host.first <= MACHINES.youngDays)
  )
    return 'young';
  if (host === undefined && isAddress(machine)) {
    const net = netOf(machine);
    for (const known of touched) if (net !== null && state.hosts.get(known)?.net === net) return 'family';
    return 'young';
  }
  const family = familyOf(machine);
  if (family !== null && (state.families.get(family) ?? 0) <= MACHINES.family)
    for (const known of touched) if (familyOf(known) === family) return 'family';
  if (host === undefined) return 'nobody';
  const accounts = host[list];
  if (
    accounts.length >=
    Math.max(
      MACHINES.popular.atLeast,
      Math.min(MACHINES.popular.atMost, MACHINES.popular.share * words.accounts),
    )
  )
    return 'popular';
  for (const other of accounts) if (arePeers(tenant, name, homes, other)) return 'peer';
  const telling = tellingWords(words, name);
  if (telling.length > 0 && wordsOfName(machine).some((word) => telling.includes(word))) return 'peer';
  return accounts.some((other) => other !== name) ? 'foreign' : 'nobody';
}
