import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  rollupRow,
  run,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only the counts of their own organization', () => expectOwnRowsOnly(a, 'scout.rollups'));

test('a member cannot write counts', async () => {
  for (const sql of [
    'INSERT INTO scout.rollups DEFAULT VALUES',
    'UPDATE scout.rollups SET n = 0',
    'DELETE FROM scout.rollups',
  ]) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('ingest adds to a count, and cannot move it to another key, rule or organization', async () => {
  const { ingest, tenantId } = a.northwind;
  const row = rollupRow(tenantId, new Date('2026-11-21T10:15:00Z'));
  const add = () =>
    a.db.withRole(ingest, (tx) =>
      tx
        .insertInto('rollups')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'rule', 'dimension', 'bucket', 'key', 'value_key'])
            .doUpdateSet({ n: (eb) => eb('rollups.n', '+', eb.ref('excluded.n')) }),
        )
        .execute(),
    );
  await add();
  await add();
  const kept = await a.db.withRole(a.northwind.member, (tx) =>
    tx.selectFrom('rollups').select('n').where('bucket', '=', row.bucket).execute(),
  );
  expect(kept).toEqual([{ n: '2' }]);
  for (const column of ['tenant_id', 'rule', 'dimension', 'bucket', 'key', 'value_key']) {
    await expect(run(a.db, ingest, `UPDATE scout.rollups SET ${column} = ${column}`), column).rejects.toEqual(
      denied,
    );
  }
  await expect(run(a.db, ingest, 'DELETE FROM scout.rollups')).rejects.toEqual(denied);
});

test('keys are ordered and compared by code point, whatever the locale of the database', async () => {
  const { ingest, tenantId } = a.alder;
  const keys = ['svc.b', 'svc.a', 'SVC.z', 'svc.é', 'svc-a'];
  const bucket = new Date('2026-11-21T10:30:00Z');
  await a.db.withRole(ingest, (tx) =>
    tx
      .insertInto('rollups')
      .values(keys.map((key) => ({ ...rollupRow(tenantId, bucket), key })))
      .execute(),
  );
  const rows = await a.db.withRole(a.alder.member, (tx) =>
    tx.selectFrom('rollups').select('key').where('bucket', '=', bucket).orderBy('key').execute(),
  );
  expect(rows.map(({ key }) => key)).toEqual(['SVC.z', 'svc-a', 'svc.a', 'svc.b', 'svc.é']);
});

test('the longest keys that detection makes fit the primary key', async () => {
  // 256 UTF-16 units each, with three bytes in UTF-8, in an incompressible order.
  const longest = () =>
    Array.from({ length: 256 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 0x5000))).join(
      '',
    );
  const row = {
    ...rollupRow(a.alder.tenantId),
    rule: 'service-account-activity',
    dimension: 'account-server',
  };
  await a.db.withRole(a.alder.ingest, (tx) =>
    tx
      .insertInto('rollups')
      .values({ ...row, key: longest(), value_key: longest() })
      .execute(),
  );
});

test('operator and sign-in have no access', () =>
  expectClosed(a.db, 'scout.rollups', ['scout_operator', 'scout_auth']));
