import type { Mark } from '../fold/bucket.ts';
import { isLogon, isRefused } from '../kinds.ts';
import { causeOfRefusal } from '../refusalReasons.ts';
import type { AccountDay, AccountState, DayCell, RefusalCause } from '../state.ts';

/** Refusals of one account on one day with one cause: one finding for any number of machines and events. */
export type RefusedLogons = {
  cause: RefusalCause;
  count: number;
  /** Machines where it fails, and machines with a success after the last refusal. */
  failing: string[];
  recovered: string[];
  first: number;
  last: number;
  /** Number of refusals and time of the last one, by machine. */
  machines: Map<string, { count: number; last: number }>;
  /** Evidence, earliest first per way. */
  marks: Mark[];
  sentence: string;
};

/** Text for the machine when the events name none. */
export const UNNAMED = 'an unnamed machine';

/** Causes of an account's refusals today, most frequent first. */
export function diagnoseRefusals(name: string, account: AccountState, day: AccountDay): RefusedLogons[] {
  const byCause = new Map<RefusalCause, DayCell[]>();
  for (const cell of day.cells.values()) {
    if (!isRefused(cell.kind)) continue;
    const cause = causeOf(account, cell);
    byCause.set(cause, [...(byCause.get(cause) ?? []), cell]);
  }
  return [...byCause]
    .map(([cause, cells]) => refusalsOf(name, cause, cells, day))
    .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
}

function causeOf(account: AccountState, cell: DayCell): RefusalCause {
  const cause = causeOfRefusal(cell.kind);
  if (cause !== 'old-password') return cause;
  const machine = machineOf(cell);
  const worked = [...account.tuples.values()].some(
    ({ kind, source, destination }) => !isRefused(kind) && (source ?? destination) === machine,
  );
  return worked || account.tuples.size === 0 ? 'old-password' : 'guess';
}

function refusalsOf(
  name: string,
  cause: RefusalCause,
  cells: readonly DayCell[],
  day: AccountDay,
): RefusedLogons {
  const byMachine = new Map<string, { count: number; last: number }>();
  for (const cell of cells) {
    const machine = machineOf(cell) ?? UNNAMED;
    const known = byMachine.get(machine) ?? { count: 0, last: 0 };
    byMachine.set(machine, { count: known.count + cell.count, last: Math.max(known.last, cell.last) });
  }
  const lastSuccess = (machine: string) =>
    Math.max(
      0,
      ...[...day.cells.values()]
        .filter((cell) => isLogon(cell.kind) && machineOf(cell) === machine)
        .map((cell) => cell.last),
    );
  const machines = [...byMachine.keys()].sort();
  const recovered = machines.filter((machine) => lastSuccess(machine) > byMachine.get(machine)!.last);
  const failing = machines.filter((machine) => !recovered.includes(machine));
  const count = cells.reduce((sum, cell) => sum + cell.count, 0);
  const times = count === 1 ? 'once' : `${count} times`;
  const still = failing.length === 0 ? ' All of them work again.' : ` Still failing: ${failing.join(', ')}.`;
  return {
    cause,
    count,
    failing,
    recovered,
    first: Math.min(...cells.map((cell) => cell.first)),
    last: Math.max(...cells.map((cell) => cell.last)),
    machines: byMachine,
    marks: cells.flatMap(({ marks }) => marks),
    sentence: `${name} was refused ${times} because ${WORDS[cause]}.${still}`,
  };
}

const WORDS: Readonly<Record<RefusalCause, string>> = {
  guess: 'the password was wrong, on a machine where it never worked before',
  'old-password': 'the password was wrong, on a machine where it used to work, as after a password change',
  'no-account': 'no account has this name',
  locked: 'the account is locked',
  expired: 'the account or its password has expired',
  disabled: 'the account is disabled',
  clock: 'the clocks differ too much',
  fault: 'the domain, a machine or a ticket had a fault, not the account',
  'not-allowed': 'this kind of logon is not allowed',
  unknown: 'of a cause the events do not show',
};

/** "the account is locked": the second half of "was refused because …". */
export function causeWords(cause: RefusalCause): string {
  return WORDS[cause];
}

/** The machine where an account fails: its source, otherwise its target. */
export function machineOf({ source, destination }: DayCell): string | null {
  return source ?? destination;
}
