import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/crypto/secretText.ts';
import { gathered } from '../../platform/database/gathered.ts';
import { bearerOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthStore } from './database.ts';

/** An authenticated agent; its tenant comes only from the credential. */
export interface AgentIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  /** True while the machine awaits an admin's approval: nothing that it sends is stored. */
  readonly awaitsApproval: boolean;
  /** True with a subscription or a trial; otherwise nothing that the machine sends is stored. */
  readonly isSubscribed: boolean;
}

/** Least milliseconds between two look-ups: a fleet that sends without pause would otherwise have one for each request. */
const EVERY_MS = 5;

interface CredentialRow {
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly revoked: boolean;
  readonly is_next: boolean;
  readonly awaiting: boolean;
  readonly subscribed: boolean;
}

/**
 * Finds the agent of an Authorization header. Called for every request, so that revocation takes effect immediately; concurrent
 * lookups are batched. The first use of a credential from rotation or enrollment invalidates the previous one. Throws Refusal
 * invalid_credential or credential_revoked.
 */
export function createAgentAuthentication(
  store: AuthStore,
  clock: Clock,
): (authorization: string | undefined) => Promise<AgentIdentity> {
  const lookUp = gathered<Buffer, CredentialRow | undefined>(async (hashes) => {
    const { rows } = await store.pool.query<CredentialRow & { place: string }>({
      name: 'agents-by-credential',
      text: `SELECT place, tenant_id, agent_id, revoked, is_next, awaiting, subscribed
        FROM unnest($1::bytea[]) WITH ORDINALITY AS given (hash, place), LATERAL scout.agent_by_credential(hash)`,
      values: [hashes],
    });
    const found = new Map(rows.map((row) => [Number(row.place), row]));
    return hashes.map((_, index) => found.get(index + 1));
  }, EVERY_MS);

  return async (authorization) => {
    const credential = bearerOf(authorization);
    if (!credential?.startsWith('scout_agent_')) throw new Refusal('invalid_credential');
    const hash = hashSecret(credential);
    const agent = await lookUp(hash);
    if (!agent) throw new Refusal('invalid_credential');
    if (agent.revoked) throw new Refusal('credential_revoked');
    if (agent.is_next) {
      await sql`SELECT scout.adopt_credential(${agent.tenant_id}, ${agent.agent_id}, ${hash}, ${new Date(clock.now())})`.execute(
        store.db,
      );
    }
    return {
      tenantId: agent.tenant_id,
      agentId: agent.agent_id,
      awaitsApproval: agent.awaiting,
      isSubscribed: agent.subscribed,
    };
  };
}

/** Proofs that require the database of an agent's server: 32 bytes for each credential that the agent may hold. */
export async function proveIdentity(store: AuthStore, agentId: string, challenge: Buffer): Promise<Buffer[]> {
  const { rows } = await sql<{ proof: Buffer }>`
    SELECT proof FROM scout.prove_identity(${agentId}, ${challenge}) AS proof`.execute(store.db);
  return rows.map(({ proof }) => proof);
}
