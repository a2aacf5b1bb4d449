import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type pg from 'pg';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const DAY = 24;
const WEEK = 7 * DAY;
/** Retained snapshots: hourly for the last day, daily for the last two weeks, weekly before that; in hours. */
const HOURLY = DAY;
const DAILY = 14 * DAY;

/** The state before an hour. */
export interface Snapshot {
  readonly hour: number;
  readonly state: string;
}

/** True for an hour whose snapshot is kept, given the newest one. */
export function isKept(hour: number, newest: number): boolean {
  const age = newest - hour;
  return age <= HOURLY || (age <= DAILY ? hour % DAY === 0 : hour % WEEK === 0);
}

/** The newest snapshot from before `hour`; undefined if there is none. */
export async function readSnapshot(
  client: pg.ClientBase,
  tenantId: string,
  hour: number,
): Promise<Snapshot | undefined> {
  const { rows } = await client.query<{ hour: number; state: Buffer }>(
    `SELECT extract(epoch FROM hour)::float8 / 3600 AS hour, state FROM scout.assessment_snapshots
     WHERE tenant_id = $1 AND hour <= to_timestamp($2::float8 * 3600) ORDER BY assessment_snapshots.hour DESC LIMIT 1`,
    [tenantId, hour],
  );
  const [row] = rows;
  return row && { hour: row.hour, state: String(await decompress(row.state)) };
}

export async function writeSnapshot(
  client: pg.ClientBase,
  tenantId: string,
  hour: number,
  state: string,
): Promise<void> {
  await client.query(
    `INSERT INTO scout.assessment_snapshots (tenant_id, hour, state) VALUES ($1, to_timestamp($2::float8 * 3600), $3)
     ON CONFLICT (tenant_id, hour) DO UPDATE SET state = excluded.state`,
    [tenantId, hour, await compress(state)],
  );
}

/** Deletes snapshots after an hour, invalidated by new data; null: all. */
export async function dropSnapshotsAfter(
  client: pg.ClientBase,
  tenantId: string,
  hour: number | null,
): Promise<void> {
  await client.query(
    `DELETE FROM scout.assessment_snapshots
     WHERE tenant_id = $1 AND ($2::float8 IS NULL OR hour > to_timestamp($2::float8 * 3600))`,
    [tenantId, hour],
  );
}

/** Deletes snapshots that are no longer retained, given the newest one. */
export async function pruneSnapshots(client: pg.ClientBase, tenantId: string, newest: number): Promise<void> {
  const { rows } = await client.query<{ hour: number }>(
    'SELECT extract(epoch FROM hour)::float8 / 3600 AS hour FROM scout.assessment_snapshots WHERE tenant_id = $1',
    [tenantId],
  );
  const dropped = rows.map(({ hour }) => hour).filter((hour) => !isKept(hour, newest));
  if (dropped.length === 0) return;
  await client.query(
    `DELETE FROM scout.assessment_snapshots
     WHERE tenant_id = $1 AND hour = ANY (SELECT to_timestamp(h * 3600) FROM unnest($2::float8[]) AS h)`,
    [tenantId, dropped],
  );
}
