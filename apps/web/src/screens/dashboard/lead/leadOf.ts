import { byState, type CaseRow, caseSeverities } from '@scout/contract';

const CHANGES: ReadonlySet<string> = new Set([
  'security-log-cleared',
  'audit-policy-changed',
  'runs-as-account',
  'account-changed',
]);

/** Kinds of cases that belong to a dashboard. */
const topics = {
  anything: () => true,
  refusals: (kind: string) => kind.startsWith('refused') || kind === 'spraying',
  'sign-ins': (kind: string) => kind === 'person-signed-in',
  changes: (kind: string) => CHANGES.has(kind),
};
export type CaseTopic = keyof typeof topics;

/** The most severe unacknowledged case; if all are acknowledged, the most severe of those. Of equally severe ones, what goes on now. */
export function leadOf(cases: readonly CaseRow[], now: number): CaseRow | undefined {
  const compare = byState(now);
  const rank = ({ severity }: CaseRow) => caseSeverities.indexOf(severity);
  const ordered = cases.toSorted((a, b) => rank(a) - rank(b) || compare(a, b));
  return ordered.find(({ status }) => status === 'open') ?? ordered[0];
}

/** The most severe case about a topic; if there is none, the most severe of all. */
export const leadAbout = (topic: CaseTopic, cases: readonly CaseRow[], now: number): CaseRow | undefined =>
  leadOf(
    cases.filter(({ kind }) => topics[topic](kind)),
    now,
  ) ?? leadOf(cases, now);
