import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  const sql = 'INSERT INTO scout.quotas (tenant_id, events_per_second, updated_at) VALUES ($1, 10, now())';
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, operator, sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('members see only the quota of their own organization; the operator sees all', async () => {
  await expectOwnRowsOnly(a, 'scout.quotas');
  expect(await tenantsSeen(a.db, operator, 'scout.quotas')).toHaveLength(2);
});

test('only the operator changes one', async () => {
  for (const sql of [
    'UPDATE scout.quotas SET events_per_second = NULL',
    'DELETE FROM scout.quotas',
    'INSERT INTO scout.quotas DEFAULT VALUES',
  ]) {
    for (const actor of [a.northwind.member, a.northwind.ingest]) {
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
    }
  }
});

test('a quota of zero is refused', async () => {
  await expect(run(a.db, operator, 'UPDATE scout.quotas SET events_per_second = 0')).rejects.toMatchObject({
    code: '23514',
  });
});

test('sign-in, admins and ingest have no access', async () => {
  await expectClosed(a.db, 'scout.quotas', ['scout_auth', 'scout_admin', 'scout_ingest']);
  await expect(run(a.db, admin(a.northwind.tenantId), 'SELECT tenant_id FROM scout.quotas')).rejects.toEqual(
    denied,
  );
});
