import type pg from 'pg';

/** Name of the connection for notices, which each server process holds from its start to its end. */
export const NOTICES_CONNECTION = 'scout updates';

const KEY = `hashtextextended('scout reads packed events', 0)`;

/** Says on a process's connection for notices, for as long as it lasts, that the process reads packed events. */
export const SAY_READS_PACKED = `SELECT pg_advisory_lock_shared(${KEY})`;

/**
 * True when every server process of this database reads packed events. One of an earlier version, beside which an upgrade goes on,
 * would judge a packed day again as if it had no events. None can start any more once the database has its migrations.
 */
export async function allReadPacked(pool: pg.Pool): Promise<boolean> {
  // As the login, which sees the names of its connections.
  const { rows } = await pool.query<{ all_read: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM pg_stat_activity a
       WHERE a.datname = current_database() AND a.application_name = $1 AND NOT EXISTS (
         SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
           AND (l.classid::bigint << 32) | l.objid::bigint = ${KEY})
     ) AS all_read`,
    [NOTICES_CONNECTION],
  );
  return rows[0]!.all_read;
}
