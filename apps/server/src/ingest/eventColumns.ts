import type { NormalisedRow } from '@scout/detection';
import { BinaryCopy } from './binaryCopy.ts';
import type { ParsedEvent } from './parseBatch.ts';

/** The batch that rows belong to; uuids in their text form. */
export interface BatchIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  readonly batchId: string;
}

/** Columns of tenant_events that hold a text of the normalised row under the same name. */
const TEXT_COLUMNS = [
  'provider',
  'target_user_name',
  'target_domain_name',
  'subject_user_name',
  'subject_domain_name',
  'system_context_computer_name',
  'target_computer_name',
  'source_info_workstation_name',
  'source_host',
  'logon_type',
  'process_information_new_process_name',
  'process_information_command_line',
  'process_information_parent_process_name',
  'failure_reason',
  'status',
  'sub_status',
] as const satisfies readonly (keyof NormalisedRow)[];

const COLUMNS = `tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id, record_id, ${TEXT_COLUMNS.join(', ')}`;
const FIELDS = 8 + TEXT_COLUMNS.length;

/** About what a row of a Windows event takes; a batch of longer ones makes the buffer grow. */
const USUAL_ROW_BYTES = 420;

export const COPY_EVENTS = `COPY scout.tenant_events (${COLUMNS}) FROM STDIN (FORMAT binary)`;

/** The rows of a batch for {@link COPY_EVENTS}. */
export function encodeEvents(batch: BatchIdentity, events: readonly ParsedEvent[]): Buffer {
  const copy = new BinaryCopy(1024 + events.length * USUAL_ROW_BYTES);
  const tenant = uuidBytes(batch.tenantId);
  const batchId = uuidBytes(batch.batchId);
  const agent = uuidBytes(batch.agentId);
  for (const { index, time, row } of events) {
    copy.row(FIELDS);
    copy.uuid(tenant);
    copy.timestamp(time);
    copy.uuid(batchId);
    copy.int4(index);
    copy.uuid(agent);
    copy.text(row.event_type);
    if (row.event_id === null) copy.null();
    else copy.int4(row.event_id);
    if (row.record_id === null) copy.null();
    else copy.int8(BigInt(row.record_id));
    for (const column of TEXT_COLUMNS) copy.text(row[column]);
  }
  return copy.end();
}

/**
 * Inserts the rows of a batch where COPY is refused because row-level security binds the role.
 * Parameters: tenant, batch, agent, the rows as {@link eventsAsJson} writes them.
 */
export const INSERT_EVENTS = `
  INSERT INTO scout.tenant_events (${COLUMNS})
  SELECT $1, occurred_at, $2, batch_index, $3, event_type, event_id, record_id, ${TEXT_COLUMNS.join(', ')}
  FROM jsonb_to_recordset($4::jsonb) AS r (
    occurred_at timestamptz, batch_index integer, event_type text, event_id integer, record_id bigint,
    ${TEXT_COLUMNS.map((column) => `${column} text`).join(', ')}
  )`;

/** The rows of a batch for {@link INSERT_EVENTS}. */
export function eventsAsJson(events: readonly ParsedEvent[]): string {
  return JSON.stringify(
    events.map(({ index, row: { timestamp, ...row } }) => ({
      ...row,
      occurred_at: timestamp,
      batch_index: index,
    })),
  );
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}
