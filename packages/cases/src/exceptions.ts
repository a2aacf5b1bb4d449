import { matchesPattern, permits } from './patterns.ts';

/** An expiring permission for what would be a case. Lists hold patterns with `*`; an empty list permits any. */
export type Exception = {
  id: string;
  /** The account's name, or a pattern. */
  account: string;
  kinds: readonly string[];
  sources: readonly string[];
  destinations: readonly string[];
  persons: readonly string[];
  /** Epoch milliseconds; `until` is the first moment at which it has expired. */
  from: number;
  until: number;
};

/** The parts of a finding that an exception looks at. `first` and `last` are the times of its first and last event, epoch milliseconds. */
export type Excusable = {
  account: string;
  accounts?: readonly string[];
  kind: string;
  sources: readonly string[];
  destinations: readonly string[];
  persons: readonly string[];
  first: number;
  last: number;
};

/**
 * The exception that permits all of a finding, the first by its id; null when none does. Deny by default: each of the finding's accounts,
 * machines and persons has to be permitted, a list that names something is not met by a finding that does not tell it, and an event outside
 * the window is not covered by it.
 */
export function exceptionFor(finding: Excusable, exceptions: readonly Exception[]): Exception | null {
  let found: Exception | null = null;
  for (const exception of exceptions)
    if (covers(exception, finding) && (found === null || exception.id < found.id)) found = exception;
  return found;
}

function covers(exception: Exception, finding: Excusable): boolean {
  const accounts = [finding.account, ...(finding.accounts ?? [])];
  return (
    finding.first >= exception.from &&
    finding.last < exception.until &&
    accounts.every((account) => matchesPattern(exception.account, account)) &&
    permits(exception.kinds, finding.kind) &&
    allPermitted(exception.sources, finding.sources) &&
    allPermitted(exception.destinations, finding.destinations) &&
    allPermitted(exception.persons, finding.persons)
  );
}

function allPermitted(patterns: readonly string[], names: readonly string[]): boolean {
  return patterns.length === 0 || (names.length > 0 && names.every((name) => permits(patterns, name)));
}

/** Findings that no exception permits, and how many each exception took out. */
export function applyExceptions<T extends Excusable>(
  findings: readonly T[],
  exceptions: readonly Exception[],
): { told: T[]; excused: Map<string, number> } {
  const told: T[] = [];
  const excused = new Map<string, number>();
  for (const finding of findings) {
    const exception = exceptionFor(finding, exceptions);
    if (exception === null) told.push(finding);
    else excused.set(exception.id, (excused.get(exception.id) ?? 0) + 1);
  }
  return { told, excused };
}
