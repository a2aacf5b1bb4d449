import { type Clock, FIGURED_RULES, QUARTER, STANDARD_SETTINGS } from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import { clientOf } from '@scout/testkit';
import { numbersOf } from '@scout/testkit/numbers';
import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { withRole } from '../../../../platform/database/pool.ts';
import { daysHeld } from '../../../ingest/naming.ts';
import { line, ship } from '../../../ingest/testing/ship.ts';
import { readFigures } from '../../sql/figures/readFigures.ts';
import { judgeStep } from '../../sql/judgeStep.ts';
import { awaitingSums, sumStep } from '../../sql/sumStep.ts';
import { useEvents } from '../../sql/testing/eventsServer.ts';
import { sumWindowStep } from '../../sql/windowSums.ts';

/** The server's clock in all tests: they may run across midnight. */
const NOW = Date.now();
const TODAY = Math.floor(NOW / DAY) * DAY;
const here = useEvents();
let tenantId: string;
let batchNo = 0;
beforeEach(() => {
  tenantId = here.organization.tenantId;
  batchNo = 0;
  here.clock.set(NOW);
});

const owner = (sql: string, values: unknown[] = []) =>
  here.server.database.asOwner(async (client) => (await client.query(sql, values)).rows);

/** Failed and interactive logons within `days` before today, frequently at the boundaries of hours and days. */
const linesOf = (below: (n: number) => number, count: number, days = 40): string[] =>
  linesAt(below, count, () => {
    const hour = TODAY - HOUR * (below(4) === 0 ? 24 * (1 + below(days)) : 1 + below(24 * days));
    return hour + [0, 1, HOUR - 1, below(HOUR)][below(4)]!;
  });

function linesAt(below: (n: number) => number, count: number, time: () => number): string[] {
  return Array.from({ length: count }, () => {
    const account = ['svc.billing', 'SVC.Billing', 'svc.ledger', 'svc.etl'][below(4)];
    return line({
      timestamp: new Date(time()).toISOString(),
      target_user_name: account,
      subject_user_name: ['alice', 'ALICE', 'bob', null][below(4)],
      source_host: ['192.0.2.7', 'WS-1042', 'ws-1042'][below(3)],
      ...(below(3) === 0
        ? { event_type: '4624', logon_type: '2', system_context_computer_name: `WS-${below(4)}` }
        : {
            system_context_computer_name: `PRD-SQL0${below(3)}`,
            failure_reason: ['0xc000006a', '0xC000006A', null][below(3)],
          }),
    });
  });
}

async function send(lines: readonly string[]): Promise<void> {
  batchNo += 1;
  expect((await ship(here.agent, batchNo, lines)).body).toMatchObject({ accepted: lines.length });
}

const context = () => ({ ...here.server.context, clock: here.clock });

async function sumAll(busyFrom?: number): Promise<void> {
  while ((await sumStep(context(), tenantId, busyFrom)) === 'more');
}

const figures = (clock: Clock): Promise<unknown> =>
  withRole(here.server.context.pool, { role: 'scout_member', tenantId, userId: 'u' }, async (tx) => {
    const found: unknown[] = [];
    for (const rule of FIGURED_RULES) found.push(await readFigures(tx, tenantId, rule, clock));
    return found;
  });

/** The figures from quarter hours alone: as read while the sums are under other rules. */
async function withoutSums(clock: Clock): Promise<unknown> {
  const name = (rule: string) =>
    owner(`UPDATE scout.rollup_sums SET rule = ${rule} WHERE tenant_id = $1`, [tenantId]);
  await name(`'hidden ' || rule`);
  const found = await figures(clock);
  await name(`substr(rule, length('hidden ') + 1)`);
  return found;
}

function clocksOf(below: (n: number) => number, count: number): Clock[] {
  const zones = ['UTC', 'Asia/Kathmandu', 'Europe/Zurich', 'Pacific/Kiritimati', 'America/St_Johns'];
  return Array.from({ length: count }, (_, i) => {
    const now = TODAY - DAY * below(8) + [0, 1, -1, below(DAY)][below(4)]!;
    const length = [HOUR, DAY, 7 * DAY, 45 * DAY][below(4)]! + [0, 1, below(DAY)][below(3)]!;
    return { now, timeZone: zones[i % zones.length]!, ...(i % 2 === 1 && { since: now - length }) };
  });
}

