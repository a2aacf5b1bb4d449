import { CONTEXT_FIELDS, DETAIL_FIELDS, type NormalisedRow } from '@scout/detection';
import { sql } from 'kysely';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import type { BatchIdentity } from '../parseBatch.ts';
import { storedEventsAt } from './stored/storedEvents.ts';

/** Thrown for a batch of an agent that lost its state and may repeat events: it must be compared with stored ones. */
export class MayBeSentBefore extends Error {}

const TEXTS = ['event_type', ...DETAIL_FIELDS, ...CONTEXT_FIELDS] as const;
const RECORD = ['event_type', 'provider', 'system_context_computer_name'] as const;

type Fields = Pick<NormalisedRow, 'event_id' | (typeof TEXTS)[number]>;

/** A log record has a unique number; events without one are compared completely. */
function keyOf(time: number, record: string | null, row: Fields): string {
  const names = record === null ? TEXTS : RECORD;
  return JSON.stringify([time, record, row.event_id, ...names.map((name) => row[name])]);
}

/** Events that an agent sent before. */
export class SentBefore {
  readonly #left = new Map<string, number>();

  add(time: number, record: string | null, row: Fields): void {
    const key = keyOf(time, record, row);
    this.#left.set(key, (this.#left.get(key) ?? 0) + 1);
  }

  /** True for a stored event; each stored one counts once. @param time epoch milliseconds */
  takes(time: number, row: NormalisedRow): boolean {
    const key = keyOf(time, row.record_id === null ? null : String(row.record_id), row);
    const left = this.#left.get(key) ?? 0;
    if (left === 0) return false;
    this.#left.set(key, left - 1);
    return true;
  }
}

type StoredRow = Fields & { readonly time: string; readonly record_id: string | null };

/** The agent's stored events at these times (epoch milliseconds). */
export async function readSentBefore(
  pool: pg.Pool,
  { tenantId, agentId }: Pick<BatchIdentity, 'tenantId' | 'agentId'>,
  times: ReadonlySet<number>,
): Promise<SentBefore> {
  const found = new SentBefore();
  await withRole(pool, { role: 'scout_judge', tenantId }, async (tx) => {
    const events = storedEventsAt({
      columns: ['agent_id', 'record_id', 'event_id', ...TEXTS],
      tenantId,
      at: sql`one.time`,
      where: sql`agent_id = ${agentId}`,
    });
    const { rows } = await sql<StoredRow>`
      SELECT extract(epoch FROM one.time) * 1000 AS time, events.*
      FROM unnest(${Array.from(times, (time) => new Date(time).toISOString())}::timestamptz[]) AS one (time), LATERAL ${events} AS events`.execute(
      tx,
    );
    for (const row of rows) found.add(Number(row.time), row.record_id, row);
  });
  return found;
}
