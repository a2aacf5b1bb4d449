import type pg from 'pg';
import { bearerOf } from '../auth/bearer.ts';
import { hashSecret } from '../auth/secretText.ts';
import { Refusal } from '../http/refusal.ts';

/** Who sends: both ids come from the credential alone. */
export interface IngestAgent {
  readonly tenantId: string;
  readonly agentId: string;
}

interface CredentialRow {
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly revoked: boolean;
}

/**
 * The agent behind an Authorization header. Asked anew for every request, in one round trip, so that a revocation holds
 * from the next request on.
 * @throws Refusal `invalid_credential`, `credential_revoked`
 */
export async function agentOf(pool: pg.Pool, authorization: string | undefined): Promise<IngestAgent> {
  const credential = bearerOf(authorization);
  if (!credential?.startsWith('scout_agent_')) throw new Refusal('invalid_credential');
  // One text of two statements is one round trip and one transaction; nothing but our own hexadecimal digits is put in.
  const digest = hashSecret(credential).toString('hex');
  const sql = `SET LOCAL ROLE scout_ingest; SELECT tenant_id, agent_id, revoked FROM scout.agent_by_credential('\\x${digest}')`;
  const results = (await pool.query(sql)) as unknown as readonly pg.QueryResult<CredentialRow>[];
  const found = results[1]?.rows[0];
  if (!found) throw new Refusal('invalid_credential');
  if (found.revoked) throw new Refusal('credential_revoked');
  return { tenantId: found.tenant_id, agentId: found.agent_id };
}
