import { describe, expect, test } from 'vitest';
import { eventXml, failedLogonData } from '../testing/eventXml.ts';
import { failure, failureRow, failureXml, NOW, rowOf, TIME } from '../testing/failure.ts';
import { normaliseValue } from './normalise.ts';

const data = Object.fromEntries(failedLogonData());
const provider = failureRow.provider;
const record = Number(failureRow.record_id);
const { computer } = failure;

/** One event in each shipper's default format, reduced to relevant and misleading fields. */
const SHAPES: readonly [string, object][] = [
  [
    'Winlogbeat and Elastic Agent',
    {
      '@timestamp': '2026-11-20T08:51:04.851Z',
      agent: { type: 'winlogbeat', name: 'COLLECTOR1' },
      event: { code: '4625', provider, kind: 'event', outcome: 'failure' },
      host: { name: 'COLLECTOR1' },
      message: 'An account failed to log on.',
      winlog: {
        channel: 'Security',
        computer_name: computer,
        event_data: data,
        event_id: '4625',
        provider_name: provider,
        record_id: record,
      },
    },
  ],
  [
    'Elasticsearch, a hit',
    {
      _index: 'winlogbeat',
      _source: {
        '@timestamp': '2026-11-20T08:51:04.851Z',
        winlog: {
          computer_name: computer,
          event_data: data,
          event_id: '4625',
          provider_name: provider,
          record_id: record,
        },
      },
    },
  ],
  [
    'NXLog, JSON',
    {
      EventTime: '2026-11-20T09:51:04.851518+01:00',
      Hostname: computer,
      Keywords: '9227875636482146304',
      LevelValue: 0,
      EventType: 'AUDIT_FAILURE',
      SeverityValue: 4,
      Severity: 'ERROR',
      EventID: 4625,
      SourceName: provider,
      TaskValue: 12544,
      RecordNumber: record,
      ExecutionProcessID: 4,
      Channel: 'Security',
      Category: 'Logon',
      ...data,
      EventReceivedTime: '2026-11-20T09:51:05.104+01:00',
      SourceModuleName: 'in',
      SourceModuleType: 'im_msvistalog',
    },
  ],
  [
    'Fluent Bit, winevtlog with Render_Event_As_XML',
    { System: failureXml, Message: 'An account failed to log on.', StringInserts: ['S-1-0-0', '-'] },
  ],
  [
    'Vector',
    {
      channel: 'Security',
      computer,
      event_data: data,
      event_id: 4625,
      level: 'Information',
      message: 'An account failed to log on.',
      provider_name: provider,
      record_id: record,
      source_type: 'windows_event_log',
      timestamp: TIME,
    },
  ],
  [
    'Splunk Universal Forwarder, XML, through HEC',
    {
      time: 1_763_628_664,
      host: 'FORWARDER1',
      source: 'XmlWinEventLog:Security',
      sourcetype: 'XmlWinEventLog',
      index: 'wineventlog',
      event: failureXml,
    },
  ],
  [
    'Splunk, a search result of XML',
    {
      preview: false,
      result: { _time: '2026-11-20 08:51:04', EventCode: '4625', host: 'PRD-SQL01', _raw: failureXml },
    },
  ],
  [
    'Azure Monitor and Sentinel, SecurityEvent',
    {
      TenantId: '00000000-0000-4000-8000-000000000001',
      TimeGenerated: TIME,
      SourceSystem: 'OpsManager',
      Account: 'NORTHWIND\\svc.billing',
      AccountType: 'User',
      Computer: computer,
      EventSourceName: provider,
      Channel: 'Security',
      Task: 12544,
      EventID: 4625,
      Activity: '4625 - An account failed to log on.',
      EventRecordId: String(record),
      ...data,
      LogonType: 3,
      Type: 'SecurityEvent',
    },
  ],
  [
    'Azure Monitor, WindowsEvent',
    {
      TimeGenerated: TIME,
      Provider: provider,
      Channel: 'Security',
      Computer: computer,
      EventID: 4625,
      EventRecordId: String(record),
      EventData: JSON.stringify(data),
      Type: 'WindowsEvent',
    },
  ],
  [
    'Wazuh',
    {
      timestamp: '2026-11-20T08:51:06.000+0000',
      agent: { id: '003', name: 'PRD-SQL01' },
      manager: { name: 'wazuh' },
      data: {
        win: {
          system: {
            providerName: provider,
            eventID: '4625',
            systemTime: TIME,
            eventRecordID: String(record),
            channel: 'Security',
            computer,
            severityValue: 'AUDIT_FAILURE',
          },
          eventdata: Object.fromEntries(
            Object.entries(data).map(([name, value]) => [name[0]!.toLowerCase() + name.slice(1), value]),
          ),
        },
      },
    },
  ],
  [
    'osquery, windows_events',
    {
      name: 'windows_events',
      hostIdentifier: 'PRD-SQL01',
      unixTime: 1_763_628_665,
      action: 'added',
      columns: {
        computer_name: computer,
        data: JSON.stringify({ EventData: data }),
        datetime: TIME,
        eventid: '4625',
        provider_name: provider,
        source: 'Security',
        time: '1763628665',
      },
    },
  ],
  [
    'Telegraf, win_eventlog',
    {
      name: 'win_eventlog',
      tags: {
        Channel: 'Security',
        Computer: computer,
        EventID: '4625',
        Source: provider,
        host: 'COLLECTOR1',
      },
      fields: {
        ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`Data_${name}`, value])),
        EventRecordID: record,
        TimeCreated: TIME,
        Message: 'An account failed to log on.',
      },
      timestamp: 1_763_628_665,
    },
  ],
];

