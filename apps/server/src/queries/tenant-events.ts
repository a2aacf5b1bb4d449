import { hash } from 'node:crypto';
import { limits, type TenantEvent } from '@scout/contract';
import { DETAIL_FIELDS } from '@scout/detection';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Transaction } from '../database/pool.ts';
import type { EventCursor } from './eventCursor.ts';
import { type EventPlace, eventId } from './eventId.ts';

/** Which events: a window inclusive on both ends (ISO times), narrowed to a type or not. */
export interface EventScope {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
  /** As stored, or a bare number such as 4625. */
  readonly eventType: string | undefined;
}

const COLUMNS = [
  'tenant_id',
  'agent_id',
  'event_type',
  'event_id',
  'record_id',
  ...DETAIL_FIELDS,
] as const satisfies readonly (keyof TenantEvent)[];

/** The newest events of the scope first, and whether the limit cut none. Equal times are ordered by id, descending. */
export async function readTenantEvents(
  tx: Transaction,
  scope: EventScope,
  limit: number,
): Promise<{ events: TenantEvent[]; complete: boolean }> {
  // One more than asked for tells whether there are more.
  const rows = await newestFirst(tx, scope)
    .limit(limit + 1)
    .execute();
  return { events: rows.slice(0, limit).map(eventOf), complete: rows.length <= limit };
}

/**
 * Those of the newest events that whoever holds the cursor has not been sent: what was committed since, whatever its time, and what the
 * end of the moving window has reached. Reads no more rows than the whole answer has.
 */
export async function readNewTenantEvents(
  tx: Transaction,
  scope: EventScope,
  limit: number,
  cursor: EventCursor,
): Promise<{ events: TenantEvent[]; complete: boolean }> {
  const snapshot = sql`${cursor.snapshot}::pg_snapshot`;
  const position = sql<string>`row_number() OVER (ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC)`;
  const rows = await tx
    .with('recent', () =>
      newestFirst(tx, scope)
        .select(position.as('position'))
        .limit(limit + 1),
    )
    .with('unseen_batches', (db) =>
      db
        .selectFrom('batches')
        .select('batch_id')
        .where('tenant_id', '=', scope.tenantId)
        .where('stored_in', '>=', sql<string>`pg_snapshot_xmin(${snapshot})`)
        .where(sql<boolean>`NOT pg_visible_in_snapshot(stored_in, ${snapshot})`),
    )
    .with('news', (db) =>
      db
        .selectFrom('recent')
        .selectAll()
        .where('position', '<=', String(limit))
        .where((row) =>
          row.or([
            row('occurred_at', '>', sql<Date>`${cursor.to}::timestamptz`),
            row('batch_id', 'in', row.selectFrom('unseen_batches').select('batch_id')),
          ]),
        ),
    )
    .selectFrom((db) => db.selectFrom('recent').select(db.fn.countAll<string>().as('found')).as('counted'))
    // One row in any case, so that the count comes along when there is no news.
    .leftJoin('news', (join) => join.onTrue())
    .select('found')
    .selectAll('news')
    .orderBy('position')
    .execute();
  const events = rows.flatMap(({ found: _, position, ...row }) =>
    position === null ? [] : [eventOf(row as EventRow)],
  );
  return { events, complete: Number(rows[0]!.found) <= limit };
}

/**
 * All events of the scope, the newest first, in portions of at most `size` read through a cursor: they stand as they were
 * when it was opened, and only one portion is held at a time.
 */
export async function* streamTenantEvents(
  { tx, client }: { tx: Transaction; client: pg.PoolClient },
  scope: EventScope,
  size: number,
): AsyncGenerator<TenantEvent[], void, undefined> {
  const { sql: text, parameters } = newestFirst(tx, scope).compile();
  await client.query(`DECLARE report NO SCROLL CURSOR FOR ${text}`, [...parameters]);
  for (;;) {
    const { rows } = await client.query<EventRow>(`FETCH ${size} FROM report`);
    if (rows.length === 0) return;
    yield rows.map(eventOf);
  }
}

