import { describe, expect, test } from 'vitest';
import { type Klass, kindKlass, machineKlass, successKlass, useKlass } from '../classes.ts';
import type { Role } from '../inventory.ts';
import type { Reason, Verdict } from '../state.ts';
import { moreSevere, type Severity, severityOf } from './severity.ts';

type ReasonClass = [facet: Reason['facet'], klass: Klass];

function verdict(score: number, ...reasons: ReasonClass[]): Verdict {
  return {
    score,
    reasons: reasons.map(([facet, klass]) => ({ facet, klass, surprise: 1, novelty: null as never })),
    marks: [],
  };
}

const signIn = (role: Role, isOwn: boolean, who: 'person' | 'unseen') => ({ role, isOwn, who });

describe('a severity', () => {
  test.each<[Severity, number, ReasonClass[]]>([
    [
      'critical',
      12,
      [
        ['success', successKlass(4, true)],
        ['source', machineKlass('workstation', 'nobody')],
      ],
    ],
    ['critical', 10, [['kind', kindKlass('change:1102')]]],
    ['high', 12, [['use', useKlass('explicit', 'person', 'workstation')]]],
    ['high', 9, [['kind', kindKlass('logon:2', signIn('workstation', false, 'person'))]]],
    ['high', 9, [['destination', machineKlass('database', 'foreign', { isCrossing: true })]]],
    ['high', 20, [['destination', machineKlass('database', 'foreign')]]],
    ['medium', 9, [['destination', machineKlass('database', 'foreign')]]],
    ['medium', 5, [['kind', kindKlass('logon:10', signIn('database', true, 'unseen'))]]],
    ['low', 4, [['destination', machineKlass('database', 'peer')]]],
  ])('is %s at %d for %j', (severity, score, reasons) => {
    expect(severityOf(verdict(score, ...reasons), 'usual').severity).toBe(severity);
  });

  test('is one step lower in a test environment, and says so', () => {
    expect(severityOf(verdict(12, ['use', useKlass('explicit', 'person', 'workstation')]), 'test')).toEqual({
      severity: 'medium',
      because: 'A person used the account. It is an account of a test environment.',
    });
  });

  test.each<[Severity, number, ReasonClass]>([
    ['medium', 4, ['destination', machineKlass('database', 'peer')]],
    ['high', 9, ['destination', machineKlass('database', 'foreign')]],
    ['high', 12, ['use', useKlass('explicit', 'person', 'workstation')]],
    ['critical', 10, ['kind', kindKlass('change:1102')]],
  ])('is %s at %d for %j of a privileged account, and says so', (severity, score, reason) => {
    const graded = severityOf(verdict(score, reason), 'privileged');
    expect(graded.severity).toBe(severity);
    expect(graded.because).toMatch(/\. The account is in a privileged group\.$/);
  });

  test('says the environment once', () => {
    const crossing = machineKlass('database', 'foreign', { isCrossing: true });
    expect(severityOf(verdict(9, ['destination', crossing]), 'test')).toEqual({
      severity: 'medium',
      because: 'An account of a test environment reached production.',
    });
  });

  test('of a case rises and never falls', () => {
    const low: { severity: Severity } = { severity: 'low' };
    const high: { severity: Severity } = { severity: 'high' };
    expect(moreSevere(low, high)).toBe(high);
    expect(moreSevere(high, low)).toBe(high);
    expect(moreSevere(high, { severity: 'high' })).toBe(high);
  });
});
