import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NormalisedRow } from '../event.ts';
import { eventXml, failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { normaliseLine, normaliseValue } from './normalise.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const TIME = '2026-11-20T08:51:04.851518700Z';
const HOUR = 3_600_000;

function rowOf(value: unknown): NormalisedRow {
  const result = normaliseValue(value, NOW);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.row;
}

function rejectionOf(value: unknown): string {
  const result = normaliseValue(value, NOW);
  return result.ok ? 'accepted' : result.code;
}

const failure = { id: 4625, time: TIME, computer: 'PRD-SQL01.corp.example', recordId: '2147483648123' };
const failureXml = eventXml({ ...failure, data: failedLogonData() });
const failureRow: NormalisedRow = {
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
};
/** A row with every key and nothing but the given values. */
const EMPTY = Object.fromEntries(Object.keys(failureRow).map((key) => [key, null]));

const fields = Object.fromEntries(failedLogonData());
const system = {
  Provider: { Name: failureRow.provider },
  EventID: 4625,
  TimeCreated: { SystemTime: TIME },
  EventRecordID: 2147483648123,
  Computer: failure.computer,
};

describe('Windows XML', () => {
  test('becomes a row with exactly the stored keys', () => {
    expect(rowOf({ xml: failureXml })).toEqual(failureRow);
    expect(Object.keys(rowOf({ xml: failureXml }))).toEqual(Object.keys(failureRow));
  });

  test('other keys of the line do not count', () => {
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

  test('versions of 4624 differ in what they hold, not in what is read', () => {
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

  test('the same number of another provider is another event', () => {
    const xml = eventXml({ ...failure, provider: 'MSExchange Common', data: failedLogonData() });
    expect(rowOf({ xml })).toMatchObject({ event_type: 'MSExchange Common/4625', event_id: 4625 });
    expect(
      rowOf({
        xml: '<Event><System><EventID>4625</EventID><TimeCreated SystemTime="2026-11-20T00:00:00Z"/></System></Event>',
      }),
    ).toMatchObject({
      event_type: 'unknown/4625',
      provider: null,
    });
  });

  test('an explicit-credentials event names its target server', () => {
    const xml = eventXml({
      id: 4648,
      time: TIME,
      computer: 'WS-1042',
      data: [['TargetServerName', 'PRD-SQL01']],
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
    expect(rowOf({ xml: eventXml({ ...failure, recordId, data: [] }) }).record_id).toBe(kept);
  });
});

describe('Windows JSON, in the shapes that tools write', () => {
  const list = (name: string, text: string) =>
    failedLogonData().map(([key, value]) => ({ [name]: key, [text]: value }));
  const shapes: [string, unknown][] = [
    ['System and EventData', { System: system, EventData: fields }],
    ['inside Event', { Event: { System: system, EventData: fields } }],
    [
      '#attributes and #text',
      {
        Event: {
          '#attributes': { xmlns: 'x' },
          System: {
            ...system,
            Provider: { '#attributes': { Name: failureRow.provider } },
            EventID: { '#attributes': { Qualifiers: '' }, '#text': 4625 },
            TimeCreated: { '#attributes': { SystemTime: TIME } },
          },
          EventData: {
            Data: failedLogonData().map(([Name, text]) => ({ '#attributes': { Name }, '#text': text })),
          },
        },
      },
    ],
    [
      '@Name and #text',
      {
        System: {
          ...system,
          Provider: { '@Name': failureRow.provider },
          EventID: '4625',
          TimeCreated: { '@SystemTime': TIME },
          EventRecordID: '2147483648123',
        },
        EventData: { Data: list('@Name', '#text') },
      },
    ],
    [
      '@_Name and #text',
      {
        System: { ...system, Provider: { '@_Name': failureRow.provider } },
        EventData: { Data: list('@_Name', '#text') },
      },
    ],
    ['Name and #text', { System: system, EventData: { Data: list('Name', '#text') } }],
    ['Name and Value, as a list', { System: system, EventData: list('Name', 'Value') }],
    ['name and value', { System: system, EventData: { Data: list('name', 'value') } }],
    [
      'lists everywhere, $ and _',
      {
        Event: {
          System: [
            {
              Provider: [{ $: { Name: failureRow.provider } }],
              EventID: ['4625'],
              TimeCreated: [{ $: { SystemTime: TIME } }],
              EventRecordID: ['2147483648123'],
              Computer: [failure.computer],
            },
          ],
          EventData: [{ Data: failedLogonData().map(([Name, text]) => ({ $: { Name }, _: text })) }],
        },
      },
    ],
    [
      'attributes beside their element',
      {
        Event: {
          System: {
            ...system,
            Provider: null,
            Provider_attributes: { Name: failureRow.provider },
            TimeCreated: null,
            TimeCreated_attributes: { SystemTime: TIME },
          },
          EventData: fields,
        },
      },
    ],
    [
      'winlogbeat',
      {
        '@timestamp': '2026-11-20T08:51:04.851Z',
        event: { code: '4625' },
        winlog: {
          provider_name: failureRow.provider,
          event_id: '4625',
          record_id: 2147483648123,
          computer_name: failure.computer,
          event_data: fields,
        },
      },
    ],
  ];

  test.each(shapes)('%s: the same row as from XML', (_, value) => {
    expect(rowOf(value)).toEqual(failureRow);
    expect(normaliseLine(JSON.stringify(value), NOW)).toEqual({ ok: true, row: failureRow });
  });

  test('numbers where tools write numbers: logon type, codes, ids', () => {
    const data = { ...fields, LogonType: 3, Status: 0xc000006d, SubStatus: -1073741718, IpPort: 57116 };
    expect(rowOf({ System: system, EventData: data })).toEqual(failureRow);
  });

  test('one element of data need not be a list', () => {
    expect(
      rowOf({ System: system, EventData: { Data: { '@Name': 'TargetUserName', '#text': 'svc.etl' } } })
        .target_user_name,
    ).toBe('svc.etl');
  });

  test('no data, empty data and data without names', () => {
    for (const data of [
      undefined,
      null,
      {},
      '',
      { Data: null },
      { Data: ['a', 'b'] },
      { Data: [{ '#text': 'a' }] },
      { Data: [] },
    ]) {
      expect(rowOf({ System: system, EventData: data }).target_user_name).toBeNull();
    }
  });

  test('an element without text is absent', () => {
    expect(
      rowOf({ System: system, EventData: { Data: [{ '@Name': 'TargetUserName' }] } }).target_user_name,
    ).toBeNull();
  });

  test.each([
    ['a number for a name', { System: system, EventData: { TargetUserName: 7 } }, 'wrong_type'],
    ['a list for a name', { System: system, EventData: { TargetUserName: ['a', 'b'] } }, 'wrong_type'],
    ['an object for a computer', { System: { ...system, Computer: { a: 1 } } }, 'wrong_type'],
    ['words for an event id', { System: { ...system, EventID: 'many' } }, 'wrong_type'],
    ['a fraction for an event id', { System: { ...system, EventID: 1.5 } }, 'wrong_type'],
    ['an event id beyond 32 bits', { System: { ...system, EventID: 4_294_967_296 } }, 'wrong_type'],
    ['no event id', { System: { ...system, EventID: undefined } }, 'not_an_event'],
    ['an empty System', { System: {} }, 'not_an_event'],
    ['a System of text', { System: 'x' }, 'not_an_event'],
    ['an Event without System', { Event: {} }, 'not_an_event'],
    ['no time', { System: { ...system, TimeCreated: {} } }, 'missing_time'],
    ['an empty winlog', { winlog: {}, '@timestamp': TIME }, 'not_an_event'],
  ])('%s is refused', (_, value, code) => {
    expect(rejectionOf(value)).toBe(code);
  });
});

describe('flat rows', () => {
  test('every field of the specification', () => {
    expect(
      rowOf({
        event_type: 'WINDOWS_SECURITY_4625',
        timestamp: TIME,
        target_user_name: ' svc.billing ',
        subject_user_name: '-',
        system_context_computer_name: 'PRD-SQL01',
        target_computer_name: 'PRD-SQL01',
        source_info_workstation_name: 'FIN-LAPTOP3',
        logon_type: 3,
        process_information_new_process_name: '',
        process_information_command_line: null,
        status: '0xC000006D',
        sub_status: '0xC0000234',
        ignored: { deeply: ['nested'] },
      }),
    ).toEqual({
      ...EMPTY,
      timestamp: '2026-11-20T08:51:04.851Z',
      event_type: 'WINDOWS_SECURITY_4625',
      event_id: 4625,
      target_user_name: 'svc.billing',
      system_context_computer_name: 'PRD-SQL01',
      target_computer_name: 'PRD-SQL01',
      source_info_workstation_name: 'FIN-LAPTOP3',
      logon_type: '3',
      failure_reason: 'account locked out',
      status: '0xc000006d',
      sub_status: '0xc0000234',
    });
  });

  test.each([
    [{ event_type: 4625 }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: '4625' }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: ' windows_security_4688 ' }, 'WINDOWS_SECURITY_4688', 4688],
    [{ event_type: 4625, provider: 'Microsoft-Windows-Security-Auditing' }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: 4625, provider: 'MSExchange Common' }, 'MSExchange Common/4625', 4625],
    [{ event_id: 4625 }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_id: '4624', provider: 'Other' }, 'Other/4624', 4624],
    [{ event_type: 'SSH_LOGIN' }, 'SSH_LOGIN', null],
    [{ event_type: 'SSH_LOGIN', event_id: 7 }, 'SSH_LOGIN', 7],
    [{ event_type: 'WINDOWS_SECURITY_4720' }, 'WINDOWS_SECURITY_4720', 4720],
    [{ event_type: '4648' }, '4648', null],
    [{ event_type: 'MSExchange Common/4625', provider: 'MSExchange Common' }, 'MSExchange Common/4625', null],
  ])('the type of %j is %s', (row, eventType, eventId) => {
    expect(rowOf({ ...row, timestamp: TIME })).toMatchObject({ event_type: eventType, event_id: eventId });
  });

  test('every time field, as text or number', () => {
    for (const field of [
      'timestamp',
      'created_at',
      'occurred_at',
      'event_time',
      'ts',
      'time',
      'ts_ms',
      'ts_s',
      'inserted_at',
    ]) {
      for (const value of [TIME, Date.parse(TIME), Date.parse(TIME) / 1000, String(Date.parse(TIME))]) {
        expect(rowOf({ event_type: 'X', [field]: value }).timestamp).toBe('2026-11-20T08:51:04.851Z');
      }
    }
  });

  test('every source is kept: the workstation, and the others in one text', () => {
    const row = rowOf({
      event_type: 4625,
      timestamp: TIME,
      source_host: '192.0.2.9',
      source_hostname: 'JUMP01',
      source_info_workstation_name: 'FIN-LAPTOP3',
      workstation_name: 'fin-laptop3',
      client_host: 'jump01',
      originating_host: '2001:db8::7',
    });
    expect(row).toMatchObject({
      source_info_workstation_name: 'FIN-LAPTOP3',
      source_host: '192.0.2.9, 2001:db8::7, JUMP01',
    });
    expect(rowOf({ event_type: 4625, timestamp: TIME, workstation_name: 'WS-1' })).toMatchObject({
      source_info_workstation_name: 'WS-1',
      source_host: null,
    });
  });

  test.each([
    [{ failure_reason: 'Locked by policy', sub_status: '0xc0000072' }, 'Locked by policy'],
    [{ logon_failure_reason: '%%2307' }, 'account locked out'],
    [{ status_message: 'Own words' }, 'Own words'],
    [{ sub_status_message: 'Own words' }, 'Own words'],
    [{ failure_status_message: 'Own words' }, 'Own words'],
    [{ status: 3221226036 }, 'account locked out'],
    [{}, null],
  ])('the failure reason of %j is %j', (row, reason) => {
    expect(rowOf({ event_type: 4625, timestamp: TIME, ...row }).failure_reason).toBe(reason);
  });

  test('a stored row becomes itself', () => {
    expect(rowOf(failureRow)).toEqual(failureRow);
    fc.assert(
      fc.property(
        fc.record({
          event_type: fc.constantFrom<unknown>(4624, '4625', 'WINDOWS_SECURITY_4688', 'OTHER', 'P/4625'),
          ts_s: fc.integer({ min: 946_684_800, max: NOW / 1000 }),
          provider: fc.option(fc.string()),
          target_user_name: fc.option(fc.string({ unit: 'binary' })),
          source_host: fc.option(fc.string()),
          client_host: fc.option(fc.string()),
          workstation_name: fc.option(fc.string()),
          logon_type: fc.option(fc.string()),
          status: fc.option(fc.constantFrom('0xC0000234', '0x0', 'text', '0xBEEF')),
          sub_status: fc.option(fc.constantFrom('0xC0000072', '0x0', '0xBEEF')),
          process_information_command_line: fc.option(fc.string()),
        }),
        (flat) => {
          const row = rowOf(flat);
          expect(rowOf(row)).toEqual(row);
        },
      ),
    );
  });
});

describe('lines that become no row', () => {
  test.each([
    ['', 'not_json'],
    ['not json', 'not_json'],
    ['{"xml": "<Event', 'not_json'],
    ['{}\u0000', 'not_json'],
    ['null', 'not_an_event'],
    ['[]', 'not_an_event'],
    ['"<Event/>"', 'not_an_event'],
    ['7', 'not_an_event'],
    ['{}', 'not_an_event'],
    ['{"timestamp":"2026-11-20T00:00:00Z"}', 'not_an_event'],
    ['{"event_type":"","timestamp":"2026-11-20T00:00:00Z"}', 'not_an_event'],
    ['{"xml":7}', 'wrong_type'],
    ['{"xml":"<Event>"}', 'not_an_event'],
    ['{"event_type":{},"timestamp":"2026-11-20T00:00:00Z"}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","target_user_name":7}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","client_host":["a"]}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","event_id":"many"}', 'wrong_type'],
    ['{"event_type":"X"}', 'missing_time'],
    ['{"event_type":"X","timestamp":"yesterday","ts":null}', 'missing_time'],
    ['{"event_type":"X","timestamp":"1601-01-01T00:00:00Z"}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":"9999-12-31T23:59:59Z"}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":0}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":1e300}', 'time_out_of_range'],
    ['{"__proto__":{"event_type":"X","timestamp":"2026-11-20T00:00:00Z"}}', 'not_an_event'],
    ['{"constructor":{"System":{}}}', 'not_an_event'],
  ])('%s: %s', (line, code) => {
    const result = normaliseLine(line, NOW);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : result.message).toMatch(/^[\x20-\x7E]{10,120}$/);
  });

  test('the bounds of time are kept to the millisecond', () => {
    const at = (time: number) => rejectionOf({ event_type: 'X', timestamp: new Date(time).toISOString() });
    expect(at(Date.UTC(2000, 0, 1))).toBe('accepted');
    expect(at(Date.UTC(2000, 0, 1) - 1)).toBe('time_out_of_range');
    expect(at(NOW + 24 * HOUR)).toBe('accepted');
    expect(at(NOW + 24 * HOUR + 1)).toBe('time_out_of_range');
  });

  test('a byte order mark before the line is no fault, __proto__ in it no danger', () => {
    const line =
      '\uFEFF{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","__proto__":{"target_user_name":"svc.x"}}';
    expect(normaliseLine(line, NOW)).toMatchObject({ ok: true, row: { target_user_name: null } });
    expect(({} as Record<string, unknown>).target_user_name).toBeUndefined();
  });

  test('a NUL, half a pair and long names become what a database can store', () => {
    const row = rowOf({
      event_type: 'X',
      timestamp: TIME,
      target_user_name: 'svc\0x',
      provider: 'a\uD800',
      source_host: 'h'.repeat(2_000),
    });
    expect(row).toMatchObject({
      target_user_name: 'svc\uFFFDx',
      provider: 'a\uFFFD',
      source_host: 'h'.repeat(1_024),
    });
  });

  test('nothing that JSON can hold makes it throw', () => {
    const key = fc.constantFrom(
      'xml',
      'Event',
      'System',
      'EventData',
      'Data',
      'winlog',
      'event_data',
      'event_type',
      'timestamp',
      'status',
      '#text',
      '@Name',
      '__proto__',
    );
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(null, true, 0, -1.5, 4625, '', '4625', TIME, '<Event/>', failureXml),
        fc.string(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const result = normaliseValue(value, NOW);
        expect(normaliseLine(JSON.stringify(value), NOW)).toEqual(result);
        if (result.ok)
          expect(Object.values(result.row).every((text) => text === null || typeof text !== 'object')).toBe(
            true,
          );
      }),
      { numRuns: 2_000 },
    );
  });

  test('a line nested 100,000 deep is refused or read, never followed', () => {
    const deep = `${'{"Event":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(normaliseLine(deep, NOW)).toMatchObject({ ok: false });
    expect(normaliseLine('['.repeat(100_000), NOW)).toMatchObject({ ok: false, code: 'not_json' });
  });
});
