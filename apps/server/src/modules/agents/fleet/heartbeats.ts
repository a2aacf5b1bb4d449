import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createLanes, type Lanes } from '../../../platform/database/lanes.ts';
import { kyselyOn, type Transaction } from '../../../platform/database/pool.ts';
import { createFairQueue } from '../../../platform/http/fairQueue.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { createShares } from '../../../platform/http/shares.ts';
import type { Rates } from '../../auth/index.ts';
import { type Heartbeat, heartbeatsNoted, type NextBatch, type Noted } from '../sql/heartbeats.ts';

/** A heartbeat to record and to answer. */
export interface Heard<T> extends Heartbeat {
  readonly tenantId: string;
  /** True for one whose answer may take long: it is recorded alone. */
  readonly isLong: boolean;
  /** Runs in the transaction that records it. */
  answer(tx: Transaction, noted: Noted & { readonly nextBatch: number }): Promise<T>;
}

/** Records heartbeats: each writes a row, up to 64 KB. */
export interface Heartbeats {
  /** @throws Refusal rate_limited or unavailable, with the retry time */
  hear<T>(heard: Heard<T>): Promise<T>;
}

/** Connections that heartbeats take from the pool, and transactions that wait for one. */
const PLACES = { places: 3, requests: 2_048, patienceMs: 10_000 };
/** Heartbeats that are recorded or wait, divided among organizations. */
const REQUESTS = 2_048;
/** Heartbeats of a transaction, and the least time between the starts of two of one organization. */
const TOGETHER = 64;
const EVERY_MS = 20;

/** One under way and one waiting: an agent sends a second one to compare its batch numbers before its first batch. */
const PER_AGENT = 2;

/** Delay of a refusal, so that immediate retries cost others little. */
const REFUSED_AFTER_MS = 500;

interface Waiting {
  readonly heard: Heard<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Heartbeats of an organization that arrive within a moment are recorded in one transaction. */
export function createHeartbeats(rates: Rates, pool: pg.Pool): Heartbeats {
  const queue = createFairQueue(PLACES);
  const present = createShares(REQUESTS);
  const lanes = createLanes(pool, PLACES.places);
  /** Heartbeats of each agent, and the end of the newest. */
  const underWay = new Map<string, { count: number; last: Promise<unknown> }>();
  /** By organization; one that is there is being worked on. */
  const waiting = new Map<string, Waiting[]>();

  /** One after the other: in parallel they would wait for the lock of the agent's row. */
  function inTurn<T>(agentId: string, work: () => Promise<T>): Promise<T> {
    const own = underWay.get(agentId) ?? { count: 0, last: Promise.resolve() };
    if (own.count >= PER_AGENT) {
      const message = 'This agent already has a heartbeat in progress; send one at a time.';
      throw new Refusal('rate_limited', { message, retryAfter: 1 });
    }
    own.count += 1;
    underWay.set(agentId, own);
    const done = own.last.then(work).finally(() => {
      own.count -= 1;
      if (own.count === 0) underWay.delete(agentId);
    });
    own.last = done.catch(() => {});
    return done;
  }

  async function together<T>(heard: Heard<T>): Promise<T> {
    const { tenantId } = heard;
    const reason = present.whyNot(tenantId, 1);
    if (reason) throw new Refusal(reason === 'share' ? 'rate_limited' : 'unavailable', { retryAfter: 2 });
    present.take(tenantId, 1);
    try {
      return await new Promise<T>((resolve, reject) => {
        const one = { heard, resolve: resolve as Waiting['resolve'], reject };
        const list = waiting.get(tenantId);
        if (list) list.push(one);
        else {
          waiting.set(tenantId, [one]);
          void recordAll(tenantId);
        }
      });
    } finally {
      present.giveBack(tenantId, 1);
    }
  }

  async function recordAll(tenantId: string): Promise<void> {
    const list = waiting.get(tenantId)!;
    while (list.length > 0) {
      const long = list.findIndex(({ heard }) => heard.isLong);
      const some = list.splice(0, long === 0 ? 1 : Math.min(TOGETHER, long < 0 ? TOGETHER : long));
      const began = performance.now();
      await queue
        .within(tenantId, () => record(lanes, some))
        .catch((error) => {
          for (const { reject } of some) reject(error);
        });
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
    waiting.delete(tenantId);
  }

  return {
    async hear(heard) {
      try {
        return await inTurn(heard.agentId, async () => {
          await rates.consume('heartbeatPerAgent', heard.agentId);
          await rates.consume('heartbeatPerOrganization', heard.tenantId);
          return together(heard);
        });
      } catch (error) {
        if (error instanceof Refusal && error.retryAfter !== undefined) await pause(REFUSED_AFTER_MS);
        throw error;
      }
    },
  };
}

/** Records heartbeats of one organization in one transaction; each alone when that fails by what one of them contains. */
async function record(lanes: Lanes, some: readonly Waiting[]): Promise<void> {
  const { tenantId } = some[0]!.heard;
  try {
    const answers = await lanes.run({
      actor: { role: 'scout_ingest', tenantId },
      statements: () =>
        heartbeatsNoted(
          tenantId,
          some.map(({ heard }) => heard),
        ),
      decide: async ([noted, next], client) => {
        const rows = new Map((noted!.rows as Noted[]).map((row) => [row.agent_id, row]));
        const batches = new Map((next!.rows as NextBatch[]).map((row) => [row.agent_id, Number(row.next)]));
        const tx = kyselyOn(client);
        const found: unknown[] = [];
        for (const { heard } of some) {
          const row = rows.get(heard.agentId);
          if (!row) throw new TypeError('The agent is not there any more');
          found.push(await heard.answer(tx, { ...row, nextBatch: batches.get(heard.agentId)! }));
        }
        return found;
      },
    });
    for (const [index, { resolve }] of some.entries()) resolve(answers[index]);
  } catch (error) {
    if (some.length === 1 || !mayBeOfOne(error)) for (const { reject } of some) reject(error);
    else for (const one of some) await record(lanes, [one]);
  }
}

/** False for an error of the connection or the server's state, which the others would meet as well. */
const mayBeOfOne = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(22|23|54)/.test(error.code ?? '')
    : error instanceof TypeError || error instanceof RangeError || error instanceof Refusal;
