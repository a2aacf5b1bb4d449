import type { TenantEvent } from '@scout/contract';
import { matchRules } from '@scout/detection';
import { expect, it } from 'vitest';
import { decodedOf, eventTitle, fieldsOf, namesOf } from './facts.ts';

const event: TenantEvent = {
  id: '019aa0f0-1111-7222-8333-0123456789ab-000012',
  tenant_id: '019aa0f0-1111-7222-8333-0123456789ab',
  agent_id: '019aa0f0-1111-7222-8333-0123456789ac',
  timestamp: '2026-11-21T10:00:00.000Z',
  event_type: 'WINDOWS_SECURITY_4625',
  event_id: 4625,
  record_id: '12',
  provider: null,
  target_user_name: 'svc.billing',
  target_domain_name: null,
  subject_user_name: null,
  subject_domain_name: null,
  system_context_computer_name: 'PRD-SQL01',
  target_computer_name: null,
  source_info_workstation_name: null,
  source_host: '192.0.2.17',
  logon_type: '3',
  process_information_new_process_name: null,
  process_information_command_line: 'x',
  process_information_parent_process_name: null,
  failure_reason: 'wrong password',
  status: '0xc000006d',
  sub_status: '0xc000006a',
};

it('codes are shown with their meaning', () => {
  expect(decodedOf(event)).toEqual([
    { label: 'Logon type', code: '3', words: 'Network' },
    { label: 'Status', code: '0xc000006d', words: 'unknown user name or wrong password' },
    { label: 'Sub-status', code: '0xc000006a', words: 'wrong password' },
    { label: 'Failure reason', code: 'wrong password', words: null },
  ]);
  expect(
    decodedOf({ ...event, logon_type: 'constructor', status: '0xdeadbeef', sub_status: null }),
  ).toMatchObject([
    { code: 'constructor', words: null },
    { code: '0xdeadbeef', words: null },
    { label: 'Failure reason' },
  ]);
});

it('an event has the name of its kind, or its raw type', () => {
  expect(eventTitle(event)).toBe('Failed logon');
  expect(eventTitle({ ...event, event_type: 'WINDOWS_SECURITY_4999' })).toBe('WINDOWS_SECURITY_4999');
  expect(eventTitle({ ...event, event_type: 'Other/4625' })).toBe('Other/4625');
  const cleared = { event_id: 1102, event_type: 'Microsoft-Windows-Eventlog/1102' };
  expect(eventTitle(cleared)).toBe('Security log cleared');
});

it('empty fields are omitted', () => {
  expect(fieldsOf(event).map(({ name }) => name)).toEqual([
    'agent_id',
    'timestamp',
    'event_type',
    'event_id',
    'record_id',
    'target_user_name',
    'system_context_computer_name',
    'source_host',
    'logon_type',
    'failure_reason',
    'status',
    'sub_status',
  ]);
});

it('the names of an incident include the acting user', () => {
  const [match] = matchRules({ ...event, subject_user_name: 'NORTHWIND\\m.keller' });
  expect(namesOf(match!)).toContainEqual({ label: 'Acting user', kind: 'user', name: 'm.keller' });
});
