import type pg from 'pg';
import { Client } from './client.ts';

const LIMIT_MS = 60_000;
/** Enough rounds for two clients of a transaction pooler to meet on one server process. */
const ROUNDS = 20;

/**
 * Refuses a pooler in transaction mode, or one that ignores startup settings: migrations hold a session lock, servers listen for
 * notices, and their connections have settings. @throws Error with advice
 */
export async function refusePooler(owner: pg.Client, ownerUrl: string): Promise<void> {
  const { processID } = owner as unknown as { processID: number | null };
  if ((await serverProcessOf(owner)) === processID) return;
  const other = new Client({
    connectionString: ownerUrl,
    application_name: 'scout-pooler',
    connectionTimeoutMillis: 10_000,
    statement_timeout: LIMIT_MS,
    options: '-c timezone=UTC',
  });
  other.on('error', () => {});
  try {
    await other.connect();
    const { rows } = await other.query<{ kept: boolean }>(
      `SELECT current_setting('statement_timeout')::interval = $1::interval AND current_setting('timezone') = 'UTC' AS kept`,
      [`${LIMIT_MS} milliseconds`],
    );
    if (!rows[0]?.kept) throw refusal();
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await serverProcessOf(owner)) === (await serverProcessOf(other))) throw refusal();
    }
  } catch (error) {
    throw explainedPooler(error);
  } finally {
    await other.end().catch(() => {});
  }
}

/** Explains "unsupported startup parameter"; returns any other error unchanged. */
export const explainedPooler = (error: unknown): unknown =>
  (error as { code?: string }).code === '08P01' ? refusal(error) : error;

const refusal = (cause?: unknown): Error =>
  new Error(
    'DATABASE_URL leads to a pooler, such as PgBouncer, that lends connections by the transaction or drops their settings, which Scout ' +
      'cannot use: let it name PostgreSQL itself, or several hosts of it.',
    { cause },
  );

async function serverProcessOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
