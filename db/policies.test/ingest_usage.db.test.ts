import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
} from './support.ts';

const ADD = `INSERT INTO scout.ingest_usage (tenant_id, sender_id, busy_until, counted_at, events, bytes)
  VALUES ($1, $1, now(), now(), 1, 1)`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { ingest, tenantId } of [a.northwind, a.alder]) await run(a.db, ingest, ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('a member sees the usage of their own organization, and changes none of it', async () => {
  await expectOwnRowsOnly(a, 'scout.ingest_usage');
  for (const actor of [a.northwind.member, operator]) {
    for (const sql of ['UPDATE scout.ingest_usage SET bytes = 0', 'DELETE FROM scout.ingest_usage']) {
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
    }
    await expect(run(a.db, actor, ADD, [a.northwind.tenantId])).rejects.toEqual(denied);
  }
});

test('ingest adds and never removes', async () => {
  const { ingest, tenantId } = a.northwind;
  const sql = 'UPDATE scout.ingest_usage SET bytes = bytes + 1 WHERE tenant_id = $1';
  expect(await run(a.db, ingest, sql, [tenantId])).toBe(1);
  await expect(run(a.db, ingest, 'DELETE FROM scout.ingest_usage')).rejects.toEqual(denied);
});

test('sign-in and admins have no access', () =>
  expectClosed(a.db, 'scout.ingest_usage', ['scout_auth', 'scout_admin']));
