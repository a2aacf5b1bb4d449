import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin as adminOf,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only their own organization', () => expectOwnRowsOnly(a, 'scout.tenants'));

test('a member changes, adds and removes no organization', async () => {
  const { member, tenantId } = a.northwind;
  for (const sql of [
    `UPDATE scout.tenants SET is_subscribed = true WHERE tenant_id = '${tenantId}'`,
    `INSERT INTO scout.tenants (company_name, company_key) VALUES ('Meridian Defense', 'meridian defense')`,
    `DELETE FROM scout.tenants`,
  ]) {
    await expect(run(a.db, member, sql), sql).rejects.toEqual(denied);
  }
});

test('a member switches email alerts of their own organization only', async () => {
  const { member, tenantId } = a.northwind;
  const alerts = (where: string) => `UPDATE scout.tenants SET receive_email_alerts = false ${where}`;
  expect(await run(a.db, member, alerts(''))).toBe(1);
  expect(await run(a.db, member, alerts(`WHERE tenant_id <> '${tenantId}'`))).toBe(0);
  await expect(run(a.db, member, `UPDATE scout.tenants SET requires_second_factor = false`)).rejects.toEqual(
    denied,
  );
});

test('only an admin changes retention and the legal hold, of their own organization and within bounds', async () => {
  const { member, tenantId } = a.northwind;
  const admin = adminOf(tenantId);
  const changes = [
    'retention_days = 730',
    `hold_since = '2026-11-26', hold_reason = 'Case 12', hold_set_by = 'ada'`,
    'hold_since = NULL, hold_reason = NULL, hold_set_by = NULL, retention_days = 365',
  ];
  for (const change of changes) {
    for (const actor of [member, operator])
      await expect(run(a.db, actor, `UPDATE scout.tenants SET ${change}`), change).rejects.toEqual(denied);
    expect(
      await run(a.db, admin, `UPDATE scout.tenants SET ${change} WHERE tenant_id <> '${tenantId}'`),
    ).toBe(0);
    expect(await run(a.db, admin, `UPDATE scout.tenants SET ${change}`)).toBe(1);
  }
  for (const change of ['retention_days = 30', 'retention_days = 3651', `hold_since = '2026-11-26'`])
    await expect(run(a.db, admin, `UPDATE scout.tenants SET ${change}`), change).rejects.toMatchObject({
      code: '23514',
    });
  await expect(run(a.db, member, 'SELECT hold_reason FROM scout.tenants')).rejects.toEqual(denied);
});

test('the operator sees all, subscribes them, and cannot delete them or mark them as a sample', async () => {
  expect(await tenantsSeen(a.db, operator, 'scout.tenants')).toHaveLength(2);
  expect(await run(a.db, operator, 'UPDATE scout.tenants SET is_subscribed = true')).toBe(2);
  await expect(run(a.db, operator, 'DELETE FROM scout.tenants')).rejects.toEqual(denied);
  await expect(run(a.db, operator, 'UPDATE scout.tenants SET is_sample = true')).rejects.toEqual(denied);
});

test('only an admin requests the deletion of an organization, and only of their own', async () => {
  const { member, tenantId } = a.northwind;
  const admin = adminOf(tenantId);
  const request = (where: string) =>
    `UPDATE scout.tenants SET deletion_due_at = now() + interval '7 days', deletion_requested_by = 'ada' ${where}`;
  await expect(run(a.db, member, request(''))).rejects.toEqual(denied);
  expect(await run(a.db, admin, request(`WHERE tenant_id <> '${tenantId}'`))).toBe(0);
  expect(await run(a.db, admin, request(''))).toBe(1);
  const due = (moment: string) => `SELECT scout.delete_requested_organization('${tenantId}', ${moment})`;
  for (const actor of [admin, member]) await expect(run(a.db, actor, due('now()'))).rejects.toEqual(denied);
  await run(a.db, operator, due('now()'));
  await run(a.db, operator, `SELECT scout.remove_ended_data('${tenantId}', now() + interval '10 years')`);
  expect(await tenantsSeen(a.db, operator, 'scout.tenants')).toHaveLength(2);
  await run(a.db, admin, 'UPDATE scout.tenants SET deletion_due_at = NULL, deletion_requested_by = NULL');
});

test('only the operator ends a trial or sets how long data is kept', async () => {
  const { member, tenantId } = a.northwind;
  const admin = adminOf(tenantId);
  for (const actor of [admin, member])
    for (const change of [
      'trial_ends_at = NULL',
      'trial_reminded_days = 0',
      'data_until = now()',
      'is_subscribed = true',
    ])
      await expect(run(a.db, actor, `UPDATE scout.tenants SET ${change}`), change).rejects.toEqual(denied);
});

test('ingest and sign-in have no access', () =>
  expectClosed(a.db, 'scout.tenants', ['scout_ingest', 'scout_auth']));
