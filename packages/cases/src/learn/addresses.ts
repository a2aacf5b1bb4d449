import { DAY } from '@scout/detection/time';
import type { AddressEntry, TenantState } from '../state.ts';
import { hostAt, netOf } from './hosts.ts';

/** Maximum machines stored per address. */
const ENTRIES = 4;
/** Windows' default lease is eight days; after that an address may belong to another machine. */
const LEASE = 8 * DAY;

/** Records the machine of an address at a time: from a logon with both, or from the machine's own logon. */
export function learnAddress(state: TenantState, address: string, host: string, time: number): void {
  hostAt(state, host, Math.floor(time / DAY)).net = netOf(address);
  let entries = state.addresses.get(address);
  if (entries === undefined) {
    entries = [];
    state.addresses.set(address, entries);
  }
  const last = entries[entries.length - 1];
  if (last !== undefined && last.host === host && time >= last.since) {
    if (time > last.seen) last.seen = time;
    return;
  }
  const entry: AddressEntry = { host, since: time, seen: time };
  let at = entries.length;
  while (at > 0 && entries[at - 1]!.since > time) at -= 1;
  entries.splice(at, 0, entry);
  if (entries.length > ENTRIES) entries.shift();
}

/** Machines that service accounts run on keep their addresses. */
const isServer = ({ hosts }: TenantState, name: string): boolean => (hosts.get(name)?.runs.length ?? 0) > 0;

/** The machine that had an address at a time, or null. */
export function hostOfAddress(state: TenantState, address: string, time: number): string | null {
  const entries = state.addresses.get(address);
  if (entries === undefined) return null;
  for (let i = entries.length - 1; i >= 0; i -= 1) {
    const entry = entries[i]!;
    if (entry.since <= time)
      return time - entry.seen <= LEASE || isServer(state, entry.host) ? entry.host : null;
  }
  // Learned shortly after its use, on the same day.
  const first = entries[0];
  return first !== undefined && first.since - time <= LEASE / 8 ? first.host : null;
}
