import { gzipSync, zstdCompressSync } from 'node:zlib';
import { DAY } from '@scout/detection/time';
import { expect, test } from 'vitest';
import { createPool, withRole } from '../../../platform/database/pool.ts';
import { packStep } from '../../ingest/index.ts';
import { line, ship } from '../../ingest/testing/ship.ts';
import { readRawEvent } from './rawEvent.ts';
import { ago, useEvents } from './testing/eventsServer.ts';

const here = useEvents();

/** Bodies of several forms: with and without an end, with empty lines, compressed in each way, and one larger than a frame. */
async function send(): Promise<void> {
  let record = 0;
  const lines = (count: number, long = 0) =>
    Array.from({ length: count }, () => {
      record += 1;
      const command = Array.from(
        { length: long },
        (_, index) => (record * 7919 + index * 104_729) % 99_991,
      ).join(' ');
      return line({
        timestamp: ago(1, record),
        record_id: String(record),
        process_information_command_line: command,
      });
    });
  const bodies = [
    lines(3).join('\n'),
    `${lines(2).join('\n')}\n`,
    `\n${lines(2).join('\n\n')}\r\n\n`,
    `\ufeff${lines(1)[0]}`,
    lines(200, 100).join('\n'),
    lines(10).join('\n'),
    `${lines(1)[0]}\n\n\n`,
    lines(4).join('\r\n'),
  ];
  let batch = 0;
  for (const text of bodies) {
    for (const [coding, body] of [
      ['gzip', gzipSync(text)],
      ['zstd', zstdCompressSync(text)],
      [undefined, Buffer.from(text)],
    ] as const) {
      batch += 1;
      const { status } = await ship(here.agent, batch, body, coding ? { 'content-encoding': coding } : {});
      expect(status).toBe(200);
    }
  }
}

test('the raw line of each event is the same whether its batch is packed or not', async () => {
  await send();
  const { tenantId } = here.organization;
  const pool = createPool(here.server.database.ownerUrl, { max: 3 });
  const query = async <Row>(sql: string) =>
    (await here.server.database.asOwner((owner) => owner.query(sql, [tenantId]))).rows as Row[];
  const ids = (
    await query<{ id: string }>(
      `SELECT batch_id || '-' || lpad(batch_index::text, 6, '0') AS id FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY 1`,
    )
  ).map(({ id }) => id);
  expect(ids).toHaveLength(3 * 223);
  const read = async () => {
    const found = [];
    for (const id of ids)
      found.push(
        await withRole(pool, { role: 'scout_member', tenantId }, (tx) => readRawEvent(tx, tenantId, id)),
      );
    return found;
  };
  const before = await read();
  expect(before.filter((event) => event === undefined)).toEqual([]);
  const clock = { now: () => Date.now() + 20 * DAY };
  const pack = async () => {
    for (let result = 'more'; result !== 'done'; result = await packStep({ pool, clock }, tenantId));
  };
  await Promise.all([pack(), pack()]);
  expect(await query('SELECT FROM scout.batch_bodies WHERE tenant_id = $1')).toEqual([]);
  const [frames] = await query<{ frames: number; batches: number }>(
    `SELECT count(*)::int AS frames, sum(cardinality(batch_id))::int AS batches FROM scout.packed_bodies WHERE tenant_id = $1`,
  );
  expect(frames!.batches).toBe(24);
  expect(frames!.frames).toBeGreaterThan(1);
  expect(frames!.frames).toBeLessThan(12);
  expect(await read()).toEqual(before);
  const [first] = ids;
  const beyond = `${first!.slice(0, 36)}-000250`;
  expect(
    await withRole(pool, { role: 'scout_member', tenantId }, (tx) => readRawEvent(tx, tenantId, beyond)),
  ).toBeUndefined();
  await pool.end();
});
