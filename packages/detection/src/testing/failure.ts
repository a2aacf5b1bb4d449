import type { NormalisedRow } from '../event.ts';
import { normaliseValue } from '../normalise/normalise.ts';
import { eventXml, failedLogonData } from './eventXml.ts';

/** Clock of the normalizer's tests, and the time of their events in Windows' format. */
export const NOW = Date.UTC(2026, 10, 21, 12);
export const TIME = '2026-11-20T08:51:04.851518700Z';

/** A failed logon: its cause, its XML, and the expected row from every format. */
export const failure = {
  id: 4625,
  time: TIME,
  computer: 'PRD-SQL01.corp.example',
  recordId: '2147483648123',
};
export const failureXml = eventXml({ ...failure, data: failedLogonData() });
export const failureRow: NormalisedRow = {
  timestamp: '2026-11-20T08:51:04.851Z',
  event_type: 'WINDOWS_SECURITY_4625',
  event_id: 4625,
  record_id: '2147483648123',
  provider: 'Microsoft-Windows-Security-Auditing',
  target_user_name: 'svc.billing',
  target_domain_name: 'NORTHWIND',
  subject_user_name: null,
  subject_domain_name: null,
  system_context_computer_name: 'PRD-SQL01.corp.example',
  target_computer_name: null,
  source_info_workstation_name: 'FIN-LAPTOP3',
  source_host: '192.0.2.17',
  logon_type: '3',
  process_information_new_process_name: null,
  process_information_command_line: null,
  process_information_parent_process_name: null,
  failure_reason: 'wrong password',
  status: '0xc000006d',
  sub_status: '0xc000006a',
  logon_id: null,
  subject_logon_id: null,
  linked_logon_id: null,
  process_name: null,
  authentication_package: 'NTLM',
  service_name: null,
  ticket_encryption: null,
  ticket_details: null,
  object_name: null,
  object_id: null,
  change: null,
};

/** The row of an event; fails on rejection. */
export function rowOf(value: unknown): NormalisedRow {
  const result = normaliseValue(value, NOW);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.row;
}

/** Rejection code of an event, or 'accepted'. */
export function rejectionOf(value: unknown): string {
  const result = normaliseValue(value, NOW);
  return result.ok ? 'accepted' : result.code;
}
