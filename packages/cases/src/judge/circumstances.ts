import { HOUR } from '@scout/detection/time';
import { isRefused, isScheduled } from '../kinds.ts';
import { hasFallenSilent } from '../learn/company.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { AccountDay, AccountState, Circumstance, DayCell, Reason, TenantState } from '../state.ts';
import { HABIT } from '../weights.ts';

/** Longest time from a machine's start to what follows from it, in milliseconds: many services start with a delay. */
const RESTART = HOUR;
/** Tolerance for events that are recorded just before the start itself, in milliseconds. */
const BEFORE = 60_000;

/** Events of machines that may explain a verdict: a restart shortly before, and a usual server of the account that fell silent. */
export function circumstancesOf(
  tenant: Tenant,
  account: AccountState,
  day: AccountDay,
  reasons: readonly Reason[],
): Circumstance[] {
  const found = new Map<string, Circumstance>();
  const add = (is: Circumstance['is'], machine: string) => found.set(`${is}|${machine}`, { is, machine });
  for (const { facet, novelty, surprise } of reasons) {
    if (surprise <= 0) continue;
    const { cell } = novelty;
    for (const machine of [cell.source, cell.destination])
      if (machine !== null && isAfterRestart(tenant.state, machine, cell)) add('restarted', machine);
    if ((facet !== 'source' && facet !== 'destination') || !isScheduled(cell.kind)) continue;
    const silent = silentOf(tenant, account, day, { position: facet, since: cell.first });
    if (silent !== null) add('silent', silent);
  }
  return [...found.values()];
}

/** True for activity shortly after the start of a machine. */
export function isAfterRestart({ hosts }: TenantState, machine: string, { first }: DayCell): boolean {
  const started = hosts.get(machine)?.started;
  return started !== undefined && first >= started - BEFORE && first - started <= RESTART;
}

/** The machine in this position that the account used most, if it fell silent and the account has not used it since. */
function silentOf(
  { state }: Tenant,
  { tuples }: AccountState,
  { cells }: AccountDay,
  { position, since }: { position: 'source' | 'destination'; since: number },
): string | null {
  let usual: { machine: string; days: number } | null = null;
  for (const { kind, days, [position]: machine } of tuples.values())
    if (machine !== null && isScheduled(kind) && days >= HABIT.days && days > (usual?.days ?? 0))
      usual = { machine, days };
  if (usual === null || !hasFallenSilent(state, usual.machine)) return null;
  // A machine whose agent is silent may still work, as its logons on others show.
  const { machine } = usual;
  const isUsed = [...cells.values()].some(
    (cell) => cell[position] === machine && cell.last >= since && !isRefused(cell.kind),
  );
  return isUsed ? null : machine;
}
