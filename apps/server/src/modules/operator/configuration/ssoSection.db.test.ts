import { clientOf, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';
import { type SamlIdentityProvider, startSamlProvider } from '../../auth/sso/testing/samlIdentityProvider.ts';

let server: TestServer;
let idp: SamlIdentityProvider;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer({ config: { ssoNetworks: ['127.0.0.0/8'] } });
  idp = await startSamlProvider();
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
});

const operator = () => clientOf(server, server.operatorToken).api;
const apply = (text: string, secrets: Record<string, string> = {}, tenant_id = tenantId) =>
  operator().operatorConfigurationApply({ tenant_id, text: `version: 1\n${text}`, secrets });
const exported = async (tenant_id = tenantId) => {
  const { text } = await operator().operatorConfigurationExport({ tenant_id });
  return text.slice(text.indexOf('sso:'));
};
const nothing = { problems: [], changes: [], applied: false };
const connection = async () => (await admin.api.sso({})).connection;

it('a SAML provider by its address is set up once, and exported', async () => {
  const text = `sso:\n  protocol: saml\n  metadata_url: ${idp.metadataUrl}\n  state: off\n  admission: active\n  break_glass: []\n`;
  expect(await apply(text)).toMatchObject({ problems: [], applied: true });
  expect(await connection()).toMatchObject({ protocol: 'saml', issuer: idp.entityId, admission: 'active' });
  expect(await apply(text)).toEqual(nothing);
  expect(await exported()).toBe(text);
  expect(await apply('sso: null\n')).toMatchObject({ changes: [{ sign: '-', subject: 'sso' }] });
  expect(await exported()).toBe('sso: null\n');
});

it('metadata of a file are compared with the stored ones, and kept without a value', async () => {
  const metadata = await (await fetch(idp.metadataUrl)).text();
  const text = 'sso:\n  protocol: saml\n  metadata: { file: metadata.xml }\n';
  const key = 'file metadata.xml';
  expect((await apply(text)).problems).toEqual([
    { line: 4, column: 3, message: 'sso.metadata: metadata.xml cannot be read.' },
  ]);
  expect((await apply(text, { [key]: '<nothing/>' })).problems).toMatchObject([{ line: 4, column: 3 }]);
  expect(await apply(text, { [key]: metadata })).toMatchObject({ problems: [], applied: true });
  expect(await apply(text, { [key]: metadata })).toEqual(nothing);
  expect(await apply(text)).toEqual(nothing);
  const byAddress = `sso:\n  protocol: saml\n  metadata_url: ${idp.metadataUrl}\n`;
  const changed = await apply(byAddress);
  expect(changed.changes).toEqual([{ sign: '~', subject: 'sso.metadata', text: idp.metadataUrl }]);
  expect(await apply(byAddress)).toEqual(nothing);
});

it('a provider that does not respond, or may not be asked, is a problem of its line', async () => {
  for (const address of ['http://127.0.0.1:1/metadata', 'http://10.0.0.1/metadata']) {
    const { problems, applied } = await apply(`sso:\n  protocol: saml\n  metadata_url: ${address}\n`);
    expect(applied).toBe(false);
    expect(problems).toEqual([
      { line: 4, column: 17, message: expect.stringMatching(/^sso\.metadata_url: /) },
    ]);
  }
  const { problems } = await apply(
    'sso:\n  protocol: oidc\n  issuer: http://10.0.0.1/\n  client_id: c\n  client_secret: { env: A }\n',
    { 'env A': 'x' },
  );
  expect(problems).toEqual([{ line: 4, column: 11, message: expect.stringMatching(/^sso\.issuer: /) }]);
  expect(await connection()).toBeNull();
});

it('a secret that cannot be read any more is replaced by a given one, and kept without one', async () => {
  const text =
    'sso:\n  protocol: oidc\n  issuer: http://127.0.0.1:1\n  client_id: c\n  client_secret: { env: A }\n';
  await apply(text, { 'env A': 'first' });
  await server.database.asOwner((owner) =>
    owner.query(`UPDATE scout.sso_secrets SET sealed = 'lost.' || sealed WHERE tenant_id = $1`, [tenantId]),
  );
  expect(await apply(text)).toEqual(nothing);
  expect(await apply(text, { 'env A': 'first' })).toMatchObject({
    changes: [{ subject: 'sso.client_secret', text: 'replaced' }],
    applied: true,
  });
  expect(await apply(text, { 'env A': 'first' })).toEqual(nothing);
});

it('two files at the same time are applied one after the other, never mixed', async () => {
  const file = (n: number) =>
    `retention:\n  days: ${100 + n}\ndetection:\n  workstations:\n    entries: [own-${n}*]\nchannels:\n  - { name: SIEM ${n}, url: "https://siem${n}.example/" }\n`;
  const files = [1, 2, 3, 4].map(file);
  const outcomes = await Promise.all(files.map((text) => apply(text)));
  expect(outcomes.map(({ problems, applied }) => ({ problems, applied }))).toEqual(
    files.map(() => ({ problems: [], applied: true })),
  );
  const differing = await Promise.all(files.map(async (text) => (await plan(text)).changes.length));
  expect(differing.filter((count) => count === 0)).toHaveLength(1);
});

const plan = (text: string) =>
  operator().operatorConfigurationApply({
    tenant_id: tenantId,
    text: `version: 1\n${text}`,
    plan: true,
  });
