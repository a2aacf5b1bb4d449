import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const visitor: Actor = { role: 'scout_visitor' };
const insert = `INSERT INTO scout.demo_requests
    (request_id, created_at, kind, first_name, last_name, email, company_name, request_key, suspected)
  VALUES (gen_random_uuid(), now(), $1, 'Mira', 'Sato', $2, 'Alder Health', $3, $4) ON CONFLICT DO NOTHING`;
const key = '018f2a3e-5b8a-7c3d-9e1f-0123456789ab';

test('a visitor stores a request and reads none, not even their own', async () => {
  expect(await run(a.db, visitor, insert, ['early_access', 'mira@alder.example', key, false])).toBe(1);
  for (const sql of [
    'SELECT * FROM scout.demo_requests',
    'SELECT count(*) FROM scout.demo_requests',
    'SELECT email FROM scout.demo_requests',
    'UPDATE scout.demo_requests SET suspected = true',
    'DELETE FROM scout.demo_requests',
    'TRUNCATE scout.demo_requests',
    `${insert} RETURNING email`.replace('ON CONFLICT DO NOTHING ', ''),
  ]) {
    const values = sql.includes('$1') ? ['contact', 'x@alder.example', null, false] : [];
    await expect(run(a.db, visitor, sql, values), sql).rejects.toEqual(denied);
  }
});

test('early access is requested once per address; questions and suspected spam do not count', async () => {
  const store = (kind: string, suspected = false) =>
    run(a.db, visitor, insert, [kind, 'noor@alder.example', null, suspected]);
  expect(await store('early_access', true)).toBe(1);
  expect(await store('early_access')).toBe(1);
  expect(await store('early_access')).toBe(0);
  expect(await store('contact')).toBe(1);
  expect(await store('contact')).toBe(1);
});

test('values not in lower case, or longer than their field, are never stored', async () => {
  const values = ['contact', 'Mira@alder.example', null, false];
  await expect(run(a.db, visitor, insert, values)).rejects.toMatchObject({ code: '23514' });
  const long = insert.replace("'Mira'", `repeat('x', 201)`);
  await expect(run(a.db, visitor, long, ['contact', 'x@alder.example', null, false])).rejects.toMatchObject({
    code: '23514',
  });
});

test('the look-ups return yes or no', async () => {
  const ask = (sql: string, value: string) =>
    a.db.withRole(visitor, async (_tx, client) => (await client.query(sql, [value])).rows);
  expect(await ask('SELECT scout.early_access_requested($1) AS yes', 'mira@alder.example')).toEqual([
    { yes: true },
  ]);
  expect(await ask('SELECT scout.early_access_requested($1) AS yes', 'nobody@alder.example')).toEqual([
    { yes: false },
  ]);
  expect(await ask('SELECT scout.demo_request_stored($1) AS yes', key)).toEqual([{ yes: true }]);
});

test('the operator reads and changes nothing', async () => {
  expect(await run(a.db, operator, 'SELECT * FROM scout.demo_requests')).toBeGreaterThan(0);
  for (const sql of ['DELETE FROM scout.demo_requests', 'UPDATE scout.demo_requests SET suspected = true']) {
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
  }
});

test('no other role has access', () =>
  expectClosed(a.db, 'scout.demo_requests', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_jobs',
  ]));
