import type { Reason, Verdict } from '../state.ts';

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity with its reason as a sentence. */
export type Graded = { severity: Severity; because: string };

/** Scores from which a finding is at least medium, and at least high. */
const MEDIUM = 7;
const HIGH = 18;

type Rule = { severity: Severity; because: string; when: (reason: Reason, verdict: Verdict) => boolean };

const isPersonsMachine = (klass: string) => /^(?:customary )?(?:workstation|jump)\b/.test(klass);
const has = ({ reasons }: Verdict, facet: Reason['facet'], pattern: RegExp) =>
  reasons.some((reason) => reason.facet === facet && pattern.test(reason.klass));

/** Most severe first; the first rule matched by a reason applies. */
export const SEVERITY_RULES: readonly Rule[] = [
  {
    severity: 'critical',
    because: 'It was let in after refusals, from a machine where people work.',
    when: ({ facet }, verdict) => facet === 'success' && has(verdict, 'source', /^(?:workstation|jump)\b/),
  },
  {
    severity: 'critical',
    because: 'The account cleared a security log.',
    when: ({ facet, klass }) => facet === 'kind' && klass === 'change:1102',
  },
  {
    severity: 'critical',
    because: 'A person signed in as the account after somebody had changed it.',
    when: ({ facet, klass }, verdict) =>
      facet === 'use' &&
      /^change:.* person /.test(klass) &&
      has(verdict, 'source', /^(?:workstation|jump)\b/),
  },
  {
    severity: 'high',
    because: 'A server program started a shell as the account.',
    when: ({ facet, klass }) => facet === 'program' && klass === 'shell of a server',
  },
  {
    severity: 'high',
    because: 'It was let in after refusals.',
    when: ({ facet }) => facet === 'success',
  },
  {
    severity: 'high',
    because: 'A person used the account.',
    when: ({ facet, klass }) => facet === 'use' && / person /.test(klass) && !klass.startsWith('change:'),
  },
  {
    severity: 'high',
    because: 'Somebody signed in as the account at a machine where people work.',
    when: ({ facet, klass }) => facet === 'kind' && /^logon:(?:2|9|10) (?:workstation|jump)\b/.test(klass),
  },
  {
    severity: 'high',
    because: 'The account came from a machine where people work.',
    when: ({ facet, klass, surprise }) => facet === 'source' && isPersonsMachine(klass) && surprise > 0,
  },
  {
    severity: 'high',
    because: 'An account of a test environment reached production.',
    when: ({ facet, klass }) => facet === 'destination' && klass.startsWith('crossing'),
  },
  {
    severity: 'high',
    because: 'A service or task was set up to run as the account.',
    when: ({ facet, klass }) => facet === 'use' && /^change:469[78] person /.test(klass),
  },
  {
    severity: 'medium',
    because: 'Somebody signed in as the account, which services do not do.',
    when: ({ facet, klass }) => facet === 'kind' && /^logon:(?:2|9|10) /.test(klass),
  },
];

/** Severity of a verdict: by its most severe reason, and by its total surprise. `isTest`: one step less, because damage is smaller. */
export function severityOf(verdict: Verdict, isTest: boolean): Graded {
  const rule = SEVERITY_RULES.find(({ when }) => verdict.reasons.some((reason) => when(reason, verdict)));
  const byScore: Graded =
    verdict.score >= HIGH
      ? { severity: 'high', because: 'Nothing like it has been seen in this organization.' }
      : verdict.score >= MEDIUM
        ? { severity: 'medium', because: 'The account has never done this before.' }
        : { severity: 'low', because: 'It is new for the account, but such things happen.' };
  const graded = rule === undefined ? byScore : graver(rule, byScore);
  if (!isTest) return { severity: graded.severity, because: graded.because };
  const at = Math.max(0, SEVERITIES.indexOf(graded.severity) - 1);
  return { severity: SEVERITIES[at]!, because: `${graded.because} It is an account of a test environment.` };
}

/** The more severe of two, the first if equal: a case's severity never decreases. */
export function graver<T extends { severity: Severity }>(a: T, b: T): T {
  return SEVERITIES.indexOf(b.severity) > SEVERITIES.indexOf(a.severity) ? b : a;
}
