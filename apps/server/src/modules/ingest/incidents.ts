import type { RuleMatch } from '@scout/detection';
import { BinaryCopy, rowPrefix } from './binaryCopy.ts';
import type { BatchIdentity } from './parseBatch.ts';
import { boundedKey } from './rollups.ts';
import type { Staging } from './sql/staging.ts';

const OWN_COLUMNS = `occurred_at, batch_index, rule, service_account, service_account_key, computer, computer_key, server,
  server_key, process, failure_reason, source_hosts, subject_user, subject_user_key, change_type, severity,
  description`;
const COLUMNS = `tenant_id, batch_id, agent_id, ${OWN_COLUMNS}`;
const FIELDS = 20;

/** Accepts the rule matches of a batch one by one as incident rows. */
export interface IncidentWriter {
  /** @param index 0-based line of the event in its body */
  add(index: number, match: RuleMatch): void;
  /** Bytes of the rows so far. */
  readonly bytes: number;
  /** In PostgreSQL's binary COPY format; undefined without rows. */
  end(): Buffer | undefined;
}

/** Target of a batch's rule matches; see staging.ts. */
export const incidentStaging: Staging = {
  table: 'incidents',
  columns: COLUMNS,
  types: `tenant_id uuid, batch_id uuid, agent_id uuid, occurred_at timestamptz, batch_index integer, rule text,
    service_account text, service_account_key text, computer text, computer_key text, server text, server_key text,
    process text, failure_reason text, source_hosts text[], subject_user text, subject_user_key text,
    change_type text, severity text, description text`,
};

/** Writes rows in the order of {@link incidentStaging}'s columns. */
export function createIncidentCopy(batch: BatchIdentity): IncidentWriter {
  const prefix = rowPrefix(FIELDS, [batch.tenantId, batch.batchId, batch.agentId]);
  let copy: BinaryCopy | undefined;
  return {
    add(index, match) {
      copy ??= new BinaryCopy(16 * 1024);
      const { computerKey, serverKey, subjectUserKey } = match;
      copy.written(prefix);
      copy.timestamp(match.time);
      copy.int4(index);
      copy.text(match.rule);
      copy.text(match.serviceAccount);
      copy.text(boundedKey(match.serviceAccountKey));
      copy.text(match.computer);
      copy.text(computerKey === null ? null : boundedKey(computerKey));
      copy.text(match.server);
      copy.text(serverKey === null ? null : boundedKey(serverKey));
      copy.text(match.process);
      copy.text(match.failureReason);
      copy.textArray(match.sourceHosts);
      copy.text(match.subjectUser);
      copy.text(subjectUserKey === null ? null : boundedKey(subjectUserKey));
      copy.text(match.change?.type ?? null);
      copy.text(match.change?.severity ?? null);
      copy.text(match.change?.description ?? null);
    },
    get bytes() {
      return copy?.bytes ?? 0;
    },
    end: () => copy?.end(),
  };
}
