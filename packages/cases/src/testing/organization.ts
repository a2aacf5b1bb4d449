import type { NormalisedRow } from '@scout/detection';
import { at, rowMaker } from './rows.ts';

const ACCOUNTS = 40;
const DATABASES = 10;
const PEOPLE = 30;
const two = (n: number) => String(n).padStart(2, '0');

export const account = (n: number) => `svc.app${two(n)}`;
/** The application server and the database of an account. */
export const appOf = (n: number) => `PRD-APP${two(Math.floor(n / 4))}`;
export const dbOf = (n: number) => `PRD-SQL${two(n % DATABASES)}`;

/** The address of its application server. */
export const addressOf = (n: number) => `10.1.0.${1 + Math.floor(n / 4)}`;

/**
 * An ordinary organization: forty accounts, each with a batch logon on its application server followed a second later by a network logon
 * to its database, and thirty people at their workstations.
 * @param leaves true for events that do not arrive
 */
export function ordinaryDays(
  days: readonly number[],
  { maker = rowMaker(), leaves = () => false }: { maker?: ReturnType<typeof rowMaker>; leaves?: Leaves } = {},
): NormalisedRow[] {
  const rows: NormalisedRow[] = [];
  for (const day of days) {
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const time = at(day, 1 + (n % 5), n);
      if (!leaves(day, n)) rows.push(maker.logon(time, account(n), '4', appOf(n)));
      rows.push(maker.logon(time + 1_000, account(n), '3', dbOf(n), appOf(n), addressOf(n)));
    }
    for (let p = 0; p < PEOPLE; p += 1) {
      const machine = `WS-${String(p).padStart(3, '0')}`;
      rows.push(maker.logon(at(day, 8, p), `p${two(p)}`, '2', machine));
      rows.push(maker.logon(at(day, 9, p), `p${two(p)}`, '3', 'FILES', machine, `10.60.0.${p + 1}`));
    }
  }
  return rows;
}

type Leaves = (day: number, n: number) => boolean;

/** Consecutive days, the first of them 0. */
export const days = (count: number) => Array.from({ length: count }, (_, day) => day);
