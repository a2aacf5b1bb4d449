import { setTimeout as pause } from 'node:timers/promises';
import { Client, type OpenClient } from './client.ts';

/** Time between two looks at a session: longer than a statement's way to the database and its answer's way back take together. */
const BETWEEN_MS = 3_000;
const ANSWER_MS = 4_000;

/** A session of the database, as it sees it. */
interface Backend {
  readonly pid: number;
  /** Changes with everything that the session does. */
  readonly stamp: string;
  /** True: it waits for its client. */
  readonly waits: boolean;
}

/** $1: process ids. A COPY that is fed slowly is in the same state throughout; its bytes tell that it goes on. */
const BACKENDS = `
  SELECT pid, coalesce(wait_event_type = 'Client', false) AS waits,
    concat_ws(' ', backend_start, xact_start, query_start, state_change, state, wait_event,
      (SELECT sum(bytes_processed) FROM pg_stat_progress_copy AS copy WHERE copy.pid = activity.pid)) AS stamp
  FROM pg_stat_activity AS activity WHERE pid = ANY ($1)`;

/**
 * Those of the clients, all of which wait for an answer, that never get one: the database has no session of theirs, or one that
 * has done nothing for a while but wait for the client in turn, so that what one of them sent did not arrive. Such a session is ended, because
 * it holds its locks until then.
 * @param isSilent true for a client that has heard nothing since it was found waiting
 * @throws Error without a response, and behind a pooler, whose process ids differ
 */
export async function lostBackends(
  url: string,
  clients: readonly OpenClient[],
  isSilent: (client: OpenClient) => boolean,
): Promise<readonly OpenClient[]> {
  const own = new Client({
    connectionString: url,
    application_name: 'scout watch',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  own.on('error', () => {});
  try {
    await own.connect();
    const { processID, host, port } = own as unknown as OpenClient;
    const { rows } = await own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    if (rows[0]?.pid !== processID) throw new Error('There is a pooler in between.');
    const first = await backendsOf(own, clients);
    // After a failover another host responds, whose processes may have the same ids.
    const isElsewhere = (client: OpenClient) => client.host !== host || client.port !== port;
    const ended = clients.filter(
      (client) => isSilent(client) && (isElsewhere(client) || !first.has(client.processID!)),
    );
    const waiting = clients.filter(
      (client) => !ended.includes(client) && first.get(client.processID!)?.waits,
    );
    if (waiting.length === 0) return ended;
    await pause(BETWEEN_MS);
    const second = await backendsOf(own, waiting);
    const forgotten = waiting.filter(
      ({ processID: pid }) => second.get(pid!)?.stamp === first.get(pid!)?.stamp,
    );
    const lost = forgotten.filter(isSilent);
    await endBackends(
      own,
      lost.map(({ processID: pid }) => second.get(pid!)!),
    );
    return [...ended, ...lost];
  } finally {
    void own.end().catch(() => {});
  }
}

async function backendsOf(
  own: Client,
  clients: readonly OpenClient[],
): Promise<ReadonlyMap<number, Backend>> {
  const { rows } = await own.query<Backend>(BACKENDS, [clients.map(({ processID }) => processID ?? 0)]);
  return new Map(rows.map((row) => [row.pid, row]));
}

/** Ends sessions that are still as they were seen. */
async function endBackends(own: Client, backends: readonly Backend[]): Promise<void> {
  if (backends.length === 0) return;
  await own.query(
    `SELECT pg_terminate_backend(seen.pid)
     FROM (${BACKENDS}) AS seen JOIN unnest($1::int[], $2::text[]) AS before (pid, stamp) USING (pid, stamp)`,
    [backends.map(({ pid }) => pid), backends.map(({ stamp }) => stamp)],
  );
}
