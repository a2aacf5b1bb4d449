import { clientOf, type TestClient, type TestServer } from '@scout/testkit';
import { fresh } from './fresh.ts';

/** A signed-in user. */
export interface TestPerson extends TestClient {
  readonly email: string;
  readonly userId: string;
  /** A client with a new session of the same user, whose token has current claims. */
  again(): Promise<TestPerson>;
}

const password = 'a password of the test';

/** State of the person's membership: active or pending; none: no membership. */
export type TestMembership = 'admin' | 'member' | 'pending' | 'none';

/** Creates a user in the organization and signs in. Without a membership the user was removed after signing in. */
export async function signedIn(
  server: TestServer,
  tenantId: string,
  email: string,
  standing: TestMembership = 'member',
): Promise<TestPerson> {
  const operator = clientOf(server, server.operatorToken);
  await operator.api.operatorUsersCreate({
    tenant_id: tenantId,
    email,
    password,
    admin: standing === 'admin',
  });
  if (standing === 'pending' || standing === 'none') {
    const change = {
      pending: `UPDATE scout.memberships SET status = 'pending'`,
      none: 'DELETE FROM scout.memberships',
    }[standing];
    await server.database.asOwner(async (owner) => {
      await owner.query(`${change} WHERE tenant_id = $1 AND email = $2`, [tenantId, email]);
      if (standing === 'none') {
        await owner.query('DELETE FROM scout.profiles WHERE tenant_id = $1 AND email = $2', [
          tenantId,
          email,
        ]);
      }
    });
  }
  return signIn(server, email);
}

async function signIn(server: TestServer, email: string): Promise<TestPerson> {
  const { session, user } = await clientOf(server).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  const again = () => signIn(server, email);
  return { ...clientOf(server, session.access_token), email, userId: user.id, again };
}

/** An organization and its first admin. */
export async function organizationWithAdmin(
  server: TestServer,
  companyName = fresh('Northwind'),
): Promise<{ tenantId: string; companyName: string; domain: string; admin: TestPerson }> {
  const operator = clientOf(server, server.operatorToken);
  const { tenant_id: tenantId } = await operator.api.operatorTenantsCreate({
    company_name: companyName,
    is_subscribed: true,
  });
  const domain = `${fresh('northwind')}.example`;
  return {
    tenantId,
    companyName,
    domain,
    admin: await signedIn(server, tenantId, `admin@${domain}`, 'admin'),
  };
}
