import { describe, expect, test } from 'vitest';
import type { Reason, Verdict } from '../state.ts';
import { graver, type Severity, severityOf } from './severity.ts';

function verdict(score: number, ...reasons: [Reason['facet'], string][]): Verdict {
  return {
    score,
    reasons: reasons.map(([facet, klass]) => ({ facet, klass, surprise: 1, novelty: null as never })),
    marks: [],
  };
}

describe('a severity', () => {
  test.each<[string, number, [Reason['facet'], string][]]>([
    [
      'critical',
      12,
      [
        ['success', 'success'],
        ['source', 'workstation/nobody'],
      ],
    ],
    ['critical', 10, [['kind', 'change:1102']]],
    ['high', 12, [['use', 'explicit person workstation']]],
    ['high', 9, [['kind', 'logon:2 workstation other person']]],
    ['high', 9, [['destination', 'crossing database/foreign']]],
    ['high', 20, [['destination', 'database/foreign']]],
    ['medium', 9, [['destination', 'database/foreign']]],
    ['medium', 5, [['kind', 'logon:10 database own unseen']]],
    ['low', 4, [['destination', 'database/peer']]],
  ])('is %s at %d for %j', (severity, score, reasons) => {
    expect(severityOf(verdict(score, ...reasons), false).severity).toBe(severity);
  });

  test('is one step lower in a test environment, and says so', () => {
    expect(severityOf(verdict(12, ['use', 'explicit person workstation']), true)).toEqual({
      severity: 'medium',
      because: 'A person used the account. It is an account of a test environment.',
    });
  });

  test('of a case rises and never falls', () => {
    const low: { severity: Severity } = { severity: 'low' };
    const high: { severity: Severity } = { severity: 'high' };
    expect(graver(low, high)).toBe(high);
    expect(graver(high, low)).toBe(high);
    expect(graver(high, { severity: 'high' })).toBe(high);
  });
});
