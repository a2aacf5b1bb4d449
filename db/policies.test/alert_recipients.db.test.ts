import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const insert = 'INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES ($1, $2, 0)';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, email } of [a.northwind, a.alder])
    await run(a.db, admin(tenantId), insert, [tenantId, email]);
});
afterAll(() => a.db.drop());

test('an admin sees and removes only the recipients of their own organization', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), 'scout.alert_recipients')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, 'scout.alert_recipients')).toEqual([]);
  expect(
    await run(a.db, admin(tenantId), 'DELETE FROM scout.alert_recipients WHERE tenant_id = $1', [
      a.alder.tenantId,
    ]),
  ).toBe(0);
});

test('an admin adds nobody to the recipients of another organization', async () => {
  await expect(
    run(a.db, admin(a.northwind.tenantId), insert, [a.alder.tenantId, 'eve@northwind.example']),
  ).rejects.toEqual(denied);
});

test('an entry is replaced and never rewritten', async () => {
  for (const column of ['tenant_id', 'email', 'position']) {
    const sql = `UPDATE scout.alert_recipients SET ${column} = ${column}`;
    await expect(run(a.db, admin(a.northwind.tenantId), sql), column).rejects.toEqual(denied);
  }
});

test('members, agents, sign-in and the operator have no access', () =>
  expectClosed(a.db, 'scout.alert_recipients', [
    'scout_member',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
  ]));
