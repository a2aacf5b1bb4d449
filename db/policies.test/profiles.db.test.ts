import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
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

test('a member sees only the profiles of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.profiles'));

test('a member changes only their own profile', async () => {
  const { member, tenantId } = a.northwind;
  const rename = `UPDATE scout.profiles SET first_name = 'Ada'`;
  expect(await run(a.db, member, rename)).toBe(1);
  const colleague = { ...member, userId: 'someone-else' };
  expect(await run(a.db, colleague, rename)).toBe(0);
  expect(await run(a.db, { role: 'scout_member', tenantId }, rename)).toBe(0);
  expect(await run(a.db, { ...member, tenantId: a.alder.tenantId }, rename)).toBe(0);
});

test('a member adds a profile for nobody else and in no other organization', async () => {
  const insert = 'INSERT INTO scout.profiles (tenant_id, user_id, email) VALUES ($1, $2, $3)';
  const { member, tenantId, userId, email } = a.northwind;
  await expect(run(a.db, member, insert, [tenantId, 'someone-else', email])).rejects.toEqual(denied);
  await expect(run(a.db, member, insert, [a.alder.tenantId, userId, email])).rejects.toEqual(denied);
});

test('a user cannot change the owner or the address of a profile', async () => {
  const { member } = a.northwind;
  for (const column of ['tenant_id', 'user_id', 'email']) {
    await expect(
      run(a.db, member, `UPDATE scout.profiles SET ${column} = ${column}`),
      column,
    ).rejects.toEqual(denied);
  }
  await expect(run(a.db, member, 'DELETE FROM scout.profiles')).rejects.toEqual(denied);
});

test('the operator sees and creates profiles; ingest and sign-in do not', async () => {
  expect(await tenantsSeen(a.db, operator, 'scout.profiles')).toHaveLength(2);
  await expectClosed(a.db, 'scout.profiles', ['scout_ingest', 'scout_auth']);
});
