import type { Actor } from '@scout/server/database/pool';
import { seedMember } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const REVIEWS = 'scout.owner_reviews';
const ACCOUNTS = 'scout.owner_review_accounts';
const START = `INSERT INTO ${REVIEWS} (tenant_id, number, started_at, started_by, due_at) VALUES ($1, 1, now(), $2, now() + interval '30 days')`;
const ADD = `INSERT INTO ${ACCOUNTS} (tenant_id, number, account_key, account, owner, asked_email, asked_user_id) VALUES ($1, 1, $2, $2, $3, $3, $4)`;
const DECIDE = `UPDATE ${ACCOUNTS} SET decision = 'keep', decided_at = now(), decided_by = 'x'`;
const CLOSE = `UPDATE ${REVIEWS} SET is_open = false, closed_at = now(), organization = 'Bank', head = repeat('a', 64)`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
let carla: Actor;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, email, userId } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), START, [tenantId, email]);
    await run(a.db, admin(tenantId), ADD, [tenantId, 'svc.billing', email, userId]);
  }
  const { tenantId } = a.northwind;
  const colleague = await seedMember(a.db, tenantId, { email: 'carla@northwind.example' });
  carla = { role: 'scout_member', tenantId, userId: colleague.userId };
  await run(a.db, admin(tenantId), ADD, [tenantId, 'svc.reporting', colleague.email, colleague.userId]);
});
afterAll(() => a.db.drop());

test('members read the reviews of their organization and decide about what they were asked for, nothing else', async () => {
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

test('admins start and decide in their own organization alone, one review at a time', async () => {
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

test('alerts look everywhere for what is due, and remind in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), REVIEWS))).toEqual(new Set([tenantId, a.alder.tenantId]));
  const remind = `UPDATE ${REVIEWS} SET reminders = reminders + 1`;
  expect(await run(a.db, alerts(), remind)).toBe(0);
  expect(await run(a.db, alerts(tenantId), remind)).toBe(1);
  await expect(run(a.db, alerts(tenantId), DECIDE)).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${REVIEWS}`)).rejects.toEqual(denied);
});

test('a closed review and its accounts change no more, whoever tries', async () => {
  const { tenantId } = a.alder;
  expect(await run(a.db, admin(tenantId), CLOSE)).toBe(1);
  for (const actor of [admin(tenantId), alerts(tenantId)])
    expect(await run(a.db, actor, CLOSE), actor.role).toBe(0);
  for (const actor of [admin(tenantId), a.alder.member])
    expect(await run(a.db, actor, DECIDE), actor.role).toBe(0);
  await expect(
    run(a.db, admin(tenantId), ADD, [tenantId, 'svc.late', a.alder.email, a.alder.userId]),
  ).rejects.toMatchObject({ code: '23503' });
});

test('nobody else has business here', async () => {
  for (const table of [REVIEWS, ACCOUNTS])
    await expectClosed(a.db, table, [
      'scout_ingest',
      'scout_assessor',
      'scout_auth',
      'scout_operator',
      'scout_jobs',
      'scout_judge',
      'scout_visitor',
    ]);
});