async function compare(clocks: readonly Clock[]): Promise<void> {
  for (const clock of clocks)
    expect(await figures(clock), JSON.stringify(clock)).toEqual(await withoutSums(clock));
}

/** Days that have sums of their own, and lengths of longer ones. */
async function sums(): Promise<{ days: number; longer: number[] }> {
  const rows = await owner(
    `SELECT days, count(*)::int AS n FROM scout.rollup_sums
     WHERE tenant_id = $1 AND rule = 'failed-logons' AND dimension = 'quarter' GROUP BY days`,
    [tenantId],
  );
  return {
    days: rows.find(({ days }) => days === 1)?.n ?? 0,
    longer: rows.filter(({ days }) => days > 1).map(({ days }) => days),
  };
}

it('figures with sums are those of the quarter hours, over random events, windows and time zones', async () => {
  const below = numbersOf(3);
  await send(linesOf(below, 400));
  await sumAll();
  expect(await sums()).toMatchObject({ days: expect.any(Number), longer: [29] });
  await compare([{ now: TODAY + 3 * HOUR, timeZone: 'UTC' }, ...clocksOf(below, 30)]);
});

it('they come from the sums: quarter hours of summed days are not read', async () => {
  await send(linesOf(numbersOf(5), 200));
  await sumAll();
  const clock = { now: TODAY, timeZone: 'Europe/Zurich' };
  const whole = await figures(clock);
  await owner('DELETE FROM scout.rollups WHERE tenant_id = $1', [tenantId]);
  expect(await figures(clock)).toEqual(whole);
});

it('a late event counts at once, and its day is summed again', async () => {
  const below = numbersOf(7);
  await send(linesOf(below, 200));
  await sumAll();
  const before = await sums();
  const clocks = clocksOf(below, 6);
  for (let round = 0; round < 3; round += 1) {
    await send(linesOf(below, 3, 20));
    const { days, longer } = await sums();
    expect(days).toBeLessThan(before.days);
    expect(longer).toEqual([]);
    await compare(clocks);
    await sumAll();
    const again = await sums();
    expect(again.days).toBeGreaterThanOrEqual(before.days);
    expect(again.longer).toEqual([29]);
    await compare(clocks);
  }
});

it('late events that come while sums are made are in none, or in all', async () => {
  const below = numbersOf(9);
  await send(linesOf(below, 200));
  const agents = await Promise.all(
    [1, 2, 3].map(async () => clientOf(here, (await here.organization.as('agent')).bearer)),
  );
  await Promise.all([
    sumAll(),
    sumAll(),
    ...agents.flatMap((agent) => [1, 2, 3, 4].map((batch) => ship(agent, batch, linesOf(below, 5)))),
  ]);
  await compare(clocksOf(below, 4));
  await sumAll();
  await compare(clocksOf(below, 4));
  expect(await sums()).toMatchObject({ longer: [29] });
});

