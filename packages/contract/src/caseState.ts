import { DAY } from '@scout/detection/time';
import { caseAdvice } from './caseAdvice.ts';
import { type CaseRow, type CaseState, caseSeverities, caseStates } from './entities/case.ts';

export const stateTitles: Readonly<Record<CaseState, string>> = {
  now: 'Ongoing',
  unexplained: 'Not explained',
  job: 'Failing job',
};

/** Kinds of which the person is the answer: the first step is to ask them. */
export const PERSONAL_KINDS: ReadonlySet<string> = new Set([
  'person-used-account',
  'person-signed-in',
  'explicit-credentials',
]);

/** Kinds of misuse, in contrast to changes that an owner may explain. */
const MISUSE: ReadonlySet<string> = new Set([
  ...PERSONAL_KINDS,
  'refused-then-successful',
  'refused-from-new-source',
  'refused-guess',
  'spraying',
  'roasting',
  'decoy-touched',
  'outside-contract',
]);

/** Kinds of refusals that come from a job with outdated settings, not from somebody who tries. */
const JOBS: ReadonlySet<string> = new Set([
  'refused-old-password',
  'refused-no-account',
  'refused-expired',
  'refused-disabled',
  'refused-clock',
  'refused-fault',
  'refused-not-allowed',
]);

type Dated = Pick<CaseRow, 'kind' | 'later' | 'last_seen' | 'statement'>;

/** Time a case was last seen: by its findings, by their counts, or by later use on its way. */
export function lastSeenOf({ later, statement, last_seen }: Omit<Dated, 'kind'>): string {
  const counted = statement === null ? last_seen : new Date(statement.last).toISOString();
  return later?.last ?? (Date.parse(counted) > Date.parse(last_seen) ? counted : last_seen);
}

const lastOf = (of: Dated): number => Date.parse(lastSeenOf(of));

/** The state of a case at a time in epoch milliseconds. */
export function caseStateOf(of: Dated, now: number): CaseState {
  if (JOBS.has(of.kind)) return 'job';
  return MISUSE.has(of.kind) && now - lastOf(of) <= DAY ? 'now' : 'unexplained';
}

/** True if a case is misuse that goes on at a time in epoch milliseconds: the same on every screen and in tickets. */
export const isOngoing = (of: Dated & Pick<CaseRow, 'status' | 'excused'>, now: number): boolean =>
  of.status !== 'closed' && !of.excused && caseStateOf(of, now) === 'now';

/** Compares cases by what goes on, then by severity, then by the last activity. */
export const byState =
  (now: number) =>
  (a: Dated & Pick<CaseRow, 'severity'>, b: Dated & Pick<CaseRow, 'severity'>): number =>
    caseStates.indexOf(caseStateOf(a, now)) - caseStates.indexOf(caseStateOf(b, now)) ||
    caseSeverities.indexOf(a.severity) - caseSeverities.indexOf(b.severity) ||
    lastOf(b) - lastOf(a);

/** One next step: the question to the person, if it is about exactly one; otherwise the first advice for this kind. */
export function nextStepOf(of: Parameters<typeof caseAdvice>[0]): string | null {
  const advice = caseAdvice(of);
  const [person] = of.persons;
  const isPersonal = person !== undefined && PERSONAL_KINDS.has(of.kind);
  return (
    (isPersonal ? advice.find((line) => line.startsWith(`Ask ${person}`)) : undefined) ?? advice[0] ?? null
  );
}
