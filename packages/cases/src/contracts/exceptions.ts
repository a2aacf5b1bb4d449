import { matchesPattern, permits } from './patterns.ts';

/** A temporary permission for what would otherwise be a case. Lists hold patterns with `*`; an empty list permits any. */
export type Exception = {
  id: string;
  /** The account's name, or a pattern. */
  account: string;
  kinds: readonly string[];
  sources: readonly string[];
  destinations: readonly string[];
  persons: readonly string[];
  /** Epoch milliseconds; `until` is exclusive. */
  from: number;
  until: number;
};

/** The parts of a finding that an exception checks. `first` and `last` are the times of its first and last event, epoch milliseconds. */
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
 * The first exception, by id, that permits all of a finding; null without one. Deny by default: each of the finding's accounts,
 * machines and persons must be permitted, a non-empty list does not match a finding without that part, and every event must be
 * inside the window.
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
