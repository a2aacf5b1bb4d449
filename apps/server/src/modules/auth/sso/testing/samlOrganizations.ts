import { createOrganization, type TestOrganization, type TestServer } from '@scout/testkit';
import { end, type SsoOrganization, startOf, startTest, verifyDomain } from './organizations.ts';
import type { SamlIdentityProvider } from './samlIdentityProvider.ts';
import { createTraveler, type Traveler } from './traveler.ts';

/** A form on a provider's page. */
export interface SamlForm {
  readonly action: string;
  readonly fields: Record<string, string>;
}

/** Founds an organization with a verified domain, whose admin sets a SAML provider up. It is tested and on. */
export async function withSaml(
  server: TestServer,
  idp: SamlIdentityProvider,
  company: string,
): Promise<SsoOrganization> {
  const organization = await createOrganization(server, company);
  const { tenantId, password } = organization;
  const domain = organization.emailOf('admin').split('@')[1]!;
  await verifyDomain(server, tenantId, domain);
  const { api } = await organization.as('admin');
  await api.ssoSamlCreate({ metadata_url: idp.metadataUrl, password });
  await testSaml(server, organization, idp, organization.emailOf('admin'));
  await api.ssoUpdate({ state: 'on', admission: 'active' });
  return {
    ...organization,
    domain,
    async signIn(email, traveler = createTraveler()) {
      const address = await startOf(server, email, traveler);
      const screen = address.startsWith('http') ? await endSaml(server, traveler, address) : address;
      return { screen, traveler };
    },
  };
}

/** The test of an admin, as the browser does it. Returns the screen on which it ends. */
export async function testSaml(
  server: TestServer,
  organization: TestOrganization,
  idp: SamlIdentityProvider,
  email: string,
): Promise<string> {
  const traveler = createTraveler();
  return endSaml(server, traveler, await startTest(server, organization, idp, email, traveler));
}

/** The form on the page that a sign-in leads to. */
export async function formAt(traveler: Traveler, address: string): Promise<SamlForm> {
  const { response } = await traveler.go(address);
  const page = await response!.text();
  const action = /action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(page);
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  return { action, fields: Object.fromEntries(fields) };
}

/** Submits a form as the page of another site does: browsers send no cookie with it. Returns the screen on which the browser ends. */
export async function submit(
  server: TestServer,
  traveler: Traveler,
  { action, fields }: SamlForm,
): Promise<string> {
  const response = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://login.company.example', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.status} ${await response.text()}`);
  return end(server, traveler, new URL(location, action).href);
}

/** Follows a sign-in to its end. Returns the screen with its query. */
export const endSaml = async (server: TestServer, traveler: Traveler, address: string): Promise<string> =>
  submit(server, traveler, await formAt(traveler, address));
