import { trialEnd } from '@scout/contract/subscription';
import { sql } from 'kysely';
import { audit } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/** Starts the trial of a new organization. In a transaction of scout_auth, which continues as scout_auth. */
export async function startTrial(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  await sql`SET LOCAL ROLE scout_operator`.execute(tx);
  const endsAt = new Date(trialEnd(now.getTime()));
  await tx
    .updateTable('tenants')
    .set({ is_subscribed: true, trial_ends_at: endsAt, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
  const details = { trial_ends_at: endsAt.toISOString() };
  await audit(tx, { tenantId, actor: 'system', action: 'trial_started', details });
  await sql`SET LOCAL ROLE scout_auth`.execute(tx);
}
