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
const TABLE = 'scout.directory_pieces';
const ADD = `INSERT INTO ${TABLE} (tenant_id, snapshot_id, number, body)
  SELECT tenant_id, snapshot_id, 1, '\\x1f' FROM scout.directory_snapshots WHERE tenant_id = $1`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, agentId, ingest } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), ADD_DIRECTORY, [tenantId, agentId]);
    await run(a.db, ingest, ADD_SNAPSHOT, [tenantId]);
    await run(a.db, ingest, ADD, [tenantId]);
  }
});
afterAll(() => a.db.drop());

test('an agent’s calls add pieces to snapshots of their organization, and change none', async () => {
  const { tenantId, ingest } = a.northwind;
  expect(await tenantsSeen(a.db, ingest, TABLE)).toEqual([tenantId]);
  expect(await run(a.db, ingest, ADD, [a.alder.tenantId])).toBe(0);
  for (const sql of [`UPDATE ${TABLE} SET number = 2`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
});

test('the operator reads all, and changes none', async () => {
  expect(new Set(await tenantsSeen(a.db, operator, TABLE))).toEqual(
    new Set([a.northwind.tenantId, a.alder.tenantId]),
  );
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET number = 2`)).rejects.toEqual(denied);
});

test('they are deleted with their snapshot', async () => {
  await run(a.db, operator, 'DELETE FROM scout.directory_snapshots WHERE tenant_id = $1', [
    a.northwind.tenantId,
  ]);
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
