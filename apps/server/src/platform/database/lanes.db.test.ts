import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { seedTenant } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLanes, type Lanes, type Work } from './lanes.ts';
import type { Statement } from './pipeline.ts';
import { createPool } from './pool.ts';

let db: TestDatabase;
const tenants: string[] = [];
beforeAll(async () => {
  db = await createDatabase();
  for (const name of ['Alder Health', 'Meridian Defense', 'Northwind Bank'])
    tenants.push((await seedTenant(db, name)).tenantId);
});
afterAll(() => db.drop());

const WHO = {
  name: 'who',
  text: `SELECT current_user AS role, current_setting('scout.tenant_id') AS tenant`,
};
/** A row of its organization that ingest may write. */
const used = (tenantId: string, events: number): Statement => ({
  name: 'use',
  text: `INSERT INTO scout.ingest_usage (tenant_id, sender_id, busy_until, counted_at, events, bytes)
    VALUES ($1, gen_random_uuid(), now(), now(), $2, 0)`,
  values: [tenantId, events],
});
const work = (
  tenantId: string,
  statements: readonly Statement[],
  decide: Work<unknown>['decide'] = (r) => r,
) => ({
  actor: { role: 'scout_ingest' as const, tenantId },
  statements: () => statements,
  decide,
});
const usedBy = async (tenantId: string): Promise<number[]> =>
  db.asOwner(async (owner) => {
    const sql = 'SELECT events::int FROM scout.ingest_usage WHERE tenant_id = $1 ORDER BY 1';
    return (await owner.query<{ events: number }>(sql, [tenantId])).rows.map(({ events }) => events);
  });
const emptied = () => db.asOwner((owner) => owner.query('DELETE FROM scout.ingest_usage'));
const words = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) =>
    one.status === 'fulfilled' ? 'stored' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );

/** Lanes over one connection. */
async function oneLane<T>(use: (lanes: Lanes, name: string) => Promise<T>): Promise<T> {
  const name = `lane ${Math.random()}`;
  const pool = createPool(db.url, { max: 1, applicationName: name });
  try {
    return await use(createLanes(pool, 1), name);
  } finally {
    await pool.end();
  }
}

test('transactions that follow each other on one connection have their own role and organization', async () => {
  await emptied();
  await oneLane(async (lanes) => {
    const rows = await Promise.all(
      tenants.map((tenantId, index) =>
        lanes.run(work(tenantId, [WHO, used(tenantId, index)], ([who]) => who!.rows[0])),
      ),
    );
    expect(rows).toEqual(tenants.map((tenant) => ({ role: 'scout_ingest', tenant })));
  });
  for (const [index, tenantId] of tenants.entries()) expect(await usedBy(tenantId)).toEqual([index]);
});

test('row-level security binds each: rows of another organization are refused, and those before and after are stored', async () => {
  await emptied();
  const [a, b, c] = tenants as [string, string, string];
  const outcomes = await oneLane((lanes) =>
    Promise.allSettled([
      lanes.run(work(a, [used(a, 1)])),
      lanes.run(work(b, [used(b, 2), used(c, 20)])),
      lanes.run(work(c, [used(c, 3)])),
    ]),
  );
  expect(words(outcomes)).toEqual(['stored', '42501', 'stored']);
  expect(await Promise.all(tenants.map(usedBy))).toEqual([[1], [], [3]]);
});

test('one that decides against itself is rolled back, after its statements and further ones', async () => {
  await emptied();
  const [a, b] = tenants as [string, string];
  const outcomes = await oneLane((lanes) =>
    Promise.allSettled([
      lanes.run(
        work(a, [used(a, 1)], async (_results, client) => {
          await client.query(used(a, 2) as never);
          throw new Error('on second thoughts');
        }),
      ),
      lanes.run(
        work(b, [used(b, 1)], async (_results, client) => void (await client.query(used(b, 2) as never))),
      ),
    ]),
  );
  expect(words(outcomes)).toEqual(['Error: on second thoughts', 'stored']);
  expect(await Promise.all([usedBy(a), usedBy(b)])).toEqual([[], [1, 2]]);
});