describe('shapes of common shippers', () => {
  test.each(SHAPES)('%s: the same row as from XML', (name, value) => {
    // osquery has no column for it.
    const record_id = name.startsWith('osquery') ? null : failureRow.record_id;
    expect(rowOf(value)).toEqual({ ...failureRow, record_id });
  });

  test.each(SHAPES.filter(([, value]) => !JSON.stringify(value).includes('<Event')))(
    "%s: another provider's 4625 is not Windows'",
    (_, value) => {
      const other = JSON.parse(JSON.stringify(value).replaceAll(provider!, 'EventSystem')) as object;
      expect(rowOf(other)).toMatchObject({ event_type: 'EventSystem/4625', provider: 'EventSystem' });
    },
  );
});

describe('rejected lines, with the missing field', () => {
  const refusalOf = (value: unknown) => {
    const result = normaliseValue(value, NOW);
    return result.ok ? 'accepted' : `${result.code}: ${result.message}`;
  };
  const nameless =
    'missing_fields: Event 4625 has no TargetUserName: its data is missing, or came without names';

  test.each<[string, object, string]>([
    [
      'Fluent Bit in its default: values by position',
      {
        ProviderName: provider,
        EventID: 4625,
        Channel: 'Security',
        TimeCreated: '2026-11-20 08:51:04 +0000',
        EventRecordID: record,
        Computer: computer,
        Message: 'An account failed to log on.',
        StringInserts: ['S-1-0-0', '-', '-', '0x0', 'S-1-0-0', 'svc.billing'],
      },
      nameless,
    ],
    [
      'Splunk in its default: the words of the message',
      {
        preview: false,
        result: {
          EventCode: '4625',
          SourceName: 'Microsoft Windows security auditing.',
          ComputerName: computer,
          TimeCreated: TIME,
          Account_Name: ['-', 'svc.billing'],
          _raw: '11/20/2026 08:51:04 AM\nLogName=Security\nEventCode=4625',
        },
      },
      nameless,
    ],
    [
      'an event of Elastic whose data a pipeline removed',
      {
        '@timestamp': '2026-11-20T08:51:04.851Z',
        user: { name: 'svc.billing' },
        winlog: { event_id: 4625, provider_name: provider, computer_name: computer },
      },
      nameless,
    ],
    [
      'XML without data',
      {
        xml: eventXml({ ...failure, data: [] }),
      },
      nameless,
    ],
    [
      'XML without a provider',
      { xml: failureXml.replace(/<Provider[^>]*>/, '') },
      'missing_fields: Event 4625 does not say which provider wrote it',
    ],
    [
      'an id alone',
      { event_id: 4625, timestamp: TIME, target_user_name: 'svc.billing', channel: 'Security' },
      'missing_fields: event_id 4625 comes without event_type and provider',
    ],
    [
      'a row that names nothing',
      { event_type: 'WINDOWS_SECURITY_4625', timestamp: TIME, user: 'svc.billing' },
      'missing_fields: Event 4625 names no account, computer or process',
    ],
    [
      "NXLog with the machine's own clock",
      { EventTime: '2026-11-20 09:51:04', EventID: 4625, SourceName: provider, ...data },
      'missing_time: EventTime has no time zone',
    ],
    [
      'osquery with data that is cut',
      { columns: { eventid: '4625', provider_name: provider, datetime: TIME, data: '{"EventData":{"Tar' } },
      'missing_fields: The data of the event is not JSON',
    ],
  ])('%s', (_, value, refusal) => {
    expect(refusalOf(value)).toContain(refusal);
  });

  test('an empty value is a value: the field is there', () => {
    expect(
      rowOf({ xml: failureXml.replace(`'TargetUserName'>svc.billing</Data>`, `'TargetUserName'/>`) })
        .target_user_name,
    ).toBeNull();
  });
});
