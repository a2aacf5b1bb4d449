import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.packed_bodies';
const pack = `SELECT scout.pack_bodies($1, $2, '{0}', 'x') AS packed`;
const judge = (tenantId: string) => ({ role: 'scout_judge', tenantId }) as const;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const bodyOf = async (tenantId: string) =>
  (
    await a.db.asOwner((client) =>
      client.query('SELECT batch_id, received_at FROM scout.batch_bodies WHERE tenant_id = $1', [tenantId]),
    )
  ).rows[0];

test('packing takes the bodies of the organization it works on alone, each once', async () => {
  const { northwind, alder, db } = a;
  const [own, other] = [await bodyOf(northwind.tenantId), await bodyOf(alder.tenantId)];
  const packed = async (
    tenantId: string,
    { batch_id, received_at }: { batch_id: string; received_at: Date },
  ) =>
    db.withRole(judge(tenantId), async (_tx, client) => {
      const { rows } = await client.query<{ packed: boolean }>(pack, [[batch_id], [received_at]]);
      return rows[0]!.packed;
    });
  expect(await packed(northwind.tenantId, other)).toBe(false);
  expect(await packed(northwind.tenantId, own)).toBe(true);
  expect(await packed(northwind.tenantId, own)).toBe(false);
  expect(await run(db, alder.member, 'SELECT FROM scout.batch_bodies')).toBe(1);
  expect(await packed(alder.tenantId, other)).toBe(true);
});

test('bodies of which one is missing are not packed', async () => {
  const { tenantId } = a.northwind;
  await a.db.asOwner((client) =>
    client.query(
      `INSERT INTO scout.batch_bodies SELECT tenant_id, gen_random_uuid(), received_at[1], 'zstd', body FROM ${table} WHERE tenant_id = $1`,
      [tenantId],
    ),
  );
  const { batch_id, received_at } = await bodyOf(tenantId);
  const both = [
    [batch_id, '00000000-0000-4000-8000-0000000000ff'],
    [received_at, received_at],
  ];
  await expect(
    run(a.db, judge(tenantId), `SELECT scout.pack_bodies($1, $2, '{0,1}', 'x')`, both),
  ).rejects.toThrow('These bodies cannot be packed together');
  expect(await run(a.db, a.northwind.member, 'SELECT FROM scout.batch_bodies')).toBe(1);
});

test('a member sees the packed bodies of the own organization and of no other, and writes none', async () => {
  await expectOwnRowsOnly(a, table);
  for (const sql of [
    `INSERT INTO ${table} DEFAULT VALUES`,
    `UPDATE ${table} SET body = 'x'`,
    `DELETE FROM ${table}`,
    `SELECT scout.pack_bodies('{}', '{}', '{}', 'x')`,
  ])
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
});

test('all others have no access', () =>
  expectClosed(a.db, table, [
    'scout_operator',
    'scout_ingest',
    'scout_auth',
    'scout_judge',
    'scout_assessor',
  ]));
