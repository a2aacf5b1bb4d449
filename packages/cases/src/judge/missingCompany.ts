import { HOUR } from '@scout/detection/time';
import { companyKlass } from '../classes.ts';
import { isRefused } from '../kinds.ts';
import { constantCompanions, mayBeSilent } from '../learn/company.ts';
import type { AccountState, DayCell, Novelty, TenantState } from '../state.ts';

/**
 * Network logons on a known way without the batch logon or the program that came shortly before each one until now. Without an accusation
 * if the company failed before, if the machine that would report it may be silent, or after refusals of the same machine: a job
 * that was refused tries again.
 */
export function missingCompany(
  state: TenantState,
  account: AccountState,
  cells: readonly DayCell[],
): Novelty[] {
  const found: Novelty[] = [];
  for (const cell of cells) {
    const tuple = account.tuples.get(cell.key);
    const known = tuple?.company;
    if (known === undefined || cell.company === undefined || cell.source === null) continue;
    const { without } = cell.company;
    const [lacked, other] = constantCompanions(tuple).filter(
      (companion) => (without[companion]?.length ?? 0) > 0,
    );
    if (lacked === undefined) continue;
    const marks = without[lacked]!;
    const [first, last] = [marks[0]!.time, marks[marks.length - 1]!.time];
    if (cells.some((other) => isRetried(other, cell.source, first))) continue;
    if (mayBeSilent(state, known.at ?? cell.source, Math.floor(first / HOUR))) continue;
    const klass = companyKlass(
      other === undefined ? lacked : 'both',
      known.compared,
      known.compared === known.total,
    );
    const alone = { ...cell, marks, count: marks.length, first, last };
    found.push({ facet: 'company', klass, cell: alone, host: cell.source });
  }
  return found;
}

/** True for refusals from a machine in the hour before a logon. */
export function isRetried(
  { kind, source, first, last }: DayCell,
  machine: string | null,
  time: number,
): boolean {
  return isRefused(kind) && source === machine && first <= time && time - last <= HOUR;
}
