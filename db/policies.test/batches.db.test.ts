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

test('rejudging reads no answers and no hashes, and marks batches of its own organization only', async () => {
  const { tenantId } = a.northwind;
  const judge = { role: 'scout_judge', tenantId } as const;
  const everywhere = { role: 'scout_judge' } as const;
  expect(await run(a.db, everywhere, 'SELECT tenant_id FROM scout.batches WHERE NOT folded')).toBeGreaterThan(
    1,
  );
  expect(await run(a.db, everywhere, 'UPDATE scout.batches SET folded = true')).toBe(0);
  const own = await run(a.db, judge, 'SELECT FROM scout.batches WHERE tenant_id = $1', [tenantId]);
  expect(await run(a.db, judge, 'UPDATE scout.batches SET folded = true')).toBe(own);
  for (const sql of [
    'UPDATE scout.batches SET accepted = 0',
    'SELECT body_sha256 FROM scout.batches',
    'DELETE FROM scout.batches',
  ])
    await expect(run(a.db, judge, sql), sql).rejects.toEqual(denied);
});

test('the operator sees only how many batches are folded', async () => {
  const operator = { role: 'scout_operator' } as const;
  expect(await run(a.db, operator, 'SELECT tenant_id, folded FROM scout.batches')).toBeGreaterThan(1);
  for (const sql of ['SELECT rejections FROM scout.batches', 'UPDATE scout.batches SET folded = true'])
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
});

test('sign-in has no access', () => expectClosed(a.db, 'scout.batches', ['scout_auth']));
