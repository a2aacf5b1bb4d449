import type { DayCell } from '@scout/cases';
import { DAY, HOUR } from '@scout/detection/time';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { numbersOf } from '@scout/testkit/numbers';
import { seedTenant } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../../scripts/testLength.mjs';
import { withRole } from '../../../../platform/database/pool.ts';
import { fresh } from '../../../../testing/fresh.ts';
import { storeActivity } from './activity.ts';
import { awaitingDaySums, sumDaysStep } from './daySums.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const owner = <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
  database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[]);

const KINDS = [
  'logon:3',
  'logon:10',
  'refused:wrong password',
  'command',
  'process',
  'change:reset',
  'ticket',
];
const DAYS = 4;
/** Beginnings of days and hours, since 1970. */
const FIRST_DAY = Math.floor(Date.UTC(2026, 2, 1) / DAY);
const FIRST = FIRST_DAY * 24;

async function organization(): Promise<string> {
  const { tenantId } = await seedTenant(database, fresh('Bank'));
  await owner('INSERT INTO scout.assessments (tenant_id) VALUES ($1)', [tenantId]);
  return tenantId;
}

/** Replaces the activity of some hours by random activity, as the assessor does. */
function store(
  tenantId: string,
  { from, to }: { readonly from: number; readonly to: number },
  draw: (below: number) => number,
): Promise<void> {
  const activity = Array.from({ length: to - from }, (_, index) => {
    const hour = from + index;
    const time = hour * HOUR + draw(HOUR);
    const cells = Array.from({ length: draw(5) }, () => ({
      account: `svc.${draw(4)}`,
      kind: KINDS[draw(KINDS.length)]!,
      source: draw(4) === 0 ? null : `host${draw(3)}`,
      destination: draw(4) === 0 ? null : `host${draw(3)}`,
      program: draw(2) === 0 ? null : `cmd.exe>${draw(2) === 0 ? 'sqlcmd' : 'notepad'}.exe`,
      actor: draw(2) === 0 ? null : `person${draw(4)}`,
      count: 1 + draw(3),
      first: time,
      last: time,
    })) as unknown as DayCell[];
    return { hour, cells };
  });
  return withRole(database.pool, { role: 'scout_assessor', tenantId }, async (_tx, client) => {
    await client.query('SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    await storeActivity(client, tenantId, { activity, range: { from, to } });
  });
}

/** A clock at noon of a day after the first. */
const noonOf = (day: number) => ({ now: () => (FIRST_DAY + day) * DAY + DAY / 2 });

async function sumAll(tenantId: string, clock: { now(): number }, step = 3): Promise<void> {
  while ((await sumDaysStep({ pool: database.pool, clock }, tenantId, step)) === 'more');
}

const WAY = `account_key, day, use, source, destination, program`;
const BY_HOUR = `SELECT account_key, date_trunc('day', hour, 'UTC') AS day,
    CASE WHEN kind LIKE 'refused%' THEN 'refused' WHEN kind LIKE 'logon%' THEN 'signed-in' WHEN kind IN ('change:reset', 'ticket') THEN 'other'
      ELSE 'started' END AS use, source, destination,
    CASE WHEN kind IN ('command', 'process') THEN program ELSE '' END AS program, extract(hour FROM hour AT TIME ZONE 'UTC')::smallint AS hour, n, last_at
  FROM scout.account_activity WHERE tenant_id = $1`;

/** Summed days as the hours have them: days before the bound that are not listed. */
const SUMMED = `WITH hours AS (${BY_HOUR}), each AS (SELECT ${WAY}, hour, sum(n) AS n, max(last_at) AS last_at FROM hours GROUP BY ${WAY}, hour),
  added AS (SELECT *, sum(n) OVER (PARTITION BY ${WAY} ORDER BY hour) AS through FROM each)
  SELECT ${WAY}, array_agg(hour ORDER BY hour) AS hours, array_agg(through::bigint ORDER BY hour) AS through, max(last_at) AS last_at FROM added
  WHERE day < (SELECT days_summed_before FROM scout.assessments WHERE tenant_id = $1) AND NOT EXISTS (
    SELECT FROM scout.unsummed_days u WHERE u.tenant_id = $1 AND u.account_key = added.account_key AND u.day = added.day)
  GROUP BY ${WAY} ORDER BY ${WAY}`;

async function expectSameAsHours(tenantId: string, step: string): Promise<number> {
  const stored = await owner(
    `SELECT ${WAY}, hours, through, last_at FROM scout.account_days WHERE tenant_id = $1 ORDER BY ${WAY}`,
    [tenantId],
  );
  expect(stored, step).toEqual(await owner(SUMMED, [tenantId]));
  return stored.length;
}

test.each(rotatingSeeds(lengthOf(4, 100)))(
  'days say what their hours say, also after late events and changed verdicts, in steps of any size, seed %i',
  async (seed) => {
    const tenantId = await organization();
    const draw = numbersOf(seed);
    let most = 0;
    for (let step = 0; step < 24; step += 1) {
      const from = FIRST + draw(DAYS * 24);
      await store(tenantId, { from, to: from + 1 + draw(12) }, draw);
      most = Math.max(most, await expectSameAsHours(tenantId, `stored, step ${step}`));
      const clock = noonOf(Math.floor((step * (DAYS + 1)) / 24));
      const size = 1 + draw(5);
      if (draw(2) === 0) await sumDaysStep({ pool: database.pool, clock }, tenantId, size);
      else await sumAll(tenantId, clock, size);
      most = Math.max(most, await expectSameAsHours(tenantId, `summed, step ${step}`));
    }
    expect(most).toBeGreaterThan(0);
    await sumAll(tenantId, noonOf(DAYS));
    expect(await owner('SELECT FROM scout.unsummed_days WHERE tenant_id = $1', [tenantId])).toEqual([]);
    await store(tenantId, { from: FIRST, to: FIRST + DAYS * 24 }, () => 0);
    expect(await expectSameAsHours(tenantId, 'without any')).toBe(0);
  },
);

test('days are summed once they have ended, and again after a late event; an assessment that runs is not waited for', async () => {
  const tenantId = await organization();
  const { pool } = database;
  const isAwaited = async (clock: { now(): number }) =>
    (await awaitingDaySums(pool, clock)).includes(tenantId);
  const draw = numbersOf(1);
  await store(tenantId, { from: FIRST, to: FIRST + 36 }, draw);
  expect(await isAwaited(noonOf(1))).toBe(true);
  await withRole(pool, { role: 'scout_assessor', tenantId }, async (_tx, client) => {
    await client.query('SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    expect(await sumDaysStep({ pool, clock: noonOf(1) }, tenantId)).toBe('idle');
  });
  await sumAll(tenantId, noonOf(1));
  expect(await isAwaited(noonOf(1))).toBe(false);
  const days = await owner('SELECT DISTINCT day FROM scout.account_days WHERE tenant_id = $1', [tenantId]);
  expect(days).toEqual([{ day: new Date(FIRST_DAY * DAY) }]);

  await store(tenantId, { from: FIRST + 30, to: FIRST + 36 }, draw);
  expect(await isAwaited(noonOf(1)), 'of the day that goes on').toBe(false);
  await store(tenantId, { from: FIRST, to: FIRST + 2 }, numbersOf(2));
  expect(await isAwaited(noonOf(1)), 'of the day before').toBe(true);
  await sumAll(tenantId, noonOf(1));
  await expectSameAsHours(tenantId, 'again');
});

test('retention and the end of data end days with their hours; those of other organizations stay', async () => {
  const [tenantId, other] = [await organization(), await organization()];
  for (const id of [tenantId, other]) {
    await store(id, { from: FIRST, to: FIRST + 48 }, numbersOf(3));
    await sumAll(id, noonOf(2));
    await store(id, { from: FIRST + 3, to: FIRST + 4 }, numbersOf(4));
  }
  const before = await expectSameAsHours(tenantId, 'before');
  await owner(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     SELECT DISTINCT tenant_id, hour, '4625', '4625', 1 FROM scout.account_activity WHERE tenant_id = $1`,
    [tenantId],
  );
  await owner('UPDATE scout.tenants SET retention_days = 31 WHERE tenant_id = $1', [tenantId]);
  await owner('SELECT FROM scout.delete_expired_rows($1, $2)', [
    tenantId,
    new Date((FIRST_DAY + 1 + 31) * DAY + 1),
  ]);
  const after = await expectSameAsHours(tenantId, 'after');
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);
  expect(await owner('SELECT FROM scout.unsummed_days WHERE tenant_id = $1', [tenantId])).toEqual([]);

  await owner(
    'UPDATE scout.tenants SET is_subscribed = false, data_until = $2::timestamptz WHERE tenant_id = $1',
    [tenantId, new Date()],
  );
  await owner('SELECT scout.remove_ended_data($1, $2)', [tenantId, new Date(Date.now() + DAY)]);
  expect(await expectSameAsHours(tenantId, 'of ended data')).toBe(0);
  expect(
    await owner('SELECT days_summed_before AS bound FROM scout.assessments WHERE tenant_id = $1', [tenantId]),
  ).toEqual([{ bound: null }]);
  expect(await expectSameAsHours(other, 'of another')).toBe(before);
  await owner('SELECT scout.delete_organization($1, $2)', [other, new Date()]);
  expect(await expectSameAsHours(other, 'of a deleted one')).toBe(0);
});
