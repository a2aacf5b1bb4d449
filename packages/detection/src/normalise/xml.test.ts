import { describe, expect, test } from 'vitest';
import { eventXml, failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { Rejection } from './rejection.ts';
import { readEventXml, readEventXmlAfresh } from './xml.ts';

const TIME = '2026-11-20T08:51:04.851518700Z';
const failure = eventXml({
  id: 4625,
  time: TIME,
  computer: 'PRD-SQL01.corp.example',
  data: failedLogonData(),
});

/** The result of both parsers, which must be equal. */
function read(xml: string) {
  const first = readEventXml(xml);
  expect(readEventXml(xml)).toEqual(first);
  expect(readEventXmlAfresh(xml)).toEqual(first);
  return first;
}

function faultOf(xml: string): string {
  for (const reader of [readEventXml, readEventXmlAfresh]) {
    try {
      reader(xml);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      expect(error.code).toBe('not_an_event');
      if (reader === readEventXmlAfresh) return error.message;
    }
  }
  return 'no fault';
}

describe('output of wevtutil', () => {
  test('one line, single quotes, nine fractional digits', () => {
    expect(read(failure)).toMatchObject({
      provider: 'Microsoft-Windows-Security-Auditing',
      eventId: '4625',
      time: TIME,
      recordId: '1',
      computer: 'PRD-SQL01.corp.example',
      TargetUserName: 'svc.billing',
      SubjectUserName: '-',
      Status: '0xc000006d',
      SubStatus: '0xc000006a',
      FailureReason: '%%2313',
      LogonType: '3',
      WorkstationName: 'FIN-LAPTOP3',
      IpAddress: '192.0.2.17',
      NewProcessName: null,
    });
  });

  test.each([
    ['a byte order mark', `\uFEFF${failure}`],
    ['a declaration', `<?xml version="1.0" encoding="utf-16"?>\r\n${failure}\r\n`],
    ['the Events wrapper', `<Events>\n${failure}\n</Events>`],
    ['all of them', `\uFEFF<?xml version='1.0'?><Events>${failure}</Events>\n`],
    ['double quotes', failure.replaceAll("'", '"')],
    ['layout between elements', failure.replaceAll('><', '>\r\n  <')],
    ['blanks inside tags', failure.replaceAll("'/>", "' />").replaceAll('</Data>', '</Data >')],
    ['comments', failure.replaceAll('<System>', '<!-- <Event> --><System><!---->')],
  ])('with %s it is the same event', (_, xml) => {
    const event = read(xml);
    const plain = readEventXmlAfresh(failure);
    // Whitespace is inside the one element with text here.
    expect(event).toEqual(plain);
  });

  test('rendered messages and user data beside the event data are ignored', () => {
    const rendered =
      "<RenderingInfo Culture='en-US'><Message>An account failed to log on.\r\n\r\n</Message><Level>Information</Level>" +
      '<Computer>OTHER</Computer><Keywords><Keyword>Audit Failure</Keyword></Keywords></RenderingInfo>';
    const user =
      '<UserData><X xmlns="urn:x"><Computer>OTHER</Computer><Data Name="TargetUserName">other</Data></X></UserData>';
    const xml = failure.replace('</EventData>', `</EventData>${rendered}${user}`);
    expect(read(xml)).toEqual(readEventXmlAfresh(failure));
  });

  test('references and CDATA become characters', () => {
    const xml = failure.replace(
      '>svc.billing<',
      '>s&#118;&#x63;.&lt;b&amp;amp;&quot;&apos;&gt;<![CDATA[<&x]]>&#x1F600;<',
    );
    expect(read(xml).TargetUserName).toBe('svc.<b&amp;"\'><&x😀');
  });

  test('characters that XML forbids but events contain stay visible', () => {
    expect(read(failure.replace('svc.billing', 'svc&#0;x&#xD800;y')).TargetUserName).toBe(
      'svc\uFFFDx\uFFFDy',
    );
  });

  test('self-closed elements are empty, missing ones absent', () => {
    const xml = failure
      .replace("<Data Name='TargetUserName'>svc.billing</Data>", "<Data Name='TargetUserName'/>")
      .replace("<Data Name='IpAddress'>192.0.2.17</Data>", '')
      .replace('<EventRecordID>1</EventRecordID>', '<EventRecordID/>');
    expect(read(xml)).toMatchObject({
      TargetUserName: '',
      IpAddress: null,
      recordId: '',
      Status: '0xc000006d',
    });
  });

  test('an event without data, a classic one with nameless data, and an event id with qualifiers', () => {
    expect(
      read("<Event><System><Provider Name='X'/><EventID Qualifiers='16384'>7036</EventID></System></Event>"),
    ).toMatchObject({
      provider: 'X',
      eventId: '7036',
    });
    expect(
      read('<Event><System/><EventData><Data>a</Data><Data/><Binary>00</Binary></EventData></Event>').eventId,
    ).toBeNull();
    expect(read('<Event/>').eventId).toBeNull();
  });

  test('the first of two values of one name counts', () => {
    const xml = failure.replace('</EventData>', "<Data Name='TargetUserName'>second</Data></EventData>");
    expect(read(xml).TargetUserName).toBe('svc.billing');
  });

  test('the caller of a logon is not a started process, and the parent of a process is not the process', () => {
    expect(
      read(eventXml({ id: 4624, time: TIME, computer: 'WS-1042', data: logonData() })).NewProcessName,
    ).toBeNull();
    const started = read(eventXml({ id: 4688, time: TIME, computer: 'WS-1042', data: processData() }));
    expect(started.NewProcessName).toMatch(/SQLCMD\.EXE$/);
    expect(started.ParentProcessName).toMatch(/cmd\.exe$/);
  });

  test('a command line of 32 KB, every character escaped, and one beyond Latin-1', () => {
    const line = `sqlcmd ${'&'.repeat(32_000)}`;
    const xml = eventXml({
      id: 4688,
      time: TIME,
      computer: 'WS-1042',
      data: processData({ CommandLine: line }),
    });
    expect(read(xml).CommandLine).toBe(line);
    const other = eventXml({
      id: 4688,
      time: TIME,
      computer: 'WS-1042',
      data: processData({ CommandLine: 'größe 数据 😀' }),
    });
    expect(read(other).CommandLine).toBe('größe 数据 😀');
  });
});

describe('invalid events', () => {
  test.each([
    ['nothing', '', 'it ends too early'],
    ['blanks', '   ', 'it ends too early'],
    ['plain text', 'plain text', 'text before the event'],
    ['another element', '<Log/>', 'the element is no Event'],
    ['an empty wrapper', '<Events/>', 'there is no event inside'],
    ['an end tag', '</Event>', 'an end tag has no start'],
    ['two events in a wrapper', `<Events>${failure}${failure}</Events>`, 'there is more than one event'],
    ['two events', failure + failure, 'something follows the event'],
    ['text behind', `${failure}x`, 'something follows the event'],
    ['a wrapper that stays open', `<Events>${failure}`, 'it ends too early'],
    ['an event that stays open', failure.slice(0, -8), 'it ends too early'],
    ['an end inside an end tag', failure.slice(0, -9), 'EventData is not closed'],
    ['an end inside a start tag', failure.slice(0, failure.indexOf('<Keywords') + 5), 'a tag is not closed'],
    ['an end inside a value', failure.slice(0, failure.indexOf('svc.billing') + 4), 'Data is not closed'],
    [
      'no quotes',
      failure.replace("Name='TargetUserName'", 'Name=TargetUserName'),
      'an attribute is not quoted',
    ],
    ['no attribute value', failure.replace("Name='TargetUserName'", 'Name'), 'an attribute has no value'],
    [
      'a quote that stays open',
      failure.replace("Name='TargetUserName'>", "Name='TargetUserName>"),
      'a tag is not closed',
    ],
    ['crossed tags', failure.replace('</System>', '</Sistem>'), 'System is not closed'],
    ['a longer end tag', failure.replace('</System>', '</Systems>'), 'System is not closed'],
    ['half a character in a name', failure.replace('<EventData>', '<D\ud800ta>'), 'an element is not closed'],
    [
      'a name of 200 characters',
      failure.replace('<EventData>', `<${'D'.repeat(200)}>`),
      'an element is not closed',
    ],
    ['text in System', failure.replace('</System>', 'x</System>'), 'text in System'],
    ['text in EventData', failure.replace('<EventData>', '<EventData>x'), 'text in EventData'],
    ['text in Event', failure.replace('<System>', 'x<System>'), 'text between elements'],
    ['CDATA in Event', failure.replace('<System>', '<![CDATA[x]]><System>'), 'text between elements'],
    ['a bare ampersand', failure.replace('svc.billing', 'a & b'), 'a bare & in text'],
    ['an HTML reference', failure.replace('svc.billing', '&nbsp;'), 'an unknown reference in text'],
    [
      'a reference beyond Unicode',
      failure.replace('svc.billing', '&#x110000;'),
      'an unknown reference in text',
    ],
    [
      "a reference that is an object's own",
      failure.replace('svc.billing', '&valueOf;'),
      'an unknown reference in text',
    ],
    ['a document type', `<!DOCTYPE Event [<!ENTITY a "b">]>${failure}`, 'declarations are not accepted'],
    ['an entity', failure.replace('svc.billing', '<!ENTITY a "b">'), 'declarations are not accepted'],
    ['an open comment', failure.replace('svc.billing', '<!-- never closed'), '--> is missing'],
    ['an open CDATA', failure.replace('svc.billing', '<![CDATA[ never closed'), ']]> is missing'],
    ['a bare <', failure.replace('svc.billing', '< b'), 'an element has no name'],
    ['a prefix', `<e:Event xmlns:e='urn:e'/>`, 'the element is no Event'],
  ])('%s', (_, xml, fault) => {
    expect(faultOf(xml)).toContain(fault);
  });

  test('endlessly nested elements are refused, not followed', () => {
    expect(faultOf(`<Event><UserData>${'<a>'.repeat(100_000)}`)).toContain('nested too deeply');
  });

  test('a message never quotes the event', () => {
    expect(faultOf(failure.replace('</Data></EventData>', "<secret\0 a='1</EventData>"))).not.toMatch(
      /secret|\0/,
    );
  });
});
