import type { SsoSettings } from '@scout/contract';
import { clientOf, createOrganization, type TestOrganization, type TestServer } from '@scout/testkit';
import type { Forger } from './forger.ts';
import { clientAt, type IdentityProvider, SECRET } from './identityProvider.ts';
import { createTraveler, type Traveler } from './traveler.ts';

/** An organization with single sign-on at a provider. */
export interface SsoOrganization extends TestOrganization {
  readonly domain: string;
  /** The sign-in of a person, to the screen on which the browser ends. */
  signIn(email: string, traveler?: Traveler): Promise<{ screen: string; traveler: Traveler }>;
}

/** Verifies a domain as its DNS record does. */
export async function verifyDomain(
  { database }: TestServer,
  tenantId: string,
  domain: string,
): Promise<void> {
  await database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at) VALUES ($1, $2, 'verified', 'dns', $3)
       ON CONFLICT (tenant_id, domain) DO UPDATE SET state = 'verified', method = 'dns', verified_at = $3`,
      [tenantId, domain, new Date()],
    ),
  );
}

/** Founds an organization with a verified domain, whose admin sets a provider up. It is tested and on. */
export async function withSso(
  server: TestServer,
  idp: IdentityProvider,
  company: string,
): Promise<SsoOrganization> {
  return withProvider(server, idp.issuer, company, async (organization, clientId, settings) => {
    idp.clients.push(clientAt(clientId, settings));
    await idp.rotate();
    await testSso(server, organization, idp, organization.emailOf('admin'));
  });
}

/** The same at a provider that says whatever it is told; its test counts as passed. */
export async function withForger(
  server: TestServer,
  forger: Forger,
  company: string,
): Promise<SsoOrganization> {
  return withProvider(server, forger.issuer, company, async (organization) => {
    await organization.as('member');
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.sso_connections SET tested_at = $2 WHERE tenant_id = $1', [
        organization.tenantId,
        new Date(),
      ]),
    );
  });
}

/** @param test has the connection count as tested */
async function withProvider(
  server: TestServer,
  issuer: string,
  company: string,
  test: (organization: TestOrganization, clientId: string, settings: SsoSettings) => Promise<void>,
): Promise<SsoOrganization> {
  const organization = await createOrganization(server, company);
  const { tenantId, password } = organization;
  const domain = organization.emailOf('admin').split('@')[1]!;
  await verifyDomain(server, tenantId, domain);
  const { api } = await organization.as('admin');
  const clientId = `scout-${tenantId}`;
  const settings = await api.ssoCreate({ issuer, client_id: clientId, client_secret: SECRET, password });
  await test(organization, clientId, settings);
  await api.ssoUpdate({ state: 'on', admission: 'active' });
  return {
    ...organization,
    domain,
    async signIn(email, traveler = createTraveler()) {
      return { screen: await signInTo(server, email, traveler), traveler };
    },
  };
}

/** The test of an admin, as the browser does it. Returns the screen on which it ends. */
export async function testSso(
  server: TestServer,
  organization: TestOrganization,
  idp: IdentityProvider,
  email: string,
): Promise<string> {
  const traveler = createTraveler();
  return end(server, traveler, await startTest(server, organization, idp, email, traveler));
}

/** Begins the test of an admin, whom the provider knows by this address. Returns the provider's address. */
export async function startTest(
  server: TestServer,
  organization: TestOrganization,
  idp: { readonly accounts: Map<string, { readonly email: string }>; person: string },
  email: string,
  traveler: Traveler,
): Promise<string> {
  idp.accounts.set('tester', { email });
  idp.person = 'tester';
  const { bearer } = await organization.as('admin');
  const authorization = `Bearer ${bearer}`;
  const response = await traveler.post(`${server.url}/api/v1/sso/test`, {}, { authorization });
  const { url, problems } = (await response.json()) as { url: string | null; problems: string[] };
  if (url === null) throw new Error(problems.join(' '));
  return url;
}

/** Begins a sign-in. Returns the provider's address, or the code of the refusal. */
export async function startOf(server: TestServer, email: string, traveler: Traveler): Promise<string> {
  const response = await traveler.post(`${server.url}/auth/v1/sso/start`, { email });
  const { url, code } = (await response.json()) as { url?: string; code?: string };
  return url ?? code!;
}

async function signInTo(server: TestServer, email: string, traveler: Traveler): Promise<string> {
  const address = await startOf(server, email, traveler);
  return address.startsWith('http') ? end(server, traveler, address) : address;
}

/** Follows a sign-in to its end. Returns the screen with its query. */
export async function end(server: TestServer, traveler: Traveler, address: string): Promise<string> {
  const { url, response } = await traveler.go(
    address,
    ({ origin, pathname }) => origin === server.url && !pathname.startsWith('/auth/'),
  );
  if (response !== null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The session behind a browser's cookie. */
export async function sessionOf(server: TestServer, traveler: Traveler) {
  const { response } = await traveler.go(`${server.url}/auth/v1/session`);
  const { session, user } = (await response!.json()) as {
    session: { access_token: string } | null;
    user: { email: string } | null;
  };
  return { user, session, client: clientOf(server, session?.access_token ?? '') };
}
