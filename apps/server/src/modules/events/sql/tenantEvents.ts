import { hash } from 'node:crypto';
import { limits, type TenantEvent } from '@scout/contract';
import { CHANGE_FIELDS, CONTEXT_FIELDS, DETAIL_FIELDS } from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import { isDistributed } from '../../../platform/database/distribution/layout.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { eventBounds, newestEvents, type Stored, storedEventsAt } from '../../ingest/index.ts';
import type { EventCursor } from './eventCursor.ts';
import { type EventPlace, eventId } from './eventId.ts';
import { type EventScope, spellingsOf } from './eventScope.ts';
import { coordinatorSnapshot } from './snapshot.ts';

const COLUMNS = [
  'occurred_at',
  'batch_id',
  'batch_index',
  'agent_id',
  'event_type',
  'event_id',
  'record_id',
  ...DETAIL_FIELDS,
  ...CHANGE_FIELDS,
] as const;

/** Limits of a response: number of events, characters of a text, and uncompressed bytes. */
export interface EventBudget {
  readonly rows: number;
  readonly text: number;
  readonly bytes: number;
}

/** The only column with long texts. */
const LONG = 'process_information_command_line';
const TEXTS = ['event_type', ...DETAIL_FIELDS, ...CHANGE_FIELDS] as const;
/** Names, ids and times of one event in JSON. */
const ROW_BYTES = 900;

/**
 * The newest events of the scope, within the budget, at least one; equal times are ordered by id, descending. With a cursor only
 * events new to its holder: committed since, at any time, or reached by the end of the moving window. `complete`: the budget
 * omitted no event of the scope and cut no text, including earlier responses. It omits the oldest, which leave the window first,
 * so that a caller that stores every response has all events once one is complete.
 */
export async function readTenantEvents(
  tx: Transaction,
  scope: EventScope,
  budget: EventBudget,
  cursor: EventCursor | null,
): Promise<{ events: TenantEvent[]; complete: boolean }> {
  const rows = await tx
    .with('recent', () => recent(tx, scope, budget))
    .with('measured', (db) =>
      db
        .selectFrom('recent')
        .selectAll()
        .select([
          sql<string>`row_number() OVER ${inOrder}`.as('position'),
          sql<string>`sum(${bytesOfRow}) OVER ${inOrder}`.as('bytes'),
        ]),
    )
    .with('unseen_batches', (db) =>
      db
        .selectFrom('batches')
        .select('batch_id')
        .where('tenant_id', '=', scope.tenantId)
        .where(cursor === null ? sql<boolean>`false` : isUnseen(cursor.snapshot)),
    )
    .with('sent', (db) => {
      const fitting = db
        .selectFrom('measured')
        .selectAll()
        .where('position', '<=', String(budget.rows))
        .where((row) => row.or([row('bytes', '<=', String(budget.bytes)), row('position', '=', '1')]));
      if (cursor === null) return fitting;
      return fitting.where((row) =>
        row.or([
          row('occurred_at', '>', sql<Date>`${cursor.to}::timestamptz`),
          row('batch_id', 'in', row.selectFrom('unseen_batches').select('batch_id')),
        ]),
      );
    })
    .selectFrom((db) =>
      db
        .selectFrom('measured')
        .select(
          sql<boolean>`count(*) <= ${budget.rows} AND coalesce(max(bytes), 0) <= ${budget.bytes}
            AND NOT coalesce(bool_or(is_cut), false)`.as('complete'),
        )
        .as('whole'),
    )
    // Always one row, so that the totals are returned even without events.
    .leftJoin('sent', (join) => join.onTrue())
    .select('complete')
    .selectAll('sent')
    .orderBy('position')
    .execute();
  const events = rows.flatMap(({ complete: _, position, bytes: __, is_cut, ...row }) => {
    if (position === null) return [];
    const event = eventOf(row as EventRow, scope.tenantId);
    return is_cut ? { ...event, [LONG]: `${event[LONG]}…` } : event;
  });
  return { events, complete: rows[0]!.complete };
}

const inOrder = sql`(ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC)`;

const bytesOfRow = sql`${sql.lit(ROW_BYTES)} + ${sql.join(
  TEXTS.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
  sql` + `,
)}`;

/**
 * One event more than requested, which shows whether there are more, with its long text cut. For text stored out of line the
 * length and the start are read without the rest.
 */
function recent(tx: Transaction, scope: EventScope, { rows, text }: EventBudget) {
  const whole = sql.ref(LONG);
  const cut = sql<string | null>`left(${whole}, ${sql.lit(text)})`;
  return tx
    .selectFrom(newest({ scope, most: rows + 1 }).as('stored'))
    .select(['agent_id', 'event_id', 'record_id', 'occurred_at', 'batch_id', 'batch_index'])
    .select(TEXTS.filter((name) => name !== LONG))
    .select(cut.as(LONG))
    .select(
      sql<boolean>`coalesce(octet_length(${whole}) > ${sql.lit(text)}
        AND octet_length(${whole}) > octet_length(${cut}), false)`.as('is_cut'),
    );
}

/** The newest events of a scope with the columns of a response. @param before a condition that leaves out newer ones */
function newest({ scope, most, before }: { scope: EventScope; most: number; before?: RawBuilder<unknown> }) {
  const types = scope.eventType === undefined ? undefined : spellingsOf(scope.eventType);
  const conditions = [
    ...(types === undefined ? [] : [sql`event_type IN (${sql.join(types)})`]),
    before ?? sql`true`,
  ];
  const where = sql.join(conditions, sql` AND `);
  return newestEvents(
    { columns: COLUMNS, range: scope, where },
    { most, types, byHour: before === undefined },
  );
}

