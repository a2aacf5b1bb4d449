import { describe, expect, test } from 'vitest';
import { eventXml } from '../testing/eventXml.ts';
import { rowOf, TIME } from '../testing/failure.ts';

const subject = [
  ['SubjectUserSid', 'S-1-5-21-1004336348-1177238915-682003330-1108'],
  ['SubjectUserName', 'm.keller'],
  ['SubjectDomainName', 'NORTHWIND'],
  ['SubjectLogonId', '0x9A3F1'],
] as const;

const row = (id: number, data: readonly (readonly [string, string])[], provider?: string) =>
  rowOf({
    xml: eventXml({
      id,
      time: TIME,
      computer: 'DC01.corp.example',
      data,
      ...(provider === undefined ? {} : { provider }),
    }),
  });

describe('events that findings are based on', () => {
  test('4648: who used the account, with which program, against which server', () => {
    expect(
      row(4648, [
        ...subject,
        ['LogonGuid', '{00000000-0000-0000-0000-000000000000}'],
        ['TargetUserName', 'svc.billing'],
        ['TargetDomainName', 'NORTHWIND'],
        ['TargetLogonGuid', '{00000000-0000-0000-0000-000000000000}'],
        ['TargetServerName', 'PRD-SQL01.corp.example'],
        ['TargetInfo', 'MSSQLSvc/PRD-SQL01.corp.example:1433'],
        ['ProcessId', '0x1f44'],
        ['ProcessName', 'C:\\Program Files\\SSMS\\Ssms.exe'],
        ['IpAddress', '::ffff:10.1.2.3'],
        ['IpPort', '0'],
      ]),
    ).toMatchObject({
      subject_user_name: 'm.keller',
      subject_logon_id: '0x9a3f1',
      target_user_name: 'svc.billing',
      target_computer_name: 'PRD-SQL01.corp.example',
      service_name: 'MSSQLSvc/PRD-SQL01.corp.example:1433',
      process_name: 'C:\\Program Files\\SSMS\\Ssms.exe',
      source_host: '10.1.2.3',
    });
  });

  test('4624 and its end: the two halves of a logon refer to each other', () => {
    const logon = row(4624, [
      ...subject,
      ['TargetUserName', 'm.keller'],
      ['TargetLogonId', '0x00000000000B71C4'],
      ['LogonType', '10'],
      ['AuthenticationPackageName', 'Negotiate'],
      ['WorkstationName', 'FIN-LAPTOP3'],
      ['ProcessName', 'C:\\Windows\\System32\\svchost.exe'],
      ['IpAddress', '10.1.2.3'],
      ['TargetLinkedLogonId', '0xB71E5'],
      ['ElevatedToken', '%%1842'],
    ]);
    expect(logon).toMatchObject({
      logon_id: '0xb71c4',
      linked_logon_id: '0xb71e5',
      authentication_package: 'Negotiate',
      process_name: 'C:\\Windows\\System32\\svchost.exe',
    });
    const end = row(4634, [
      ['TargetUserSid', 'S-1-5-21-1-2-3-4'],
      ['TargetUserName', 'm.keller'],
      ['TargetDomainName', 'NORTHWIND'],
      ['TargetLogonId', '0xb71c4'],
      ['LogonType', '10'],
    ]);
    expect(end).toMatchObject({ logon_id: logon.logon_id, logon_type: '10' });
  });

  test('no session is null', () => {
    expect(
      row(4624, [
        ['SubjectLogonId', '0x0'],
        ['TargetUserName', 'SYSTEM'],
        ['TargetLogonId', '0x3e7'],
        ['TargetLinkedLogonId', '0x0'],
      ]),
    ).toMatchObject({ subject_logon_id: null, logon_id: '0x3e7', linked_logon_id: null });
  });

  test('4672: the session that received its privileges', () => {
    expect(row(4672, [...subject, ['PrivilegeList', 'SeDebugPrivilege']])).toMatchObject({
      subject_user_name: 'm.keller',
      logon_id: '0x9a3f1',
    });
  });

  test.each([
    ['0x0', null],
    ['0x6', 'unknown user name'],
    ['0x12', 'account disabled, expired or locked out'],
    ['0x17', 'password expired'],
    ['0x18', 'wrong password'],
    ['0x25', 'clocks too far apart'],
    ['0x7f', '0x7f'],
  ])('4768 with Status %s: %s', (status, reason) => {
    expect(
      row(4768, [
        ['TargetUserName', 'svc.billing'],
        ['TargetDomainName', 'CORP.EXAMPLE'],
        ['TargetSid', 'S-1-0-0'],
        ['ServiceName', 'krbtgt'],
        ['ServiceSid', 'S-1-0-0'],
        ['TicketOptions', '0x40810010'],
        ['Status', status],
        ['TicketEncryptionType', '0x12'],
        ['PreAuthType', '2'],
        ['IpAddress', '::ffff:10.1.2.3'],
        ['IpPort', '49272'],
      ]),
    ).toMatchObject({
      failure_reason: reason,
      status,
      service_name: 'krbtgt',
      ticket_encryption: '0x12',
      source_host: '10.1.2.3',
      object_id: null,
    });
  });

  test('4769 and 4771: the service that the ticket is for, and why it was refused', () => {
    expect(
      row(4769, [
        ['TargetUserName', 'svc.billing@CORP.EXAMPLE'],
        ['TargetDomainName', 'CORP.EXAMPLE'],
        ['ServiceName', 'PRD-SQL01$'],
        ['TicketEncryptionType', '0x17'],
        ['IpAddress', '::ffff:10.1.2.3'],
        ['Status', '0x0'],
      ]),
    ).toMatchObject({ service_name: 'PRD-SQL01$', ticket_encryption: '0x17', failure_reason: null });
    expect(
      row(4771, [
        ['TargetUserName', 'svc.billing'],
        ['ServiceName', 'krbtgt/NORTHWIND'],
        ['Status', '0x18'],
        ['IpAddress', '::1'],
      ]),
    ).toMatchObject({ failure_reason: 'wrong password', source_host: '::1' });
  });

  test('4776: the workstation, the package and why', () => {
    expect(
      row(4776, [
        ['PackageName', 'MICROSOFT_AUTHENTICATION_PACKAGE_V1_0'],
        ['TargetUserName', 'svc.billing'],
        ['Workstation', 'FIN-LAPTOP3'],
        ['Status', '0xc0000234'],
      ]),
    ).toMatchObject({
      source_info_workstation_name: 'FIN-LAPTOP3',
      authentication_package: 'MICROSOFT_AUTHENTICATION_PACKAGE_V1_0',
      failure_reason: 'account locked out',
    });
  });

  test('4740: the domain field holds the computer that the wrong passwords came from', () => {
    expect(
      row(4740, [
        ['TargetUserName', 'svc.billing'],
        ['TargetDomainName', 'FIN-LAPTOP3'],
        ['TargetSid', 'S-1-5-21-1-2-3-1123'],
        ['SubjectUserName', 'DC01$'],
        ['SubjectDomainName', 'NORTHWIND'],
        ['SubjectLogonId', '0x3e7'],
      ]),
    ).toMatchObject({
      source_info_workstation_name: 'FIN-LAPTOP3',
      target_domain_name: 'NORTHWIND',
      target_user_name: 'svc.billing',
    });
  });
});

