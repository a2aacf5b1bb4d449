import { isOfPeople, successKlass } from '../classes.ts';
import { isRefused } from '../kinds.ts';
import type { Tenant } from '../learn/tenant.ts';
import { isOfCredentials } from '../refusalReasons.ts';
import type { AccountDay, DayCell, Novelty, Reason } from '../state.ts';
import { EVIDENCE } from '../weights.ts';

/** Refused from a new machine for its name or password, and then let in from there. */
export function success(tenant: Tenant, day: AccountDay, novelties: readonly Novelty[]): Reason[] {
  for (const novelty of novelties) {
    const { cell, facet } = novelty;
    if (facet !== 'source' || isRefused(cell.kind) || cell.source === null) continue;
    const refused = [...day.cells.values()].filter(
      ({ kind, source, first }) => isOfCredentials(kind) && source === cell.source && first <= cell.last,
    );
    if (refused.length === 0) continue;
    const isPeoples = isOfPeople(tenant.role(cell.source));
    const surprise = isPeoples ? EVIDENCE.successOfPerson : EVIDENCE.successOfServer;
    // The first success may come before the first refusal.
    const until = refused.some(({ first }) => first <= cell.first) ? cell.first : cell.last;
    const { refusals, isAll } = triesUntil(refused, until);
    return [{ facet: 'success', klass: successKlass(refusals, isAll), surprise, novelty }];
  }
  return [];
}

type Tries = { refusals: number; isAll: boolean };

/** Refused tries until a time. The server and a domain controller may both record one: those of whichever has more count. */
function triesUntil(refused: readonly DayCell[], time: number): Tries {
  const atServers = sumOf(refused.filter(({ destination }) => destination !== null).map(until));
  const atControllers = sumOf(refused.filter(({ destination }) => destination === null).map(until));
  return atControllers.refusals > atServers.refusals ? atControllers : atServers;

  /** Marks are a way's earliest events: one that is later than the time proves that all before it are known. */
  function until({ marks, first, last, count }: DayCell): Tries {
    if (last <= time) return { refusals: count, isAll: true };
    if (first > time) return { refusals: 0, isAll: true };
    const known = marks.filter((mark) => mark.time <= time).length;
    return { refusals: known, isAll: known < marks.length };
  }
}

const sumOf = (tries: readonly Tries[]): Tries => ({
  refusals: tries.reduce((sum, { refusals }) => sum + refusals, 0),
  isAll: tries.every(({ isAll }) => isAll),
});
