import { type CaseEvent, eventIdentity, limits } from '@scout/contract';
import { cappedName, shownHost, shownProgram, stripAccount, textOf } from '@scout/detection';
import { sql } from 'kysely';
import { isDistributed } from '../../../platform/database/distribution/layout.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { eventId, placeOf } from '../../events/index.ts';
import { storedEventsAt } from '../../ingest/index.ts';

/** An event of a finding, as written by the assessor. */
export interface Mark {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
}

/** The events of a stored finding, earliest first. */
export function marksOf(events: unknown): Mark[] {
  return Array.isArray(events) ? events.filter(isMark).slice(0, limits.cases.eventsPerFinding) : [];
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null) return false;
  const { id, time } = value as Record<string, unknown>;
  return eventIdentity.safeParse(id).success && typeof time === 'string' && !Number.isNaN(Date.parse(time));
}

interface Stored {
  readonly batch_id: string;
  readonly batch_index: number;
  readonly event_id: number | null;
  readonly event_type: string;
  readonly computer: string | null;
  readonly account: string | null;
  readonly program: string | null;
}

/** Columns that every member may read, an owner of accounts too. */
const COLUMNS = [
  'batch_id',
  'batch_index',
  'event_id',
  'event_type',
  'system_context_computer_name',
  'target_user_name',
  'process_information_new_process_name',
  'process_name',
] as const;

/** The events of marks by identity. Each is looked up by its time, using its day's index. */
export async function readEvidence(
  tx: Transaction,
  tenantId: string,
  marks: readonly Mark[],
): Promise<ReadonlyMap<string, CaseEvent>> {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  const wanted = [...byId.values()].map(({ id, time }) => ({ time, ...placeOf(id) }));
  const { rows } = await sql<Stored>`
    SELECT e.batch_id, e.batch_index, e.event_id, e.event_type, e.system_context_computer_name AS computer,
      e.target_user_name AS account, coalesce(e.process_information_new_process_name, e.process_name) AS program
    FROM unnest(${wanted.map(({ time }) => time)}::timestamptz[], ${wanted.map(({ batchId }) => batchId)}::uuid[],
      ${wanted.map(({ batchIndex }) => batchIndex)}::int[]) AS wanted (occurred_at, batch_id, batch_index)
    CROSS JOIN LATERAL ${storedEventsAt({
      columns: COLUMNS,
      forOwners: !isDistributed(tx),
      tenantId,
      at: sql`wanted.occurred_at`,
      where: sql`batch_id = wanted.batch_id AND batch_index = wanted.batch_index`,
    })} AS e`.execute(tx);
  const found = new Map(
    rows.map((row) => [eventId({ batchId: row.batch_id, batchIndex: row.batch_index }), row]),
  );
  return new Map([...byId].map(([id, mark]) => [id, eventOf(mark, found.get(id))]));
}

function eventOf({ id, time }: Mark, stored: Stored | undefined): CaseEvent {
  const shownName = (value: string | null | undefined, short: (text: string) => string) => {
    const text = textOf(value);
    return text === null ? null : cappedName(short(text));
  };
  return {
    id,
    time,
    event_id: stored?.event_id ?? null,
    event_type: stored === undefined ? null : cappedName(stored.event_type),
    computer: shownName(stored?.computer, shownHost),
    account: shownName(stored?.account, stripAccount),
    program: shownName(stored?.program, shownProgram),
  };
}
