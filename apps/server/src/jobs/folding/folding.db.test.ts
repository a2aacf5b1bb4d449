import type { NormalisedRow } from '@scout/detection';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assess } from '../../assessor/assess.ts';
import { createMemory } from '../../assessor/memory.ts';
import { AFTERWARDS, foundOf, lineOf, quietDaysWithStories } from '../../assessor/testing/stories.ts';
import { fresh } from '../../calls/testing/fresh.ts';
import { createSlices } from '../../ingest/slices.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { createUnpacker, type Unpacker } from '../../ingest/unpack.ts';
import { type FoldParts, foldStep } from './foldStep.ts';
import { awaitingFolding } from './scheduleFolding.ts';

let server: TestServer;
const unpacker = createUnpacker();
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await unpacker[Symbol.asyncDispose]();
  await server.stop();
});

const rows = quietDaysWithStories();
/** Batches with a rejected line, so that numbers of lines and events differ. */
const batches = Array.from({ length: 30 }, (_, n) => rows.filter((_row, i) => i % 30 === n));
const SMALL = { batches: 4, events: 25 };

async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  const sql = (text: string) =>
    server.database.asOwner(async (client) => (await client.query(text, [bank.tenantId])).rows);
  let batch = 0;
  return {
    ...bank,
    sql,
    async send(batchRows: readonly NormalisedRow[]) {
      batch += 1;
      const lines = ['{"event_type": "4625"}', ...batchRows.map(lineOf)];
      const { body } = await ship(agent, batch, lines);
      expect(body).toMatchObject({ accepted: batchRows.length, rejected: [{ line: 1 }] });
    },
    /** Changes all stored data to the state of an earlier version. */
    async age() {
      await sql('DELETE FROM scout.activity_parts WHERE tenant_id = $1');
      await sql('UPDATE scout.batches SET folded = false WHERE tenant_id = $1');
    },
    async assess() {
      const parts = { pool: server.context.pool, clock: { now: () => AFTERWARDS }, memory: createMemory() };
      while ((await assess(parts, bank.tenantId)) === 'more');
    },
    fold: (by: Partial<FoldParts> = {}, bounds = SMALL) =>
      foldStep(
        {
          pool: server.context.pool,
          clock: server.context.clock,
          unpacker,
          slices: createSlices(),
          onFault: (error) => expect.unreachable(String(error)),
          ...by,
        },
        bank.tenantId,
        bounds,
      ),
    parts: () =>
      sql(
        'SELECT batch_id, hour, body FROM scout.activity_parts WHERE tenant_id = $1 ORDER BY batch_id, hour',
      ),
    unfolded: () => sql('SELECT batch_id FROM scout.batches WHERE tenant_id = $1 AND NOT folded'),
    found: () => foundOf(server.database, bank.tenantId),
  };
}

async function foldAll(bank: Awaited<ReturnType<typeof organization>>, between = async () => {}) {
  for (let steps = 1; steps <= 200; steps += 1) {
    const result = await bank.fold();
    // The locks of a killed process may exist for another moment.
    if (result !== 'more' && (await bank.unfolded()).length === 0) return steps;
    await between();
  }
  throw new Error('It does not come to an end');
}

describe('events that an earlier version stored', () => {
  test('are folded as by ingest, in bounded steps, and lead to the same cases', async () => {
    const bank = await organization();
    for (const batch of batches) await bank.send(batch);
    const folded = await bank.parts();
    expect(folded.length).toBeGreaterThan(30);
    await bank.age();
    expect(await awaitingFolding(server.context.pool)).toContain(bank.tenantId);
    await bank.assess();
    expect((await bank.found()).cases).toEqual([]);

    expect(await foldAll(bank)).toBeGreaterThanOrEqual(30 / SMALL.batches);
    expect(await bank.parts()).toEqual(folded);
    expect(await awaitingFolding(server.context.pool)).not.toContain(bank.tenantId);
    expect(await bank.fold()).toBe('idle');
    await bank.assess();
    expect((await bank.found()).cases.length).toBeGreaterThan(2);
  });

  test('are folded once each while ingest continues, by several processes of which some end midway', async () => {
    const undisturbed = await organization();
    for (const batch of batches) await undisturbed.send(batch);
    await undisturbed.assess();

    const bank = await organization();
    for (const batch of batches.slice(0, 20)) await bank.send(batch);
    await bank.age();
    const later = batches.slice(20);
    let steps = 0;
    /** Ends its process's connection during a step. */
    const dying: Unpacker = {
      ...unpacker,
      async unpack(...given) {
        await bank.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_locks l WHERE $1::text <> '' AND relation = 'scout.batches'::regclass
             AND mode = 'RowShareLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return unpacker.unpack(...given);
      },
    };
    await foldAll(bank, async () => {
      steps += 1;
      const batch = later.shift();
      if (batch) await bank.send(batch);
      if (steps % 2 === 0) await Promise.all([bank.fold(), bank.fold()]);
      else await expect(bank.fold({ unpacker: dying })).rejects.toThrow();
      await bank.assess();
    });
    for (const batch of later) await bank.send(batch);
    await bank.assess();
    expect(await bank.found()).toEqual(await undisturbed.found());
  });

  test('an unreadable or deleted body is skipped; no other organization is touched', async () => {
    const [bank, other] = [await organization(), await organization()];
    for (const each of [bank, other]) for (const batch of batches.slice(0, 3)) await each.send(batch);
    await bank.age();
    await other.age();
    const [damaged, gone, whole] = await bank.sql(
      'SELECT batch_id FROM scout.batches WHERE tenant_id = $1 ORDER BY batch_id',
    );
    await bank.sql(
      `UPDATE scout.batch_bodies SET body = '\\x1f8b00' WHERE tenant_id = $1 AND batch_id = '${damaged.batch_id}'`,
    );
    await bank.sql(`DELETE FROM scout.batch_bodies WHERE tenant_id = $1 AND batch_id = '${gone.batch_id}'`);
    const faults: unknown[] = [];
    const result = await bank.fold(
      { onFault: (_error, of) => faults.push(of) },
      { batches: 10, events: 1_000 },
    );
    expect(result).toBe('done');
    expect(faults).toEqual([{ batch: damaged.batch_id }]);
    expect(new Set((await bank.parts()).map(({ batch_id }) => batch_id))).toEqual(new Set([whole.batch_id]));
    expect(await other.parts()).toEqual([]);
  });

  test('older than the retention are left out', async () => {
    const bank = await organization();
    await bank.send(batches[0]!);
    await bank.age();
    const inAYear = { now: () => Date.now() + 366 * 86_400_000 };
    expect(await bank.fold({ clock: inAYear })).toBe('done');
    expect(await bank.parts()).toEqual([]);
  });
});
