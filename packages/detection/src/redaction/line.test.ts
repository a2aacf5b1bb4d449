import { describe, expect, it } from 'vitest';
import { normaliseLine } from '../index.ts';
import { eventXml } from '../testing/eventXml.ts';
import { redactLine } from './line.ts';

const NOW = Date.UTC(2026, 10, 21);
const xml = (command: string): string =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-Security-Auditing'/><EventID>4688</EventID><TimeCreated SystemTime='2026-11-20T08:00:00.0000000Z'/><EventRecordID>7</EventRecordID><Computer>WS-1042</Computer></System><EventData><Data Name='SubjectUserName'>j.weber</Data><Data Name='NewProcessName'>C:\\Tools\\sqlcmd.exe</Data><Data Name='CommandLine'>${command}</Data></EventData></Event>`;
const commandLine = (line: string | Uint8Array): string | null => {
  const result = normaliseLine(Buffer.from(line).toString('utf8'), NOW);
  return result.ok ? result.row.process_information_command_line : result.message;
};

const SECRET = 'sqlcmd -S PRD-SQL01 -U svc.billing -P "hun & ter2"';
const CLEAN = 'sqlcmd -S PRD-SQL01 -U svc.billing -P [redacted]';

/** Provider of the event, in the notation of XML-to-JSON tools. */
const written = { Provider: { Name: 'Microsoft-Windows-Security-Auditing' } };

describe('redactLine', () => {
  it.each([
    ['Windows XML', { xml: xml('sqlcmd -S PRD-SQL01 -U svc.billing -P &quot;hun &amp; ter2&quot;') }],
    ['Windows XML with a marked section', { xml: xml(`<![CDATA[${SECRET}]]>`) }],
    [
      'Windows XML with numbered characters',
      { xml: xml('sqlcmd -S PRD-SQL01 -U svc.billing -P &#34;hun &#x26; ter2&#34;') },
    ],
    [
      'a flat row',
      { event_type: 4688, timestamp: '2026-11-20T08:00:00Z', process_information_command_line: SECRET },
    ],
    [
      'winlogbeat',
      {
        '@timestamp': '2026-11-20T08:00:00Z',
        winlog: {
          event_id: 4688,
          provider_name: 'Microsoft-Windows-Security-Auditing',
          event_data: { CommandLine: SECRET },
        },
      },
    ],
    [
      'data by list',
      {
        Event: {
          System: { ...written, EventID: 4688, TimeCreated: { '@SystemTime': '2026-11-20T08:00:00Z' } },
          EventData: { Data: [{ '@Name': 'CommandLine', '#text': SECRET }] },
        },
      },
    ],
    [
      'data by list with attributes apart',
      {
        Event: {
          System: {
            ...written,
            EventID: 4688,
            TimeCreated: { '#attributes': { SystemTime: '2026-11-20T08:00:00Z' } },
          },
          EventData: { Data: [{ '#attributes': { Name: 'CommandLine' }, '#text': SECRET }] },
        },
      },
    ],
  ])('%s', (_, event) => {
    const line = redactLine(Buffer.from(JSON.stringify(event)));
    expect(Buffer.from(line).toString()).not.toContain('ter2');
    expect(commandLine(line)).toBe(CLEAN);
    expect(redactLine(line)).toBe(line);
  });

  it('returns the same bytes when there is no secret', () => {
    for (const text of [
      JSON.stringify({ xml: xml('sqlcmd -S PRD-SQL01 -U svc.billing -Q &quot;select 1&quot;') }),
      '{ "event_type":4624 , "timestamp":"2026-11-20T08:00:00Z","record_id":12345678901234567890}',
      'no json, password nowhere',
    ]) {
      const line = Buffer.from(text);
      expect(redactLine(line)).toBe(line);
    }
  });

  it('searches even a line that is not JSON or not UTF-8', () => {
    expect(redactLine('{"x": "Server=a;Password=hunter2')).toBe('{"x": "Server=a;Password=[redacted]');
    const broken = Buffer.concat([Buffer.from('password=hunter2 '), Buffer.from([0xff])]);
    expect(Buffer.from(redactLine(broken)).toString()).not.toContain('hunter2');
  });

  it('searches for a URL alone, also one with a slash in its secret', () => {
    expect(redactLine('{"at":"redis://svc.etl:hun/ter2@PRD-DB01"}')).toBe(
      '{"at":"redis://svc.etl:[redacted]@PRD-DB01"}',
    );
  });

  it('drops whatever is nested too deep to be searched', () => {
    const deep = `${'{"a":'.repeat(100)}"password=hunter2"${'}'.repeat(100)}`;
    expect(Buffer.from(redactLine(deep)).toString()).not.toContain('hunter2');
  });
});

