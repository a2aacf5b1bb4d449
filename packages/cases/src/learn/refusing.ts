import { addMark, type Cell } from '../fold/bucket.ts';
import { isRefused } from '../kinds.ts';
import { causeOfRefusal, isOfCredentials } from '../refusalReasons.ts';
import type { DayCell, TenantState, Tried, Tries } from '../state.ts';

/** Machines with refused logons on one day, accounts and targets of each, and addresses with a claimed name. */
const LIMIT = 4_096;
const ACCOUNTS_LIMIT = 256;
const TARGETS_LIMIT = 256;

/**
 * Joins the names in refused logons to their addresses, for the day. Whoever tries passwords chooses the name, so it is never learned;
 * but refusals from one address that name one machine, some of them, come from one machine. An address with several names is none.
 */
export function noteClaims(state: TenantState, cells: readonly Cell[]): void {
  for (const { kind, source, address } of cells) {
    if (!isRefused(kind) || source === null || address === null) continue;
    const known = state.claims.get(address);
    if (known === source || known === '') continue;
    if (known === undefined && state.claims.size >= LIMIT) continue;
    state.claims.set(address, known === undefined ? source : '');
  }
  for (const [address, name] of state.claims) if (name !== '') joinAddress(state, address, name);
}

/** Refusals from an address before its name was known move to the name. */
function joinAddress({ refusedFrom }: TenantState, address: string, name: string): void {
  const before = refusedFrom.get(address);
  if (before === undefined) return;
  refusedFrom.delete(address);
  const tries = refusedFrom.get(name) ?? emptyTries();
  const [accounts, targets] = before;
  for (const [account, tried] of accounts) addTried(tries, account, tried);
  for (const target of targets) addTarget(tries, target);
  refusedFrom.set(name, tries);
}

const emptyTries = (): Tries => [new Map(), []];

/** The machine that refused logons from an address come from: its one claimed name, or the address. */
export function refusingMachine({ claims }: TenantState, address: string): string {
  return claims.get(address) || address;
}

/** Addresses whose refused logons claim a machine's name. */
export function claimedAddresses({ claims }: TenantState, machine: string): string[] {
  return [...claims].flatMap(([address, name]) => (name === machine ? address : [])).sort();
}

/**
 * Records refusals of names and passwords by source for sprays; a way that has worked before is an operator's mistake instead.
 */
export function noteRefusal({ accounts, refusedFrom }: TenantState, cell: DayCell): void {
  const { source } = cell;
  if (source === null || !isOfCredentials(cell.kind)) return;
  // Names that no account has: a scanner's list, not accounts that somebody tries.
  if (causeOfRefusal(cell.kind) === 'no-account') return;
  for (const tuple of accounts.get(cell.account)?.tuples.values() ?? [])
    if (tuple.source === source && !isRefused(tuple.kind)) return;
  let ofSource = refusedFrom.get(source);
  if (ofSource === undefined) {
    if (refusedFrom.size >= LIMIT) return;
    ofSource = emptyTries();
    refusedFrom.set(source, ofSource);
  }
  const { account, destination, count, marks } = cell;
  const isAtMachine = destination !== null;
  const tried: Tried = isAtMachine ? [count, 0, marks] : [0, count, marks];
  if (addTried(ofSource, account, tried) && isAtMachine) addTarget(ofSource, destination);
}

/** Adds refusals of an account; false if there are too many accounts. */
function addTried([accounts]: Tries, account: string, [atMachines, atControllers, marks]: Tried): boolean {
  let known = accounts.get(account);
  if (known === undefined) {
    if (accounts.size >= ACCOUNTS_LIMIT) return false;
    known = [0, 0, []];
    accounts.set(account, known);
  }
  known[0] += atMachines;
  known[1] += atControllers;
  for (const mark of marks) addMark(known[2], mark);
  return true;
}

function addTarget([, targets]: Tries, target: string): void {
  if (targets.length < TARGETS_LIMIT && !targets.includes(target)) targets.push(target);
}

/** Refused tries of an account. The machine and a domain controller may both record one: those of whichever has more count. */
export const countOfTries = ([atMachines, atControllers]: Tried): number =>
  Math.max(atMachines, atControllers);
