import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, auth, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const MAKE = `SELECT scout.make_download_ticket($1, $2, 'linux/scout-agent-latest.deb', 'Download', 'ada@northwind.example',
  now(), now() + interval '10 minutes', now() + interval '3 days', 25, true)`;

test('nobody reads or writes the table except through its two functions', async () => {
  await expectClosed(a.db, 'scout.download_tickets', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
  ]);
});

test('a member makes a link for their own organization, valid until it expires', async () => {
  const ticket = randomBytes(32);
  await run(a.db, a.northwind.member, MAKE, [ticket, randomBytes(32)]);
  const follow = (at: string) =>
    a.db.withRole(auth, async (_tx, client) => {
      const sql = `SELECT tenant_id, path FROM scout.download_ticket($1, now() + $2::interval)`;
      return (await client.query(sql, [ticket, at])).rows;
    });
  const found = [{ tenant_id: a.northwind.tenantId, path: 'linux/scout-agent-latest.deb' }];
  expect(await follow('9 minutes')).toEqual(found);
  expect(await follow('11 minutes')).toEqual([]);
});

test('there is no link without an organization, and other roles may neither make nor follow one', async () => {
  const values = [randomBytes(32), randomBytes(32)];
  await expect(run(a.db, { role: 'scout_member' }, MAKE, values)).rejects.toMatchObject({ code: '23502' });
  for (const actor of [a.northwind.ingest, admin(a.northwind.tenantId), operator, auth]) {
    await expect(run(a.db, actor, MAKE, values)).rejects.toEqual(denied);
  }
  const follow = `SELECT scout.download_ticket('\\x00', now())`;
  for (const actor of [a.northwind.member, a.northwind.ingest, operator]) {
    await expect(run(a.db, actor, follow)).rejects.toEqual(denied);
  }
});