describe('a record that is too much work', () => {
  const row = { event_type: 4688, timestamp: '2026-11-20T08:00:00Z' };
  const redacted = (record: object): string => String(redactLine(JSON.stringify(record)));

  it('is searched up to a limit; beyond it names stay, and other texts are replaced', () => {
    const line = redacted({
      ...row,
      notes: 'net use '.repeat(30_000),
      subject_user_name: 'j.weber',
      target_user_name: 'svc.billing',
      process_information_command_line: SECRET,
      remark: 'password=hunter2',
    });
    expect(JSON.parse(line)).toMatchObject({
      subject_user_name: 'j.weber',
      target_user_name: 'svc.billing',
      process_information_command_line: '[redacted]',
      remark: '[redacted]',
    });
    expect(redactLine(line)).toBe(line);
  });

  it('of XML stays XML', () => {
    const filler = '<Data Name="Filler">net use</Data>'.repeat(10_000);
    const long = redacted({
      xml: xml(SECRET.replace(/"/g, '&quot;').replace('& ', '&amp; ')).replace(
        '<EventData>',
        `<EventData>${filler}`,
      ),
    });
    expect(commandLine(long)).toBe('[redacted]');
    expect(long).toContain('j.weber');
  });

  it('has its many values replaced by a mark', () => {
    const args = Array.from({ length: 200_000 }, () => '-p');
    expect(JSON.parse(redacted({ ...row, args }))).toEqual({ ...row, args: '[too many values]' });
  });

  it('that is no JSON is cut', () => {
    const line = String(redactLine(`pwd=hunter2 ${'pwd=x;'.repeat(60_000)} tail`));
    expect(line).not.toMatch(/hunter2|tail/);
    expect(line.endsWith('[redacted]')).toBe(true);
  });
});

it.each([
  ['4697', 'ServiceFileName', 'C:\\Tools\\sqlcmd.exe -S PRD-SQL01 -U svc.billing -P Hun%ter2'],
  ['7045', 'ImagePath', 'C:\\Tools\\sqlcmd.exe -S PRD-SQL01 -U svc.billing -P Hun%ter2'],
  [
    '4698',
    'TaskContent',
    '<Task><Exec><Command>C:\\Tools\\sqlcmd.exe</Command><Arguments>-S PRD-SQL01 -U svc.billing -P Hun%ter2</Arguments></Exec></Task>',
  ],
  [
    '4702',
    'TaskContentNew',
    '<Task><Exec><Command>C:\\Tools\\sqlcmd.exe</Command><Arguments>-S PRD-SQL01 -U svc.billing -P Hun%ter2</Arguments></Exec></Task>',
  ],
])('the command of a service or a task: %s %s', (id, name, value) => {
  const xml = eventXml({
    id: Number(id),
    time: '2026-11-20T08:00:00Z',
    computer: 'WS-1042',
    data: [[name, value]],
  });
  const line = String(redactLine(JSON.stringify({ xml })));
  expect(line).not.toContain('ter2');
  expect(line).toContain('svc.billing');
  expect(redactLine(line)).toBe(line);
});
