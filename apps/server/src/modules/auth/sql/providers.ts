import { sql } from 'kysely';
import type { AuthQueries } from '../database.ts';
import { storedToken } from '../sessions.ts';

/** True when the person's organization accepts its identity provider alone, and no exception is made for this person. */
export async function ssoRequiredOf(db: AuthQueries, userId: string): Promise<boolean> {
  const { rows } = await sql<{
    required: boolean;
  }>`SELECT scout.sso_required_of(${userId}) AS required`.execute(db);
  return rows[0]!.required;
}

/** Addresses of the admins to tell when a break-glass account signs in; empty for others. */
export async function breakGlassWatchers(db: AuthQueries, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM scout.sso_break_glass_watchers(${userId}) AS email`.execute(db);
  return rows.map(({ email }) => email);
}

/** Address at which the browser ends the session of the provider that began a cookie's session. */
export async function endSessionUrl(db: AuthQueries, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('sso_sessions as p')
    .innerJoin('session as s', 's.id', 'p.session_id')
    .select('p.end_session_url')
    .where('s.token', '=', storedToken(token))
    .executeTakeFirst();
  return row?.end_session_url ?? null;
}
