import { sql } from 'kysely';
import { hashSecret } from '../crypto/secretText.ts';
import { Refusal } from '../http/refusal.ts';
import { bearerOf } from './caller.ts';
import type { AuthStore } from './database.ts';

/** An authenticated agent; its tenant comes from the credential alone. */
export interface AgentIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  /** The machine awaits an admin's approval: nothing that it sends is stored. */
  readonly awaitsApproval: boolean;
  /** The organization has a subscription or a trial; without one nothing that the machine sends is stored. */
  readonly isSubscribed: boolean;
}

/**
 * Finds the agent of an Authorization header. Called for every request, so that a revoked credential ends at once. The
 * first use of a credential that a rotation or enrollment handed out voids the one before it.
 * @throws Refusal invalid_credential or credential_revoked
 */
export async function authenticateAgent(
  store: AuthStore,
  authorization: string | undefined,
): Promise<AgentIdentity> {
  const credential = bearerOf(authorization);
  if (!credential?.startsWith('scout_agent_')) throw new Refusal('invalid_credential');
  const hash = hashSecret(credential);
  const { rows } = await sql<{
    tenant_id: string;
    agent_id: string;
    revoked: boolean;
    is_next: boolean;
    awaiting: boolean;
    subscribed: boolean;
  }>`
    SELECT tenant_id, agent_id, revoked, is_next, awaiting, subscribed FROM scout.agent_by_credential(${hash})`.execute(
    store.db,
  );
  const [agent] = rows;
  if (!agent) throw new Refusal('invalid_credential');
  if (agent.revoked) throw new Refusal('credential_revoked');
  if (agent.is_next) {
    await sql`SELECT scout.adopt_credential(${agent.tenant_id}, ${agent.agent_id}, ${hash})`.execute(
      store.db,
    );
  }
  return {
    tenantId: agent.tenant_id,
    agentId: agent.agent_id,
    awaitsApproval: agent.awaiting,
    isSubscribed: agent.subscribed,
  };
}

/** Proofs that only the database of an agent's server can give: a proof of 32 bytes for each credential that the agent may hold. */
export async function proveIdentity(store: AuthStore, agentId: string, challenge: Buffer): Promise<Buffer[]> {
  const { rows } = await sql<{ proof: Buffer }>`
    SELECT proof FROM scout.prove_identity(${agentId}, ${challenge}) AS proof`.execute(store.db);
  return rows.map(({ proof }) => proof);
}
