import { randomUUID } from 'node:crypto';
import { limits, type SsoFailure, type SsoProtocol, type SsoState, type SsoTest } from '@scout/contract';
import { sql } from 'kysely';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AuthQueries } from '../database.ts';
import type { ProvenPerson, ReportedLogout } from '../sso/provider.ts';
import type { SamlDescription } from '../sso/saml/metadata.ts';

interface Ids {
  readonly tenant_id: string;
  readonly connection_id: string;
}

/** A connection as sign-ins need it. */
export interface SignOnConnection extends Ids {
  readonly protocol: SsoProtocol;
  readonly issuer: string;
  readonly client_id: string;
  readonly state: SsoState;
  readonly sealed: string;
  /** Of SAML alone: one of both, and the certificate of the server's own key. */
  readonly metadata_url: string | null;
  readonly metadata: SamlDescription | null;
  readonly certificate: string | null;
}

/** The connection of an organization with its sealed secret. As scout_auth, like all of these. */
export async function signOnConnection(
  db: AuthQueries,
  tenantId: string,
): Promise<SignOnConnection | undefined> {
  const { rows } = await sql<SignOnConnection>`
    SELECT tenant_id, connection_id, protocol, issuer, client_id, state, sealed, metadata_url, metadata, certificate
    FROM scout.sso_connection(${tenantId})`.execute(db);
  return rows[0];
}

/** A sign-in that waits for the provider. */
export interface Attempt extends Ids {
  /** The admin of a test; null: a sign-in. */
  readonly tester: string | null;
}

/** The person that a SAML response proved, or the problem with it. */
export type ProvenResponse =
  | { readonly person: ProvenPerson }
  | { readonly problem: string; readonly isDenied: boolean };

/** A sign-in with what has come from the provider; null: nothing, or the browser brings it. */
export interface TakenAttempt extends Attempt {
  readonly proven: ProvenResponse | null;
}

/** The organization whose provider answers for addresses of a domain. */
export async function tenantOfDomain(db: AuthQueries, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ tenant_id: string }>`
    SELECT tenant_id FROM scout.sso_of_domain(${domain}) AS tenant_id`.execute(db);
  return rows[0]?.tenant_id;
}

export async function insertAttempt(
  db: AuthQueries,
  { tenant_id, connection_id, tester }: Attempt,
  { state, browser, now }: { state: string; browser: string; now: number },
): Promise<void> {
  await db
    .insertInto('sso_attempts')
    .values({
      state_hash: hashSecret(state),
      browser_hash: hashSecret(browser),
      tenant_id,
      connection_id,
      tester,
      expires_at: new Date(now + limits.sso.attemptMinutes * 60_000),
    })
    .execute();
}

/** Takes an attempt, which counts once: of this state, organization and browser, and not expired. */
export async function takeAttempt(
  db: AuthQueries,
  { tenantId, state, browser, now }: { tenantId: string; state: string; browser: string; now: number },
): Promise<TakenAttempt | undefined> {
  const taken = await db
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', hashSecret(state))
    // Another browser's attempt stays, so that nobody ends the sign-in of someone else.
    .where('browser_hash', '=', hashSecret(browser))
    .where('tenant_id', '=', tenantId)
    .returning(['tenant_id', 'connection_id', 'tester', 'expires_at', 'proven'])
    .executeTakeFirst();
  return taken && taken.expires_at.getTime() > now ? taken : undefined;
}

export async function noteTest(
  db: AuthQueries,
  { tenant_id, connection_id }: Ids,
  test: SsoTest,
): Promise<void> {
  await sql`SELECT scout.sso_note_test(${tenant_id}, ${connection_id}, ${JSON.stringify(test)}::jsonb,
    ${test.problems.length === 0}, ${test.at})`.execute(db);
}

/** The address of a user. */
export async function addressOf(db: AuthQueries, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email;
}

