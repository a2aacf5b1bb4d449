import type { Retention } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { tenantRow } from '../../auth/index.ts';

/** Retention of the organization at a time. As scout_admin. */
export async function readRetention(tx: Transaction, tenantId: string, now: Date): Promise<Retention> {
  const {
    retention_days,
    former_retention_days,
    retention_shortens_at,
    hold_since,
    hold_reason,
    hold_set_by,
  } = await tenantRow(tx, tenantId, [
    'retention_days',
    'former_retention_days',
    'retention_shortens_at',
    'hold_since',
    'hold_reason',
    'hold_set_by',
  ]);
  const isAwaited = retention_shortens_at !== null && retention_shortens_at > now;
  return {
    retention_days,
    until_then: isAwaited
      ? { at: retention_shortens_at.toISOString(), days: Math.max(former_retention_days!, retention_days) }
      : null,
    legal_hold:
      hold_since === null
        ? null
        : { since: hold_since.toISOString(), reason: hold_reason!, set_by: hold_set_by! },
  };
}
