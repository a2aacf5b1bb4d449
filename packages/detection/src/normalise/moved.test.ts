import { expect, test } from 'vitest';
import { normaliseValue } from './normalise.ts';

const NOW = Date.UTC(2026, 10, 21);
const rowOf = (value: object) => {
  const result = normaliseValue(value, NOW);
  return result.ok ? result.row : result.message;
};
const beats = (event_id: string, event_data: object, moved: object = {}) => ({
  '@timestamp': '2026-11-20T08:00:00Z',
  winlog: {
    event_id,
    event_data,
    provider_name: 'Microsoft-Windows-Security-Auditing',
    computer_name: 'WS-1042',
  },
  ...moved,
});
const azure = (EventID: number, EventData: string, columns: object = {}) => ({
  TimeGenerated: '2026-11-20T08:00:00Z',
  Computer: 'DC1.corp.example',
  EventSourceName: 'Microsoft-Windows-Security-Auditing',
  EventID,
  EventData,
  ...columns,
});

test('fields that Elastic’s security module moves are read', () => {
  expect(
    rowOf(
      beats(
        '4688',
        { SubjectUserName: 'j.weber', CommandLine: 'sqlcmd -U svc.billing' },
        { process: { executable: 'C:\\Tools\\sqlcmd.exe', parent: { executable: 'C:\\Windows\\cmd.exe' } } },
      ),
    ),
  ).toMatchObject({
    process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
    process_information_parent_process_name: 'C:\\Windows\\cmd.exe',
    process_information_command_line: 'sqlcmd -U svc.billing',
  });
  const source = { source: { ip: '10.1.2.3', domain: 'FIN-LAPTOP3' }, process: { executable: 'C:\\a.exe' } };
  expect(rowOf(beats('4624', { TargetUserName: 'svc.billing' }, source))).toMatchObject({
    source_host: '10.1.2.3',
    source_info_workstation_name: 'FIN-LAPTOP3',
    process_name: 'C:\\a.exe',
    process_information_new_process_name: null,
  });
  expect(
    rowOf(beats('4624', { TargetUserName: 'svc.billing', IpAddress: '10.9.9.9' }, source)),
  ).toMatchObject({
    source_host: '10.9.9.9',
  });
});

test('Azure’s data as XML in a text is read, with columns that are empty or filled', () => {
  const data =
    '<EventData xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><Data Name="TargetUserName">SQLDEV1$@CORP.EXAMPLE</Data><Data Name="IpAddress">::ffff:192.168.1.102</Data><Data Name="Status">0x1b</Data></EventData>';
  const read = { target_user_name: 'SQLDEV1$@CORP.EXAMPLE', source_host: '192.168.1.102', status: '0x1b' };
  expect(rowOf(azure(4769, data))).toMatchObject(read);
  expect(rowOf(azure(4769, data, { TargetUserName: '', IpAddress: '', Status: '' }))).toMatchObject(read);
});

test('Azure’s UserData names who cleared a log', () => {
  const data =
    '<UserData xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><LogFileCleared xmlns="http://manifests.microsoft.com/win/2004/08/windows/eventlog"><SubjectUserName>svc.admin</SubjectUserName><SubjectDomainName>CORP</SubjectDomainName></LogFileCleared></UserData>';
  expect(rowOf({ ...azure(1102, data), EventSourceName: 'Microsoft-Windows-Eventlog' })).toMatchObject({
    subject_user_name: 'svc.admin',
  });
});

test('an empty text is no name, unless somebody typed none', () => {
  expect(rowOf(beats('4624', { TargetUserName: '', LogonType: '3' }))).toMatch(
    /^Event 4624 has an empty TargetUserName/,
  );
  expect(rowOf(beats('4720', { TargetUserName: ' ' }))).toMatch(/empty TargetUserName/);
  expect(rowOf(beats('4625', { TargetUserName: '' }))).toMatchObject({ target_user_name: null });
});

test('values without names are refused, and the sentence says what to change', () => {
  expect(
    rowOf({
      channel: 'security',
      event_id: '4625',
      event_type: 'audit_success',
      source_name: 'Microsoft-Windows-Security-Auditing',
      computer_name: 'PRD-SQL01',
      string_inserts: ['S-1-0-0', 'svc.billing'],
      time: '2026-11-20T08:51:04+00:00',
    }),
  ).toMatch(/in_windows_eventlog2 with render_as_xml true$/);
});
