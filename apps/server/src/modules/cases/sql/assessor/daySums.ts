import { DAY, dayOf } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import { withRole } from '../../../../platform/database/pool.ts';
import type { StepResult } from '../../../../platform/jobs/steps.ts';
import { USE } from '../uses.ts';

/** Maximum days of accounts in a step. */
const STEP = 100;

/**
 * Common table expressions that make days count by their hours again: those of changed rows of activity whose days were summed. The
 * tenant is parameter 1.
 * @param rows a preceding expression with account_key and hour
 */
export const unsumDays = (rows: string): string => `
  unsummed AS (
    INSERT INTO scout.unsummed_days (tenant_id, account_key, day)
    SELECT DISTINCT $1::uuid, account_key, date_trunc('day', hour, 'UTC') FROM ${rows}
    WHERE hour < (SELECT days_summed_before FROM scout.assessments WHERE tenant_id = $1)
    ORDER BY 2, 3
    ON CONFLICT DO NOTHING RETURNING account_key, day),
  forgotten AS (
    DELETE FROM scout.account_days d USING unsummed u WHERE d.tenant_id = $1 AND d.account_key = u.account_key AND d.day = u.day)`;

/**
 * Adds up the activity of accounts by days that have ended, some days of accounts or the next day's list of them in a step. Safe in
 * any number of processes, and beside an assessment, which waits for the step or is waited for.
 */
export function sumDaysStep(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Pick<Clock, 'now'> },
  tenantId: string,
  step = STEP,
): Promise<StepResult> {
  return withRole(pool, { role: 'scout_assessor', tenantId }, async (_tx, client) => {
    const { rowCount } = await client.query(
      'SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE SKIP LOCKED',
      [tenantId],
    );
    if (rowCount === 0) return 'idle';
    if (await sumNext(client, tenantId, step)) return 'more';
    return (await listNextDay(client, tenantId, today(clock))) ? 'more' : 'done';
  });
}

/** Organizations with days to add up. */
export function awaitingDaySums(pool: pg.Pool, clock: Pick<Clock, 'now'>): Promise<string[]> {
  return withRole(pool, { role: 'scout_assessor' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_sum_days($1) AS tenant_id',
      [today(clock)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

const today = (clock: Pick<Clock, 'now'>): Date => dayOf(clock.now());

/** Adds up listed days of accounts, the oldest first, and takes them off the list; false without any. */
async function sumNext(client: pg.ClientBase, tenantId: string, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH next AS (
       DELETE FROM scout.unsummed_days u WHERE u.tenant_id = $1 AND (u.account_key, u.day) IN (
         SELECT account_key, day FROM scout.unsummed_days WHERE tenant_id = $1 ORDER BY day, account_key LIMIT $2)
       RETURNING account_key, day),
     used AS (
       SELECT account_key, day, use, source, destination, CASE use WHEN 'started' THEN program ELSE '' END AS program,
         extract(hour FROM hour AT TIME ZONE 'UTC')::smallint AS hour, sum(n) AS n, max(last_at) AS last_at
       FROM next JOIN LATERAL (
         SELECT *, ${USE} AS use FROM scout.account_activity a
         WHERE a.tenant_id = $1 AND a.account_key = next.account_key AND a.hour >= next.day AND a.hour < next.day + interval '24 hours'
       ) AS a USING (account_key)
       GROUP BY 1, 2, 3, 4, 5, 6, 7),
     added AS (SELECT *, sum(n) OVER (PARTITION BY account_key, day, use, source, destination, program ORDER BY hour) AS through FROM used),
     summed AS (
       INSERT INTO scout.account_days (tenant_id, account_key, day, place, use, source, destination, program, hours, through, last_at)
       SELECT $1, account_key, day, row_number() OVER (PARTITION BY account_key, day ORDER BY use, source, destination, program),
         use, source, destination, program, array_agg(hour ORDER BY hour), array_agg(through ORDER BY hour), max(last_at)
       FROM added GROUP BY account_key, day, use, source, destination, program ORDER BY day, account_key)
     SELECT FROM next`,
    [tenantId, step],
  );
  return rowCount !== 0;
}

/** Lists the accounts of the next day with activity that has ended; false without one. */
async function listNextDay(client: pg.ClientBase, tenantId: string, end: Date): Promise<boolean> {
  const { rows } = await client.query<{ day: Date | null }>(
    `SELECT date_trunc('day', min(hour), 'UTC') AS day FROM scout.account_activity
     WHERE tenant_id = $1 AND hour < $2
       AND hour >= coalesce((SELECT days_summed_before FROM scout.assessments WHERE tenant_id = $1), '-infinity')`,
    [tenantId, end],
  );
  const day = rows[0]?.day ?? null;
  if (day !== null)
    await client.query(
      `INSERT INTO scout.unsummed_days (tenant_id, account_key, day)
       SELECT DISTINCT $1::uuid, account_key, $2::timestamptz FROM scout.account_activity
       WHERE tenant_id = $1 AND hour >= $2 AND hour < $2::timestamptz + interval '24 hours'`,
      [tenantId, day],
    );
  await client.query(
    'UPDATE scout.assessments SET days_summed_before = $2 WHERE tenant_id = $1 AND days_summed_before IS DISTINCT FROM $2',
    [tenantId, day === null ? end : new Date(day.getTime() + DAY)],
  );
  return day !== null;
}
