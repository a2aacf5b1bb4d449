import { describe, expect, test } from 'vitest';
import { compileAgentNames, STANDARD_AGENT_NAMES, UNKNOWN_AGENT_NAMES } from './agentNames.ts';
import { FILTERED_IDS, isCollected, WHOLE_IDS } from './collection.ts';
import { type Naming, STANDARD_NAMING } from './naming.ts';
import { eventXml } from './testing/eventXml.ts';

const TIME = '2026-11-20T08:51:04.8515187Z';
const collected = (
  id: number,
  data: Record<string, string>,
  computer = 'DC01',
  { provider, naming = STANDARD_NAMING }: { provider?: string; naming?: Naming } = {},
) =>
  isCollected(
    eventXml({ id, time: TIME, computer, data: Object.entries(data), ...(provider && { provider }) }),
    naming,
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
    expect(
      collected(7045, { ServiceName: 'Ledger', AccountName: '.\\svc.billing' }, 'WS-1', { provider }),
    ).toBe(true);
    expect(collected(7045, { ServiceName: 'Ledger', AccountName: 'LocalSystem' }, 'WS-1', { provider })).toBe(
      false,
    );
  });

  test('events with missing fields are sent, so that the server reports them', () => {
    for (const id of FILTERED_IDS) expect(collected(id, {}), String(id)).toBe(true);
  });

  describe('by the names of an organization', () => {
    const naming = compileAgentNames({
      ...STANDARD_AGENT_NAMES,
      service_accounts: { standard: false, entries: ['sa_*'] },
      accounts: ['ledger$'],
    });

    test.each<[number, Record<string, string>]>([
      [4634, { TargetUserName: 'sa_billing', LogonType: '3' }],
      [4648, { SubjectUserName: 'm.keller', TargetUserName: 'sa_billing' }],
      [4672, { SubjectUserName: 'sa_billing' }],
      [4740, { TargetUserName: 'sa_billing' }],
      [4768, { TargetUserName: 'sa_billing' }],
      [4769, { TargetUserName: 'sa_billing@CORP.EXAMPLE', ServiceName: 'PRD-SQL01$' }],
      [4769, { TargetUserName: 'j.weber@CORP.EXAMPLE', ServiceName: 'ledger$' }],
      [4771, { TargetUserName: 'sa_billing' }],
      [4776, { TargetUserName: 'sa_billing' }],
      [4720, { TargetUserName: 'sa_new' }],
      [4728, { MemberName: 'CN=sa_billing,DC=corp', TargetUserName: 'Domain Admins' }],
      [4697, { ServiceName: 'Ledger', ServiceAccount: 'NORTHWIND\\sa_billing' }],
    ])('%i %j', (id, data) => {
      expect(collected(id, data, 'DC01', { naming })).toBe(true);
      expect(collected(id, data)).toBe(false);
    });

    test('a default name that the organization switched off stays on the machine', () => {
      expect(collected(4776, { TargetUserName: 'svc.billing' }, 'DC01', { naming })).toBe(false);
    });

    test('of accounts whose names are unknown all but machines', () => {
      const unknown = compileAgentNames(UNKNOWN_AGENT_NAMES);
      const leaves = (account: string) =>
        collected(4776, { TargetUserName: account }, 'DC01', { naming: unknown });
      expect([leaves('sa_billing'), leaves('WS-1042$')]).toEqual([true, false]);
    });
  });
});