/** The event at a place of a batch, at its time (ISO), which is what the table is ordered by. */
export async function readTenantEvent(
  tx: Transaction,
  tenantId: string,
  time: string,
  { batchId, batchIndex }: EventPlace,
): Promise<TenantEvent | undefined> {
  const row = await newestFirst(tx, { tenantId, from: time, to: time, eventType: undefined })
    .where('batch_id', '=', batchId)
    .where('batch_index', '=', batchIndex)
    .executeTakeFirst();
  return row && eventOf(row);
}

/** How many events the scope holds. */
export async function countTenantEvents(tx: Transaction, scope: EventScope): Promise<number> {
  const { n } = await within(tx, scope)
    .select((query) => query.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The distinct types of the scope's events, by code point. */
export async function tenantEventTypes(
  tx: Transaction,
  scope: EventScope,
): Promise<{ event_type: string }[]> {
  return await within(tx, scope)
    .select('event_type')
    .groupBy('event_type')
    .orderBy('event_type', (order) => order.collate('C'))
    .execute();
}

function within(tx: Transaction, scope: EventScope) {
  let query = tx
    .selectFrom('tenant_events')
    .where('tenant_id', '=', scope.tenantId)
    .where('occurred_at', '>=', sql<Date>`${scope.from}::timestamptz`)
    .where('occurred_at', '<=', sql<Date>`${scope.to}::timestamptz`);
  if (scope.eventType !== undefined) query = query.where('event_type', 'in', spellingsOf(scope.eventType));
  return query;
}

const newestFirst = (tx: Transaction, scope: EventScope) =>
  within(tx, scope)
    .select([...COLUMNS, 'occurred_at', 'batch_id', 'batch_index'])
    .orderBy('occurred_at', 'desc')
    .orderBy('batch_id', 'desc')
    .orderBy('batch_index', 'desc');

type EventRow = Awaited<ReturnType<ReturnType<typeof newestFirst>['execute']>>[number];

function eventOf({ occurred_at, batch_id, batch_index, ...columns }: EventRow): TenantEvent {
  return {
    id: eventId({ batchId: batch_id, batchIndex: batch_index }),
    timestamp: occurred_at.toISOString(),
    ...columns,
  };
}

/** Ingest stores Windows' own ids with their provider's prefix, and other bare numbers as they came. */
function spellingsOf(eventType: string): string[] {
  return /^\d+$/.test(eventType) ? [eventType, `WINDOWS_SECURITY_${eventType}`] : [eventType];
}

/**
 * What an ETag and a cursor are made of. The version changes whenever the answer may: it covers what was asked, how many events
 * the tenant ever stored, and the two outermost events of the window, since a moving window loses and gains events without
 * anything being stored. The snapshot says which transactions were over. Costs a few index look-ups. To be read before the
 * rows, so that it is never newer than they are.
 */
export async function tenantEventsState(
  tx: Transaction,
  scope: EventScope,
  asked: unknown,
): Promise<{ version: string; snapshot: string }> {
  const { rows } = await sql<{ stored: string; oldest: Date | null; newest: Date | null; snapshot: string }>`
    SELECT (SELECT coalesce(sum(events_accepted), 0) FROM scout.agents WHERE tenant_id = ${scope.tenantId}) AS stored,
      min(occurred_at) AS oldest, max(occurred_at) AS newest, pg_current_snapshot()::text AS snapshot
    FROM scout.tenant_events
    WHERE tenant_id = ${scope.tenantId}
      AND occurred_at >= ${scope.from}::timestamptz AND occurred_at <= ${scope.to}::timestamptz`.execute(tx);
  const { snapshot, ...state } = rows[0]!;
  const version = hash('sha256', JSON.stringify([scope.tenantId, asked, state]), 'base64url').slice(0, 27);
  return { version, snapshot };
}

/** The window of a query: without ends the last 720 hours. A date alone is its midnight in UTC. */
export function windowOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from =
    query.from === undefined ? to - limits.events.defaultWindowHours * 3_600_000 : Date.parse(query.from);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
