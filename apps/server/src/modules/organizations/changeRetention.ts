import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ChangeWork, tenantRow } from '../auth/index.ts';
import { readRetention } from './sql/retention.ts';

/** Changes how long data is kept. A longer time applies at once; a shorter one later, so that a mistake can be taken back. */
export async function changeRetention(
  { tx, tenantId, now, log }: ChangeWork,
  retention_days: number,
): Promise<void> {
  const before = await readRetention(tx, tenantId, now);
  if (before.retention_days === retention_days) return;
  const applied = before.until_then?.days ?? before.retention_days;
  const isShorter = retention_days < applied;
  // Of several shorter ones, each waits for its own time.
  const shortensAt = isShorter ? new Date(now.getTime() + limits.retention.shorteningDelayDays * DAY) : null;
  await tx
    .updateTable('tenants')
    .set({
      retention_days,
      former_retention_days: isShorter ? applied : null,
      retention_shortens_at: shortensAt,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .execute();
  await log({
    action: 'retention_changed',
    details: { former_days: applied, days: retention_days, applies_from: (shortensAt ?? now).toISOString() },
  });
  await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
}

/**
 * Sets or lifts the legal hold; no effect on one that is already so.
 * @throws Refusal sample_organization
 */
export async function changeHold(
  { tx, tenantId, now, actor, log }: ChangeWork,
  { held, reason }: { readonly held: boolean; readonly reason: string },
): Promise<void> {
  // Shared by every deletion: it ends first, and the next one sees the hold.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('scout legal holds', 0))`.execute(tx);
  const { hold_since, is_sample } = await tenantRow(tx, tenantId, ['hold_since', 'is_sample']);
  if (held === (hold_since !== null)) return;
  if (is_sample) throw new Refusal('sample_organization');
  const hold = held
    ? { hold_since: now, hold_reason: reason, hold_set_by: actor }
    : { hold_since: null, hold_reason: null, hold_set_by: null };
  await tx
    .updateTable('tenants')
    .set({ ...hold, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
  await log({ action: held ? 'legal_hold_set' : 'legal_hold_lifted', details: { reason } });
  await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
}
