import { matchesAlert, SITE_ALERTS } from '@scout/detection/siteMatcher';
import { describe, expect, it } from 'vitest';
import { samples } from './samples.ts';
import { serverRulesOf } from './serverRules.ts';

describe('the initial event of a definition', () => {
  it.each([
    ['failed-logon', ['Failed Logons', 'AI Risk']],
    ['interactive-logon', ['Interactive Logons', 'AI Risk']],
    ['client-start', ['Service Account Activity', 'AI Risk']],
  ] as const)('%s raises it, and is an incident to the rules of the server', (id, rules) => {
    const definition = SITE_ALERTS.find((one) => one.id === id)!;
    expect(matchesAlert(definition, samples[id])).toBe(true);
    expect(serverRulesOf(samples[id])).toEqual(rules);
  });
});

it('rules of the server are shown when they differ from a definition', () => {
  const logon = samples['interactive-logon'];
  expect(serverRulesOf({ ...logon, logon_type: '10' })).toEqual([]);
  const later = { ...samples['failed-logon'], system_context_computer_name: 'SQL-PRD01' };
  expect(matchesAlert(SITE_ALERTS[0]!, later)).toBe(false);
  expect(serverRulesOf(later)).toEqual(['Failed Logons', 'AI Risk']);
});