it('a sum of a day waits for the batches of that day', async () => {
  await send([line({ timestamp: new Date(TODAY - HOUR).toISOString() })]);
  const { pool } = here.server.context;
  let summed: Promise<unknown> | undefined;
  await withRole(pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
    await client.query(daysHeld(tenantId, [TODAY / DAY - 1]));
    summed = sumStep(context(), tenantId);
    await expect
      .poll(
        async () =>
          (
            await owner(`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
          )[0],
      )
      .toEqual({ n: 1 });
    expect(await sums()).toEqual({ days: 0, longer: [] });
  });
  await summed;
  expect(await sums()).toEqual({ days: 1, longer: [] });
});

it('stored events that are judged again lose their sums', async () => {
  const admin = clientOf(here, (await here.organization.as('admin')).bearer).api;
  await send(linesOf(numbersOf(13), 60));
  await sumAll();
  const { version } = await admin.detectionSettings({});
  const settings = { ...STANDARD_SETTINGS, service_accounts: { standard: false, entries: ['svc.billing'] } };
  await admin.detectionSettingsSave({ version, settings: structuredClone(settings) as never });
  while ((await judgeStep(here.server.context.pool, tenantId)) === 'more');
  const clock = { now: TODAY, timeZone: 'UTC' };
  await compare([clock]);
  await sumAll();
  await compare([clock]);
});

it('an organization waits once a day, and after a late event no more than once a minute', async () => {
  const { pool } = here.server.context;
  await send(linesOf(numbersOf(15), 30));
  expect(await awaitingSums(pool, NOW)).toContain(tenantId);
  await sumAll();
  expect(await awaitingSums(pool, NOW)).not.toContain(tenantId);
  await send(linesOf(numbersOf(15), 30));
  expect(await awaitingSums(pool, NOW)).not.toContain(tenantId);
  await owner(`UPDATE scout.summed_tenants SET summed_at = summed_at - interval '61 seconds'`);
  expect(await awaitingSums(pool, NOW)).toContain(tenantId);
  await sumAll();
  await owner(`UPDATE scout.summed_tenants SET summed_through = summed_through - interval '24 hours'`);
  expect(await awaitingSums(pool, NOW)).toContain(tenantId);
});

describe('the sum of nearly the whole window', () => {
  /** Its ends, in epoch milliseconds; undefined without it. */
  async function ends(): Promise<{ from: number; to: number } | undefined> {
    const [row] = await owner(
      `SELECT first_day, ended_at FROM scout.rollup_sums
       WHERE tenant_id = $1 AND ended_at IS NOT NULL AND days = 30 AND rule = 'failed-logons' AND dimension = 'quarter'
       ORDER BY first_day DESC LIMIT 1`,
      [tenantId],
    );
    return row && { from: row.first_day.getTime(), to: row.ended_at.getTime() };
  }
  const at = (time: number) =>
    line({ timestamp: new Date(time).toISOString(), target_user_name: 'svc.billing' });
  /** Lines of the last thirty days, frequently at the quarter hours of the window's ends. */
  const recent = (below: (n: number) => number, count: number) => {
    const now = NOW;
    const quarter = Math.floor(now / QUARTER) * QUARTER;
    return linesAt(below, count, () => {
      const place = [below(30 * DAY), now - quarter + QUARTER * below(8) + below(2)][below(2)]!;
      return below(3) === 0 ? now - 30 * DAY + place / 30 : now - 1 - place;
    });
  };

  it('gives the figures of the quarter hours, as long as the window covers it', async () => {
    const below = numbersOf(17);
    await send(recent(below, 500));
    await sumAll(1);
    const now = NOW;
    const { from, to } = (await ends())!;
    expect(to - from).toBe(30 * DAY - 2 * QUARTER);
    const minutes = [0, 1, 4, 14, 16, 30, -20];
    const clocks = minutes.map((minute) => ({ now: now + minute * 60_000, timeZone: 'Asia/Kathmandu' }));
    await compare(clocks);
    const whole = await figures(clocks[0]!);
    // A quarter hour more than the sum: one that the window loses before the next.
    await owner('DELETE FROM scout.rollups WHERE tenant_id = $1 AND bucket >= $2 AND bucket < $3', [
      tenantId,
      new Date(from - QUARTER),
      new Date(to),
    ]);
    expect(await figures(clocks[0]!)).toEqual(whole);
  });

  it('is not used without the clock hours that it cuts, as an earlier version made it', async () => {
    await send(recent(numbersOf(33), 300));
    await sumAll(1);
    await owner(`DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND dimension = 'cut-hour'`, [tenantId]);
    await compare([{ now: NOW, timeZone: 'Asia/Kathmandu' }]);
  });

  it('is not made for an organization with few incidents', async () => {
    await send(recent(numbersOf(19), 50));
    await sumAll();
    expect(await ends()).toBeUndefined();
  });

  it('stays when late events come, which count at once in either window', async () => {
    const below = numbersOf(21);
    await send(recent(below, 200));
    await sumAll(1);
    const made = await ends();
    const clocks = [0, 4, 16].flatMap((minute) => [
      { now: NOW + minute * 60_000, timeZone: 'Asia/Kathmandu' },
      { now: NOW + minute * 60_000, timeZone: 'UTC', since: TODAY - 6 * DAY },
    ]);
    for (let round = 0; round < 4; round += 1) {
      await send([...recent(below, 8), ...linesOf(below, 8, 29), at(made!.to), at(made!.to - 1)]);
      expect(await ends()).toEqual(made);
      await compare(clocks);
    }
    await sumAll(1);
    await compare(clocks);
    // The next sums count them, so that nothing is added any more.
    await owner(`DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL`, [tenantId]);
    await sumAll(1);
    expect(await additions()).toBe(0);
    await compare(clocks);
  });

  it('grows by the last quarter hours where it covers the last seven days', async () => {
    const below = numbersOf(25);
    const week = { now: NOW, timeZone: 'UTC', since: TODAY - 6 * DAY };
    await send(recent(below, 200));
    here.clock.set(NOW - HOUR);
    await sumAll(1);
    await send(recent(below, 20));
    here.clock.set(NOW);
    await sumAll(1);
    const rows = await owner(
      `SELECT DISTINCT first_day FROM scout.rollup_sums WHERE tenant_id = $1 AND days = 7 AND first_day = $2`,
      [tenantId, new Date(TODAY - 6 * DAY)],
    );
    expect(rows).toHaveLength(1);
    await compare([week, { ...week, now: week.now + 10 * 60_000 }]);
  });

  it('is given up when too many late events come, and made again', async () => {
    const below = numbersOf(27);
    await send(recent(below, 100));
    await sumAll(1);
    const { to } = (await ends())!;
    await owner('UPDATE scout.summed_tenants SET additions = 20000 WHERE tenant_id = $1', [tenantId]);
    await send([at(to - 1)]);
    const clock = { now: NOW, timeZone: 'UTC' };
    await compare([clock]);
    await send([at(to - 1)]);
    await compare([clock]);
    await sumAll(1);
    await send([at(to - 1)]);
    expect((await ends())!.to).toBe(to);
    await compare([clock]);
  });

  /** Has whoever makes the sums wait for a row of the week until ROLLBACK. */
  const whileMaking = (work: (client: pg.Client) => Promise<void>) =>
    here.server.database.asOwner(async (client) => {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension) VALUES ($1, 'failed-logons', 7, $2, 'account')`,
        [tenantId, new Date(TODAY - 6 * DAY)],
      );
      await work(client);
    });

  /** Transactions of this database that wait for a lock. */
  const waiting = async () =>
    (
      await owner(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    )[0].n;

  const additions = async () =>
    (
      await owner(
        `SELECT count(*)::int AS n FROM scout.rollups WHERE tenant_id = $1 AND dimension LIKE 'late/%'`,
        [tenantId],
      )
    )[0].n;

  it('is planned when the batches that do not know of it have ended; what comes while it is made is added', async () => {
    await send(recent(numbersOf(23), 100));
    await sumAll(1);
    await owner('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL', [tenantId]);
    const { pool } = here.server.context;
    let made: Promise<unknown> | undefined;
    await withRole(pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
      await client.query(daysHeld(tenantId, []));
      made = sumStep(context(), tenantId, 1);
      await expect.poll(waiting).toBe(1);
    });
    expect(await made).toBe('done');
    const { to } = (await ends())!;
    await owner('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL', [tenantId]);
    await whileMaking(async (client) => {
      made = sumWindowStep(pool, tenantId, { busyFrom: 1, now: NOW });
      await expect.poll(waiting).toBe(1);
      await send([at(to - 1), ...recent(numbersOf(31), 5)]);
      await client.query('ROLLBACK');
    });
    expect(await made).toBe('done');
    expect(await ends()).toBeDefined();
    await compare([{ now: NOW, timeZone: 'UTC' }]);
  });

  it('is not made of what is removed while it is made', async () => {
    await send(recent(numbersOf(29), 100));
    await sumAll(1);
    await owner('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL', [tenantId]);
    const { pool } = here.server.context;
    await whileMaking(async (client) => {
      const made = sumWindowStep(pool, tenantId, { busyFrom: 1, now: NOW });
      await expect.poll(waiting).toBe(1);
      await owner(`UPDATE scout.summed_tenants SET window_end = '-infinity' WHERE tenant_id = $1`, [
        tenantId,
      ]);
      await owner('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NULL', [tenantId]);
      await owner(`DELETE FROM scout.rollups WHERE tenant_id = $1 AND key = 'svc.ledger'`, [tenantId]);
      await client.query('ROLLBACK');
      await made;
    });
    await compare([{ now: NOW, timeZone: 'UTC' }]);
    await sumAll(1);
    await compare([{ now: NOW, timeZone: 'UTC' }]);
  });
});
