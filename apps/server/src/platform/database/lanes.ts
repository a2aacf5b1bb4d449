import type pg from 'pg';
import { isDistributed } from './distribution/layout.ts';
import { pipelined, type Result, type Statement } from './pipeline.ts';
import { type Actor, beginAs } from './pool.ts';

/** One transaction. */
export interface Work<T> {
  readonly actor: Actor;
  /** All statements, when they are about to be sent over this connection. */
  statements(client: pg.PoolClient): readonly Statement[];
  /**
   * Reads their results, in order: the transaction is committed with the value that is returned, and rolled back with the error that is
   * thrown. May run further statements on the connection.
   */
  decide(results: readonly Result[], client: pg.PoolClient): T | Promise<T>;
}

/** Connections on which transactions of many actors follow each other. */
export interface Lanes {
  /** @throws what `decide` throws, or the database's error: then nothing is stored */
  run<T>(work: Work<T>): Promise<T>;
}

interface Job {
  readonly work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The end of a transaction, as its job has decided. */
interface End {
  readonly sql: 'COMMIT' | 'ROLLBACK';
  /** Called when it has ended so. */
  ended(): void;
  /** Called when it has not been committed. */
  failed(error: unknown): void;
}

/**
 * Statements are the same for all organizations: planning them anew by their values would cost as much as running them. Citus plans by
 * the organization.
 */
const GENERIC_PLANS = 'SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * Each transaction takes two round trips: its statements go out together, and its end with the statements of the next one, whoever's they
 * are, so that many short transactions of many organizations cost little more than one long one. Every transaction has its own role and
 * tenant, and fails alone.
 * @param places connections taken from the pool, at most
 */
export function createLanes(pool: pg.Pool, places: number): Lanes {
  const waiting: Job[] = [];
  let open = 0;

  async function drive(): Promise<void> {
    while (waiting.length > 0) {
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        // They would each wait as long, one after the other.
        for (const { reject } of waiting.splice(0)) reject(error);
        break;
      }
      client.release(await drain(client, waiting));
    }
    open -= 1;
  }

  return {
    run: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Job['resolve'], reject });
        if (open >= places) return;
        open += 1;
        void drive();
      }),
  };
}

/** Runs what waits, on one connection. @returns the error of a connection that cannot be used again */
async function drain(client: pg.PoolClient, waiting: Job[]): Promise<Error | undefined> {
  let broken: Error | undefined;
  // A connection that breaks between two queries reports it only by this event, which without a listener would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  let end: End | undefined;
  while (!broken) {
    // Whatever made a transaction fail may be the connection: the next one must not fail with it.
    const begun = end?.sql === 'ROLLBACK' ? undefined : begin(waiting, client);
    if (!end && !begun) break;
    const parts = [...(end ? [[{ text: end.sql }]] : []), ...(begun ? [begun.statements] : [])];
    const answers = pipelined(client, parts);
    const lost = end && (await ended(end, answers.shift()!));
    broken ??= lost;
    end = begun && (await decided(begun, answers[0]!, client));
  }
  end?.failed(broken);
  client.off('error', onError);
  return broken;
}

interface Begun {
  readonly job: Job;
  readonly statements: readonly Statement[];
  /** Statements before those of the job. */
  readonly own: number;
}

/** The first job that can begin. */
function begin(waiting: Job[], client: pg.PoolClient): Begun | undefined {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    try {
      const own = [...beginAs(job.work.actor)(client), ...(isDistributed(client) ? [] : [GENERIC_PLANS])].map(
        (text) => ({ text }),
      );
      return { job, statements: [...own, ...job.work.statements(client)], own: own.length };
    } catch (error) {
      job.reject(error);
    }
  }
  return undefined;
}

async function decided(
  { job, own }: Begun,
  answer: Promise<readonly Result[]>,
  client: pg.PoolClient,
): Promise<End> {
  const { work, resolve, reject } = job;
  try {
    const results = await answer;
    const value = await work.decide(results.slice(own), client);
    return { sql: 'COMMIT', ended: () => resolve(value), failed: reject };
  } catch (error) {
    const fail = (): void => reject(error);
    return { sql: 'ROLLBACK', ended: fail, failed: fail };
  }
}

/** @returns the error of a connection on which a transaction may still be open */
async function ended(end: End, answer: Promise<readonly Result[]>): Promise<Error | undefined> {
  try {
    const [result] = await answer;
    // After a failed statement whose error was ignored, PostgreSQL responds to COMMIT with ROLLBACK, and no error.
    if (result?.command === end.sql) end.ended();
    else end.failed(new Error('Nothing was stored: a statement of this transaction had failed'));
    return undefined;
  } catch (error) {
    end.failed(error);
    return end.sql === 'ROLLBACK' ? (error as Error) : undefined;
  }
}
