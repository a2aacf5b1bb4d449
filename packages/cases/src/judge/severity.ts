import { isCrossing, isPersonsMachine, isPersonsSignIn, type Klass } from '../classes.ts';
import { isChange, isClearing, isPersonal, isRunsAs } from '../kinds.ts';
import type { Reach } from '../learn/tenant.ts';
import type { Reason, Verdict } from '../state.ts';
import { SEVERITY } from '../weights.ts';

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity with its reason as a sentence. */
export type Graded = { severity: Severity; because: string };

type Rule = Graded & {
  when: (reason: Reason, verdict: Verdict) => boolean;
  /** Its reason already tells the account's environment. */
  namesTest?: true;
};

/** A use by a person who is no administrator. */
function isPersons(klass: Klass): klass is Extract<Klass, { is: 'use' }> {
  return klass.is === 'use' && klass.who === 'person';
}

/** The account came from a machine where people work and do not customarily use accounts. */
const isFromPerson = ({ reasons }: Verdict): boolean =>
  reasons.some(
    ({ facet, klass }) =>
      facet === 'source' && isPersonsMachine(klass) && klass.is === 'machine' && !klass.isCustomary,
  );

/** Most severe first; the first rule matched by a reason applies. */
export const SEVERITY_RULES: readonly Rule[] = [
  {
    severity: 'critical',
    because: 'It was let in after refusals, from a machine where people work.',
    when: ({ facet }, verdict) => facet === 'success' && isFromPerson(verdict),
  },
  {
    severity: 'critical',
    because: 'The account cleared a security log.',
    when: ({ klass }) => klass.is === 'kind' && isClearing(klass.kind),
  },
  {
    severity: 'critical',
    because: 'A person signed in as the account after someone had changed it.',
    when: ({ klass }, verdict) => isPersons(klass) && isChange(klass.kind) && isFromPerson(verdict),
  },
  {
    severity: 'high',
    because: 'A server program started a shell as the account.',
    when: ({ klass }) => klass.is === 'program' && klass.known === 'shell of a server',
  },
  {
    severity: 'high',
    because: 'It was let in after refusals.',
    when: ({ facet }) => facet === 'success',
  },
  {
    severity: 'high',
    because: 'A person used the account.',
    when: ({ klass }) => isPersons(klass) && !isChange(klass.kind),
  },
  {
    severity: 'high',
    because: 'Someone signed in as the account at a machine where people work.',
    when: ({ klass }) => klass.is === 'kind' && isPersonal(klass.kind) && isPersonsSignIn(klass),
  },
  {
    severity: 'high',
    because: 'The account came from a machine where people work.',
    when: ({ facet, klass, surprise }) => facet === 'source' && isPersonsMachine(klass) && surprise > 0,
  },
  {
    severity: 'high',
    because: 'An account of a test environment reached production.',
    namesTest: true,
    when: ({ klass }) => isCrossing(klass),
  },
  {
    severity: 'high',
    because: 'A service or task was set up to run as the account.',
    when: ({ klass }) => isPersons(klass) && isRunsAs(klass.kind),
  },
  {
    severity: 'medium',
    because: 'Its usual accompanying activity was missing.',
    when: ({ klass, surprise }) => (klass.is === 'company' || klass.is === 'parent') && surprise > 0,
  },
  {
    severity: 'medium',
    because: 'Someone signed in as the account; services do not do that.',
    when: ({ klass }) => klass.is === 'kind' && isPersonal(klass.kind) && klass.signIn !== null,
  },
];

/** One step more severe, but for the step to critical: that takes what happened, not what the account may do. */
const RAISED: Readonly<Record<Severity, Severity>> = {
  low: 'medium',
  medium: 'high',
  high: 'high',
  critical: 'critical',
};

/** Severity of a verdict: by its most severe reason, and by its total surprise; one step less or more by what the account may damage. */
export function severityOf(verdict: Verdict, reach: Reach): Graded {
  const rule = SEVERITY_RULES.find(({ when }) => verdict.reasons.some((reason) => when(reason, verdict)));
  const byScore: Graded =
    verdict.score >= SEVERITY.high
      ? { severity: 'high', because: 'This organization has never seen anything like it.' }
      : verdict.score >= SEVERITY.medium
        ? { severity: 'medium', because: 'The account has never done this before.' }
        : { severity: 'low', because: 'It is new for the account, but not unusual elsewhere.' };
  const graded: Graded & { namesTest?: true } =
    rule === undefined ? byScore : moreSevere<Graded>(rule, byScore);
  const { severity, because, namesTest = false } = graded;
  if (reach === 'usual') return { severity, because };
  if (reach === 'privileged')
    return { severity: RAISED[severity], because: `${because} The account is in a privileged group.` };
  return {
    severity: SEVERITIES[Math.max(0, SEVERITIES.indexOf(severity) - 1)]!,
    because: namesTest ? because : `${because} It is an account of a test environment.`,
  };
}

/** The more severe of two, the first if equal: a case's severity never decreases. */
export function moreSevere<T extends { severity: Severity }>(a: T, b: T): T {
  return SEVERITIES.indexOf(b.severity) > SEVERITIES.indexOf(a.severity) ? b : a;
}
