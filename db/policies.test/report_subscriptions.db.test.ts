import type { Actor } from '@scout/server/platform/database/pool';
import { seedMember } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.report_subscriptions';
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, user_id, receives, mailed_month) VALUES ($1, $2, $3, true, '2026-10')`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { member, tenantId, email, userId } of [a.northwind, a.alder])
    await run(a.db, member, ADD, [tenantId, email, userId]);
});
afterAll(() => a.db.drop());

test('a member sees and changes only their own choice, at their own address', async () => {
  const { member, tenantId, userId } = a.northwind;
  const colleague = await seedMember(a.db, tenantId, { email: 'carla@northwind.example' });
  const carla: Actor = { role: 'scout_member', tenantId, userId: colleague.userId };
  expect(await tenantsSeen(a.db, member, TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, carla, TABLE)).toEqual([]);
  expect(await run(a.db, carla, `UPDATE ${TABLE} SET receives = false`)).toBe(0);
  expect(await run(a.db, member, `UPDATE ${TABLE} SET receives = true`)).toBe(1);
  const others = [
    [tenantId, colleague.email, colleague.userId],
    [a.alder.tenantId, a.alder.email, userId],
  ];
  for (const row of others) await expect(run(a.db, member, ADD, row), row.join()).rejects.toEqual(denied);
  // Not for oneself at a colleague's address either.
  await expect(run(a.db, member, ADD, [tenantId, colleague.email, userId])).rejects.toMatchObject({
    code: '23503',
  });
  for (const column of ['tenant_id', 'email', 'user_id'])
    await expect(run(a.db, member, `UPDATE ${TABLE} SET ${column} = ${column}`), column).rejects.toEqual(
      denied,
    );
  await expect(run(a.db, member, `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
});

test('the alerts role finds due reports everywhere, and notes what was mailed in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  const note = `UPDATE ${TABLE} SET mailed_month = '2026-10'`;
  expect(await run(a.db, alerts(), note)).toBe(0);
  expect(await run(a.db, alerts(tenantId), note)).toBe(1);
  // For the links in mails.
  const end = `UPDATE ${TABLE} SET receives = false`;
  expect(await run(a.db, alerts(), end)).toBe(0);
  expect(await run(a.db, alerts(tenantId), end)).toBe(1);
  for (const column of ['email', 'user_id', 'link_key'])
    await expect(
      run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET ${column} = ${column}`),
      column,
    ).rejects.toEqual(denied);
  await expect(run(a.db, a.northwind.member, `SELECT link_key FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
});

test('a choice is deleted with the membership', async () => {
  const { tenantId } = a.northwind;
  const { userId, email } = await seedMember(a.db, tenantId, { email: 'leaver@northwind.example' });
  const leaver: Actor = { role: 'scout_member', tenantId, userId };
  await run(a.db, leaver, ADD, [tenantId, email, userId]);
  await run(a.db, admin(tenantId), 'DELETE FROM scout.memberships WHERE email = $1', [email]);
  expect(await tenantsSeen(a.db, leaver, TABLE)).toEqual([]);
  expect(await tenantsSeen(a.db, alerts(tenantId), TABLE)).toHaveLength(2);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
