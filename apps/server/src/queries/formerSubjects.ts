import { subjectUserOf } from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../database/pool.ts';
import { eventId, placeOf } from './eventId.ts';

/** An incident's identity, and its actor if its row has one. */
interface Told {
  /** Id of the event. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly subjectUser: string | null;
}

/**
 * The acting user of incidents whose own row lacks it, by incident id: those stored before the migration
 * 20261122T0815_subject_users. Makes one lookup of their events, at most one per incident.
 */
export async function readFormerSubjects(
  tx: Transaction,
  tenantId: string,
  incidents: readonly Told[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const untold = incidents.filter(({ subjectUser }) => subjectUser === null);
  if (untold.length === 0) return found;
  const times = untold.map(({ time }) => new Date(time).toISOString()).toSorted();
  const places = untold.map(({ id, time }) => ({ at: new Date(time).toISOString(), ...placeOf(id) }));
  const { rows } = await sql<{ batch_id: string; batch_index: number; subject_user_name: string }>`
    SELECT e.batch_id, e.batch_index, e.subject_user_name
    FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p (at timestamptz, "batchId" uuid, "batchIndex" integer)
    JOIN scout.tenant_events e
      ON e.occurred_at = p.at AND e.batch_id = p."batchId" AND e.batch_index = p."batchIndex"
    WHERE e.tenant_id = ${tenantId} AND e.subject_user_name IS NOT NULL
      AND e.occurred_at >= ${times[0]} AND e.occurred_at <= ${times.at(-1)}`.execute(tx);
  for (const { batch_id, batch_index, subject_user_name } of rows) {
    const subject = subjectUserOf(subject_user_name);
    if (subject !== null) found.set(eventId({ batchId: batch_id, batchIndex: batch_index }), subject);
  }
  return found;
}
