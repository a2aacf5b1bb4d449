import { hashSecret } from '../../../platform/crypto/secretText.ts';
import type { AuthQueries } from '../database.ts';
import type { Attempt, ProvenResponse } from './signOns.ts';

/** The sign-in that a response of a provider is for, which waits for its first one. As scout_auth, like all of these. */
export function awaitingAttempt(
  db: AuthQueries,
  { tenantId, state, now }: { tenantId: string; state: string; now: number },
): Promise<Attempt | undefined> {
  return db
    .selectFrom('sso_attempts')
    .select(['tenant_id', 'connection_id', 'tester'])
    .where('state_hash', '=', hashSecret(state))
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', new Date(now))
    .where('proven', 'is', null)
    .executeTakeFirst();
}

/** Keeps what a response proved until its browser comes back; the first response of a sign-in counts. */
export async function keepProven(db: AuthQueries, state: string, proven: ProvenResponse): Promise<void> {
  await db
    .updateTable('sso_attempts')
    .set({ proven: JSON.stringify(proven) })
    .where('state_hash', '=', hashSecret(state))
    .where('proven', 'is', null)
    .execute();
}

/** Uses an assertion up, on all servers. @returns false if it was used before */
export async function useAssertion(
  db: AuthQueries,
  { tenantId, id, validUntil }: { tenantId: string; id: string; validUntil: number },
): Promise<boolean> {
  const used = await db
    .insertInto('sso_assertions')
    .values({ tenant_id: tenantId, assertion_hash: hashSecret(id), expires_at: new Date(validUntil) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}
