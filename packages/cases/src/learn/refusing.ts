import { addMark, type Cell, type Mark } from '../fold/bucket.ts';
import { isRefused } from '../kinds.ts';
import { isOfCredentials } from '../refusalReasons.ts';
import type { DayCell, TenantState } from '../state.ts';

/** Machines with refused logons on one day, accounts of each, and addresses with a claimed name. */
const LIMIT = 4_096;
const ACCOUNTS_LIMIT = 256;

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
  const accounts = refusedFrom.get(name) ?? new Map<string, Mark[]>();
  for (const [account, marks] of before) addRefusals(accounts, account, marks);
  refusedFrom.set(name, accounts);
}

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
  for (const tuple of accounts.get(cell.account)?.tuples.values() ?? [])
    if (tuple.source === source && !isRefused(tuple.kind)) return;
  let ofSource = refusedFrom.get(source);
  if (ofSource === undefined) {
    if (refusedFrom.size >= LIMIT) return;
    ofSource = new Map();
    refusedFrom.set(source, ofSource);
  }
  addRefusals(ofSource, cell.account, cell.marks);
}

function addRefusals(accounts: Map<string, Mark[]>, account: string, added: readonly Mark[]): void {
  const marks = accounts.get(account) ?? [];
  for (const mark of added) addMark(marks, mark);
  if (accounts.size < ACCOUNTS_LIMIT || accounts.has(account)) accounts.set(account, marks);
}
