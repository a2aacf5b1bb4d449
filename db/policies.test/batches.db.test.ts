import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  arrange,
  batchRow,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  run,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only the batches of their own organization, without the hash', async () => {
  await expectOwnRowsOnly(a, 'scout.batches');
  await expect(run(a.db, a.northwind.member, 'SELECT body_sha256 FROM scout.batches')).rejects.toEqual(
    denied,
  );
});

test('a member cannot write to the ledger', async () => {
  for (const sql of [
    'INSERT INTO scout.batches DEFAULT VALUES',
    'UPDATE scout.batches SET accepted = 0',
    'DELETE FROM scout.batches',
  ]) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('a number is entered once: the second insert changes nothing', async () => {
  const { ingest, tenantId, agentId } = a.northwind;
  const enter = () =>
    a.db.withRole(ingest, async (tx) => {
      const result = await tx
        .insertInto('batches')
        .values(batchRow(tenantId, agentId, 7))
        .onConflict((conflict) => conflict.columns(['tenant_id', 'agent_id', 'batch_no']).doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows);
    });
  expect([await enter(), await enter()]).toEqual([1, 0]);
});

test('a ledger entry is immutable and belongs to an agent of the same organization', async () => {
  const { ingest, tenantId } = a.northwind;
  await expect(run(a.db, ingest, 'UPDATE scout.batches SET accepted = 0')).rejects.toEqual(denied);
  await expect(run(a.db, ingest, 'DELETE FROM scout.batches')).rejects.toEqual(denied);
  const foreign = batchRow(tenantId, a.alder.agentId, 1);
  await expect(
    a.db.withRole(ingest, (tx) => tx.insertInto('batches').values(foreign).execute()),
  ).rejects.toMatchObject({ code: '23503' });
});

test('sign-in, rejudging and the operator have no access', () =>
  expectClosed(a.db, 'scout.batches', ['scout_auth', 'scout_judge', 'scout_operator']));
