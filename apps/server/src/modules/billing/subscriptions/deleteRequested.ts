import { sql } from 'kysely';
import type pg from 'pg';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { SubscriptionsContext } from './advance.ts';
import { mailSubscription } from './mailSubscription.ts';

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 20;

/** Organizations with a due deletion. */
export async function awaitingDeletion(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('tenants')
      .select('tenant_id')
      .where('deletion_due_at', '<=', new Date(now))
      .where('hold_since', 'is', null)
      .orderBy('tenant_id')
      .limit(TAKEN_UP)
      .execute();
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/**
 * Deletes an organization with all its data, if requested and due, and mails its former admins. The users of its members stay.
 * @returns false when nothing was due, or under a legal hold
 */
export async function deleteRequested(
  { pool, clock, mail, origin }: SubscriptionsContext,
  tenantId: string,
): Promise<boolean> {
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    // It may have a year of events.
    await sql`SET LOCAL statement_timeout = '15min'`.execute(tx);
    // Lock of all member changes: waits for another server, or for an admin who withdraws the request.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scout organization ${tenantId}`}, 0))`.execute(
      tx,
    );
    // A legal hold that is set now waits for the deletion.
    const held = await sql<{ is_held: boolean }>`SELECT scout.is_held(${tenantId})`.execute(tx);
    if (held.rows[0]?.is_held) return false;
    const now = new Date(clock.now());
    const tenant = await tx
      .selectFrom('tenants')
      .select('company_name')
      .where('tenant_id', '=', tenantId)
      .where('deletion_due_at', '<=', now)
      .executeTakeFirst();
    if (tenant === undefined) return false;
    const organization = { tenantId, name: tenant.company_name };
    // While its admins are still known; sent only if the deletion commits.
    await mailSubscription(tx, { mail, client, origin: origin() }, organization, {
      kind: 'deleted',
      at: now,
    });
    const { rows } = await sql<{ deleted: boolean }>`
      SELECT scout.delete_requested_organization(${tenantId}, ${now}) AS deleted`.execute(tx);
    if (rows[0]?.deleted !== true) throw new Error('The organization is not due for deletion');
    await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
    return true;
  });
}
