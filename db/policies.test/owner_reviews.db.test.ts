import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADD, arrangeReviews, DECIDE, REVIEWS, START, STRANGERS } from './reviewRows.ts';
import { type Arrangement, admin, denied, expectClosed, run, tenantsSeen } from './support.ts';

const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  ({ a } = await arrangeReviews());
});
afterAll(() => a.db.drop());

test('admins start and decide in their own organization only, one review at a time', async () => {
  const { tenantId, email } = a.northwind;
  expect(await run(a.db, admin(tenantId), DECIDE)).toBe(2);
  await expect(run(a.db, admin(tenantId), START, [a.alder.tenantId, email])).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), ADD, [a.alder.tenantId, 'svc.x', email, 'u'])).rejects.toEqual(
    denied,
  );
  const second = START.replace('($1, 1', '($1, 2');
  await expect(run(a.db, admin(tenantId), second, [tenantId, email])).rejects.toMatchObject({
    code: '23505',
  });
});

test('the alerts role finds due reviews everywhere, and reminds in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), REVIEWS))).toEqual(new Set([tenantId, a.alder.tenantId]));
  const remind = `UPDATE ${REVIEWS} SET reminders = reminders + 1`;
  expect(await run(a.db, alerts(), remind)).toBe(0);
  expect(await run(a.db, alerts(tenantId), remind)).toBe(1);
  await expect(run(a.db, alerts(tenantId), DECIDE)).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${REVIEWS}`)).rejects.toEqual(denied);
});

test('no other role has access', () => expectClosed(a.db, REVIEWS, STRANGERS));
