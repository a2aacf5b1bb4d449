import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.event_counts';
const insert = `INSERT INTO ${table} (tenant_id, hour, type_key, event_type, n) VALUES ($1, '2026-11-22', '4625', '4625', 1)`;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, ingest } of [a.northwind, a.alder]) await run(a.db, ingest, insert, [tenantId]);
});
afterAll(() => a.db.drop());

test('a member sees the counts of the own organization and of no other, and writes none', async () => {
  await expectOwnRowsOnly(a, table);
  for (const sql of [
    insert.replace('$1', 'gen_random_uuid()'),
    `UPDATE ${table} SET n = 2`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
});

test('ingest adds to the counts of its own organization, and neither moves nor deletes any', async () => {
  const { ingest, tenantId } = a.northwind;
  const again = `${insert} ON CONFLICT (tenant_id, hour, type_key) DO UPDATE SET n = event_counts.n + excluded.n`;
  expect(await run(a.db, ingest, again, [tenantId])).toBe(1);
  await expect(run(a.db, ingest, again, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const column of ['tenant_id', 'hour', 'type_key', 'event_type'])
    await expect(run(a.db, ingest, `UPDATE ${table} SET ${column} = ${column}`), column).rejects.toEqual(
      denied,
    );
  await expect(run(a.db, ingest, `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('counting anew changes the counts of the organization it works on alone', async () => {
  const judge = { role: 'scout_judge', tenantId: a.alder.tenantId } as const;
  await expect(run(a.db, judge, insert, [a.northwind.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, judge, `UPDATE ${table} SET n = n + 1`)).toBe(1);
  expect(await run(a.db, judge, `DELETE FROM ${table}`)).toBe(1);
  expect(await run(a.db, a.northwind.member, `SELECT FROM ${table}`)).toBe(1);
});

test('operator and sign-in have no business here', () =>
  expectClosed(a.db, table, ['scout_operator', 'scout_auth', 'scout_assessor']));
