import type { RuleMatch } from '@scout/detection';
import { BinaryRows, columnsOf, uuidColumns } from './binaryRows.ts';
import type { BatchIdentity } from './parseBatch.ts';
import { boundedKey } from './rollups.ts';
import type { Staging } from './sql/staging.ts';

const COLUMNS = `tenant_id, batch_id, agent_id, occurred_at, batch_index, rule, service_account, service_account_key, computer,
  computer_key, server, server_key, process, failure_reason, source_hosts, subject_user, subject_user_key, change_type, severity,
  description`;
const FIELDS = 20;

/** Accepts the rule matches of a batch one by one as incident rows. */
export interface IncidentWriter {
  /**
   * @param index 0-based line of the event in its body @param time of the event in epoch milliseconds @param repeats true for a match
   * that is added for several events: its other columns are then written once
   */
  add(index: number, match: RuleMatch, time?: number, repeats?: boolean): void;
  /** Bytes that the rows so far store. */
  readonly bytes: number;
  /** An array for {@link incidentStaging}; undefined without rows. */
  end(): Buffer | undefined;
}

/** Target of a batch's rule matches. */
export const incidentStaging: Staging = {
  table: 'incidents',
  type: 'staged_incident',
  columns: COLUMNS,
  fields: FIELDS,
};

/** Writes rows for {@link incidentStaging}. */
export function createIncidentRows(batch: BatchIdentity): IncidentWriter {
  const uuids = uuidColumns([batch.tenantId, batch.batchId, batch.agentId]);
  let rows: BinaryRows | undefined;
  return {
    add(index, match, time = match.time, repeats = false) {
      rows ??= new BinaryRows(FIELDS, INITIAL_BYTES);
      rows.begin(uuids);
      rows.timestamp(time);
      rows.int4(index);
      if (repeats) rows.written(finding(match));
      else writeFinding(rows, match);
      rows.end();
    },
    get bytes() {
      return rows?.stored ?? 0;
    },
    end: () => rows?.array(),
  };
}

const INITIAL_BYTES = 64 * 1024;
/** Most findings are shorter. */
const FINDING_BYTES = 1024;

const findings = new WeakMap<RuleMatch, Buffer>();

/** Columns of a match that repeats. */
function finding(match: RuleMatch): Buffer {
  const known = findings.get(match);
  if (known !== undefined) return known;
  const columns = columnsOf(FINDING_BYTES, (rows) => writeFinding(rows, match));
  findings.set(match, columns);
  return columns;
}

function writeFinding(rows: BinaryRows, match: RuleMatch): void {
  const { computerKey, serverKey, subjectUserKey } = match;
  rows.text(match.rule);
  rows.text(match.serviceAccount);
  rows.text(boundedKey(match.serviceAccountKey));
  rows.text(match.computer);
  rows.text(computerKey === null ? null : boundedKey(computerKey));
  rows.text(match.server);
  rows.text(serverKey === null ? null : boundedKey(serverKey));
  rows.text(match.process);
  rows.text(match.failureReason);
  rows.textArray(match.sourceHosts);
  rows.text(match.subjectUser);
  rows.text(subjectUserKey === null ? null : boundedKey(subjectUserKey));
  rows.text(match.change?.type ?? null);
  rows.text(match.change?.severity ?? null);
  rows.text(match.change?.description ?? null);
}
