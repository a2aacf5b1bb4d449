import { DAY } from '@scout/detection/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.packed_events';
/** The day's beginning: what is packed together is of one day. */
const today = Date.now() - (Date.now() % DAY);
const text = (time: number) => `'${new Date(time).toISOString()}'`;
const pack = `SELECT scout.pack_events(${text(today)}, ${text(today + DAY)}, ${text(today + 2 * DAY)}, 10)`;
const judge = (tenantId: string) => ({ role: 'scout_judge', tenantId }) as const;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await a.db.asOwner((client) =>
    client.query('UPDATE scout.tenant_events SET occurred_at = $1', [new Date(today)]),
  );
});
afterAll(() => a.db.drop());

test('packing takes the events of the organization it works on alone', async () => {
  const { northwind, alder, db } = a;
  await run(db, { role: 'scout_judge' }, pack);
  await db.asOwner((client) => client.query(`SET timezone = 'UTC'`));
  for (const [one, left] of [
    [northwind, 1],
    [alder, 1],
  ] as const) {
    await run(db, judge(one.tenantId), pack);
    expect(await run(db, one.member, `SELECT FROM ${table}`)).toBe(1);
    expect(await run(db, one.member, 'SELECT FROM scout.tenant_events')).toBe(0);
    if (one === northwind) expect(await run(db, alder.member, 'SELECT FROM scout.tenant_events')).toBe(left);
  }
});

test('a member sees the packed events of the own organization and of no other, and writes none', async () => {
  await expectOwnRowsOnly(a, table);
  for (const sql of [
    `INSERT INTO ${table} DEFAULT VALUES`,
    `UPDATE ${table} SET n = 2`,
    `DELETE FROM ${table}`,
    pack,
  ])
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
});

test('judging reads the packed events of its own organization, and writes none by itself', async () => {
  const { tenantId } = a.northwind;
  expect(await run(a.db, judge(tenantId), `SELECT * FROM ${table}`)).toBe(1);
  for (const sql of [
    `INSERT INTO ${table} DEFAULT VALUES`,
    `UPDATE ${table} SET n = 2`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, judge(tenantId), sql), sql).rejects.toEqual(denied);
});

test('the assessor reads which accounts packed events of its own organization name, and no more', async () => {
  const own = { role: 'scout_assessor', tenantId: a.northwind.tenantId } as const;
  expect(await run(a.db, own, `SELECT target_user_name FROM ${table}`)).toBe(1);
  expect(await run(a.db, own, `SELECT at FROM ${table} WHERE tenant_id = $1`, [a.alder.tenantId])).toBe(0);
  for (const sql of [`SELECT process_information_command_line FROM ${table}`, `DELETE FROM ${table}`])
    await expect(run(a.db, own, sql), sql).rejects.toEqual(denied);
});

test('operator, ingest and sign-in have no access', () =>
  expectClosed(a.db, table, ['scout_operator', 'scout_ingest', 'scout_auth']));
