import type { Duplex } from 'node:stream';
import pg from 'pg';
import { nameOf, type Place, placesOf, urlAt } from './hosts.ts';

/** An open node-postgres client with properties missing from its type. */
export interface OpenClient {
  readonly processID: number | null;
  readonly host: string;
  readonly port: number;
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean | null;
  readonly connection: { readonly stream: Duplex & { bytesRead: number; bytesWritten: number } };
}

/** Idle time after which either end asks whether the other is there: firewalls forget what is idle for longer. */
const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** The database's own end: a session whose client is gone holds its locks for a minute instead of two hours. */
const KEEPALIVE_OF_SESSION =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Milliseconds for a host to respond whether it accepts writes. */
const ASK_MS = 4_000;

/** The host that last accepted writes, by list of hosts. */
const primaries = new Map<string, Place>();

/** No host accepts writes now. `code` is that of a host's error, otherwise a retryable one. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code: string;

  constructor(places: readonly Place[], errors: readonly unknown[]) {
    const reasons = places.map((place, index) => `${nameOf(place)}: ${textOf(errors[index])}`);
    super(`none of the hosts takes writes (${reasons.join('; ')})`, { cause: errors });
    this.code = errors.map(codeOf).find((code) => /^(28|3D)/.test(code)) ?? STARTING;
  }
}

/** PostgreSQL's code of a server that is not ready yet. */
const STARTING = '57P03';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** A name with several addresses has one error per address, and no message. */
export function textOf(error: unknown): string {
  return error instanceof AggregateError ? textOf(error.errors[0]) : String((error as Error)?.message);
}

/**
 * node-postgres client for a connection string with one or more hosts: connects to the one that accepts writes, like
 * `target_session_attrs=read-write`. With one host it is the ordinary client. A connection to a host that became a standby or
 * disappeared fails, and the next one searches again.
 */
export class Client extends pg.Client {
  readonly #url: string | undefined;
  readonly #places: readonly Place[];
  #isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config;
    const options = [given?.options, KEEPALIVE_OF_SESSION].filter(Boolean).join(' ');
    super({ ...KEEPALIVE, ...given, options });
    this.#url = typeof config === 'string' ? config : config?.connectionString;
    this.#places = this.#url === undefined ? [] : placesOf(this.#url);
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.#isStandby = status.parameterValue === 'on';
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    if (this.#places.length < 2) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const connecting = this.#connectToPrimary();
    if (!callback) return connecting;
    connecting.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const key = this.#places.map(nameOf).join();
    const place = primaries.get(key) ?? (await findPrimary(this.#url!, this.#places));
    Object.assign(this, place);
    try {
      await super.connect();
      if (this.#isStandby) throw new NoPrimaryError([place], [new Error('a standby')]);
      primaries.set(key, place);
      return this;
    } catch (error) {
      // A refused login is not a fault of the host.
      if (!codeOf(error).startsWith('28')) primaries.delete(key);
      await this.end().catch(() => {});
      throw error;
    }
  }
}

/** Queries all hosts concurrently, so that an unresponsive one costs no time. @throws NoPrimaryError */
async function findPrimary(url: string, places: readonly Place[]): Promise<Place> {
  try {
    return await Promise.any(places.map((place) => requireWrites(url, place)));
  } catch (error) {
    throw new NoPrimaryError(places, (error as AggregateError).errors);
  }
}

async function requireWrites(url: string, place: Place): Promise<Place> {
  const client = new pg.Client({
    connectionString: urlAt(url, place),
    application_name: 'scout hosts',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
    if (rows[0]?.isStandby) throw new Error('a standby');
    return place;
  } finally {
    await client.end().catch(() => {});
  }
}
