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

const insert = `INSERT INTO scout.agent_upgrade_rings (tenant_id, version, agent_id) VALUES ($1, '0.2.0', $2)`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, agentId } of [a.northwind, a.alder]) {
    await run(
      a.db,
      admin(tenantId),
      `INSERT INTO scout.agent_upgrades (tenant_id, version, started_at, started_by) VALUES ($1, '0.2.0', now(), 'x')`,
      [tenantId],
    );
    await run(a.db, admin(tenantId), insert, [tenantId, agentId]);
  }
});
afterAll(() => a.db.drop());

test('a member sees only the rings of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.agent_upgrade_rings'));

test('so do an admin and an agent’s heartbeat', async () => {
  const { tenantId, ingest } = a.northwind;
  for (const actor of [admin(tenantId), ingest])
    expect(await tenantsSeen(a.db, actor, 'scout.agent_upgrade_rings')).toEqual([tenantId]);
});

test('only an admin adds machines to one, and only of their own organization', async () => {
  const { tenantId, agentId, member, ingest } = a.northwind;
  for (const actor of [member, ingest, operator])
    await expect(run(a.db, actor, insert, [tenantId, agentId]), actor.role).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), insert, [a.alder.tenantId, a.alder.agentId])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, admin(tenantId), insert, [tenantId, a.alder.agentId])).rejects.toMatchObject({
    code: '23503',
  });
});

test('nobody removes a machine from one', async () => {
  const { tenantId, member, ingest } = a.northwind;
  for (const actor of [admin(tenantId), member, ingest, operator])
    await expect(run(a.db, actor, 'DELETE FROM scout.agent_upgrade_rings'), actor.role).rejects.toEqual(
      denied,
    );
});

test('other roles have no access', () =>
  expectClosed(a.db, 'scout.agent_upgrade_rings', ['scout_auth', 'scout_operator']));
