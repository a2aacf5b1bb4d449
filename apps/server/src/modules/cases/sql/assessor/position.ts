import type pg from 'pg';
import { unreadSql } from '../assessment.ts';

/** Assessment position of an organization; its row is locked until the transaction ends. Hours count from 1970. */
export interface Position {
  /** Exclusive end of the judged hours; null: none. */
  readonly closedThrough: number | null;
  /** Fingerprint of the settings used. */
  readonly settings: string;
  /** Fingerprint of the exceptions applied to its findings. */
  readonly exceptions: string;
  /** Changes in every run. */
  readonly revision: string;
  readonly lastCaseNumber: number;
  /** PostgreSQL's snapshot of the last read; null: nothing read. */
  readonly readThrough: string | null;
  /** Snapshot of the current read. */
  readonly readNow: string;
  /** Time of the first assessment, epoch milliseconds: earlier events cause no alerts. Null: now. */
  readonly alertsFrom: number | null;
  /** Version of the request used in the last judgment, and of the current request; 0: none. */
  readonly assessedRequest: string;
  readonly request: string;
}

/** Transaction number below which PostgreSQL treats every row as committed. */
export const FROZEN = '3';

/** Locks the position of an organization; undefined when another process holds it. */
export async function lockPosition(client: pg.ClientBase, tenantId: string): Promise<Position | undefined> {
  await client.query('INSERT INTO scout.assessments (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    tenantId,
  ]);
  const { rows } = await client.query<{
    closed_through: number | null;
    settings: string;
    exceptions: string;
    revision: string;
    last_case_number: string;
    read_through: string | null;
    alerts_from: number | null;
    requested: string;
  }>(
    `SELECT extract(epoch FROM closed_through)::float8 / 3600 AS closed_through, settings, exceptions, revision, last_case_number,
      read_through::text, extract(epoch FROM alerts_from)::float8 * 1000 AS alerts_from, requested
     FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE SKIP LOCKED`,
    [tenantId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const isForeign = await adopt(client, tenantId, row.read_through);
  // Before reading the settings: a change in between causes another run.
  const request = await client.query<{ version: string }>(
    'SELECT version FROM scout.assessment_requests WHERE tenant_id = $1',
    [tenantId],
  );
  const snapshot = await client.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
  return {
    closedThrough: isForeign ? null : row.closed_through,
    settings: row.settings,
    exceptions: row.exceptions,
    revision: row.revision,
    lastCaseNumber: Number(row.last_case_number),
    readThrough: isForeign ? null : row.read_through,
    readNow: snapshot.rows[0]!.now,
    alertsFrom: row.alerts_from,
    assessedRequest: row.requested,
    request: request.rows[0]?.version ?? '0',
  };
}

/**
 * True for an organization restored from another cluster, with different transaction numbers: all its parts count as present from
 * the start and as unread.
 */
async function adopt(client: pg.ClientBase, tenantId: string, readThrough: string | null): Promise<boolean> {
  const changed = await client.query(
    `UPDATE scout.activity_parts SET stored_in = '${FROZEN}'
     WHERE tenant_id = $1 AND stored_in >= pg_snapshot_xmax(pg_current_snapshot())`,
    [tenantId],
  );
  const { rows } = await client.query<{ ahead: boolean | null }>(
    'SELECT pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS ahead',
    [readThrough],
  );
  return (changed.rowCount ?? 0) > 0 || rows[0]!.ahead === true;
}

/** Hours with parts stored since the last run, earliest first. */
export async function newHours(
  client: pg.ClientBase,
  tenantId: string,
  { readThrough, readNow }: Position,
): Promise<number[]> {
  const isNew =
    readThrough === null
      ? ''
      : 'AND stored_in >= pg_snapshot_xmin($3::pg_snapshot) AND NOT pg_visible_in_snapshot(stored_in, $3::pg_snapshot)';
  const { rows } = await client.query<{ hour: number }>(
    `SELECT DISTINCT extract(epoch FROM hour)::float8 / 3600 AS hour FROM scout.activity_parts
     WHERE tenant_id = $1 AND pg_visible_in_snapshot(stored_in, $2::pg_snapshot) ${isNew} ORDER BY 1`,
    readThrough === null ? [tenantId, readNow] : [tenantId, readNow, readThrough],
  );
  return rows.map(({ hour }) => hour);
}

/**
 * Writes the organization's new position.
 * @param moved.due epoch milliseconds
 * @param moved.isBehind true when part of the newly read data was not processed
 * @returns the new revision
 */
export async function movePosition(
  client: pg.ClientBase,
  tenantId: string,
  position: Position,
  moved: {
    closedThrough: number;
    settings: string;
    due: number | null;
    lastCaseNumber: number;
    now: number;
    isBehind: boolean;
  },
): Promise<string> {
  const { rows } = await client.query<{ revision: string }>(
    `UPDATE scout.assessments a SET closed_through = to_timestamp($2::float8 * 3600), read_through = $3::pg_snapshot, settings = $4,
      due_at = to_timestamp($5::float8 / 1000), last_case_number = $6, assessed_at = to_timestamp($7::float8 / 1000), requested = $9,
      alerts_from = coalesce(alerts_from, to_timestamp($7::float8 / 1000)),
      behind_since = CASE WHEN $8 THEN least(behind_since, to_timestamp($7::float8 / 1000), (SELECT min(p.stored_at) FROM scout.activity_parts p
        WHERE p.tenant_id = $1 AND ${unreadSql('p', 'a')})) END,
      revision = revision + 1
     WHERE tenant_id = $1 RETURNING revision`,
    [
      tenantId,
      moved.closedThrough,
      position.readNow,
      moved.settings,
      moved.due,
      moved.lastCaseNumber,
      moved.now,
      moved.isBehind,
      position.request,
    ],
  );
  return rows[0]!.revision;
}
