import { limits } from '@scout/contract';
import { STANDARD_NAMING } from '@scout/detection';
import { expect, test, vi } from 'vitest';
import { createEventCopy } from './events.ts';
import { createIncidentCopy } from './incidents.ts';
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
    events: createEventCopy(batch, 0),
    incidents: createIncidentCopy(batch),
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
