import { templateName } from '@scout/testkit/cluster';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { seedTenant } from '@scout/testkit/seed';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginNameOf } from './login.ts';
import { type Actor, createPool, type Role, type Transaction, withRole } from './pool.ts';

let db: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  db = await createDatabase();
  ({ tenantId } = await seedTenant(db));
});
afterAll(() => db.drop());

const operator: Actor = { role: 'scout_operator' };
const addTenant = (tx: Transaction, name: string) =>
  tx
    .insertInto('tenants')
    .values({
      company_name: name,
      company_key: name.toLowerCase(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
const names = () =>
  db.withRole(operator, async (tx) => {
    const rows = await tx.selectFrom('tenants').select('company_name').execute();
    return rows.map((row) => row.company_name);
  });

test('work is committed when it returns, and rolled back when it throws', async () => {
  await db.withRole(operator, (tx) => addTenant(tx, 'Alder Health'));
  await expect(
    db.withRole(operator, async (tx) => {
      await addTenant(tx, 'Meridian Defense');
      throw new Error('on second thoughts');
    }),
  ).rejects.toThrow('on second thoughts');
  expect((await names()).sort()).toEqual(['Alder Health', 'Northwind Bank']);
});

test('work that continues after a failed statement is not reported as stored', async () => {
  await expect(
    db.withRole(operator, async (tx) => {
      await addTenant(tx, 'Meridian Defense');
      await addTenant(tx, 'Alder Health').catch(() => undefined);
    }),
  ).rejects.toThrow('Nothing was stored');
  expect(await names()).not.toContain('Meridian Defense');
});

test('role, tenant and user end with the transaction, on the same connection', async () => {
  const pool = createPool(db.url, { max: 1 });
  try {
    const settings = sql<{ role: string; tenant: string | null; user: string | null }>`
      SELECT current_user AS role, nullif(current_setting('scout.tenant_id', true), '') AS tenant,
        nullif(current_setting('scout.user_id', true), '') AS user`;
    const actor: Actor = { role: 'scout_member', tenantId, userId: 'ada' };
    const inside = await withRole(pool, actor, (tx) => settings.execute(tx));
    expect(inside.rows).toEqual([{ role: 'scout_member', tenant: tenantId, user: 'ada' }]);
    const next = await withRole(pool, { role: 'scout_member' }, (tx) => settings.execute(tx));
    expect(next.rows).toEqual([{ role: 'scout_member', tenant: null, user: null }]);
    const outside = await pool.query('SELECT current_user AS role');
    expect(outside.rows).toEqual([{ role: loginNameOf(templateName) }]);
  } finally {
    await pool.end();
  }
});

test.each([
  { tenantId: '' },
  { tenantId: 'northwind' },
  { tenantId: "00000000-0000-0000-0000-000000000000'; RESET ROLE; --" },
  { tenantId: '00000000-0000-0000-0000-000000000000\n' },
  { userId: '' },
  { userId: "x'; RESET ROLE; --" },
  { userId: 'a'.repeat(65) },
  { role: 'scout_owner' as Role },
  { role: 'none; RESET ROLE' as Role },
])('%o is refused before anything is sent', async (odd) => {
  let connected = 0;
  const count = () => {
    connected++;
  };
  db.pool.on('acquire', count);
  const actor: Actor = { role: 'scout_member', ...odd };
  await expect(db.withRole(actor, async () => undefined)).rejects.toThrow(TypeError);
  db.pool.off('acquire', count);
  expect(connected).toBe(0);
});

test('a nested BEGIN is reported as a mistake', async () => {
  await expect(db.withRole(operator, (tx) => tx.transaction().execute(() => names()))).rejects.toThrow(
    'withRole has begun the transaction already',
  );
});

test('changed rows are counted, and COPY uses the same connection', async () => {
  await db.withRole({ role: 'scout_operator' }, async (tx, client) => {
    const changed = await tx.updateTable('tenants').set({ is_subscribed: true }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    const mine = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    const same = await client.query('SELECT pg_backend_pid() AS pid');
    expect(same.rows).toEqual(mine.rows);
  });
});

test('a connection that breaks in mid-transaction fails that transaction only', async () => {
  await expect(
    db.withRole(operator, async (tx, client) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      const broken = new Promise((resolve) => client.once('end', resolve));
      await db.asOwner((owner) => owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]));
      await broken;
      await addTenant(tx, 'Meridian Defense');
    }),
  ).rejects.toThrow();
  expect(await names()).not.toContain('Meridian Defense');
});
