import { HOUR } from '@scout/detection/time';
import { breachWay, checkContract, OUTSIDE_LIMIT, outsideKey } from '../contracts/contract.ts';
import { addMark } from '../fold/bucket.ts';
import type { DayCell, PendingBreach } from '../state.ts';
import type { Tenant } from './tenant.ts';

/** Machines stored for activity outside a contract. */
const NAMES = 16;

/** Compares an hour's activity with the account's contract, if there is one. */
export function noteBreach(tenant: Tenant, cell: DayCell): void {
  const contract = tenant.contracts.get(cell.account);
  const day = tenant.state.today.get(cell.account);
  if (contract === undefined || day === undefined) return;
  const breaches = checkContract(contract, { ...cell, hour: Math.floor(cell.first / HOUR) * HOUR });
  if (breaches.length === 0) return;
  const way = breachWay(breaches);
  const key = outsideKey(way, cell.kind);
  let outside = day.outside.get(key);
  if (outside === undefined) {
    if (day.outside.size >= OUTSIDE_LIMIT) return;
    outside = { way, pending: null, isTold: false };
    day.outside.set(key, outside);
  }
  if (outside.pending === null) {
    const pending = { cell: { ...cell, marks: [...cell.marks] }, breaches, sources: [], destinations: [] };
    addMachines(pending, cell);
    outside.pending = pending;
    return;
  }
  const { cell: known } = outside.pending;
  known.count += cell.count;
  known.first = Math.min(known.first, cell.first);
  known.last = Math.max(known.last, cell.last);
  for (const mark of cell.marks) addMark(known.marks, mark);
  addMachines(outside.pending, cell);
}

function addMachines(pending: PendingBreach, { source, destination }: DayCell): void {
  const add = (names: string[], name: string | null) => {
    if (name !== null && names.length < NAMES && !names.includes(name)) names.push(name);
  };
  add(pending.sources, source);
  add(pending.destinations, destination);
}
