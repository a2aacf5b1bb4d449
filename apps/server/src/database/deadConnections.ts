import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { Client } from './client.ts';

/** Monitors the connections of some pools. */
export interface ConnectionWatch {
  /** Closes every connection: pending queries fail immediately. */
  cutAll(): void;
  stop(): void;
}

/** A node-postgres client with properties missing from its type. */
type PooledClient = pg.PoolClient & {
  readonly processID: number | null;
  readonly connection: { stream: Duplex };
};

/** Interval of checks for long waits. */
const LOOK_EVERY_MS = 5_000;
/** Longer than ordinary transactions. */
const LONG_MS = 10_000;

/**
 * Finds and closes connections whose other end disappeared silently, as after a failover: otherwise their queries would wait
 * forever. For connections in use for long, a new connection asks the database which of them exist. A slow statement continues;
 * while the database does not respond at all, everything waits.
 */
export function watchConnections(
  pools: readonly pg.Pool[],
  url: string,
  log: { warn(fields: object, message: string): void },
): ConnectionWatch {
  /** Open connections, with the start of their current use. */
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
      // Released meanwhile, or in a new use: alive.
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
    // No result without a response; the next check asks again.
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

/** Closes the connection locally, without waiting for the other end. */
function cut({ connection }: PooledClient): void {
  connection.stream.destroy(new Error('The database did not answer anymore.'));
}

/**
 * The clients whose server process exists in the database.
 * @throws Error without a response, and behind a pooler, whose process ids differ
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
    // After a failover another host responds, whose processes may have the same ids.
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
