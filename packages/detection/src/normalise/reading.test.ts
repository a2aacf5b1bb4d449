import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { matchRules } from '../detect.ts';
import { failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { NOW, rowOf, TIME } from '../testing/failure.ts';
import { normaliseValue } from './normalise.ts';

const provider = 'Microsoft-Windows-Security-Auditing';
const logon = Object.fromEntries(logonData());
const failed = Object.fromEntries(failedLogonData());
const started = Object.fromEntries(processData());

const refusalOf = (value: unknown) => {
  const result = normaliseValue(value, NOW);
  return result.ok ? 'accepted' : `${result.code}: ${result.message}`;
};
const without = (data: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));

describe('Elastic: data that its security module moved to ECS fields', () => {
  const beats = (id: number, data: object, ecs: object) => ({
    '@timestamp': '2026-11-20T08:51:04.851Z',
    ...ecs,
    winlog: { computer_name: 'PRD-SQL01', event_id: String(id), provider_name: provider, event_data: data },
  });

  test.each([4624, 4625, 4648])('%d: the source and the program of a logon', (id) => {
    expect(
      rowOf(
        beats(id, without(id === 4625 ? failed : logon, 'IpAddress', 'WorkstationName', 'ProcessName'), {
          source: { ip: '10.1.2.3', domain: 'FIN-LAPTOP3', port: 0 },
          process: { executable: 'C:\\Windows\\System32\\svchost.exe', name: 'svchost.exe' },
        }),
      ),
    ).toMatchObject({
      source_host: '10.1.2.3',
      source_info_workstation_name: 'FIN-LAPTOP3',
      process_name: 'C:\\Windows\\System32\\svchost.exe',
      process_information_new_process_name: null,
    });
  });

  test.each([4768, 4769, 4771])('%d: the source of a ticket', (id) => {
    const data = { TargetUserName: 'svc.billing', ServiceName: 'krbtgt', Status: '0x18' };
    expect(rowOf(beats(id, data, { source: { ip: '10.1.2.3' } })).source_host).toBe('10.1.2.3');
  });

  test('4776: the workstation', () => {
    expect(
      rowOf(
        beats(4776, { TargetUserName: 'svc.billing', Status: '0x0' }, { source: { domain: 'FIN-LAPTOP3' } }),
      ).source_info_workstation_name,
    ).toBe('FIN-LAPTOP3');
  });

  test('4688: the program, its parent and the command line', () => {
    expect(
      rowOf(
        beats(4688, without(started, 'NewProcessName', 'ParentProcessName', 'CommandLine'), {
          process: {
            executable: 'C:\\Tools\\sqlcmd.exe',
            command_line: 'sqlcmd -S PRD-SQL01',
            parent: { executable: 'C:\\Windows\\System32\\cmd.exe' },
          },
        }),
      ),
    ).toMatchObject({
      process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
      process_information_command_line: 'sqlcmd -S PRD-SQL01',
      process_information_parent_process_name: 'C:\\Windows\\System32\\cmd.exe',
      process_name: null,
    });
  });

  test('4697: the service', () => {
    expect(rowOf(beats(4697, { ServiceFileName: 'x.exe' }, { service: { name: 'Updater' } }))).toMatchObject({
      service_name: 'Updater',
      object_name: 'Updater',
    });
  });

  test("Windows' own data comes first", () => {
    expect(rowOf(beats(4624, logon, { source: { ip: '10.9.9.9', domain: 'PROXY' } }))).toMatchObject({
      source_host: logon.IpAddress,
    });
  });

  test('the original event serves where the data was removed', () => {
    const original = `<Event><System><Provider Name='${provider}'/><EventID>4625</EventID><TimeCreated SystemTime='${TIME}'/><Computer>PRD-SQL01</Computer></System><EventData><Data Name='TargetUserName'>svc.billing</Data></EventData></Event>`;
    const value = {
      '@timestamp': TIME,
      event: { original },
      winlog: { event_id: 4625, provider_name: provider, computer_name: 'PRD-SQL01' },
    };
    expect(rowOf(value).target_user_name).toBe('svc.billing');
  });
});

