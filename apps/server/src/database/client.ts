import pg from 'pg';
import { nameOf, type Place, placesOf, urlAt } from './hosts.ts';

/** Milliseconds for a host to say whether it takes writes. */
const ASK_MS = 4_000;

/** The place that took writes last, by the places to choose from. */
const primaries = new Map<string, Place>();

/** None of the hosts takes writes now. `code` is that of a host's refusal, else one that says to try again. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code: string;

  constructor(places: readonly Place[], errors: readonly unknown[]) {
    const reasons = places.map((place, index) => `${nameOf(place)}: ${textOf(errors[index])}`);
    super(`none of the hosts takes writes (${reasons.join('; ')})`, { cause: errors });
    this.code = errors.map(codeOf).find((code) => /^(28|3D)/.test(code)) ?? STARTING;
  }
}

/** PostgreSQL's code of a server that cannot be used yet. */
const STARTING = '57P03';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** A name with several addresses gives an error for each, and no message. */
export function textOf(error: unknown): string {
  return error instanceof AggregateError ? textOf(error.errors[0]) : String((error as Error)?.message);
}

/**
 * The client of node-postgres for a connection string that may name several hosts: it connects to the one that takes writes, as
 * `target_session_attrs=read-write` says. With one host it is that client. A connection whose host has become a standby or is gone
 * fails, and the next one looks again.
 */
export class Client extends pg.Client {
  readonly #url: string | undefined;
  readonly #places: readonly Place[];
  #isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
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
      // A refused login says nothing about the host.
      if (!codeOf(error).startsWith('28')) primaries.delete(key);
      await this.end().catch(() => {});
      throw error;
    }
  }
}

/** All are asked at once, so that one that is silent costs no time. @throws NoPrimaryError */
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
