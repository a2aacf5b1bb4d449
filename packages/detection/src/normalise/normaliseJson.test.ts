import { describe, expect, test } from 'vitest';
import { failedLogonData } from '../testing/eventXml.ts';
import { failure, failureRow, NOW, rejectionOf, rowOf, TIME } from '../testing/failure.ts';
import { normaliseLine } from './normalise.ts';

const fields = Object.fromEntries(failedLogonData());
const system = {
  Provider: { Name: failureRow.provider },
  EventID: 4625,
  TimeCreated: { SystemTime: TIME },
  EventRecordID: 2147483648123,
  Computer: failure.computer,
};

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

  test('a data element need not be a list', () => {
    expect(
      rowOf({ System: system, EventData: { Data: { '@Name': 'TargetUserName', '#text': 'svc.etl' } } })
        .target_user_name,
    ).toBe('svc.etl');
  });

  test('no data, empty data and data without names are refused', () => {
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
      expect(rejectionOf({ System: system, EventData: data })).toBe('missing_fields');
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
