import { type ApiToken, limits, type TokenScope } from '@scout/contract';
import { type Selectable, sql } from 'kysely';
import { hashSecret, newApiToken } from '../../../platform/crypto/secretText.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { ApiTokens } from '../../../platform/database/schema.ts';
import type { AuthQueries } from '../database.ts';

/** The owner of tokens: a member, or the organization itself. */
export interface TokenOwner {
  readonly tenantId: string;
  /** Null: the organization. */
  readonly person: { readonly userId: string; readonly email: string } | null;
}

const columns = [
  'token_id',
  'email',
  'name',
  'scopes',
  'created_at',
  'created_by',
  'expires_at',
  'last_used_at',
] as const satisfies readonly (keyof ApiTokens)[];

const newestFirst = (tx: Transaction, tenantId: string) =>
  tx
    .selectFrom('api_tokens')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('token_id');

/** A person's tokens, newest first. */
export async function listOwnTokens(tx: Transaction, tenantId: string, userId: string): Promise<ApiToken[]> {
  const rows = await newestFirst(tx, tenantId)
    .where('user_id', '=', userId)
    .limit(limits.apiTokens.perPerson)
    .execute();
  return rows.map(toApiToken);
}

/** The organization's tokens, then those of its members. Transaction role: scout_admin. */
export async function listAllTokens(tx: Transaction, tenantId: string): Promise<ApiToken[]> {
  const { perOrganization, membersListed } = limits.apiTokens;
  const own = await newestFirst(tx, tenantId).where('user_id', 'is', null).limit(perOrganization).execute();
  const members = await newestFirst(tx, tenantId)
    .where('user_id', 'is not', null)
    .limit(membersListed)
    .execute();
  return [...own, ...members].map(toApiToken);
}

/** Creates a token, which only the result holds; undefined when the owner has as many as permitted. */
export async function createApiToken(
  tx: Transaction,
  { tenantId, person }: TokenOwner,
  wanted: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly expires_in_days: number },
  { now, actor }: { readonly now: Date; readonly actor: string },
): Promise<(ApiToken & { token: string }) | undefined> {
  // Concurrent calls of one owner wait for each other, so that both count the same rows.
  const owner = `api tokens ${tenantId} ${person?.userId ?? ''}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${owner}, 0))`.execute(tx);
  const { n } = await tx
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.count<string>('token_id').as('n'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', person ? '=' : 'is', person?.userId ?? null)
    .executeTakeFirstOrThrow();
  const { perPerson, perOrganization } = limits.apiTokens;
  if (Number(n) >= (person ? perPerson : perOrganization)) return undefined;
  const token = newApiToken(person ? 'person' : 'org');
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + wanted.expires_in_days);
  const row = await tx
    .insertInto('api_tokens')
    .values({
      tenant_id: tenantId,
      email: person?.email ?? null,
      user_id: person?.userId ?? null,
      name: wanted.name,
      scopes: [...wanted.scopes],
      token_hash: hashSecret(token),
      created_at: now,
      created_by: actor,
      expires_at: expires,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...toApiToken(row), token };
}

/** Deletes a token, which ends it with its next use; of one person alone if given. Undefined: there is none. */
export async function revokeApiToken(
  tx: Transaction,
  tenantId: string,
  tokenId: string,
  userId?: string,
): Promise<ApiToken | undefined> {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .returning(columns)
    .executeTakeFirst();
  return row && toApiToken(row);
}

/** A stored token with the present state of its person. */
interface FoundToken {
  readonly tenant_id: string;
  readonly token_id: string;
  readonly user_id: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expired: boolean;
  /** False when the person is gone or has an unconfirmed address. */
  readonly confirmed: boolean;
  /** The organization requires a second factor, and the person has none. */
  readonly lacks_factor: boolean;
}

/** The token of a hash, noting its use. Role: scout_auth. */
export async function findApiToken(
  db: AuthQueries,
  hash: Buffer,
  now: Date,
): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`
    SELECT t.tenant_id, t.token_id, t.user_id, t.name, t.scopes, t.expired,
      t.user_id IS NULL OR coalesce(u.email_verified, false) AS confirmed,
      t.user_id IS NOT NULL AND scout.second_factor_required_of(t.user_id) AND NOT EXISTS (
        SELECT 1 FROM auth.factors f WHERE f.user_id = t.user_id AND f.status = 'verified')
        AND NOT EXISTS (SELECT 1 FROM auth.passkeys p WHERE p.user_id = t.user_id) AS lacks_factor
    FROM scout.use_api_token(${hash}, ${now}) t LEFT JOIN auth."user" u ON u.id = t.user_id`.execute(db);
  return rows[0];
}

function toApiToken({ email, ...row }: Pick<Selectable<ApiTokens>, (typeof columns)[number]>): ApiToken {
  return {
    ...row,
    // Written by the calls alone, which take no others.
    scopes: row.scopes as TokenScope[],
    owner: email,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
