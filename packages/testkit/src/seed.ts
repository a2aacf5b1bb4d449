import { randomBytes, randomUUID } from 'node:crypto';
import { hashSecret, newSecret } from '@scout/server/platform/crypto/secretText';
import type { MembershipRole, MembershipStatus } from '@scout/server/platform/database/columns';
import type { DatabaseContext } from '@scout/server/platform/database/open';
import { sql } from 'kysely';

/** An organization, by default subscribed. Created as scout_operator, like in the product. */
export async function seedTenant(
  db: DatabaseContext,
  companyName = 'Northwind Bank',
  { isSubscribed = true, isSample = false } = {},
): Promise<{ tenantId: string; companyName: string }> {
  const { tenant_id } = await db.withRole({ role: 'scout_operator' }, (tx) =>
    tx
      .insertInto('tenants')
      .values({
        company_name: companyName,
        company_key: companyName.toLowerCase(),
        created_at: new Date(),
        updated_at: new Date(),
        is_subscribed: isSubscribed,
        is_sample: isSample,
      })
      .returning('tenant_id')
      .executeTakeFirstOrThrow(),
  );
  return { tenantId: tenant_id, companyName };
}

/**
 * A person with a confirmed address, a membership and a profile, but no password: for tests below HTTP. For signing in, create
 * the user through the operator's call instead.
 */
export async function seedMember(
  db: DatabaseContext,
  tenantId: string,
  options: { email?: string; role?: MembershipRole; status?: MembershipStatus } = {},
): Promise<{ userId: string; email: string }> {
  const userId = randomBytes(16).toString('hex');
  const email = options.email ?? `member-${userId.slice(0, 8)}@northwind.example`;
  await db.withRole({ role: 'scout_auth' }, (_tx, client) =>
    client.query(
      `INSERT INTO auth."user" (id, name, email, email_verified, created_at, updated_at) VALUES ($1, $2, $2, true, $3, $3)`,
      [userId, email, new Date()],
    ),
  );
  await db.withRole({ role: 'scout_operator' }, async (tx) => {
    await tx
      .insertInto('memberships')
      .values({
        tenant_id: tenantId,
        email,
        user_id: userId,
        role: options.role ?? 'member',
        status: options.status ?? 'active',
      })
      .execute();
    await tx.insertInto('profiles').values({ tenant_id: tenantId, user_id: userId, email }).execute();
  });
  return { userId, email };
}

/** An enrollment token, by default for any number of machines and without expiry. */
export async function seedEnrolmentToken(
  db: DatabaseContext,
  tenantId: string,
  { maxUses, expiresAt }: { maxUses?: number; expiresAt?: Date } = {},
): Promise<string> {
  const token = newSecret('enrol');
  await db.withRole({ role: 'scout_operator' }, (tx) =>
    tx
      .insertInto('enrolment_tokens')
      .values({
        tenant_id: tenantId,
        token_hash: hashSecret(token),
        max_uses: maxUses ?? null,
        expires_at: expiresAt ?? null,
      })
      .execute(),
  );
  return token;
}

/** A machine enrolled with its own token, and the credential for its calls. */
export async function seedAgent(
  db: DatabaseContext,
  tenantId: string,
  host = 'WS-1042',
): Promise<{ agentId: string; credential: string; machineId: string }> {
  const token = await seedEnrolmentToken(db, tenantId);
  const credential = newSecret('agent');
  const machineId = randomUUID();
  const agentId = await db.withRole({ role: 'scout_auth' }, async (tx) => {
    const { rows } = await sql<{ outcome: string; agent_id: string }>`
      SELECT outcome, agent_id FROM scout.redeem_enrolment(
        ${hashSecret(token)}, ${machineId}, ${host}, 'windows', '0.1.0', ${hashSecret(credential)}, ${new Date()})
    `.execute(tx);
    if (rows[0]?.outcome !== 'ok') throw new Error(`Enrollment failed: ${rows[0]?.outcome}`);
    return rows[0].agent_id;
  });
  return { agentId, credential, machineId };
}
