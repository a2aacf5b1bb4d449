import { limits } from '@scout/contract';
import { type Naming, STANDARD_NAMING } from '@scout/detection';
import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';
import { expect, test, vi } from 'vitest';
import { createEventRows } from './events.ts';
import { createIncidentRows } from './incidents.ts';
import { parseBatch } from './parseBatch.ts';
import { createSlices } from './slices.ts';

const batch = {
  tenantId: '0198a3f0-0000-7000-8000-00000000000a',
  agentId: '0198a3f0-0000-7000-8000-00000000000b',
  batchId: '0198a3f0-0000-7000-8000-00000000000c',
};
const now = Date.parse('2026-11-21T12:00:00Z');

/** A batch with this many starts of a database client with this command line. */
const batchOf = (lines: number, commandLine: string) =>
  Buffer.from(
    `${JSON.stringify({
      event_type: '4688',
      timestamp: '2026-11-21T10:00:00Z',
      system_context_computer_name: 'WS-1042',
      process_information_new_process_name: 'C:\\sqlcmd.exe',
      process_information_command_line: commandLine,
    })}\n`.repeat(lines),
  );

/** Number of event loop turns while parsing a batch, with a clock that makes every piece of work long. */
async function turnsDuring(body: Buffer): Promise<number> {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 1000;
    return time;
  });
  let turns = 0;
  let handle = setImmediate(function turn() {
    turns += 1;
    handle = setImmediate(turn);
  });
  const { accepted } = await parseBatch(body, {
    events: createEventRows(batch, 0),
    incidents: createIncidentRows(batch),
    naming: STANDARD_NAMING,
    limits: limits.ingest,
    now,
    onFault: (error) => {
      throw error;
    },
    slice: createSlices().begin(batch.tenantId),
  });
  clearImmediate(handle);
  clock.mockRestore();
  expect(accepted).toBeGreaterThan(0);
  return turns;
}

test('long lines yield to other requests one by one, short ones after some', async () => {
  expect(await turnsDuring(batchOf(20, '://'.repeat(21_845)))).toBeGreaterThanOrEqual(19);
  const short = await turnsDuring(batchOf(320, 'sqlcmd -E'));
  expect(short).toBeGreaterThanOrEqual(9);
  expect(short).toBeLessThan(20);
});

/** Events that rules match, that have a secret, a session, a machine's trait or neither, in two hours. */
const varied = (minute: number): string[] => {
  const time = new Date(now - (90 - minute) * 60_000).toISOString();
  const at = { time, recordId: String(4_000 + minute) };
  const session = { TargetLogonId: `0x${minute + 1}f`, SubjectLogonId: `0x${minute + 1}a` };
  const service = { TargetUserName: 'svc.billing', ...session };
  const xml = (id: number, computer: string, data: [string, string][]) =>
    JSON.stringify({ xml: eventXml({ id, computer, data, ...at }) });
  const started = (command: string) =>
    processData({ ...session, NewProcessName: 'C:\\sqlcmd.exe', CommandLine: command });
  return [
    xml(
      4624,
      'WS-2042',
      logonData({ ...service, LogonType: '2', TargetLinkedLogonId: minute % 2 ? '0x5' : '0xfffff' }),
    ),
    xml(4624, 'PRD-SQL09', logonData({ ...service, LogonType: '3', SubjectUserName: 'ada' })),
    xml(4625, 'PRD-SQL09', failedLogonData({ TargetUserName: 'svc.billing', WorkstationName: 'WS-7,WS-8' })),
    xml(4688, 'WS-2042', started('sqlcmd -S PRD-SQL09 -U svc.billing')),
    xml(4688, 'WS-2042', started('sqlcmd -S PRD-SQL09 -U svc.billing -P S3cret!')),
    xml(4672, 'PRD-SQL09', [
      ['SubjectUserName', 'svc.billing'],
      ['SubjectLogonId', session.SubjectLogonId],
    ]),
    xml(4634, 'WS-2042', logonData({ ...service, LogonType: '2' })),
    xml(4768, 'DC09', logonData({ ...service, Status: '0x0' })),
    xml(4726, 'DC09', logonData(service)),
  ];
};

test('events that repeat are stored as those that come for the first time, by any naming', async () => {
  const body = Buffer.from(Array.from({ length: 80 }, (_, minute) => varied(minute).join('\n')).join('\n'));
  const parse = (naming: Naming) =>
    parseBatch(body, {
      events: createEventRows(batch, 0),
      incidents: createIncidentRows(batch),
      naming,
      limits: limits.ingest,
      now,
      onFault: (error) => {
        throw error;
      },
      slice: createSlices().begin(batch.tenantId),
    });
  // Without what is remembered of earlier events.
  const afresh = async (naming: Naming) => {
    const remembered = vi.spyOn(WeakMap.prototype, 'get').mockReturnValue(undefined);
    const parsed = await parse(naming);
    remembered.mockRestore();
    return parsed;
  };
  const nobody: Naming = { ...STANDARD_NAMING, isServiceAccount: () => false };
  for (const naming of [STANDARD_NAMING, nobody, STANDARD_NAMING]) {
    const expected = await afresh(naming);
    expect(expected.redacted.size).toBe(80);
    expect(expected.incidents === undefined).toBe(naming === nobody);
    for (let time = 0; time < 2; time += 1) expect(await parse(naming)).toEqual(expected);
  }
  const expected = await parse(STANDARD_NAMING);
  // So many that lines are compared by expressions.
  for (let lines = 0; lines < 4_200; lines += 80) await parse(STANDARD_NAMING);
  expect(await parse(STANDARD_NAMING)).toEqual(expected);
});
