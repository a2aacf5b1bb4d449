import { CONTEXT_FIELDS, DETAIL_FIELDS, type NormalisedRow } from '@scout/detection';
import { perLike } from '@scout/detection/remember';
import { BinaryRows, columnsOf, uuidColumns } from './binaryRows.ts';
import type { BatchIdentity } from './parseBatch.ts';
import type { Staging } from './sql/staging.ts';

/** Accepts the rows of a batch one by one. */
export interface EventWriter {
  /**
   * @param index 0-based line in the body @param time epoch milliseconds of the row's timestamp @param like an earlier row that
   * differs only in varying columns
   */
  add(index: number, time: number, row: NormalisedRow, like?: NormalisedRow): void;
  /** Bytes that the rows so far store. */
  readonly bytes: number;
  /** An array for {@link eventStaging}. */
  end(): Buffer;
}

/** Texts that differ between events that say the same. */
const VARYING_COLUMNS = ['logon_id', 'subject_logon_id', 'linked_logon_id'] as const;

/** Columns of tenant_events with the same name as a text of the normalized row, in writing order. */
const TEXT_COLUMNS = [
  'event_type',
  ...DETAIL_FIELDS,
  ...CONTEXT_FIELDS.filter((field) => !VARYING_COLUMNS.includes(field as never)),
] as const satisfies readonly (keyof NormalisedRow)[];

const COLUMNS = [
  ...['tenant_id', 'batch_id', 'agent_id', 'occurred_at', 'batch_index', 'record_id'],
  ...VARYING_COLUMNS,
  'event_id',
  ...TEXT_COLUMNS,
];

/** Maximum initial size: for a usual batch of a thousand Windows events. The buffer grows for a larger one. */
const INITIAL_BYTES = 1024 * 1024;

/** Target of a batch's events. */
export const eventStaging: Staging = {
  table: 'tenant_events',
  type: 'staged_event',
  columns: COLUMNS.join(', '),
  fields: COLUMNS.length,
};

/**
 * Writes rows for {@link eventStaging}.
 * @param bodyBytes unpacked; limits the initial size for short bodies
 */
export function createEventRows(batch: BatchIdentity, bodyBytes: number): EventWriter {
  const rows = new BinaryRows(COLUMNS.length, Math.min(INITIAL_BYTES, 2 * bodyBytes));
  const uuids = uuidColumns([batch.tenantId, batch.batchId, batch.agentId]);
  return {
    add(index, time, row, like) {
      rows.begin(uuids);
      rows.timestamp(time);
      rows.int4(index);
      rows.int8(row.record_id);
      rows.text(row.logon_id);
      rows.text(row.subject_logon_id);
      rows.text(row.linked_logon_id);
      if (like === undefined) writeSteady(rows, row);
      else rows.written(steadyLike(row, like));
      rows.end();
    },
    get bytes() {
      return rows.stored;
    },
    end: () => rows.array(),
  };
}

/** Most rows are shorter. */
const STEADY_BYTES = 1024;

/** Columns after the varying ones, as {@link BinaryRows} writes them. */
const steadyLike = perLike((row) => columnsOf(STEADY_BYTES, (rows) => writeSteady(rows, row)));

// Written out in the order of TEXT_COLUMNS: a loop over column names is three times slower.
function writeSteady(rows: BinaryRows, row: NormalisedRow): void {
  rows.int4(row.event_id);
  rows.text(row.event_type);
  rows.text(row.provider);
  rows.text(row.target_user_name);
  rows.text(row.target_domain_name);
  rows.text(row.subject_user_name);
  rows.text(row.subject_domain_name);
  rows.text(row.system_context_computer_name);
  rows.text(row.target_computer_name);
  rows.text(row.source_info_workstation_name);
  rows.text(row.source_host);
  rows.text(row.logon_type);
  rows.text(row.process_information_new_process_name);
  rows.text(row.process_information_command_line);
  rows.text(row.process_information_parent_process_name);
  rows.text(row.failure_reason);
  rows.text(row.status);
  rows.text(row.sub_status);
  rows.text(row.process_name);
  rows.text(row.authentication_package);
  rows.text(row.service_name);
  rows.text(row.ticket_encryption);
  rows.text(row.ticket_details);
  rows.text(row.object_name);
  rows.text(row.object_id);
  rows.text(row.change);
}
