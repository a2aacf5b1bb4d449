import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

const TABLE = 'scout.operator_troubles';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('the operator notes a trouble, its mail and its end, and does not change when it began', async () => {
  const add = `INSERT INTO ${TABLE} (trouble, since) VALUES ('agents_silent', now())`;
  expect(await run(a.db, operator, add)).toBe(1);
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET mailed_at = now(), gone_since = now()`)).toBe(1);
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET since = now()`)).rejects.toEqual(denied);
  expect(await run(a.db, operator, `DELETE FROM ${TABLE}`)).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_visitor',
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
  ]));
