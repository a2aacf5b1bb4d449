import { CONTEXT_FIELDS, DETAIL_FIELDS, type NormalisedRow } from '@scout/detection';
import { perLike } from '@scout/detection/remember';
import { BinaryCopy, rowPrefix, TRAILER_BYTES } from './binaryCopy.ts';
import type { BatchIdentity } from './parseBatch.ts';
import type { Staging } from './sql/staging.ts';

/** Accepts the rows of a batch one by one. */
export interface EventWriter {
  /**
   * @param index 0-based line in the body @param time epoch milliseconds of the row's timestamp @param like an earlier row that
   * differs only in varying columns
   */
  add(index: number, time: number, row: NormalisedRow, like?: NormalisedRow): void;
  /** Bytes of the rows so far. */
  readonly bytes: number;
  /** In PostgreSQL's binary COPY format. */
  end(): Buffer;
}

/** Columns of tenant_events with the same name as a text of the normalized row, in writing order. */
const TEXT_COLUMNS = [
  'event_type',
  ...DETAIL_FIELDS,
  ...CONTEXT_FIELDS,
] as const satisfies readonly (keyof NormalisedRow)[];

const OWN_COLUMNS = 'occurred_at, batch_index, event_id, record_id';
const COLUMNS = `tenant_id, batch_id, agent_id, ${OWN_COLUMNS}, ${TEXT_COLUMNS.join(', ')}`;
const FIELDS = 7 + TEXT_COLUMNS.length;

/** Maximum initial size: for a usual batch of a thousand Windows events. The buffer grows for a larger one. */
const INITIAL_BYTES = 512 * 1024;

/** Target of a batch's events; see staging.ts. */
export const eventStaging: Staging = {
  table: 'tenant_events',
  columns: COLUMNS,
  types: `tenant_id uuid, batch_id uuid, agent_id uuid, occurred_at timestamptz, batch_index integer, event_id integer,
    record_id bigint, ${TEXT_COLUMNS.map((column) => `${column} text`).join(', ')}`,
};

/**
 * Writes rows in the order of {@link eventStaging}'s columns.
 * @param bodyBytes unpacked; limits the initial size for short bodies
 */
export function createEventCopy(batch: BatchIdentity, bodyBytes: number): EventWriter {
  const copy = new BinaryCopy(Math.min(INITIAL_BYTES, bodyBytes));
  const prefix = rowPrefix(FIELDS, [batch.tenantId, batch.batchId, batch.agentId]);
  return {
    add(index, time, row, like) {
      copy.written(prefix);
      copy.timestamp(time);
      copy.int4(index);
      if (row.event_id === null) copy.null();
      else copy.int4(row.event_id);
      if (row.record_id === null) copy.null();
      else copy.int8(row.record_id);
      const known = like && columnsLike(row, like);
      if (known) copy.written(known.before);
      else writeBefore(copy, row);
      copy.text(row.logon_id);
      copy.text(row.subject_logon_id);
      copy.text(row.linked_logon_id);
      if (known) copy.written(known.after);
      else writeAfter(copy, row);
    },
    get bytes() {
      return copy.bytes;
    },
    end: () => copy.end(),
  };
}

/** Columns before and after the varying ones, as {@link BinaryCopy} writes them. */
const columnsLike = perLike((row) => ({
  before: bytesOf(row, writeBefore),
  after: bytesOf(row, writeAfter),
}));

/** Most rows are shorter. */
const COLUMNS_BYTES = 512;

/** Bytes of columns, without those of the stream around them. */
function bytesOf(row: NormalisedRow, write: (copy: BinaryCopy, row: NormalisedRow) => void): Buffer {
  const copy = new BinaryCopy(COLUMNS_BYTES);
  const start = copy.bytes;
  write(copy, row);
  return Buffer.from(copy.end().subarray(start, -TRAILER_BYTES));
}

// Written out in the order of TEXT_COLUMNS: a loop over column names is three times slower.
function writeBefore(copy: BinaryCopy, row: NormalisedRow): void {
  copy.text(row.event_type);
  copy.text(row.provider);
  copy.text(row.target_user_name);
  copy.text(row.target_domain_name);
  copy.text(row.subject_user_name);
  copy.text(row.subject_domain_name);
  copy.text(row.system_context_computer_name);
  copy.text(row.target_computer_name);
  copy.text(row.source_info_workstation_name);
  copy.text(row.source_host);
  copy.text(row.logon_type);
  copy.text(row.process_information_new_process_name);
  copy.text(row.process_information_command_line);
  copy.text(row.process_information_parent_process_name);
  copy.text(row.failure_reason);
  copy.text(row.status);
  copy.text(row.sub_status);
}

function writeAfter(copy: BinaryCopy, row: NormalisedRow): void {
  copy.text(row.process_name);
  copy.text(row.authentication_package);
  copy.text(row.service_name);
  copy.text(row.ticket_encryption);
  copy.text(row.ticket_details);
  copy.text(row.object_name);
  copy.text(row.object_id);
  copy.text(row.change);
}
