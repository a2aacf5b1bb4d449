import type { RuleMatch } from '@scout/detection';
import { boundedKey } from './boundedKey.ts';

/** Inserts the rule matches of a batch. Parameters: tenant, batch, agent, the rows as {@link IncidentList} writes them. */
export const INSERT_INCIDENTS = `
  INSERT INTO scout.incidents (
    tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account, service_account_key, computer,
    computer_key, server, server_key, process, failure_reason, source_hosts)
  SELECT $1, rule, occurred_at, $2, batch_index, $3, service_account, service_account_key, computer,
    computer_key, server, server_key, process, failure_reason, source_hosts
  FROM jsonb_to_recordset($4::jsonb) AS r (
    rule text, occurred_at timestamptz, batch_index integer, service_account text, service_account_key text,
    computer text, computer_key text, server text, server_key text, process text, failure_reason text,
    source_hosts text[]
  )`;

/** Gathers the rule matches of a batch as rows of incidents. */
export class IncidentList {
  readonly #rows: object[] = [];

  /** @param index 0-based line of the event in its body */
  add(index: number, match: RuleMatch): void {
    this.#rows.push({
      rule: match.rule,
      occurred_at: new Date(match.time).toISOString(),
      batch_index: index,
      service_account: match.serviceAccount,
      service_account_key: boundedKey(match.serviceAccountKey),
      computer: match.computer,
      computer_key: match.computerKey === null ? null : boundedKey(match.computerKey),
      server: match.server,
      server_key: match.serverKey === null ? null : boundedKey(match.serverKey),
      process: match.process,
      failure_reason: match.failureReason,
      source_hosts: match.sourceHosts,
    });
  }

  /** The rows for {@link INSERT_INCIDENTS}; undefined without any. */
  toJson(): string | undefined {
    return this.#rows.length === 0 ? undefined : JSON.stringify(this.#rows);
  }
}
