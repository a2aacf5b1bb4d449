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

const insert = `INSERT INTO scout.agent_groups (tenant_id, name, created_at, created_by)
  VALUES ($1, $2, now(), 'ada@northwind.example')`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    await run(a.db, admin(tenantId), insert, [tenantId, 'Web']);
});
afterAll(() => a.db.drop());

test('a member sees only those of their own organization', () => expectOwnRowsOnly(a, 'scout.agent_groups'));

test('so do an admin and an agent’s heartbeat', async () => {
  const { tenantId, ingest } = a.northwind;
  const columns = 'SELECT tenant_id FROM scout.agent_groups';
  expect(await run(a.db, ingest, columns)).toBe(await run(a.db, admin(tenantId), columns));
  expect(new Set(await tenantsSeen(a.db, admin(tenantId), 'scout.agent_groups'))).toEqual(
    new Set([tenantId]),
  );
});

test('only an admin makes, changes and removes one, in their own organization', async () => {
  const { tenantId, member, ingest } = a.northwind;
  const change = `UPDATE scout.agent_groups SET name = 'Mine' WHERE tenant_id = $1`;
  for (const actor of [member, ingest, operator]) {
    await expect(run(a.db, actor, insert, [tenantId, 'Other']), actor.role).rejects.toEqual(denied);
    await expect(run(a.db, actor, change, [tenantId]), actor.role).rejects.toEqual(denied);
  }
  await expect(run(a.db, admin(tenantId), insert, [a.alder.tenantId, 'Other'])).rejects.toEqual(denied);
  expect(await run(a.db, admin(tenantId), change, [a.alder.tenantId])).toBe(0);
  await expect(run(a.db, admin(tenantId), `UPDATE scout.agent_groups SET created_by = 'x'`)).rejects.toEqual(
    denied,
  );
});

test('the operator reads all and changes none', async () => {
  const { northwind, alder } = a;
  const seen = new Set(await tenantsSeen(a.db, operator, 'scout.agent_groups'));
  expect(seen).toEqual(new Set([northwind.tenantId, alder.tenantId]));
  await expect(run(a.db, operator, 'DELETE FROM scout.agent_groups')).rejects.toEqual(denied);
});

test('other roles have no access', () =>
  expectClosed(a.db, 'scout.agent_groups', ['scout_auth', 'scout_alerts', 'scout_visitor']));
