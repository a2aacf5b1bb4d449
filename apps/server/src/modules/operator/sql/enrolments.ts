import { limits } from '@scout/contract';
import type pg from 'pg';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { createEnrolment } from '../../agents/index.ts';
import { requireTenant } from './tenants.ts';

export interface NewTenantEnrolment {
  readonly tenant_id: string;
  readonly label?: string;
  readonly max_uses?: number;
  readonly expires_in_hours?: number;
}

export interface CreatedEnrolment {
  /** Shown once; the database stores its hash. */
  readonly token: string;
  readonly token_id: string;
  readonly tenant_id: string;
  readonly label: string;
  readonly max_uses: number;
  readonly expires_at: string;
}

/**
 * Creates an enrollment token. Usable in-process and by the operator call.
 * @throws Refusal not_found when there is no such organization
 */
export async function createTenantEnrolment(
  pool: pg.Pool,
  enrolment: NewTenantEnrolment,
  now: Date,
): Promise<CreatedEnrolment> {
  const { tenant_id, label = '' } = enrolment;
  const max_uses = enrolment.max_uses ?? limits.enrolment.defaultMaxUses;
  const expires_in_hours = enrolment.expires_in_hours ?? limits.enrolment.defaultHours;
  const expires_at = new Date(now.getTime() + expires_in_hours * 3_600_000).toISOString();
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await requireTenant(tx, tenant_id);
    const { token, token_id } = await createEnrolment(
      tx,
      tenant_id,
      { label, max_uses, expires_in_hours },
      now,
      null,
    );
    await audit(tx, {
      tenantId: tenant_id,
      actor: 'operator',
      action: 'enrolment_created',
      details: { token_id, label, max_uses, expires_at },
    });
    return { token, token_id, tenant_id, label, max_uses, expires_at };
  });
}
