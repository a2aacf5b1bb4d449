import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const ADD_DIRECTORY = `INSERT INTO scout.directories (tenant_id, name, agent_id, created_at, created_by, due_at)
  VALUES ($1, 'Branch', $2, now(), 'ada@northwind.example', now())`;
const ADD_SNAPSHOT = `INSERT INTO scout.directory_snapshots (tenant_id, directory_id, snapshot_id, begun_at, digest)
  SELECT tenant_id, directory_id, gen_random_uuid(), now(), decode(repeat('00', 32), 'hex')
  FROM scout.directories WHERE tenant_id = $1`;
const TABLE = 'scout.directory_snapshots';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, agentId, ingest } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), ADD_DIRECTORY, [tenantId, agentId]);
    await run(a.db, ingest, ADD_SNAPSHOT, [tenantId]);
  }
});
afterAll(() => a.db.drop());

test('an agent’s calls see and change those of their organization alone', async () => {
  const { tenantId, ingest } = a.northwind;
  expect(await tenantsSeen(a.db, ingest, TABLE)).toEqual([tenantId]);
  expect(await run(a.db, ingest, `UPDATE ${TABLE} SET pieces = 1`)).toBe(1);
  await expect(
    run(a.db, ingest, `UPDATE ${TABLE} SET tenant_id = $1`, [a.alder.tenantId]),
  ).rejects.toBeDefined();
});

test('the operator reads and deletes them, and changes none', async () => {
  expect(new Set(await tenantsSeen(a.db, operator, TABLE))).toEqual(
    new Set([a.northwind.tenantId, a.alder.tenantId]),
  );
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET pieces = 2`)).rejects.toEqual(denied);
});

test('one is deleted with its directory', async () => {
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.directories');
  expect(await tenantsSeen(a.db, operator, TABLE)).toEqual([a.alder.tenantId]);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_admin',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