const xmlData = `<EventData xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><Data Name="TargetUserName">svc.billing</Data><Data Name="Status">0xc000006d</Data><Data Name="IpAddress">::ffff:10.1.2.3</Data></EventData>`;
const cleared = `<UserData><LogFileCleared xmlns="http://manifests.microsoft.com/win/2004/08/windows/eventlog"><SubjectUserSid>S-1-5-21-1-2-3-500</SubjectUserSid><SubjectUserName>svc.admin</SubjectUserName></LogFileCleared></UserData>`;

describe('data as a text of XML', () => {
  const system = {
    Provider: { Name: provider },
    EventID: 4625,
    TimeCreated: { SystemTime: TIME },
    Computer: 'PRD-SQL01',
  };
  const azure = {
    TimeGenerated: TIME,
    Computer: 'PRD-SQL01',
    EventSourceName: provider,
    EventID: 4625,
    TargetUserName: '',
    IpAddress: '',
  };
  const vector = { timestamp: TIME, event_id: 4625, provider_name: provider, computer: 'PRD-SQL01' };
  test.each<[string, object]>([
    ['Azure, beside empty columns', { ...azure, EventData: xmlData }],
    [
      'Azure, in a DataItem',
      { ...azure, EventData: `<DataItem type="System.XmlData">${xmlData}</DataItem>` },
    ],
    ['with a declaration', { ...azure, EventData: `<?xml version="1.0"?>\n${xmlData}` }],
    ['the elements alone', { ...azure, EventData: xmlData.replace(/<\/?EventData[^>]*>/g, '') }],
    ['System and EventData', { System: system, EventData: xmlData }],
    ['Vector', { ...vector, event_data: xmlData }],
    ['osquery', { columns: { eventid: '4625', provider_name: provider, datetime: TIME, data: xmlData } }],
    [
      'winlogbeat',
      { '@timestamp': TIME, winlog: { event_id: 4625, provider_name: provider, event_data: xmlData } },
    ],
    [
      'the whole event as Event',
      {
        Event: `<Event><System><Provider Name='${provider}'/><EventID>4625</EventID><TimeCreated SystemTime='${TIME}'/></System>${xmlData}</Event>`,
      },
    ],
  ])('%s', (_, value) => {
    expect(rowOf(value)).toMatchObject({
      target_user_name: 'svc.billing',
      status: '0xc000006d',
      source_host: '10.1.2.3',
    });
  });

  test('columns with a value stay', () => {
    expect(rowOf({ ...azure, TargetUserName: 'svc.etl', EventData: xmlData }).target_user_name).toBe(
      'svc.etl',
    );
  });

  test('XML that is cut is refused', () => {
    expect(refusalOf({ ...azure, EventData: xmlData.slice(0, -20) })).toMatch(/^not_an_event: /);
  });
});

describe('events of the log itself', () => {
  const log = 'Microsoft-Windows-Eventlog';
  const subject = { SubjectUserName: 'svc.admin', SubjectDomainName: 'CORP' };
  const of = (id: number): [string, object][] => [
    ['Azure', { TimeGenerated: TIME, EventSourceName: log, EventID: id, EventData: cleared }],
    [
      'Azure, WindowsEvent',
      {
        TimeGenerated: TIME,
        Provider: log,
        EventID: id,
        EventData: JSON.stringify({ UserData: { LogFileCleared: subject } }),
      },
    ],
    [
      'winlogbeat',
      {
        '@timestamp': TIME,
        winlog: { event_id: id, provider_name: log, user_data: { ...subject, xml_name: 'LogFileCleared' } },
      },
    ],
    [
      'Wazuh',
      {
        data: {
          win: {
            system: { providerName: log, eventID: id, systemTime: TIME },
            logFileCleared: { subjectUserName: 'svc.admin', subjectDomainName: 'CORP' },
          },
        },
      },
    ],
    [
      'Telegraf',
      {
        name: 'win_eventlog',
        tags: {},
        fields: {
          Source: log,
          EventID: id,
          TimeCreated: TIME,
          UserData_LogFileCleared_SubjectUserName: 'svc.admin',
        },
      },
    ],
    [
      'System and UserData as XML',
      { System: { Provider: log, EventID: id, TimeCreated: TIME }, UserData: cleared },
    ],
  ];
  test.each([1102, 104].flatMap((id) => of(id).map(([name, value]) => [id, name, value] as const)))(
    '%d by %s: who cleared it',
    (_, __, value) => {
      expect(rowOf(value).subject_user_name).toBe('svc.admin');
    },
  );
  test.each([1102, 104])('%d by nobody is refused', (id) => {
    expect(refusalOf({ TimeGenerated: TIME, EventSourceName: log, EventID: id })).toMatch(
      /^missing_fields: Event \d+ has no SubjectUserName/,
    );
  });
  test.each([1100, 1101, 1104, 1105, 1108])('%d names nobody', (id) => {
    expect(rowOf({ TimeGenerated: TIME, EventSourceName: log, EventID: id }).event_id).toBe(id);
  });
});

