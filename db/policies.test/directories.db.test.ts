import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  member,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const TABLE = 'scout.directories';
const ADD = `INSERT INTO ${TABLE} (tenant_id, name, url, bind_name, created_at, created_by, due_at)
  VALUES ($1, 'Corp', 'ldaps://dc1.example', 'reader', now(), 'ada@northwind.example', now())`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, admin(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('admins add directories of their organization, make them due, and change nothing else', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, admin(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, admin(tenantId), `UPDATE ${TABLE} SET due_at = now()`)).toBe(1);
  for (const change of [`url = 'ldaps://other.example'`, `bind_name = 'other'`, `problem = 'x'`])
    await expect(run(a.db, admin(tenantId), `UPDATE ${TABLE} SET ${change}`), change).rejects.toEqual(denied);
});

test('a Kerberos service belongs to a keytab', async () => {
  const { tenantId } = a.northwind;
  const withKdc = (signIn: string) =>
    ADD.replace('due_at)', 'due_at, sign_in, kdc)').replace(/now\(\)\)$/, `now(), '${signIn}', 'dc1')`);
  expect(await run(a.db, admin(tenantId), withKdc('keytab'), [tenantId])).toBe(1);
  for (const signIn of ['password', 'other'])
    await expect(run(a.db, admin(tenantId), withKdc(signIn), [tenantId])).rejects.toMatchObject({
      code: '23514',
    });
  expect(await run(a.db, admin(tenantId), `DELETE FROM ${TABLE} WHERE sign_in = 'keytab'`)).toBe(1);
});

test('members see how old the state is, and not where it comes from', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, member(tenantId), TABLE)).toEqual([tenantId]);
  await run(a.db, member(tenantId), `SELECT is_catalog FROM ${TABLE}`);
  for (const column of ['url', 'kdc', 'sign_in'])
    await expect(run(a.db, member(tenantId), `SELECT ${column} FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, member(tenantId), `UPDATE ${TABLE} SET due_at = now()`)).rejects.toEqual(denied);
});

test('the operator works on all, and changes no address', async () => {
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET due_at = now()`)).toBe(2);
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET url = 'ldaps://other.example'`)).rejects.toEqual(
    denied,
  );
});

test('an agent’s calls see and claim only directories of agents, of their organization', async () => {
  const { tenantId, agentId, ingest } = a.northwind;
  const add = `INSERT INTO ${TABLE} (tenant_id, name, agent_id, created_at, created_by, due_at)
    VALUES ($1, 'Branch', $2, now(), 'ada@northwind.example', now())`;
  await expect(run(a.db, admin(tenantId), add, [tenantId, a.alder.agentId])).rejects.toMatchObject({
    code: '23503',
  });
  for (const one of [a.northwind, a.alder])
    await run(a.db, admin(one.tenantId), add, [one.tenantId, one.agentId]);
  const seen = 'SELECT FROM scout.directories WHERE agent_id IS NOT NULL';
  expect(await run(a.db, ingest, 'SELECT tenant_id FROM scout.directories')).toBe(1);
  expect(await run(a.db, operator, seen)).toBe(2);
  expect(await run(a.db, ingest, `UPDATE ${TABLE} SET due_at = now(), connector_key = 'spki'`)).toBe(1);
  for (const sql of [
    `UPDATE ${TABLE} SET agent_id = '${agentId}'`,
    `UPDATE ${TABLE} SET problem = 'x'`,
    `DELETE FROM ${TABLE}`,
    `SELECT url FROM ${TABLE}`,
  ])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
});

test('the assessor sees how old the state of one organization is, and changes nothing', async () => {
  const assessor: Actor = { role: 'scout_assessor', tenantId: a.northwind.tenantId };
  expect(
    await run(a.db, assessor, 'SELECT DISTINCT tenant_id, compared_at IS NULL FROM scout.directories'),
  ).toBe(1);
  for (const sql of [
    `SELECT url FROM ${TABLE}`,
    `UPDATE ${TABLE} SET due_at = now()`,
    `DELETE FROM ${TABLE}`,
  ])
    await expect(run(a.db, assessor, sql), sql).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, ['scout_alerts', 'scout_auth', 'scout_jobs', 'scout_judge', 'scout_visitor']));
