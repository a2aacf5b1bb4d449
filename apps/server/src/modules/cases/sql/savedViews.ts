import { limits, type SavedView } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

interface Person {
  readonly tenantId: string;
  readonly userId: string;
}

/** The saved views of a person, by page and name. */
export async function listSavedViews(tx: Transaction, { tenantId, userId }: Person): Promise<SavedView[]> {
  return tx
    .selectFrom('saved_views')
    .select(['page', 'name', 'query'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('page')
    .orderBy('name')
    .limit(limits.savedViews.most)
    .execute();
}

/** Saves a view, in place of one of the same page and name; false when the person has as many as they may have. */
export async function saveView(
  tx: Transaction,
  { tenantId, userId, email }: Person & { readonly email: string },
  { page, name, query }: SavedView,
  now: Date,
): Promise<boolean> {
  // Two windows of one person wait for each other, so that both count the same rows.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`saved views ${tenantId} ${userId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ name: string }>`
    INSERT INTO scout.saved_views (tenant_id, user_id, email, page, name, query, saved_at)
    SELECT ${tenantId}, ${userId}, ${email}, ${page}, ${name}, ${query}, ${now}
    WHERE (SELECT count(*) FROM scout.saved_views v WHERE v.tenant_id = ${tenantId} AND v.user_id = ${userId}
      AND (v.page, v.name) IS DISTINCT FROM (${page}::text, ${name}::text)) < ${limits.savedViews.most}
    ON CONFLICT (tenant_id, user_id, page, name) DO UPDATE SET query = excluded.query, saved_at = excluded.saved_at
    RETURNING name`.execute(tx);
  return rows.length > 0;
}

/** Removes a view of a person. */
export async function removeSavedView(
  tx: Transaction,
  { tenantId, userId }: Person,
  { page, name }: Pick<SavedView, 'page' | 'name'>,
): Promise<void> {
  await tx
    .deleteFrom('saved_views')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('page', '=', page)
    .where('name', '=', name)
    .execute();
}
