import type { RuleMatch } from '@scout/detection';
import { BinaryCopy, rowPrefix } from './binaryCopy.ts';
import { boundedKey } from './boundedKey.ts';
import type { BatchIdentity, Payload } from './payload.ts';

const OWN_COLUMNS = `occurred_at, batch_index, rule, service_account, service_account_key, computer, computer_key, server,
  server_key, process, failure_reason, source_hosts`;
const COLUMNS = `tenant_id, batch_id, agent_id, ${OWN_COLUMNS}`;
const FIELDS = 15;

/** Takes the rule matches of a batch one by one as rows of incidents. */
export interface IncidentWriter {
  /** @param index 0-based line of the event in its body */
  add(index: number, match: RuleMatch): void;
  /** Undefined when nothing was added. */
  end(): Payload | undefined;
}

export const COPY_INCIDENTS = `COPY scout.incidents (${COLUMNS}) FROM STDIN (FORMAT binary)`;

/** Writes rows for {@link COPY_INCIDENTS}. */
export function createIncidentCopy(batch: BatchIdentity): IncidentWriter {
  const prefix = rowPrefix(FIELDS, [batch.tenantId, batch.batchId, batch.agentId]);
  let copy: BinaryCopy | undefined;
  return {
    add(index, match) {
      copy ??= new BinaryCopy(64 * 1024);
      const { computerKey, serverKey } = match;
      copy.row(prefix);
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
    },
    end: () => copy && { kind: 'copy', bytes: copy.end() },
  };
}

/** Inserts the rule matches of a batch. Parameters: tenant, batch, agent, the JSON that {@link createIncidentInsert} writes. */
export const INSERT_INCIDENTS = `
  INSERT INTO scout.incidents (${COLUMNS})
  SELECT $1, $2, $3, ${OWN_COLUMNS}
  FROM jsonb_to_recordset($4::jsonb) AS r (
    occurred_at timestamptz, batch_index integer, rule text, service_account text, service_account_key text,
    computer text, computer_key text, server text, server_key text, process text, failure_reason text,
    source_hosts text[]
  )`;

/** Writes rows for {@link INSERT_INCIDENTS}. */
export function createIncidentInsert(): IncidentWriter {
  const rows: object[] = [];
  return {
    add(index, match) {
      const { computerKey, serverKey } = match;
      rows.push({
        occurred_at: new Date(match.time).toISOString(),
        batch_index: index,
        rule: match.rule,
        service_account: match.serviceAccount,
        service_account_key: boundedKey(match.serviceAccountKey),
        computer: match.computer,
        computer_key: computerKey === null ? null : boundedKey(computerKey),
        server: match.server,
        server_key: serverKey === null ? null : boundedKey(serverKey),
        process: match.process,
        failure_reason: match.failureReason,
        source_hosts: match.sourceHosts,
      });
    },
    end: () => (rows.length === 0 ? undefined : { kind: 'insert', json: JSON.stringify(rows) }),
  };
}
