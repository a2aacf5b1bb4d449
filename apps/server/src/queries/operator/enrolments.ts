import { limits } from '@scout/contract';
import type pg from 'pg';
import { hashSecret, newSecret } from '../../auth/secretText.ts';
import { withRole } from '../../database/pool.ts';
import { requireTenant } from './tenants.ts';

export interface NewEnrolment {
  readonly tenant_id: string;
  readonly label?: string;
  readonly max_uses?: number;
  readonly expires_in_hours?: number;
}

export interface CreatedEnrolment {
  /** Shown once; only its hash is stored. */
  readonly token: string;
  readonly token_id: string;
  readonly tenant_id: string;
  readonly label: string;
  readonly max_uses: number;
  readonly expires_at: string;
}

/**
 * Makes an enrolment token. Usable in-process and behind the operator call.
 * @throws Refusal not_found when there is no such organization
 */
export async function createEnrolment(
  pool: pg.Pool,
  enrolment: NewEnrolment,
  now: Date,
): Promise<CreatedEnrolment> {
  const { tenant_id, label = '' } = enrolment;
  const max_uses = enrolment.max_uses ?? limits.enrolment.defaultMaxUses;
  const hours = enrolment.expires_in_hours ?? limits.enrolment.defaultHours;
  const expires = new Date(now.getTime() + hours * 3_600_000);
  const token = newSecret('enrol');
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await requireTenant(tx, tenant_id);
    const { token_id } = await tx
      .insertInto('enrolment_tokens')
      .values({ tenant_id, label, max_uses, expires_at: expires, token_hash: hashSecret(token) })
      .returning('token_id')
      .executeTakeFirstOrThrow();
    return { token, token_id, tenant_id, label, max_uses, expires_at: expires.toISOString() };
  });
}
