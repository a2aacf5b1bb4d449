import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, auth, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.sso_break_glass';
const CONNECT = `INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by, state, tested_at)
  VALUES ($1, 'https://login.example', 'scout', now(), 'ada@northwind.example', 'required', now())`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, user_id) VALUES ($1, $2, $3)`;
const REQUIRED = 'SELECT WHERE scout.sso_required_of($1)';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    await a.db.asOwner((owner) => owner.query(CONNECT, [tenantId]));
});
afterAll(() => a.db.drop());

test('an admin exempts members of the own organization, who alone are exempt', async () => {
  const { tenantId, email, userId } = a.northwind;
  const own = admin(tenantId);
  await expect(run(a.db, own, ADD, [a.alder.tenantId, a.alder.email, a.alder.userId])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, own, ADD, [tenantId, a.alder.email, a.alder.userId])).rejects.toMatchObject({
    code: '23503',
  });
  expect(await run(a.db, auth, REQUIRED, [userId])).toBe(1);
  await run(a.db, own, ADD, [tenantId, email, userId]);
  expect(await tenantsSeen(a.db, own, TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, admin(a.alder.tenantId), TABLE)).toEqual([]);
  await expect(run(a.db, own, `UPDATE ${TABLE} SET email = email`)).rejects.toEqual(denied);
  expect(await run(a.db, auth, REQUIRED, [userId])).toBe(0);
  expect(await run(a.db, auth, REQUIRED, [a.alder.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT scout.sso_break_glass_watchers($1)', [userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT scout.sso_break_glass_watchers($1)', [a.alder.userId])).toBe(0);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_operator',
    'scout_visitor',
  ]));