/** A user, and whether the address is confirmed. */
export interface FoundUser {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** The user whom the provider's name is linked to; locked until the transaction ends. */
export async function linkedUser(
  db: AuthQueries,
  { tenant_id, connection_id }: Ids,
  subject: string,
): Promise<FoundUser | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM scout.sso_person(${tenant_id}, ${connection_id}, ${subject}) AS user_id`.execute(db);
  const id = rows[0]?.user_id;
  return id === undefined ? undefined : lockUser(db, 'id', id);
}

/** The user of an address, made without a password if there is none; locked until the transaction ends. */
export async function userOfAddress(
  db: AuthQueries,
  email: string,
  name: { firstName: string; lastName: string },
  now: Date,
): Promise<FoundUser> {
  const full = `${name.firstName} ${name.lastName}`.trim();
  await db
    .insertInto('user')
    .values({
      id: randomUUID(),
      name: (full || email).slice(0, limits.user.nameMax),
      email,
      email_verified: false,
      email_confirmed_at: null,
      last_sign_in_at: null,
      first_name: name.firstName || null,
      company_name: null,
      alert_recipient_email: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return (await lockUser(db, 'email', email))!;
}

function lockUser(db: AuthQueries, by: 'id' | 'email', value: string): Promise<FoundUser | undefined> {
  return db
    .selectFrom('user')
    .select(['id', 'email', 'email_verified'])
    .where(by, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

/** The provider vouches for an address that nobody has confirmed: what someone entered with it no longer counts. */
export async function confirmUser(
  db: AuthQueries,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
): Promise<void> {
  const name = `${firstName} ${lastName}`.trim();
  await db.deleteFrom('confirmations').where('user_id', '=', userId).execute();
  await db
    .updateTable('user')
    .set({
      email_verified: true,
      email_confirmed_at: now,
      updated_at: now,
      company_name: null,
      ...(name !== '' && { name: name.slice(0, limits.user.nameMax), first_name: firstName || null }),
    })
    .where('id', '=', userId)
    .execute();
}

type Joined = { outcome: 'member' | 'joined' | 'pending'; isNew: boolean };

/** Lets a person into the organization, by what its admins chose; a text says why not. */
export async function join(
  db: AuthQueries,
  { tenant_id, connection_id }: Ids,
  person: { id: string; email: string; domain: string; subject: string; firstName: string; lastName: string },
  now: Date,
): Promise<Joined | SsoFailure> {
  const { id, email, domain, subject, firstName, lastName } = person;
  const { rows } = await sql<{ outcome: Joined['outcome'] | SsoFailure; is_new: boolean }>`
    SELECT outcome, is_new FROM scout.sso_join(${tenant_id}, ${connection_id}, ${subject}, ${id}, ${email}, ${domain},
      ${firstName.slice(0, limits.user.nameMax)}, ${lastName.slice(0, limits.user.nameMax)},
      ${limits.organization.members}, ${now})`.execute(db);
  const { outcome, is_new: isNew } = rows[0]!;
  return outcome === 'member' || outcome === 'joined' || outcome === 'pending' ? { outcome, isNew } : outcome;
}

/**
 * Ends the sessions that a provider's report is about. Those begun after it stay, so that a repeated report ends nothing more.
 * @returns the people whose sessions ended
 */
export async function endReportedSessions(
  tx: Transaction,
  db: AuthQueries,
  { tenant_id, connection_id }: Ids,
  { subject, sid, issuedAt }: ReportedLogout,
  toleranceMs: number,
): Promise<string[]> {
  const ended = await db
    .deleteFrom('session as s')
    .using('sso_sessions as p')
    .whereRef('p.session_id', '=', 's.id')
    .where('p.tenant_id', '=', tenant_id)
    .where('p.connection_id', '=', connection_id)
    .$if(subject !== null, (query) => query.where('p.subject', '=', subject))
    .$if(sid !== null, (query) => query.where('p.sid', '=', sid))
    .where('s.created_at', '<=', new Date(issuedAt.getTime() + toleranceMs))
    .returning('s.user_id')
    .execute();
  const people = [...new Set(ended.map(({ user_id }) => user_id))];
  for (const id of people) await notifyAtCommit(tx, { kind: 'person', id });
  return people;
}

/** Gives a member the role of groups. Returns what changed. */
export async function mapRole(
  db: AuthQueries,
  person: { tenantId: string; email: string; groups: readonly string[]; order: readonly string[] },
  now: Date,
): Promise<{ before: string; after: string } | undefined> {
  const { tenantId, email, groups, order } = person;
  const { rows } = await sql<{ before: string; after: string }>`
    SELECT before, after FROM scout.sso_map_role(${tenantId}, ${email}, ${[...groups]}::text[], ${[...order]}::text[], ${now})`.execute(
    db,
  );
  return rows[0];
}