test('an ignored error of a further statement is not reported as stored', async () => {
  await emptied();
  const [a] = tenants as [string];
  const outcomes = await oneLane((lanes) =>
    Promise.allSettled([
      lanes.run(
        work(a, [used(a, 1)], async (_results, client) => {
          await client.query('SELECT 1 / 0').catch(() => {});
        }),
      ),
    ]),
  );
  expect(words(outcomes)).toEqual(['Error: Nothing was stored: a statement of this transaction had failed']);
  expect(await usedBy(a)).toEqual([]);
});

test('statements after a failed one can be prepared by a later transaction of the connection', async () => {
  await emptied();
  const [a, b] = tenants as [string, string];
  const fails = { name: 'fails', text: 'SELECT 1 / $1::int', values: [0] };
  const later = { ...used(a, 1), name: 'later' };
  const outcomes = await oneLane((lanes) =>
    Promise.allSettled([
      lanes.run(work(a, [fails, later])),
      lanes.run(work(b, [{ ...later, values: [b, 5] }])),
    ]),
  );
  expect(words(outcomes)).toEqual(['22012', 'stored']);
  expect(await usedBy(b)).toEqual([5]);
});

test('a value that cannot be sent and an invalid organization fail alone', async () => {
  await emptied();
  const [a] = tenants as [string];
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const outcomes = await oneLane((lanes) =>
    Promise.allSettled([
      lanes.run(work(a, [{ text: 'SELECT $1::jsonb', values: [circular] }])),
      lanes.run(work(`'; DROP`, [])),
      lanes.run(work(a, [used(a, 1)])),
    ]),
  );
  expect(words(outcomes)).toEqual([
    expect.stringMatching(/circular/i),
    'TypeError: tenantId is not a UUID',
    'stored',
  ]);
  expect(await usedBy(a)).toEqual([1]);
});

test('a connection that is killed loses only what was not committed, and the rest goes over another one', async () => {
  await emptied();
  const [a, b, c] = tenants as [string, string, string];
  const outcomes = await oneLane(async (lanes, name) => {
    const kill = () =>
      db.asOwner((owner) =>
        owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
          name,
        ]),
      );
    return Promise.allSettled([
      lanes.run(work(a, [used(a, 1)])),
      lanes.run(
        work(b, [used(b, 1)], async (_results, client) => {
          await kill();
          await client.query('SELECT 1');
        }),
      ),
      lanes.run(work(c, [used(c, 1)])),
    ]);
  });
  expect(words(outcomes)).toEqual(['stored', expect.stringMatching(/57P01|not queryable/), 'stored']);
  expect(await Promise.all(tenants.map(usedBy))).toEqual([[1], [], [1]]);
});

test('without a connection all that wait fail at once', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  const lanes = createLanes(pool, 1);
  const run = () => Promise.allSettled(tenants.map((tenantId) => lanes.run(work(tenantId, [WHO]))));
  for (const outcomes of [await run(), await run()])
    expect(words(outcomes)).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED']);
  await pool.end();
});

test('COPY and results of many rows go through a pipeline', async () => {
  const [a] = tenants as [string];
  const rows = Buffer.from(Array.from({ length: 200_000 }, (_, n) => `${n}\n`).join(''));
  const sums = await oneLane((lanes) =>
    lanes.run(
      work(
        a,
        [
          { text: 'CREATE TEMPORARY TABLE copied (n int) ON COMMIT DROP' },
          { text: 'COPY pg_temp.copied FROM STDIN', data: [rows.subarray(0, 10), rows.subarray(10)] },
          { text: 'SELECT n FROM pg_temp.copied ORDER BY n' },
        ],
        (results) => [results[1]!.rowCount, results[2]!.rows.length, results[2]!.rows.at(-1)],
      ),
    ),
  );
  expect(sums).toEqual([200_000, 200_000, { n: 199_999 }]);
});
