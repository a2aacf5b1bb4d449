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

const group = `INSERT INTO scout.agent_groups (tenant_id, name, created_at, created_by)
  VALUES ($1, $2, now(), 'ada@northwind.example')`;
const version = `INSERT INTO scout.agent_group_versions (tenant_id, group_id, version, settings, created_at, created_by)
  SELECT tenant_id, group_id, $2, '{}', now(), 'ada@northwind.example' FROM scout.agent_groups WHERE tenant_id = $1`;
const insert = `INSERT INTO scout.agent_group_rings (tenant_id, group_id, version, agent_id, ring)
  SELECT tenant_id, group_id, 1, $2, 1 FROM scout.agent_groups WHERE tenant_id = $1`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, agentId } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), group, [tenantId, 'Web']);
    await run(a.db, admin(tenantId), version, [tenantId, 1]);
    await run(a.db, admin(tenantId), insert, [tenantId, agentId]);
  }
});
afterAll(() => a.db.drop());

test('a member sees only those of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.agent_group_rings'));

test('so do an admin and an agent’s heartbeat', async () => {
  const { tenantId, ingest } = a.northwind;
  const columns = 'SELECT tenant_id FROM scout.agent_group_rings';
  expect(await run(a.db, ingest, columns)).toBe(await run(a.db, admin(tenantId), columns));
  expect(new Set(await tenantsSeen(a.db, admin(tenantId), 'scout.agent_group_rings'))).toEqual(
    new Set([tenantId]),
  );
});

test('only an admin adds machines, and only of their own organization', async () => {
  const { tenantId, agentId, member, ingest } = a.northwind;
  for (const actor of [member, ingest, operator])
    await expect(run(a.db, actor, insert, [tenantId, agentId]), actor.role).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), insert, [tenantId, a.alder.agentId])).rejects.toMatchObject({
    code: '23503',
  });
});

test('the operator reads all and changes none', async () => {
  const { northwind, alder } = a;
  const seen = new Set(await tenantsSeen(a.db, operator, 'scout.agent_group_rings'));
  expect(seen).toEqual(new Set([northwind.tenantId, alder.tenantId]));
  await expect(run(a.db, operator, 'DELETE FROM scout.agent_group_rings')).rejects.toEqual(denied);
});

test('other roles have no access', () =>
  expectClosed(a.db, 'scout.agent_group_rings', ['scout_auth', 'scout_alerts', 'scout_visitor']));