describe('an empty text is no name', () => {
  test.each(
    [4624, 4648, 4720, 4740, 4768, 4769].flatMap((id) =>
      ['', ' ', '\t\u00a0'].map((name) => [id, name] as const),
    ),
  )('%d for %j', (id, name) => {
    const values = [
      {
        '@timestamp': TIME,
        winlog: { event_id: id, provider_name: provider, event_data: { TargetUserName: name } },
      },
      { TimeGenerated: TIME, EventSourceName: provider, EventID: id, TargetUserName: name },
      {
        event_type: `WINDOWS_SECURITY_${id}`,
        timestamp: TIME,
        target_user_name: name,
        system_context_computer_name: 'DC1',
      },
    ];
    for (const value of values) expect(refusalOf(value)).toMatch(/^missing_fields: Event \d+ has an empty /);
  });
  test('a refused logon may lack its name: Windows writes it so for a client that gave none', () => {
    expect(
      rowOf({ TimeGenerated: TIME, EventSourceName: provider, EventID: 4625, TargetUserName: '' })
        .target_user_name,
    ).toBeNull();
  });
});

describe("Logstash's xml filter", () => {
  const pieces = (force: boolean) => {
    const one = (value: unknown) => (force ? [value] : value);
    return {
      xmlns: 'http://schemas.microsoft.com/win/2004/08/events/event',
      System: one({
        Provider: one({ Name: provider, Guid: '{x}' }),
        EventID: one(force ? '4625' : { Qualifiers: '', content: '4625' }),
        TimeCreated: one({ SystemTime: TIME }),
        Computer: one('PRD-SQL01'),
      }),
      EventData: one({ Data: failedLogonData().map(([Name, content]) => ({ Name, content })) }),
    };
  };
  test.each(
    ['Event', 'event', 'xml', 'parsed', 'winlog', 'message'].flatMap((target) =>
      [true, false].map((force) => [target, force] as const),
    ),
  )('into %s, force_array %s', (target, force) => {
    expect(rowOf({ '@timestamp': TIME, '@version': '1', [target]: pieces(force) })).toMatchObject({
      target_user_name: 'svc.billing',
      failure_reason: 'wrong password',
      source_host: '192.0.2.17',
    });
  });
  test('texts under a name that Scout does not know are not taken as empty', () => {
    const value = {
      Event: { ...pieces(false), EventData: { Data: [{ Name: 'TargetUserName', inner: 'svc.billing' }] } },
    };
    expect(refusalOf(value)).toBe(
      'missing_fields: The Data elements have names, but their texts stand under a key that Scout does not know; send the event as XML',
    );
  });
});

