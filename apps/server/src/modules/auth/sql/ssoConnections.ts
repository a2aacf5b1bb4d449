import type { MemberStatus, SsoConnection, SsoState } from '@scout/contract';
import { sql } from 'kysely';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { SamlDescription } from '../sso/saml/metadata.ts';
import { inSignInTables } from './signInTables.ts';

/** The organization's connection; undefined until a provider is set up. As scout_admin, like all of these. */
export async function readConnection(tx: Transaction, tenantId: string): Promise<SsoConnection | undefined> {
  const row = await tx
    .selectFrom('sso_connections')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) return undefined;
  const exempt = await tx
    .selectFrom('sso_break_glass')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .orderBy('email')
    .execute();
  const { protocol, issuer, client_id, metadata_url, state, admission, test, created_by } = row;
  return {
    protocol,
    issuer,
    client_id,
    metadata_url,
    state,
    admission,
    break_glass: exempt.map(({ email }) => email),
    test,
    tested_at: row.tested_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by,
  };
}

/** What a connection has beside what admins are shown: its secret, sealed, and the metadata that an admin entered. */
export interface StoredConnection {
  readonly sealed: string;
  readonly metadata: SamlDescription | null;
}

/** The secret of the organization's connection is read as scout_operator; the transaction then continues as scout_admin. */
export async function readStoredConnection(
  tx: Transaction,
  tenantId: string,
): Promise<StoredConnection | undefined> {
  const row = await tx
    .selectFrom('sso_connections')
    .select('metadata')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) return undefined;
  await sql`SET LOCAL ROLE scout_operator`.execute(tx);
  const { sealed } = await tx
    .selectFrom('sso_secrets')
    .select('sealed')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  await sql`SET LOCAL ROLE scout_admin`.execute(tx);
  return { sealed, metadata: row.metadata as SamlDescription | null };
}

/** Domains whose addresses the organization answers for. */
export async function verifiedDomains(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'verified')
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Source of a SAML provider's description: an address, or the document that an admin entered. */
export type MetadataSource =
  | { readonly metadata_url: string; readonly metadata: null }
  | { readonly metadata_url: null; readonly metadata: SamlDescription };

export async function insertConnection(
  tx: Transaction,
  tenantId: string,
  given: { issuer: string; client_id: string; sealed: string; actor: string; now: Date },
  saml?: MetadataSource & { readonly certificate: string },
): Promise<void> {
  const { issuer, client_id, sealed, actor, now } = given;
  await tx
    .insertInto('sso_connections')
    .values({
      tenant_id: tenantId,
      issuer,
      client_id,
      created_at: now,
      created_by: actor,
      ...(saml && { protocol: 'saml', certificate: saml.certificate, ...stored(saml) }),
    })
    .execute();
  await tx.insertInto('sso_secrets').values({ tenant_id: tenantId, sealed, created_at: now }).execute();
}

export async function changeConnection(
  tx: Transaction,
  tenantId: string,
  change: { state?: SsoState; admission?: MemberStatus },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('sso_connections').set(change).where('tenant_id', '=', tenantId).execute();
}

export async function replaceMetadata(
  tx: Transaction,
  tenantId: string,
  source: MetadataSource,
): Promise<void> {
  await tx.updateTable('sso_connections').set(stored(source)).where('tenant_id', '=', tenantId).execute();
}

const stored = ({ metadata_url, metadata }: MetadataSource) => ({
  metadata_url,
  metadata: metadata && JSON.stringify(metadata),
});

export async function replaceSecret(
  tx: Transaction,
  tenantId: string,
  sealed: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sso_secrets')
    .set({ sealed, created_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function replaceBreakGlass(
  tx: Transaction,
  tenantId: string,
  people: readonly { email: string; user_id: string }[],
): Promise<void> {
  await tx.deleteFrom('sso_break_glass').where('tenant_id', '=', tenantId).execute();
  if (people.length === 0) return;
  await tx
    .insertInto('sso_break_glass')
    .values(people.map(({ email, user_id }) => ({ tenant_id: tenantId, email, user_id })))
    .execute();
}

/** Those of these users who have a password. */
export async function withPassword(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await inSignInTables(tx, (db) =>
    db
      .selectFrom('account')
      .select('user_id')
      .where('provider_id', '=', 'credential')
      .where('password', 'is not', null)
      .where('user_id', 'in', userIds)
      .execute(),
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Deletes a connection with its secret, links and exceptions, and ends the sessions that it began. */
export async function deleteConnection(tx: Transaction, tenantId: string): Promise<void> {
  await endProviderSessions(tx, tenantId);
  await tx.deleteFrom('sso_connections').where('tenant_id', '=', tenantId).execute();
}

/** Ends every session that the organization's provider began, effective on the next request of each. */
export async function endProviderSessions(tx: Transaction, tenantId: string): Promise<void> {
  const ended = await inSignInTables(tx, (db) =>
    db
      .deleteFrom('session')
      .where('id', 'in', db.selectFrom('sso_sessions').select('session_id').where('tenant_id', '=', tenantId))
      .returning('user_id')
      .execute(),
  );
  for (const id of new Set(ended.map(({ user_id }) => user_id)))
    await notifyAtCommit(tx, { kind: 'person', id });
}
