import { describe, expect, test } from 'vitest';
import { failureReasonOf } from '../failureReason.ts';
import { isServiceAccount, keyOf, plainAddress } from '../names.ts';
import { compileNaming } from '../naming.ts';
import { STANDARD_SETTINGS } from '../settings.ts';
import { eventXml } from '../testing/eventXml.ts';
import { rowOf, TIME } from '../testing/failure.ts';

const xml = (id: number, data: readonly (readonly [string, string])[], provider?: string) =>
  rowOf({ xml: eventXml({ id, time: TIME, computer: 'PRD-SQL01', data, ...(provider && { provider }) }) });
const flat = (fields: object) =>
  rowOf({ event_type: 'WINDOWS_SECURITY_4625', timestamp: TIME, target_user_name: 'svc.billing', ...fields });

describe('one machine has one address', () => {
  test.each([
    ['\\\\FIN-LAPTOP3', 'FIN-LAPTOP3'],
    ['\\\\10.1.2.3', '10.1.2.3'],
    ['\\\\', ''],
    ['10.1.2.3:49812', '10.1.2.3'],
    ['[::ffff:10.1.2.3]:49812', '10.1.2.3'],
    ['[::ffff:c0a8:166]', '192.168.1.102'],
    ['[2001:db8::10]:445', '2001:db8::10'],
    ['0:0:0:0:0:ffff:c0a8:166', '192.168.1.102'],
    ['0000:0000:0000:0000:0000:FFFF:192.168.1.102', '192.168.1.102'],
    ['::ffff:0:192.168.1.102', '192.168.1.102'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0010', '2001:db8::10'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['FE80::1%12', 'fe80::1%12'],
    ['::', '::'],
    ['::1', '::1'],
    // No addresses: unchanged.
    ['1:2:3', '1:2:3'],
    ['::ffff:999.1.2.3', '::ffff:999.1.2.3'],
    ['1::2::3', '1::2::3'],
    ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
    ['PRD-SQL01:1433', 'PRD-SQL01:1433'],
    ['', ''],
  ])('%j is %j', (text, address) => {
    expect(plainAddress(text)).toBe(address);
    expect(plainAddress(address)).toBe(address);
  });

  test('in every field of a source', () => {
    expect(
      flat({
        source_host: '10.1.2.3:49812',
        workstation_name: '\\\\FIN-LAPTOP3',
        client_host: '::ffff:a01:203',
      }),
    ).toMatchObject({ source_host: '10.1.2.3', source_info_workstation_name: 'FIN-LAPTOP3' });
    expect(
      xml(4776, [
        ['TargetUserName', 'svc.billing'],
        ['Workstation', '\\\\FIN-LAPTOP3'],
      ]).source_info_workstation_name,
    ).toBe('FIN-LAPTOP3');
  });
});

describe('codes as numbers', () => {
  test.each(['-1073741718', '3221225578', '0xC000006A', '0xffffffffc000006a', -1073741718, 3221225578])(
    '%j is a wrong password in every field',
    (code) => {
      for (const field of ['status', 'sub_status'])
        expect(flat({ [field]: code })).toMatchObject({
          [field]: '0xc000006a',
          failure_reason: 'wrong password',
        });
      for (const field of [
        'failure_reason',
        'logon_failure_reason',
        'status_message',
        'sub_status_message',
        'failure_status_message',
      ])
        expect(flat({ [field]: code }).failure_reason).toBe('wrong password');
      expect(failureReasonOf({ failure_reason: code, status: code })).toBe('wrong password');
      if (typeof code !== 'string') return;
      for (const field of ['Status', 'SubStatus', 'FailureReason'])
        expect(
          xml(4625, [
            ['TargetUserName', 'svc.billing'],
            [field, code],
          ]).failure_reason,
        ).toBe('wrong password');
      expect(
        xml(4776, [
          ['TargetUserName', 'svc.billing'],
          ['Status', code],
        ]),
      ).toMatchObject({
        status: '0xc000006a',
        failure_reason: 'wrong password',
      });
    },
  );
  test('an encryption type of a refused ticket, and a session', () => {
    expect(
      xml(4769, [
        ['TargetUserName', 'a'],
        ['TicketEncryptionType', '-1'],
      ]).ticket_encryption,
    ).toBe('0xffffffff');
    expect(flat({ logon_id: 2 ** 33 + 1 }).logon_id).toBe('0x200000001');
  });
  test('words stay', () => {
    expect(flat({ failure_reason: 'Locked: see 10' }).failure_reason).toBe('Locked: see 10');
  });
});

describe('names in composed and decomposed letters', () => {
  const composed = 'svc.b\u00fcro';
  const decomposed = 'svc.bu\u0308ro';
  test('are one', () => {
    expect(keyOf(decomposed)).toBe(keyOf(composed));
    expect(keyOf(decomposed.toUpperCase())).toBe(keyOf(composed));
    for (const name of [
      'target_user_name',
      'subject_user_name',
      'system_context_computer_name',
      'source_host',
    ])
      expect(flat({ [name]: decomposed })).toMatchObject({ [name]: composed });
    expect(flat({ target_user_name: `${'x'.repeat(80)}${decomposed}` }).target_user_name).toContain(composed);
    const naming = compileNaming({
      ...STANDARD_SETTINGS,
      service_accounts: { standard: false, entries: [decomposed] },
    });
    expect(naming.isServiceAccount(composed)).toBe(true);
    expect(isServiceAccount(decomposed)).toBe(true);
  });
});

describe("a machine's own accounts, by their SID", () => {
  const account = (sid: string, name: string, domain: string) =>
    xml(4624, [
      ['TargetUserSid', sid],
      ['TargetUserName', name],
      ['TargetDomainName', domain],
      ['SubjectUserSid', sid],
      ['SubjectUserName', name],
      ['SubjectDomainName', domain],
    ]);
  test.each([
    ['S-1-5-7', 'ANONYMOUS-ANMELDUNG', 'NT-AUTORITÄT', 'ANONYMOUS LOGON', 'NT AUTHORITY'],
    ['S-1-5-18', 'СИСТЕМА', 'NT AUTHORITY', 'SYSTEM', 'NT AUTHORITY'],
    ['S-1-5-19', 'YEREL HİZMET', 'NT YETKİLİSİ', 'LOCAL SERVICE', 'NT AUTHORITY'],
    ['S-1-5-20', 'NETZWERKDIENST', 'NT-AUTORITÄT', 'NETWORK SERVICE', 'NT AUTHORITY'],
    ['S-1-5-80-3880718306-1', 'MSSQLSERVER', 'NT-DIENST', 'MSSQLSERVER', 'NT SERVICE'],
    ['S-1-5-82-1-2', 'svc-pool', 'IIS-APPPOOL', 'svc-pool', 'IIS APPPOOL'],
    ['S-1-5-83-1-2', 'A1B2', 'X', 'A1B2', 'NT VIRTUAL MACHINE'],
    ['S-1-5-90-0-1', 'DWM-1', 'X', 'DWM-1', 'Window Manager'],
    ['S-1-5-96-0-1', 'UMFD-1', 'X', 'UMFD-1', 'Font Driver Host'],
    ['S-1-5-111-3847866527', 'sshd_5848', 'X', 'sshd_5848', 'VIRTUAL USERS'],
    // The network name of the machine, and ordinary accounts, stay as they are.
    ['S-1-5-18', 'PRD-SQL01$', 'CORP', 'PRD-SQL01$', 'CORP'],
    ['S-1-5-21-1-2-3-1108', 'local service', 'CORP', 'local service', 'CORP'],
    ['S-1-5-800', 'svc.x', 'CORP', 'svc.x', 'CORP'],
    ['S-1-0-0', 'svc.x', 'CORP', 'svc.x', 'CORP'],
  ])('%s %s', (sid, name, domain, own, authority) => {
    expect(account(sid, name, domain)).toMatchObject({
      target_user_name: own,
      target_domain_name: authority,
      subject_user_name: own,
      subject_domain_name: authority,
    });
  });

  test.each([
    ['S-1-5-18', 'SYSTEM'],
    ['LocalSystem', 'SYSTEM'],
    ['NT AUTHORITY\\LocalService', 'LOCAL SERVICE'],
    ['NT AUTHORITY\\NetworkService', 'NETWORK SERVICE'],
    ['NT-AUTORITÄT\\Netzwerkdienst', 'NETWORK SERVICE'],
    ['CORP\\svc.billing', 'CORP\\svc.billing'],
  ])('the account %s of a service or task is %s', (name, own) => {
    expect(
      xml(
        7045,
        [
          ['ServiceName', 'x'],
          ['AccountName', name],
        ],
        'Service Control Manager',
      ).target_user_name,
    ).toBe(own);
    expect(
      xml(4697, [
        ['ServiceName', 'x'],
        ['ServiceAccount', name],
      ]).target_user_name,
    ).toBe(own);
    expect(
      xml(4698, [
        ['TaskName', '\\x'],
        ['TaskContent', `<Principals><UserId>${name}</UserId>`],
      ]).target_user_name,
    ).toBe(own);
  });
});