describe('changes', () => {
  test('4697 and 7045: the service, its account and its command', () => {
    const expected = {
      target_user_name: 'NORTHWIND\\svc.billing',
      service_name: 'Ledger Export',
      object_name: 'Ledger Export',
      process_information_command_line: '"C:\\Ledger\\export.exe" -k run',
    };
    expect(
      row(4697, [
        ...subject,
        ['ServiceName', 'Ledger Export'],
        ['ServiceFileName', '"C:\\Ledger\\export.exe" -k run'],
        ['ServiceType', '0x10'],
        ['ServiceStartType', '2'],
        ['ServiceAccount', 'NORTHWIND\\svc.billing'],
      ]),
    ).toMatchObject({ ...expected, subject_user_name: 'm.keller' });
    expect(
      row(
        7045,
        [
          ['ServiceName', 'Ledger Export'],
          ['ImagePath', '"C:\\Ledger\\export.exe" -k run'],
          ['ServiceType', 'user mode service'],
          ['StartType', 'auto start'],
          ['AccountName', 'NORTHWIND\\svc.billing'],
        ],
        'Service Control Manager',
      ),
    ).toMatchObject({ ...expected, event_type: 'Service Control Manager/7045' });
  });

  test.each([
    [4698, 'TaskContent'],
    [4702, 'TaskContentNew'],
  ])('%i: the task, its account and its command', (id, name) => {
    const task =
      '<?xml version="1.0" encoding="UTF-16"?>\r\n<Task><Triggers><LogonTrigger><UserId>NORTHWIND\\j.weber</UserId></LogonTrigger></Triggers>' +
      '<Principals><Principal id="Author"><UserId>NORTHWIND\\svc.billing</UserId><LogonType>Password</LogonType></Principal></Principals>' +
      '<Actions><Exec><Command>C:\\Ledger\\export.exe</Command><Arguments>/all &amp; /quiet</Arguments></Exec></Actions></Task>';
    expect(row(id, [...subject, ['TaskName', '\\Ledger\\nightly'], [name, task]])).toMatchObject({
      target_user_name: 'NORTHWIND\\svc.billing',
      object_name: '\\Ledger\\nightly',
      process_information_command_line: 'C:\\Ledger\\export.exe /all & /quiet',
    });
  });

  test('1102: who cleared the log, from its own element', () => {
    const xml =
      `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System>` +
      `<Provider Name='Microsoft-Windows-Eventlog' Guid='{fc65ddd8-d6ef-4962-83d5-6e5cfe9ce148}'/><EventID>1102</EventID>` +
      `<TimeCreated SystemTime='${TIME}'/><EventRecordID>1</EventRecordID><Computer>PRD-SQL01</Computer></System>` +
      `<UserData><LogFileCleared xmlns='http://manifests.microsoft.com/win/2004/08/windows/eventlog'>` +
      `<SubjectUserSid>S-1-5-21-1-2-3-1108</SubjectUserSid><SubjectUserName>m.keller</SubjectUserName>` +
      `<SubjectDomainName>NORTHWIND</SubjectDomainName><SubjectLogonId>0x9a3f1</SubjectLogonId></LogFileCleared></UserData></Event>`;
    const expected = {
      event_type: 'Microsoft-Windows-Eventlog/1102',
      subject_user_name: 'm.keller',
      subject_logon_id: '0x9a3f1',
    };
    // The second is read with the pattern of the first.
    expect(rowOf({ xml })).toMatchObject(expected);
    expect(rowOf({ xml: xml.replaceAll('m.keller', 'j.weber') })).toMatchObject({
      ...expected,
      subject_user_name: 'j.weber',
    });
    const json = {
      System: {
        Provider: { Name: 'Microsoft-Windows-Eventlog' },
        EventID: 1102,
        TimeCreated: { SystemTime: TIME },
      },
      UserData: { LogFileCleared: { SubjectUserName: 'm.keller', SubjectLogonId: '0x9a3f1' } },
    };
    expect(rowOf(json)).toMatchObject(expected);
  });

  test.each([
    ['CN=svc.billing,OU=Service,DC=corp,DC=example', 'svc.billing'],
    ['cn=Billing\\, Service,DC=corp', 'Billing, Service'],
    ['-', 'S-1-5-21-1-2-3-1123'],
  ])('4728: member %s is %s', (member, account) => {
    expect(
      row(4728, [
        ['MemberName', member],
        ['MemberSid', 'S-1-5-21-1-2-3-1123'],
        ['TargetUserName', 'Domänen-Admins'],
        ['TargetDomainName', 'NORTHWIND'],
        ['TargetSid', 'S-1-5-21-1-2-3-512'],
        ...subject,
      ]),
    ).toMatchObject({
      target_user_name: account,
      object_name: 'Domänen-Admins',
      object_id: 'S-1-5-21-1-2-3-512',
    });
  });

  test('4738: what changed, of codes and values', () => {
    const data = (values: Record<string, string>) => [
      ['TargetUserName', 'svc.billing'] as const,
      ...['OldUacValue', 'NewUacValue', 'AllowedToDelegateTo', 'AccountExpires', 'UserPrincipalName'].map(
        (name) => [name, values[name] ?? '-'] as const,
      ),
    ];
    const changeOf = (values: Record<string, string>) => row(4738, data(values)).change;
    expect(changeOf({ OldUacValue: '0x10', NewUacValue: '0x10210' })).toBe(
      'password never expires; Kerberos pre-authentication off',
    );
    expect(changeOf({ OldUacValue: '0x210', NewUacValue: '0x10' })).toBe('password expires again');
    expect(changeOf({ AllowedToDelegateTo: 'MSSQLSvc/PRD-SQL01:1433', AccountExpires: '%%1794' })).toBe(
      'may delegate to MSSQLSvc/PRD-SQL01:1433; account expiry changed',
    );
    expect(changeOf({ UserPrincipalName: '%%1793' })).toBeNull();
  });

  test('4719, 4781 and 5136', () => {
    expect(
      row(4719, [
        ...subject,
        ['CategoryId', '%%8273'],
        ['SubcategoryId', '%%12544'],
        ['SubcategoryGuid', '{0CCE9215-69AE-11D9-BED3-505054503030}'],
        ['AuditPolicyChanges', '%%8448, %%8450'],
      ]),
    ).toMatchObject({ object_name: 'logons', change: 'success removed, failure removed' });
    expect(
      row(4781, [
        ['OldTargetUserName', 'svc.billing'],
        ['NewTargetUserName', 'billing2'],
      ]),
    ).toMatchObject({ target_user_name: 'svc.billing', change: 'renamed to billing2' });
    const directory = (kind: string, operation: string) =>
      row(5136, [
        ...subject,
        ['ObjectDN', 'CN=svc.billing,OU=Service,DC=corp,DC=example'],
        ['ObjectClass', kind],
        ['AttributeLDAPDisplayName', 'servicePrincipalName'],
        ['AttributeValue', 'MSSQLSvc/PRD-SQL01'],
        ['OperationType', operation],
      ]);
    expect(directory('user', '%%14674')).toMatchObject({
      target_user_name: 'svc.billing',
      change: 'added to servicePrincipalName: MSSQLSvc/PRD-SQL01',
    });
    expect(directory('msDS-GroupManagedServiceAccount', '%%14675')).toMatchObject({
      target_user_name: 'svc.billing$',
      change: 'removed from servicePrincipalName: MSSQLSvc/PRD-SQL01',
    });
    expect(directory('organizationalUnit', '%%14674').target_user_name).toBeNull();
  });
});
