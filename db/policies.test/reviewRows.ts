import type { Actor } from '@scout/server/platform/database/pool';
import { seedMember } from '@scout/testkit/seed';
import { type Arrangement, admin, arrange, run } from './support.ts';

export const REVIEWS = 'scout.owner_reviews';
export const ACCOUNTS = 'scout.owner_review_accounts';
export const START = `INSERT INTO ${REVIEWS} (tenant_id, number, started_at, started_by, due_at) VALUES ($1, 1, now(), $2, now() + interval '30 days')`;
export const ADD = `INSERT INTO ${ACCOUNTS} (tenant_id, number, account_key, account, owner, asked_email, asked_user_id) VALUES ($1, 1, $2, $2, $3, $3, $4)`;
export const DECIDE = `UPDATE ${ACCOUNTS} SET decision = 'keep', decided_at = now(), decided_by = 'x'`;
export const CLOSE = `UPDATE ${REVIEWS} SET is_open = false, closed_at = now(), organization = 'Bank', head = repeat('a', 64)`;
/** Roles without access to reviews. */
export const STRANGERS = [
  'scout_ingest',
  'scout_assessor',
  'scout_auth',
  'scout_operator',
  'scout_jobs',
  'scout_judge',
  'scout_visitor',
] as const;

/** Two organizations with an open review each, about an account of their admin; in the first also about one of Carla's. */
export async function arrangeReviews(): Promise<{ a: Arrangement; carla: Actor }> {
  const a = await arrange();
  for (const { tenantId, email, userId } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), START, [tenantId, email]);
    await run(a.db, admin(tenantId), ADD, [tenantId, 'svc.billing', email, userId]);
  }
  const { tenantId } = a.northwind;
  const colleague = await seedMember(a.db, tenantId, { email: 'carla@northwind.example' });
  await run(a.db, admin(tenantId), ADD, [tenantId, 'svc.reporting', colleague.email, colleague.userId]);
  return { a, carla: { role: 'scout_member', tenantId, userId: colleague.userId } };
}
