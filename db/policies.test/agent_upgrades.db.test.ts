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

const insert = `INSERT INTO scout.agent_upgrades (tenant_id, version, started_at, started_by)
  VALUES ($1, $2, now(), 'mara@northwind-bank.example')`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    await run(a.db, admin(tenantId), insert, [tenantId, '0.2.0']);
});
afterAll(() => a.db.drop());

test('a member sees only the upgrades of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.agent_upgrades'));

test('so do an admin and an agent’s heartbeat', async () => {
  const { tenantId, ingest } = a.northwind;
  for (const actor of [admin(tenantId), ingest])
    expect(await tenantsSeen(a.db, actor, 'scout.agent_upgrades')).toEqual([tenantId]);
});

test('only an admin starts and opens one, in their own organization', async () => {
  const { tenantId, member, ingest } = a.northwind;
  for (const actor of [member, ingest, operator])
    await expect(run(a.db, actor, insert, [tenantId, '0.3.0']), actor.role).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), insert, [a.alder.tenantId, '0.3.0'])).rejects.toEqual(denied);
  const open = `UPDATE scout.agent_upgrades SET opened_at = now(), opened_by = 'x' WHERE tenant_id = $1`;
  expect(await run(a.db, admin(tenantId), open, [a.alder.tenantId])).toBe(0);
  for (const actor of [member, ingest, operator])
    await expect(run(a.db, actor, open, [tenantId]), actor.role).rejects.toEqual(denied);
});

test('nobody changes who started it, and nothing is deleted', async () => {
  const { tenantId, member, ingest } = a.northwind;
  for (const actor of [admin(tenantId), member, ingest, operator])
    for (const sql of [
      `UPDATE scout.agent_upgrades SET started_by = 'x'`,
      'DELETE FROM scout.agent_upgrades',
    ])
      await expect(run(a.db, actor, sql), `${actor.role}: ${sql}`).rejects.toEqual(denied);
});

test('other roles have no access', () =>
  expectClosed(a.db, 'scout.agent_upgrades', ['scout_auth', 'scout_operator']));
