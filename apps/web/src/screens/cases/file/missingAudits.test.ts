import { expect, test } from 'vitest';
import { missingAudits } from './missingAudits.ts';

const event = (computer: string | null, event_id: number | null) => ({ computer, event_id });
const case_ = (...events: ReturnType<typeof event>[]) => [{ events }];

test('without listed events every audit of the source is missing', () => {
  expect(missingAudits('fin-laptop3', [], undefined)).toEqual([
    'process creation with command lines (4688)',
    'logons (4624)',
    'explicit credentials (4648)',
  ]);
});

test('an audit whose events the case lists from that machine is on, in any spelling of its name', () => {
  const findings = case_(event('FIN-LAPTOP3.corp.example', 4688), event('PRD-SQL01', 4624));
  expect(missingAudits('fin-laptop3', findings, undefined)).toEqual([
    'logons (4624)',
    'explicit credentials (4648)',
  ]);
});

test('an audit that the agent reports as on is not missing', () => {
  const audit = { process_creation: 'on', command_lines: 'on', logons: 'on' } as const;
  expect(missingAudits('fin-laptop3', [], audit)).toEqual(['explicit credentials (4648)']);
  expect(missingAudits('fin-laptop3', [], { ...audit, command_lines: 'off' })).toContain(
    'process creation with command lines (4688)',
  );
});

test('nothing is missing where the case lists an event of each', () => {
  const findings = case_(event('ws-1042', 4688), event('WS-1042', 4624), event('WS-1042', 4648));
  expect(missingAudits('WS-1042', findings, undefined)).toEqual([]);
});

test('tickets are asked for only where the case lists none', () => {
  expect(missingAudits(null, [], undefined)).toEqual(['Kerberos service tickets (4769)']);
  expect(missingAudits(null, case_(event('DC01', 4769)), undefined)).toEqual([]);
});
