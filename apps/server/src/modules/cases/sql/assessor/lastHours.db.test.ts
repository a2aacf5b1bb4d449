import type { DayCell } from '@scout/cases';
import { DAY, HOUR } from '@scout/detection/time';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { numbersOf } from '@scout/testkit/numbers';
import { lastHours } from '@scout/testkit/renewLastHours';
import { seedTenant } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../../scripts/testLength.mjs';
import { withRole } from '../../../../platform/database/pool.ts';
import { fresh } from '../../../../testing/fresh.ts';
import type { HourRange } from '../../assessor/range.ts';
import { storeActivity } from './activity.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const owner = <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
  database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[]);

const KINDS = ['logon:3', 'logon:10', 'refused:wrong password', 'command', 'change:reset', 'ticket'];
/** Beginnings of hours, since 1970. */
const FIRST = Math.floor(Date.UTC(2026, 2, 1) / HOUR);
const HOURS = 12;

/** Activity of some accounts in an hour, in few ways, so that ways return. */
function activityAt(hour: number, draw: (below: number) => number): DayCell[] {
  return Array.from({ length: draw(6) }, () => {
    const time = hour * HOUR + draw(HOUR);
    return {
      account: `svc.${draw(4)}`,
      kind: KINDS[draw(KINDS.length)]!,
      source: draw(4) === 0 ? null : `host${draw(5)}`,
      destination: draw(4) === 0 ? null : `host${draw(5)}`,
      program: null,
      actor: draw(2) === 0 ? null : `person${draw(4)}`,
      count: 1 + draw(3),
      first: time,
      last: time,
    } as unknown as DayCell;
  });
}

function store(
  tenantId: string,
  range: HourRange & { readonly from: number },
  draw: (below: number) => number,
): Promise<void> {
  const end = Math.min(range.to ?? Number.POSITIVE_INFINITY, FIRST + HOURS);
  const activity = Array.from({ length: Math.max(0, end - range.from) }, (_, index) => {
    const hour = range.from + index;
    return { hour, cells: draw(3) === 0 ? [] : activityAt(hour, draw) };
  });
  return withRole(database.pool, { role: 'scout_assessor', tenantId }, (_tx, client) =>
    storeActivity(client, tenantId, { activity, range }),
  );
}

/** Rows of the tables as they are, and as the hours give them. */
async function expectSameAsHours(tenantId: string, step: string): Promise<number> {
  let rows = 0;
  for (const [table, query] of Object.entries(lastHours)) {
    const difference = await owner(
      `WITH stored AS (SELECT * FROM scout.${table} WHERE tenant_id = $1), summed AS (${query})
       (TABLE stored EXCEPT TABLE summed) UNION ALL (TABLE summed EXCEPT TABLE stored)`,
      [tenantId],
    );
    expect(difference, `${table} ${step}`).toEqual([]);
    rows += (await owner(`SELECT FROM scout.${table} WHERE tenant_id = $1`, [tenantId])).length;
  }
  return rows;
}

/** Answers about the time since an hour, from the hours themselves and from what is kept. */
async function expectSameAnswers(tenantId: string, since: Date, step: string): Promise<void> {
  const used = `actor <> '' AND (kind LIKE 'logon:%' OR kind IN ('explicit', 'command'))`;
  const within = 'FROM scout.account_activity WHERE tenant_id = $1 AND hour >= $2';
  const summed = await owner(
    `SELECT account_key, bool_and(kind LIKE 'refused%') AS only_refused, bool_or(kind LIKE 'refused%') AS refused, bool_or(${used}) AS by_people,
       count(DISTINCT actor) FILTER (WHERE ${used}) > 1 AS shared ${within} GROUP BY 1 ORDER BY 1`,
    [tenantId, since],
  );
  const kept = await owner(
    `SELECT account_key, coalesce(done_hour < $2, true) AS only_refused, coalesce(refused_hour >= $2, false) AS refused,
       coalesce(person_hour >= $2, false) AS by_people, coalesce(second_person_hour >= $2, false) AS shared
     FROM scout.account_uses WHERE tenant_id = $1 AND greatest(refused_hour, done_hour) >= $2 ORDER BY 1`,
    [tenantId, since],
  );
  expect(kept, `${step} since ${since.toISOString()}`).toEqual(summed);
}

test.each(rotatingSeeds(lengthOf(4, 100)))(
  'what is kept of activity is what its hours say, also after late events, changed verdicts and retention, seed %i',
  async (seed) => {
    const { tenantId } = await seedTenant(database, fresh('Bank'));
    const draw = numbersOf(seed);
    let most = 0;
    for (let step = 0; step < 20; step += 1) {
      const from = FIRST + draw(HOURS);
      const to = draw(2) === 0 ? null : from + 1 + draw(3);
      await store(tenantId, { from, to }, draw);
      const name = `after step ${step}, hours ${from - FIRST} to ${to === null ? 'the end' : to - FIRST}`;
      most = Math.max(most, await expectSameAsHours(tenantId, name));
      await expectSameAnswers(tenantId, new Date((FIRST + draw(HOURS)) * HOUR + draw(HOUR)), name);
    }
    expect(most).toBeGreaterThan(0);
    await store(tenantId, { from: FIRST, to: null }, () => 0);
    expect(await expectSameAsHours(tenantId, 'without any')).toBe(0);
  },
);

test('retention ends what is kept with its hours', async () => {
  const { tenantId } = await seedTenant(database, fresh('Bank'));
  const draw = numbersOf(7);
  await store(tenantId, { from: FIRST, to: null }, draw);
  // Some hours are of the day before: retention goes by days.
  await owner(`UPDATE scout.account_activity SET hour = hour - interval '6 hours' WHERE tenant_id = $1`, [
    tenantId,
  ]);
  for (const [table, query] of Object.entries(lastHours)) {
    await owner(`DELETE FROM scout.${table} WHERE tenant_id = $1`, [tenantId]);
    await owner(`INSERT INTO scout.${table} ${query}`, [tenantId]);
  }
  await owner(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     SELECT DISTINCT tenant_id, hour, '4625', '4625', 1 FROM scout.account_activity WHERE tenant_id = $1`,
    [tenantId],
  );
  await owner('UPDATE scout.tenants SET retention_days = 31 WHERE tenant_id = $1', [tenantId]);
  const before = await expectSameAsHours(tenantId, 'before');
  await owner('SELECT FROM scout.delete_expired_rows($1, $2)', [
    tenantId,
    new Date(FIRST * HOUR + 31 * DAY + 1),
  ]);
  const after = await expectSameAsHours(tenantId, 'after');
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);
});

test('a deleted organization leaves nothing behind', async () => {
  const { tenantId } = await seedTenant(database, fresh('Bank'));
  const other = await seedTenant(database, fresh('Bank'));
  for (const id of [tenantId, other.tenantId]) await store(id, { from: FIRST, to: null }, numbersOf(3));
  const kept = await expectSameAsHours(other.tenantId, 'of another');
  expect(kept).toBeGreaterThan(0);
  await owner('SELECT scout.delete_organization($1, $2)', [tenantId, new Date()]);
  expect(await expectSameAsHours(tenantId, 'of the deleted')).toBe(0);
  expect(await expectSameAsHours(other.tenantId, 'of another, after it')).toBe(kept);
});
