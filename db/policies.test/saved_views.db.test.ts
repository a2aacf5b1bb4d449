import type { Actor } from '@scout/server/platform/database/pool';
import { seedMember } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.saved_views';
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, user_id, page, name, query) VALUES ($1, $2, $3, 'cases', 'Grave', 'severity=high')`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { member, tenantId, email, userId } of [a.northwind, a.alder])
    await run(a.db, member, ADD, [tenantId, email, userId]);
});
afterAll(() => a.db.drop());

test('a member sees, changes and removes only their own views', async () => {
  const { member, tenantId, userId } = a.northwind;
  const colleague = await seedMember(a.db, tenantId, { email: 'carla@northwind.example' });
  const carla: Actor = { role: 'scout_member', tenantId, userId: colleague.userId };
  expect(await tenantsSeen(a.db, member, TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, carla, TABLE)).toEqual([]);
  expect(await run(a.db, carla, `UPDATE ${TABLE} SET query = ''`)).toBe(0);
  expect(await run(a.db, carla, `DELETE FROM ${TABLE}`)).toBe(0);
  expect(await run(a.db, member, `UPDATE ${TABLE} SET query = 'severity=low'`)).toBe(1);
  const others = [
    [tenantId, colleague.email, colleague.userId],
    [a.alder.tenantId, a.alder.email, userId],
  ];
  for (const row of others) await expect(run(a.db, member, ADD, row), row.join()).rejects.toEqual(denied);
  for (const column of ['tenant_id', 'user_id', 'email', 'page', 'name'])
    await expect(run(a.db, member, `UPDATE ${TABLE} SET ${column} = ${column}`), column).rejects.toEqual(
      denied,
    );
});

test('views are deleted with the membership', async () => {
  const { tenantId } = a.northwind;
  const { userId, email } = await seedMember(a.db, tenantId, { email: 'leaver@northwind.example' });
  const leaver: Actor = { role: 'scout_member', tenantId, userId };
  await run(a.db, leaver, ADD, [tenantId, email, userId]);
  await run(a.db, admin(tenantId), 'DELETE FROM scout.memberships WHERE email = $1', [email]);
  expect(await tenantsSeen(a.db, leaver, TABLE)).toEqual([]);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_admin',
    'scout_alerts',
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