describe('refusals say what was recognized, and what to change', () => {
  test.each<[string, object, RegExp]>([
    [
      'Fluentd',
      { event_id: '4625', event_type: 'audit_success', string_inserts: ['a'], time: TIME },
      /^missing_fields: Fluentd.*windows_eventlog2/,
    ],
    [
      'Fluentd without a time',
      { event_id: '4625', event_type: 'audit_failure', string_inserts: ['a'] },
      /^missing_fields: Fluentd/,
    ],
    [
      'a level for a type',
      { event_id: 4625, event_type: 'Information', timestamp: TIME },
      /^missing_fields: event_type holds/,
    ],
    [
      'Fluent Bit',
      { ProviderName: provider, EventID: 4625, TimeCreated: TIME, StringInserts: ['a'] },
      /Render_Event_As_XML/,
    ],
    [
      'Fluentd 2',
      { ProviderName: provider, EventID: 4625, TimeCreated: TIME, EventData: ['a', 'b'] },
      /render_as_xml/,
    ],
    [
      'Splunk',
      { result: { EventCode: '4625', SourceName: provider, TimeCreated: TIME, _raw: 'LogName=Security' } },
      /renderXml/,
    ],
    [
      'Elastic',
      { '@timestamp': TIME, winlog: { event_id: 4625, provider_name: provider } },
      /winlog\.event_data/,
    ],
    [
      'Azure',
      { Type: 'SecurityEvent', TenantId: 'x', TimeGenerated: TIME, EventSourceName: provider, EventID: 4625 },
      /Azure.*EventData/,
    ],
    [
      'Wazuh',
      { data: { win: { system: { providerName: provider, eventID: 4625, systemTime: TIME } } } },
      /Wazuh/,
    ],
    ['GELF', { version: '1.1', host: 'x', short_message: 'x' }, /^not_an_event: .*GELF/],
    ['OpenTelemetry', { resourceLogs: [] }, /OpenTelemetry/],
    ['OpenTelemetry, a record', { body: 'x', attributes: {}, severityText: 'INFO' }, /OpenTelemetry/],
    ['CEF', { message: 'CEF:0|Microsoft|Windows||4625|x|5|' }, /CEF/],
    ['LEEF', { _raw: 'LEEF:1.0|Microsoft|Windows|' }, /LEEF/],
    ['Get-WinEvent', { Id: 4625, ProviderName: provider, Properties: [] }, /Get-WinEvent.*ToXml/],
    ['Get-EventLog', { InstanceId: 4625, ReplacementStrings: ['a'] }, /Get-EventLog.*ToXml/],
    ['ECS alone', { '@timestamp': TIME, event: { code: '4625' } }, /winlog/],
    ['a batch', { events: [{}] }, /one event per line/],
    ['a line of text', { message: 'An account failed to log on.' }, /text/],
    ['anything', { a: 1 }, /^not_an_event: Not a Windows event\. Send it as .*xml.*event_type/],
  ])('%s', (_, value, sentence) => {
    expect(refusalOf(value)).toMatch(sentence);
  });
});

/** Inputs with what is right of them; present next to the checkout on some machines only. */
const FOLDER = new URL('../../../../../shared/detection/', import.meta.url);
function read(name: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  } catch {
    return null;
  }
}
const isPresent = read('01-beats8-4688-golden') !== null;
if (!isPresent)
  leaveOut('inputs of shippers through the normaliser', 'their folder is not beside the checkout');

describe.skipIf(!isPresent)('inputs of shippers', () => {
  test.each<[string, object | RegExp]>([
    [
      '01-beats8-4688-golden',
      {
        process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
        process_information_parent_process_name: 'C:\\Windows\\System32\\cmd.exe',
      },
    ],
    ['02-beats8-4624-golden', { source_host: '10.1.2.3', source_info_workstation_name: 'FIN-LAPTOP3' }],
    ['04-azure-4769-xml-only', { target_user_name: 'SQLDEV1$@CORP.EXAMPLE', source_host: '192.168.1.102' }],
    ['05-azure-1102-userdata', { subject_user_name: 'svc.admin' }],
    ['07-winlogbeat-empty-name', /^missing_fields: .*an empty text is no name/],
    ['08-fluentd-legacy-with-time-key', /^missing_fields: Fluentd/],
    ['10-ipv6-mapped-hex', { source_host: '192.168.1.102' }],
    [
      '11-signed-decimal-status',
      { status: '0xc000006d', sub_status: '0xc000006a', failure_reason: 'wrong password' },
    ],
  ])('%s', (name, right) => {
    if (right instanceof RegExp) expect(refusalOf(read(name))).toMatch(right);
    else expect(rowOf(read(name))).toMatchObject(right);
  });
  test('01 is a use of a service account', () => {
    expect(matchRules(rowOf(read('01-beats8-4688-golden'))).map(({ rule }) => rule)).toContain(
      'service-account-activity',
    );
  });
});
