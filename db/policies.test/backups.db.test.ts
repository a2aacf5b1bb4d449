import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

const TABLE = 'scout.backups';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('the owner notes a backup, which the operator reads and nobody forges', async () => {
  await a.db.asOwner((owner) => owner.query(`INSERT INTO ${TABLE} VALUES (now(), 7300000)`));
  expect(await run(a.db, operator, `SELECT made_at, bytes FROM ${TABLE}`)).toBe(1);
  for (const sql of [
    `INSERT INTO ${TABLE} VALUES (now() + interval '1 day', 1)`,
    `UPDATE ${TABLE} SET made_at = now()`,
    `DELETE FROM ${TABLE}`,
  ])
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
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
