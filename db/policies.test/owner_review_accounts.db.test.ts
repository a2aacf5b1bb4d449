import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNTS, ADD, arrangeReviews, CLOSE, DECIDE, REVIEWS, START, STRANGERS } from './reviewRows.ts';
import { type Arrangement, admin, denied, expectClosed, run, tenantsSeen } from './support.ts';

let a: Arrangement;
let carla: Actor;
beforeAll(async () => {
  ({ a, carla } = await arrangeReviews());
});
afterAll(() => a.db.drop());

test('members read the reviews of their organization and decide only what they were asked', async () => {
  const { tenantId, member } = a.northwind;
  for (const table of [REVIEWS, ACCOUNTS]) {
    expect(new Set(await tenantsSeen(a.db, member, table))).toEqual(new Set([tenantId]));
    await expect(run(a.db, member, `DELETE FROM ${table}`), table).rejects.toEqual(denied);
  }
  expect(await run(a.db, carla, DECIDE)).toBe(1);
  expect(await run(a.db, carla, `${DECIDE} WHERE account_key = 'svc.billing'`)).toBe(0);
  await expect(run(a.db, carla, CLOSE)).rejects.toEqual(denied);
  await expect(run(a.db, carla, START, [tenantId, 'x'])).rejects.toEqual(denied);
  await expect(run(a.db, carla, ADD, [tenantId, 'svc.new', 'x', 'x'])).rejects.toEqual(denied);
  for (const column of ['owner', 'asked_user_id', 'account_key', 'is_open'])
    await expect(run(a.db, carla, `UPDATE ${ACCOUNTS} SET ${column} = ${column}`), column).rejects.toEqual(
      denied,
    );
});

test('nobody changes a closed review or its accounts', async () => {
  const { tenantId } = a.alder;
  expect(await run(a.db, admin(tenantId), CLOSE)).toBe(1);
  for (const actor of [admin(tenantId), { role: 'scout_alerts', tenantId } as const])
    expect(await run(a.db, actor, CLOSE), actor.role).toBe(0);
  for (const actor of [admin(tenantId), a.alder.member])
    expect(await run(a.db, actor, DECIDE), actor.role).toBe(0);
  await expect(
    run(a.db, admin(tenantId), ADD, [tenantId, 'svc.late', a.alder.email, a.alder.userId]),
  ).rejects.toMatchObject({ code: '23503' });
});

test('no other role has access', () => expectClosed(a.db, ACCOUNTS, STRANGERS));
