import { describe, expect, it } from 'vitest';
import { connectionOf } from '../commandLine.ts';
import { splitWords } from '../commandWords.ts';
import { normaliseLine } from '../index.ts';
import { eventXml } from '../testing/eventXml.ts';
import { redactLine } from './line.ts';

const redacted = (record: unknown): string => String(redactLine(JSON.stringify(record)));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A part of a text in base64, wherever in an encoded script it begins at the third byte. */
const inBase64 = (text: string) => Buffer.from(text, 'utf16le').toString('base64').slice(4, 12);

/** A command line with a secret, and the part of it that may be nowhere in the record. */
const lines: readonly (readonly [line: string, secret: string])[] = [
  ['sqlcmd -S PRD-SQL01 -U svc.billing -P "hun & ter2"', 'ter2'],
  ['sqlcmd -S PRD-SQL01 -U svc.billing -Phunter2', 'hunter2'],
  ['psql postgresql://svc.etl:S3cr3t!pw@PRD-DB01/billing', 'S3cr3t!pw'],
  ['net use \\\\PRD-FS01\\c$ /user:svc.etl Pa$$word1', 'Pa$$word1'],
  ['sqlcmd -U sa -P x7', '-P x7'],
  [
    `powershell -enc ${Buffer.from('$c = "Server=a;Password=hunter2"', 'utf16le').toString('base64')}`,
    inBase64('hunter2'),
  ],
];

describe.each(lines)('%s', (line, secret) => {
  const message = `A new process has been created.\n\nProcess Information:\n\tProcess Command Line:\t${line}\n\nToken Elevation Type indicates`;

  it.each([
    ['the message of winlogbeat', { winlog: { event_id: 4688, event_data: { CommandLine: line } }, message }],
    ['the arguments', { process: { command_line: line, args: splitWords(line).map(({ text }) => text) } }],
    [
      'the original event in XML',
      {
        winlog: { event_data: { CommandLine: line } },
        event: {
          original: `<Event><EventData><Data Name='CommandLine'>${escaped(line)}</Data></EventData></Event>`,
        },
      },
    ],
    [
      'the original event in JSON',
      { CommandLine: line, event: { original: JSON.stringify({ CommandLine: line }) } },
    ],
    ['the message of NXLog', { EventID: 4688, CommandLine: line, Message: message }],
    [
      'the rendered message of XML',
      {
        xml: `<Event><EventData><Data Name='CommandLine'>${escaped(line)}</Data></EventData><RenderingInfo><Message>${escaped(message)}</Message></RenderingInfo></Event>`,
      },
    ],
    ['the message of a service', { winlog: { event_id: 7045, event_data: { ImagePath: line } }, message }],
  ])('is nowhere in the record: %s', (_, record) => {
    const text = redacted(record);
    expect(text).not.toContain(secret);
    expect(text).toContain(line.includes('-enc') ? inBase64('[redacted]') : '[redacted]');
    expect(redacted(JSON.parse(text))).toBe(text);
  });
});

/** Rows of a record before and after redaction, without the secret of the command line. */
function rowsOf(record: object) {
  const [before, after] = [JSON.stringify(record), redacted(record)].map((line) => {
    const result = normaliseLine(line, Date.UTC(2026, 10, 21));
    if (!result.ok) throw new Error(result.message);
    const { process_information_command_line: line_, ...row } = result.row;
    return { row, line: line_ };
  });
  return { before: before!, after: after! };
}

describe('no secret removes a name that rules read', () => {
  const line = (secret: string) => `sqlcmd -S PRD-SQL01 -U svc.billing -P ${secret}`;
  const xml = (secret: string) => ({
    xml: eventXml({
      id: 4688,
      time: '2026-11-20T08:00:00Z',
      computer: 'FIN-LAPTOP3',
      data: [
        ['SubjectUserName', 'm.keller'],
        ['TargetUserName', 'svc.billing'],
        ['NewProcessName', 'C:\\Tools\\sqlcmd.exe'],
        ['CommandLine', line(secret)],
      ],
    }),
  });
  const flat = (secret: string) => ({
    timestamp: '2026-11-20T08:00:00Z',
    event_type: '4688',
    subject_user_name: 'm.keller',
    target_user_name: 'svc.billing',
    system_context_computer_name: 'FIN-LAPTOP3',
    process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
    process_information_command_line: line(secret),
  });

  it.each([
    'svc.billing',
    'billing',
    'PRD-SQL01',
    'm.keller',
    'keller',
    'FIN-LAPTOP3',
    'sqlcmd.exe',
    'C:\\Tools\\sqlcmd.exe',
    'SubjectUserName',
    'Security',
    '4688',
    'Microsoft-Windows-Security-Auditing',
    'Data',
  ])('%s', (secret) => {
    for (const record of [xml(secret), flat(secret)]) {
      const { before, after } = rowsOf(record);
      expect(after.row).toEqual(before.row);
      expect(after.line).toBe(line('[redacted]'));
      expect(connectionOf(after.line!)).toEqual({ users: ['svc.billing'], servers: ['PRD-SQL01'] });
    }
  });
});

it('keeps words that contain a short secret', () => {
  expect(redacted({ CommandLine: 'sqlcmd -U sa -P pass1', message: 'compass10 and pass1' })).toContain(
    'compass10 and [redacted]',
  );
});

it('redacts a field that is a secret by its name', () => {
  expect(redacted({ user: 'svc.etl', password: 'hunter2', note: 'it is hunter2' })).toBe(
    '{"user":"svc.etl","password":"[redacted]","note":"it is [redacted]"}',
  );
  const harmless = { PasswordLastSet: '11/20/2026', pwdHistory: '3' };
  expect(redacted(harmless)).toBe(JSON.stringify(harmless));
});

it('looks for many secrets in a long record in bounded work', () => {
  const many = Array.from({ length: 400 }, (_, index) => `-P secret${index}word`).join(' ');
  const text = redacted({ CommandLine: `sqlcmd ${many}`, message: 'x'.repeat(500_000) });
  expect(text).not.toContain('secret399word');
});