/** SQL condition for a batch committed after the snapshot. */
function isUnseen(snapshot: string) {
  const seen = sql`${snapshot}::pg_snapshot`;
  return sql<boolean>`stored_in >= pg_snapshot_xmin(${seen}) AND NOT pg_visible_in_snapshot(stored_in, ${seen})`;
}

/** The last event read of an export. */
export interface ExportPosition {
  /** ISO time. */
  readonly time: string;
  readonly batchId: string;
  readonly batchIndex: number;
}

/**
 * The next events of an export, newest first: at least one if any are left, and no more than `rows` or than hold `bytes` of text.
 * Events committed after `snapshot` are excluded, so that all pages together are one consistent state.
 */
export async function readExportPage(
  tx: Transaction,
  scope: EventScope,
  page: { snapshot: string; after: ExportPosition | undefined; rows: number; bytes: number },
): Promise<{ events: TenantEvent[]; last: ExportPosition | undefined }> {
  const { after, rows: limit, bytes } = page;
  const seen = sql`batch_id NOT IN (SELECT batch_id FROM scout.batches WHERE tenant_id = ${scope.tenantId} AND ${isUnseen(page.snapshot)})`;
  const next = newest({
    scope: after ? { ...scope, to: after.time } : scope,
    most: limit,
    before: after
      ? sql`${seen} AND (occurred_at, batch_id, batch_index)
          < (${after.time}::timestamptz, ${after.batchId}::uuid, ${after.batchIndex}::integer)`
      : seen,
  });
  const rows = await tx
    .with('page', (db) => db.selectFrom(next.as('stored')).selectAll())
    .with('sized', (db) =>
      db
        .selectFrom('page')
        .selectAll()
        .select([
          sql<string>`row_number() OVER ${inOrder}`.as('position'),
          sql<string>`sum(${bytesOfRow}) OVER ${inOrder}`.as('bytes'),
        ]),
    )
    .selectFrom('sized')
    .selectAll()
    .where((row) => row.or([row('position', '=', '1'), row('bytes', '<=', String(bytes))]))
    .orderBy('position')
    .execute();
  const last = rows.at(-1);
  return {
    events: rows.map(({ position: _, bytes: __, ...row }) => eventOf(row, scope.tenantId)),
    last: last && {
      time: last.occurred_at.toISOString(),
      batchId: last.batch_id,
      batchIndex: last.batch_index,
    },
  };
}

/** The event at a batch position, at its time (ISO), by which the table is ordered. */
export async function readTenantEvent(
  tx: Transaction,
  tenantId: string,
  time: string,
  { batchId, batchIndex }: EventPlace,
): Promise<TenantEvent | undefined> {
  const stored = storedEventsAt({
    columns: [...new Set([...COLUMNS, ...CONTEXT_FIELDS])],
    tenantId,
    at: sql`${time}::timestamptz`,
    where: sql`batch_id = ${batchId} AND batch_index = ${batchIndex}`,
  });
  const row = await tx.selectFrom(stored.as('stored')).selectAll().executeTakeFirst();
  return row && eventOf(row, tenantId);
}

type EventRow = Stored<(typeof COLUMNS)[number]> &
  Partial<Record<(typeof CONTEXT_FIELDS)[number], string | null>>;

function eventOf(
  { occurred_at, batch_id, batch_index, ...columns }: EventRow,
  tenantId: string,
): TenantEvent {
  const { event, context } = parted(columns);
  return {
    id: eventId({ batchId: batch_id, batchIndex: batch_index }),
    timestamp: occurred_at.toISOString(),
    tenant_id: tenantId,
    ...event,
    ...context,
  };
}

type Context = Partial<Record<(typeof CONTEXT_FIELDS)[number], string>>;

/** The columns of every event, and those of the others with a value: most events have few of them. */
function parted(columns: Omit<EventRow, 'occurred_at' | 'batch_id' | 'batch_index'>) {
  const {
    logon_id,
    subject_logon_id,
    linked_logon_id,
    process_name,
    authentication_package,
    service_name,
    ticket_encryption,
    ticket_details,
    object_name,
    object_id,
    change,
    ...event
  } = columns;
  const context: Context = {};
  for (const field of CONTEXT_FIELDS) {
    const value = columns[field];
    if (value !== null && value !== undefined) context[field] = value;
  }
  return { event, context };
}

/**
 * Parts of an ETag and a cursor. The version changes whenever the response may: it covers the query, the number of events ever
 * stored, and the two outermost events of the window, because a moving window changes without new events. The snapshot identifies
 * finished transactions. Costs a few index lookups. Must be read before the rows, so that it is never newer than they are.
 */
export async function tenantEventsState(
  tx: Transaction,
  scope: EventScope,
  query: unknown,
): Promise<{ version: string; snapshot: string }> {
  const { rows } = await sql<{ stored: string; oldest: Date | null; newest: Date | null; snapshot: string }>`
    SELECT (SELECT coalesce(sum(events_accepted), 0) FROM scout.agents WHERE tenant_id = ${scope.tenantId}) AS stored,
      oldest, newest, pg_current_snapshot()::text AS snapshot
    FROM ${eventBounds(scope)} AS bounds`.execute(tx);
  const { snapshot, ...state } = rows[0]!;
  const parts: unknown[] = [scope.tenantId, query, state];
  if (!isDistributed(tx)) return { version: versionOf(parts), snapshot };
  const here = await coordinatorSnapshot(tx, scope.tenantId);
  return { version: versionOf([...parts, here.unsettled]), snapshot: here.snapshot };
}

const versionOf = (parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 27);

/** The window of a query: by default the last 720 hours. A date alone means midnight UTC. */
export function windowOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from =
    query.from === undefined ? to - limits.events.defaultWindowHours * 3_600_000 : Date.parse(query.from);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
