import { randomUUID } from 'node:crypto';
import { domainOf, domainProblem, type Role, type User } from '@scout/contract';
import type pg from 'pg';
import type { PasswordHashing } from '../../../platform/crypto/password.ts';
import { audit } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { isKnownMailProvider } from '../../../platform/mail/mailProviders.ts';
import { requireUncommon } from '../../auth/index.ts';
import { forgetRemoval } from '../../organizations/index.ts';
import { requireTenant } from './tenants.ts';

export interface NewUser {
  readonly tenant_id: string;
  /** Trimmed, in lower case. */
  readonly email: string;
  readonly password: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly admin?: boolean;
}

export interface CreatedUser {
  readonly user: User;
  readonly tenant_id: string;
  readonly role: Role;
}

/**
 * Creates a confirmed user, its membership and its profile in one transaction. Usable in-process and by the operator call. Takes
 * over a membership waiting for this address.
 * @throws Refusal common_password, not_found or email_exists
 */
export async function createUser(
  { pool, hashing }: { pool: pg.Pool; hashing: PasswordHashing },
  input: NewUser,
  now: Date,
): Promise<CreatedUser> {
  requireUncommon(input.password, [input.email, input.first_name ?? '', input.last_name ?? '']);
  const password = await hashing.hash(input.password);
  const role: Role = input.admin ? 'admin' : 'member';
  const names = { first_name: input.first_name ?? '', last_name: input.last_name ?? '' };
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    await requireTenant(tx, input.tenant_id);

    // The user tables belong to another role; the role change ends with the transaction at the latest.
    await client.query('SET LOCAL ROLE scout_auth');
    const account = { ...input, password, name: fullName(names, input.email), first_name: names.first_name };
    const user = await insertAccount(client, account, now);
    await client.query('SET LOCAL ROLE scout_operator');

    const membership = { user_id: user.id, role, status: 'active', updated_at: now } as const;
    await tx
      .insertInto('memberships')
      .values({ tenant_id: input.tenant_id, email: input.email, ...membership })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doUpdateSet(membership))
      .execute();
    await forgetRemoval(tx, input.tenant_id, input.email);
    if (role === 'admin') await claimAtFirst(tx, input, now);
    await tx
      .insertInto('profiles')
      .values({ tenant_id: input.tenant_id, user_id: user.id, email: input.email, ...names })
      .execute();
    await audit(tx, {
      tenantId: input.tenant_id,
      actor: 'operator',
      action: 'member_added',
      targetEmail: input.email,
      details: { role, status: 'active' },
    });
    return { user, tenant_id: input.tenant_id, role };
  });
}

/** Claims the first admin's own domain, as for a founder who signs up. */
async function claimAtFirst(tx: Transaction, { tenant_id, email }: NewUser, now: Date): Promise<void> {
  const domain = domainOf(email);
  if (isKnownMailProvider(domain) || domainProblem(domain) !== undefined) return;
  const { admins } = await tx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('admins'))
    .where('tenant_id', '=', tenant_id)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  if (Number(admins) > 1) return;
  await tx
    .insertInto('organization_domains')
    .values({ tenant_id, domain, state: 'claimed', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Inserts a user with a password and a confirmed address. Replaces an unconfirmed sign-up of the same address. */
async function insertAccount(
  client: pg.PoolClient,
  account: { email: string; name: string; first_name: string; password: string },
  now: Date,
): Promise<User> {
  const id = randomUUID();
  await client.query(
    'DELETE FROM auth."user" WHERE email = $1 AND NOT email_verified AND email_confirmed_at IS NULL',
    [account.email],
  );
  const { rowCount } = await client.query(
    `INSERT INTO auth."user" (id, name, first_name, email, email_verified, email_confirmed_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, true, $5, $5, $5) ON CONFLICT (email) DO NOTHING`,
    [id, account.name, account.first_name, account.email, now],
  );
  if (rowCount === 0) {
    throw new Refusal('email_exists', { message: 'An account with this email already exists.' });
  }
  await client.query(
    `INSERT INTO auth.account (id, account_id, provider_id, user_id, password, created_at, updated_at)
     VALUES ($1, $2, 'credential', $2, $3, $4, $4)`,
    [randomUUID(), id, account.password, now],
  );
  const time = now.toISOString();
  return {
    id,
    email: account.email,
    email_confirmed_at: time,
    last_sign_in_at: null,
    previous_sign_in_at: null,
    created_at: time,
  };
}

const fullName = (names: { first_name: string; last_name: string }, email: string) =>
  `${names.first_name} ${names.last_name}`.trim() || email;
