import { minuteKlass } from '../classes.ts';
import type { Mark } from '../fold/bucket.ts';
import { isBefore, isCompanion } from '../learn/company.ts';
import { minuteOf, runsOf, scheduleOf } from '../learn/minutes.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { AccountState, DayCell, Novelty } from '../state.ts';
import { COMPANY } from '../weights.ts';
import { isAfterRestart } from './circumstances.ts';
import { isRetried } from './missingCompany.ts';

/**
 * Network logons on a known way outside the minutes of the hour that all before kept. Without an accusation if a batch logon or a program
 * of the account came shortly before, as with another run of its job, after refusals of the same machine, and after its restart.
 */
export function offSchedule({ state }: Tenant, account: AccountState, cells: readonly DayCell[]): Novelty[] {
  const found: Novelty[] = [];
  for (const cell of cells) {
    const { source, minutes } = cell;
    const kept = scheduleOf(account.tuples.get(cell.key));
    if (source === null || kept === null || minutes?.off === undefined) continue;
    const marks = minutes.off.filter((mark) => !isRun(cells, mark));
    const [first, last] = [marks[0]?.time, marks.at(-1)?.time];
    if (first === undefined || last === undefined) continue;
    if (cells.some((other) => isRetried(other, source, first))) continue;
    const alone = { ...cell, marks, count: marks.length, first, last };
    if (isAfterRestart(state, source, alone)) continue;
    const klass = minuteKlass(minuteOf(first), runsOf(kept), kept.events);
    found.push({ facet: 'minute', klass, cell: alone, host: source });
  }
  return found;
}

/** True when a batch logon or a program of the account came shortly before; also if that is unknown, after the times that are kept. */
function isRun(cells: readonly DayCell[], { time }: Mark): boolean {
  return cells.some(
    ({ kind, marks, count, last }) =>
      isCompanion(kind) &&
      (marks.some((mark) => isBefore(mark.time, time)) ||
        (count > marks.length && time > marks.at(-1)!.time && time - last <= COMPANY.window)),
  );
}
