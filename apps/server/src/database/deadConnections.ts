import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { Client } from './client.ts';

/** Watches over the connections of some pools. */
export interface ConnectionWatch {
  /** Cuts every connection: what waits for an answer fails at once. */
  cutAll(): void;
  stop(): void;
}

/** A client of node-postgres with what its type does not tell. */
type PooledClient = pg.PoolClient & {
  readonly processID: number | null;
  readonly connection: { stream: Duplex };
};

/** How often it is looked whether somebody waits for long. */
const LOOK_EVERY_MS = 5_000;
/** Common transactions have ended by then. */
const LONG_MS = 10_000;

/**
 * Finds connections whose other end is gone without having said so, as after a failover, and cuts them: nothing else would end the
 * wait for their answer. When one is in use for long, the database is asked by a new connection which of them it still has. A slow
 * statement goes on; while the database does not answer at all, everything waits.
 */
export function watchConnections(
  pools: readonly pg.Pool[],
  url: string,
  log: { warn(fields: object, message: string): void },
): ConnectionWatch {
  /** Open connections, and since when each is in use. */
  const open = new Map<PooledClient, number | undefined>();
  let isLooking = false;

  for (const pool of pools) {
    pool.on('connect', (client) => open.set(client as PooledClient, undefined));
    pool.on('acquire', (client) => open.set(client as PooledClient, performance.now()));
    pool.on('release', (_error, client) => {
      if (open.has(client as PooledClient)) open.set(client as PooledClient, undefined);
    });
    pool.on('remove', (client) => open.delete(client as PooledClient));
  }

  async function look(): Promise<void> {
    const now = performance.now();
    if (![...open.values()].some((since) => since !== undefined && now - since > LONG_MS)) return;
    const asked = [...open].filter(([, since]) => since === undefined || now - since > LONG_MS);
    const alive = await living(
      url,
      asked.map(([client]) => client),
    );
    for (const [client, since] of asked) {
      // Given back meanwhile, or in use for something else: it lives.
      if (alive.has(client) || !open.has(client) || open.get(client) !== since) continue;
      log.warn(
        { connection: client.processID },
        'a database connection had no other end any more; it is cut',
      );
      cut(client);
    }
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // Without an answer there is nothing to know; the next look asks again.
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS).unref();

  return {
    cutAll() {
      for (const client of open.keys()) cut(client);
    },
    stop: () => clearInterval(timer),
  };
}

/** Ends the connection's use here, without waiting for the other end. */
function cut({ connection }: PooledClient): void {
  connection.stream.destroy(new Error('The database did not answer any more.'));
}

/**
 * Those of the clients whose server process the database still has.
 * @throws Error when it does not answer, and behind a pooler, whose connections have other processes than it says
 */
async function living(url: string, clients: readonly PooledClient[]): Promise<ReadonlySet<PooledClient>> {
  const client = new Client({
    connectionString: url,
    application_name: 'scout watch',
    connectionTimeoutMillis: 4_000,
    query_timeout: 4_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; alive: number[] }>(
      'SELECT pg_backend_pid() AS own, array(SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)) AS alive',
      [clients.map(({ processID }) => processID ?? 0)],
    );
    const [{ own, alive }] = rows as [(typeof rows)[number]];
    if (own !== (client as unknown as PooledClient).processID)
      throw new Error('There is a pooler in between.');
    // After a failover another host answers, whose processes may have the same numbers.
    return new Set(
      clients.filter(
        ({ processID, host, port }) =>
          alive.includes(processID ?? 0) && host === client.host && port === client.port,
      ),
    );
  } finally {
    void client.end().catch(() => {});
  }
}
