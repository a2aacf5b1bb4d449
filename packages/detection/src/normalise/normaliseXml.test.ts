import { describe, expect, test } from 'vitest';
import { eventXml, failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { failure, failureRow, failureXml, rowOf, TIME } from '../testing/failure.ts';

describe('Windows XML', () => {
  test('becomes a row with exactly the stored keys', () => {
    expect(rowOf({ xml: failureXml })).toEqual(failureRow);
    expect(Object.keys(rowOf({ xml: failureXml }))).toEqual(Object.keys(failureRow));
  });

  test('other keys of the line are ignored', () => {
    expect(rowOf({ source: { file: 'a' }, event_type: 'OTHER', xml: failureXml })).toEqual(failureRow);
  });

  test('4688: the process is the new one, the parent its starter', () => {
    const xml = eventXml({ id: 4688, time: TIME, computer: 'WS-1042', data: processData() });
    expect(rowOf({ xml })).toMatchObject({
      event_type: 'WINDOWS_SECURITY_4688',
      subject_user_name: 'j.weber',
      target_user_name: null,
      process_information_new_process_name: expect.stringMatching(/SQLCMD\.EXE$/),
      process_information_parent_process_name: 'C:\\Windows\\System32\\cmd.exe',
      process_information_command_line: 'sqlcmd -S tcp:PRD-SQL01\\BILLING,1433 -U svc.billing -Q "select 1"',
      failure_reason: null,
    });
  });

  test.each([
    [
      'the log-on type of boot',
      logonData({ LogonType: '0', TargetUserName: 'SYSTEM' }),
      { logon_type: '0', target_user_name: 'SYSTEM' },
    ],
    ['IPv6 loopback', logonData({ IpAddress: '::1' }), { source_host: '::1' }],
    [
      'IPv6 link-local',
      logonData({ IpAddress: 'fe80::1cae:5aa4:9d8d:106a' }),
      { source_host: 'fe80::1cae:5aa4:9d8d:106a' },
    ],
    ['a domain of a dot', logonData({ TargetDomainName: '.' }), { target_domain_name: '.' }],
    [
      'a UPN',
      logonData({ TargetUserName: 'svc.etl@corp.example' }),
      { target_user_name: 'svc.etl@corp.example' },
    ],
    ['trailing spaces', logonData({ TargetUserName: 'svc.etl  ' }), { target_user_name: 'svc.etl' }],
    ['a literal NULL', logonData({ WorkstationName: 'NULL' }), { source_info_workstation_name: null }],
    ['an empty value', logonData({ WorkstationName: '' }), { source_info_workstation_name: null }],
    ['a dash', logonData({ IpAddress: '-' }), { source_host: null }],
    ['a machine account', logonData({ TargetUserName: 'WS-1042$' }), { target_user_name: 'WS-1042$' }],
    [
      'a virtual account',
      logonData({ TargetUserName: 'DWM-1', TargetDomainName: 'Window Manager' }),
      { target_user_name: 'DWM-1' },
    ],
    ['a NUL in a name', logonData({ TargetUserName: 'svc\0.x' }), { target_user_name: 'svc\uFFFD.x' }],
  ])('4624: %s', (_, data, expected) => {
    expect(rowOf({ xml: eventXml({ id: 4624, time: TIME, computer: 'WS-1042', data }) })).toMatchObject(
      expected,
    );
  });

  test.each([
    ['Registry', { process_information_new_process_name: 'Registry' }],
    ['MemCompression', { process_information_new_process_name: 'MemCompression' }],
    [
      '\\??\\C:\\Windows\\system32\\conhost.exe',
      { process_information_new_process_name: '\\??\\C:\\Windows\\system32\\conhost.exe' },
    ],
    [
      'C:\\Users\\SVC-SQ~1\\TVupu.exe',
      { process_information_new_process_name: 'C:\\Users\\SVC-SQ~1\\TVupu.exe' },
    ],
    [
      `C:\\${'a'.repeat(3_000)}\\sqlcmd.exe`,
      { process_information_new_process_name: expect.stringMatching(/^a{1013}\\sqlcmd\.exe$/) },
    ],
  ])('4688: the process %.40s', (name, expected) => {
    const xml = eventXml({
      id: 4688,
      time: TIME,
      computer: 'WS-1042',
      data: processData({ NewProcessName: name }),
    });
    expect(rowOf({ xml })).toMatchObject(expected);
  });

  test('texts are capped, never in the middle of a character', () => {
    const data = processData({ SubjectUserName: `${'a'.repeat(1_023)}😀`, CommandLine: 'x'.repeat(70_000) });
    const row = rowOf({ xml: eventXml({ id: 4688, time: TIME, computer: 'WS-1042', data }) });
    expect(row.subject_user_name).toBe(`${'a'.repeat(1_023)}\uFFFD`);
    expect(row.process_information_command_line).toHaveLength(65_536);
  });

  test('versions of 4624 differ in their fields, not in the result', () => {
    for (const count of [20, 21, 26, 27]) {
      const xml = eventXml({
        id: 4624,
        version: 0,
        time: TIME,
        computer: 'WS-1042',
        data: logonData().slice(0, count),
      });
      expect(rowOf({ xml })).toMatchObject({
        target_user_name: 'svc.billing',
        logon_type: '2',
        source_host: '127.0.0.1',
      });
    }
  });

  test('the same event id of another provider is another event', () => {
    const xml = eventXml({ ...failure, provider: 'MSExchange Common', data: failedLogonData() });
    expect(rowOf({ xml })).toMatchObject({ event_type: 'MSExchange Common/4625', event_id: 4625 });
  });

  test('an explicit-credentials event names its target server', () => {
    const xml = eventXml({
      id: 4648,
      time: TIME,
      computer: 'WS-1042',
      data: [
        ['TargetUserName', 'svc.billing'],
        ['TargetServerName', 'PRD-SQL01'],
      ],
    });
    expect(rowOf({ xml })).toMatchObject({
      event_type: 'WINDOWS_SECURITY_4648',
      target_computer_name: 'PRD-SQL01',
    });
  });

  test.each([
    ['1', '1'],
    ['4294967296', '4294967296'],
    ['9223372036854775807', '9223372036854775807'],
    ['9223372036854775808', null],
    ['18446744073709551615', null],
    ['', null],
    ['-5', null],
    ['1e3', null],
  ])('record id %j is kept as %j', (recordId, kept) => {
    expect(rowOf({ xml: eventXml({ ...failure, recordId, data: failedLogonData() }) }).record_id).toBe(kept);
  });
});
