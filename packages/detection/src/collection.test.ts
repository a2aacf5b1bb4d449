import { describe, expect, test } from 'vitest';
import { FILTERED_IDS, isCollected, WHOLE_IDS } from './collection.ts';
import { eventXml } from './testing/eventXml.ts';

const TIME = '2026-11-20T08:51:04.8515187Z';
const collected = (id: number, data: Record<string, string>, computer = 'DC01', provider?: string) =>
  isCollected(
    eventXml({ id, time: TIME, computer, data: Object.entries(data), ...(provider && { provider }) }),
  );

describe('what leaves a machine', () => {
  test.each(WHOLE_IDS)('%i of any account', (id) => {
    expect(collected(id, { TargetUserName: 'j.weber' })).toBe(true);
  });

  test.each<[number, Record<string, string>, boolean]>([
    [4634, { TargetUserName: 'svc.billing', LogonType: '3' }, true],
    [4634, { TargetUserName: 'j.weber', LogonType: '10' }, true],
    [4634, { TargetUserName: 'j.weber', LogonType: '3' }, false],
    [4634, { TargetUserName: 'WS-1042$', LogonType: '3' }, false],
    [4647, { TargetUserName: 'j.weber' }, true],
    [4648, { SubjectUserName: 'm.keller', TargetUserName: 'svc.billing' }, true],
    [4648, { SubjectUserName: 'svc.billing', TargetUserName: 'administrator' }, true],
    [4648, { SubjectUserName: 'DC01$', TargetUserName: 'j.weber' }, false],
    [4672, { SubjectUserName: 'svc.billing' }, true],
    [4672, { SubjectUserName: 'SYSTEM' }, false],
    [4740, { TargetUserName: 'svc.billing' }, true],
    [4740, { TargetUserName: 'j.weber' }, false],
    [4768, { TargetUserName: 'svc.billing' }, true],
    [4768, { TargetUserName: 'WS-1042$' }, false],
    [4769, { TargetUserName: 'svc.billing@CORP.EXAMPLE', ServiceName: 'PRD-SQL01$' }, true],
    [4769, { TargetUserName: 'j.weber@CORP.EXAMPLE', ServiceName: 'svc.sql' }, true],
    [4769, { TargetUserName: 'j.weber@CORP.EXAMPLE', ServiceName: 'FS01$' }, false],
    [4771, { TargetUserName: 'service.etl' }, true],
    [4771, { TargetUserName: 'j.weber' }, false],
    [4776, { TargetUserName: 'svc.billing' }, true],
    [4776, { TargetUserName: 'j.weber' }, false],
    [4719, { SubcategoryGuid: '{0CCE9215-69AE-11D9-BED3-505054503030}', AuditPolicyChanges: '%%8448' }, true],
    [4720, { TargetUserName: 'svc.new' }, true],
    [4720, { TargetUserName: 'j.weber' }, false],
    [4728, { MemberName: 'CN=svc.billing,DC=corp', TargetUserName: 'Domain Admins' }, true],
    [4728, { MemberName: 'CN=J. Weber,DC=corp', TargetUserName: 'Domain Admins' }, false],
    [4697, { ServiceName: 'Ledger', ServiceAccount: 'NORTHWIND\\svc.billing' }, true],
    [4697, { ServiceName: 'svchelper', ServiceAccount: 'LocalSystem' }, false],
  ])('%i %j: %s', (id, data, leaves) => {
    expect(collected(id, data)).toBe(leaves);
  });

  test('7045 of the System log', () => {
    const provider = 'Service Control Manager';
    expect(collected(7045, { ServiceName: 'Ledger', AccountName: '.\\svc.billing' }, 'WS-1', provider)).toBe(
      true,
    );
    expect(collected(7045, { ServiceName: 'Ledger', AccountName: 'LocalSystem' }, 'WS-1', provider)).toBe(
      false,
    );
  });

  test('events with missing fields are sent, so that the server reports them', () => {
    for (const id of FILTERED_IDS) expect(collected(id, {}), String(id)).toBe(true);
  });
});
