import type { OpenCase, TenantState } from '../state.ts';
import { CASE_DAYS } from '../weights.ts';

/** Ties between an account's findings: a person, a machine that was new to the account, a way of the same kind. */
type Tie = 'person' | 'machine' | 'way' | 'breach' | 'storm';

/** The name of a tie, for one account. */
export const tieOf = (account: string, tie: Tie, value: string): string => `${account}|${tie}|${value}`;

/** The open case of the first tie that has one. */
export function openCaseOf(state: TenantState, ties: readonly string[]): string | undefined {
  const tie = ties.find((each) => state.ties.has(each));
  return tie === undefined ? undefined : state.ties.get(tie);
}

/**
 * Opens a case, or adds to an open one.
 * @param ties later findings with one of them belong to the case; a tie of another open case stays there
 */
export function addToCase(
  state: TenantState,
  key: string,
  ties: readonly string[],
  { score, accounts }: { score: number; accounts?: number },
): void {
  const known: OpenCase = state.cases.get(key) ?? { opened: state.day, last: state.day, score };
  known.last = state.day;
  known.score = Math.max(known.score, score);
  if (accounts !== undefined) known.accounts = accounts;
  state.cases.set(key, known);
  for (const tie of ties) if (!state.ties.has(tie)) state.ties.set(tie, key);
}

/** Forgets cases that accept no more findings. */
export function pruneCases(state: TenantState): void {
  for (const [key, { last }] of state.cases) if (state.ended - last > CASE_DAYS) state.cases.delete(key);
  for (const [tie, key] of state.ties) if (!state.cases.has(key)) state.ties.delete(tie);
}
