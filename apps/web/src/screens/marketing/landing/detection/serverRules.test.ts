import { ALERT_DEFINITIONS, raises } from '@scout/detection/alerts';
import { describe, expect, it } from 'vitest';
import { samples } from './samples.ts';
import { serverRulesOf } from './serverRules.ts';

describe('the event that a definition is shown with', () => {
  it.each([
    ['failed-logon', ['Failed Logons', 'AI Risk']],
    ['interactive-logon', ['Interactive Logons', 'AI Risk']],
    ['client-start', ['Service Account Activity', 'AI Risk']],
  ] as const)('%s raises it, and is an incident to the rules of the server', (id, rules) => {
    const definition = ALERT_DEFINITIONS.find((one) => one.id === id)!;
    expect(raises(definition, samples[id])).toBe(true);
    expect(serverRulesOf(samples[id])).toEqual(rules);
  });
});

it('the rules of the server are told where they differ from a definition', () => {
  const logon = samples['interactive-logon'];
  expect(serverRulesOf({ ...logon, logon_type: '10' })).toEqual([]);
  const later = { ...samples['failed-logon'], system_context_computer_name: 'SQL-PRD01' };
  expect(raises(ALERT_DEFINITIONS[0]!, later)).toBe(false);
  expect(serverRulesOf(later)).toEqual(['Failed Logons', 'AI Risk']);
});
