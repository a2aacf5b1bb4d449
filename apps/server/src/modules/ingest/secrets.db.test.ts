import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useOrganizationEach } from './testing/organizationEach.ts';
import { ship } from './testing/ship.ts';

const here = useOrganizationEach();
const SECRET = 'Sommer2026!xyz';
const LINE = `sqlcmd -S PRD-SQL01 -U svc.billing -P ${SECRET}`;
const MESSAGE = `A new process has been created.\n\n\tProcess Command Line:\t${LINE}\n`;
const now = new Date(Date.now() - 60_000).toISOString();
const provider = 'Microsoft-Windows-Security-Auditing';

const xml = (id: number, data: Record<string, string>, rendered = '') =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='${provider}'/><EventID>${id}</EventID><TimeCreated SystemTime='${now}'/><EventRecordID>7</EventRecordID><Computer>WS-1042</Computer></System><EventData>${Object.entries(
    data,
  )
    .map(([name, value]) => `<Data Name='${name}'>${value}</Data>`)
    .join(
      '',
    )}</EventData>${rendered && `<RenderingInfo><Message>${rendered}</Message></RenderingInfo>`}</Event>`;
const started = { SubjectUserName: 'j.weber', NewProcessName: 'C:\\Tools\\sqlcmd.exe', CommandLine: LINE };
const beats = (id: number, event_data: Record<string, string>, more: object) => ({
  '@timestamp': now,
  winlog: {
    event_id: id,
    provider_name: provider,
    channel: 'Security',
    computer_name: 'WS-1042',
    record_id: '7',
    event_data,
  },
  ...more,
});
const task = `<Task><Exec><Command>sqlcmd.exe</Command><Arguments>-U svc.billing -P ${SECRET}</Arguments></Exec></Task>`;

/** Everything that is stored, as text. */
async function stored(): Promise<string> {
  return here.server.database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'scout'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    const texts: string[] = [];
    for (const { relname } of tables) {
      const { rows } = await owner.query(`SELECT t::text AS text FROM scout.${relname} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    const { rows: bodies } = await owner.query('SELECT encoding, body FROM scout.batch_bodies');
    texts.push(...bodies.map(({ encoding, body }) => unpacked(encoding, body)));
    const { rows: parts } = await owner.query('SELECT body FROM scout.activity_parts');
    texts.push(...parts.map(({ body }) => unpacked('zstd', body)));
    return texts.join('\n');
  });
}

function unpacked(encoding: string, body: Buffer): string {
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'zstd' ? zstdDecompressSync(body) : body).toString();
}

describe('a secret of a command line is stored nowhere', () => {
  it.each([
    [
      'a flat row',
      { timestamp: now, event_type: '4688', process_information_command_line: LINE, message: MESSAGE },
    ],
    ['XML with its rendered message', { xml: xml(4688, started, MESSAGE) }],
    ['XML of a new service', { xml: xml(4697, { ServiceName: 'etl', ServiceFileName: LINE }, MESSAGE) }],
    [
      'XML of a new task',
      { xml: xml(4698, { TaskName: 'etl', TaskContent: task.replaceAll('<', '&lt;') }, MESSAGE) },
    ],
    ['winlogbeat', beats(4688, started, { message: MESSAGE, process: { args: LINE.split(' ') } })],
    [
      'winlogbeat with the original event',
      beats(4688, started, { event: { original: xml(4688, started, MESSAGE) } }),
    ],
    [
      'a script block',
      beats(
        4104,
        { ScriptBlockText: `$p = "${SECRET}"; connect -Password ${SECRET}` },
        { message: `Password ${SECRET}` },
      ),
    ],
    [
      'NXLog',
      {
        EventTime: now,
        EventID: 4688,
        Hostname: 'WS-1042',
        SourceName: provider,
        Channel: 'Security',
        Message: MESSAGE,
        ...started,
      },
    ],
    [
      'a failed logon whose message has one',
      beats(4625, { TargetUserName: 'svc.billing' }, { message: `password=${SECRET}` }),
    ],
    [
      'a URL in a message',
      beats(4625, { TargetUserName: 'svc.billing' }, { message: `redis://svc.etl:${SECRET}@PRD-DB01` }),
    ],
    ['a record that is refused', { event_type: '4688', process_information_command_line: LINE }, 0],
  ])('%s', async (_, record, accepted = 1) => {
    const { status, body } = await ship(here.agent, 1, [JSON.stringify(record)]);
    expect([status, body]).toMatchObject([200, { accepted }]);
    const text = await stored();
    expect(text).toContain('[redacted]');
    expect(text).not.toContain(SECRET);
  });
});
