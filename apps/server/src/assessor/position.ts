import type pg from 'pg';
import { unreadSql } from '../queries/cases/assessment.ts';

/** How far an organization is assessed; its row is locked until the transaction ends. Hours are counted since 1970. */
export interface Position {
  /** Hours before it are judged; null: none. */
  readonly closedThrough: number | null;
  /** Fingerprint of the settings with which they were judged. */
  readonly settings: string;
  /** Fingerprint of the exceptions by which its findings were judged. */
  readonly exceptions: string;
  /** Changes with every run. */
  readonly revision: string;
  readonly lastCaseNumber: number;
  /** PostgreSQL's snapshot of what was read; null: nothing. */
  readonly readThrough: string | null;
  /** The snapshot of what is read now. */
  readonly readNow: string;
  /** When it was first assessed, epoch milliseconds: nobody is alerted of what happened before. Null: now. */
  readonly alertsFrom: number | null;
  /** Version of the request with which they were judged, and that of the request that there is; 0: none. */
  readonly assessedRequest: string;
  readonly request: string;
}

/** The number of transactions below which PostgreSQL takes every row to be committed. */
const FROZEN = '3';

/** Locks the position of an organization; undefined when another process has it. */
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
  // Before the settings are read: what changes in between is looked at once more.
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
 * True for an organization that was restored from another cluster, whose transactions are numbered otherwise: its parts are taken to have
 * been there from the beginning, and nothing to have been read.
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

/** The hours of which parts were stored since the last run, the earliest first. */
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
 * Writes how far the organization is now.
 * @param moved.due epoch milliseconds
 * @param moved.isBehind true when some of what was read now was not got to
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
      behind_since = CASE WHEN $8 THEN least(behind_since, now(), (SELECT min(p.stored_at) FROM scout.activity_parts p
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
