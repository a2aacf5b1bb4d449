import { HOUR } from '@scout/detection/time';
import { sessionsAt } from '../learn/sessions.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { DayCell, Verdict } from '../state.ts';

/** The person behind the activity and the evidence, strongest first; `present` is an inference. */
export type Person = { name: string; level: 'acted' | 'same-session' | 'present' };

/** All persons named by the evidence: one for the first two levels, everybody present for the third. */
export type Attribution = { level: Person['level'] | 'nobody'; names: string[] };

/** Finds the person behind a verdict by the strongest evidence in its observations. */
export function attribute(tenant: Tenant, account: string, verdict: Verdict): Attribution {
  const cells = [...new Set(verdict.reasons.map(({ novelty }) => novelty.cell))];
  const isOther = (name: string) => name !== account && tenant.isPerson(name);
  const [top] = cells;
  if (top === undefined) return { level: 'nobody', names: [] };
  const actors = new Set(
    cells.flatMap((cell) =>
      cell.actor !== null && isOther(cell.actor) && belongs(cell, top) ? cell.actor : [],
    ),
  );
  if (top.actor !== null && actors.has(top.actor)) return { level: 'acted', names: [top.actor] };
  if (actors.size === 1) return { level: 'acted', names: [...actors] };
  for (const { kind, source, first } of cells) {
    if (kind !== 'logon:10' || source === null) continue;
    const sessions = sessionsAt(tenant.state, source, first, isOther);
    const names = distinct(sessions);
    if (names.length === 1 && sessions.some(({ isInferred }) => isInferred !== true))
      return { level: 'same-session', names };
  }
  const present = new Set<string>();
  for (const { source, destination, first } of cells) {
    const machine = source ?? destination;
    if (machine === null) continue;
    for (const name of distinct(sessionsAt(tenant.state, machine, first, isOther))) present.add(name);
    if (present.size > 0) break;
  }
  return present.size === 0
    ? { level: 'nobody', names: [] }
    : { level: 'present', names: [...present].sort() };
}

/**
 * True when an observation belongs to the one with the highest weight: at the same machine within an hour. A person who changed
 * the account elsewhere on that day did not necessarily use it.
 */
function belongs(cell: DayCell, top: DayCell): boolean {
  if (cell === top) return true;
  const machines = [top.source, top.destination];
  const isThere = [cell.source, cell.destination].some(
    (machine) => machine !== null && machines.includes(machine),
  );
  return isThere && cell.first <= top.last + HOUR && cell.last >= top.first - HOUR;
}

/** The person of an attribution, if the evidence names exactly one. */
export function personOf({ level, names }: Attribution): Person | undefined {
  return level !== 'nobody' && names.length === 1 ? { name: names[0]!, level } : undefined;
}

function distinct(sessions: readonly { person: string }[]): string[] {
  return [...new Set(sessions.map(({ person }) => person))];
}
