import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { clientOf, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assess } from '../cases/assessor/assess.ts';
import { createMemory } from '../cases/assessor/memory.ts';
import { line, ship } from '../ingest/testing/ship.ts';
import { createTenantEnrolment } from '../operator/sql/enrolments.ts';
import { SAMPLE_ACCOUNTS } from './bank.ts';
import { createSampleOrganization, SAMPLE_LABEL, type SampleSignIn } from './organization.ts';
import { removeSample } from './sample.ts';

let server: TestServer;
let operator: TestClient;
let sample: SampleSignIn;
const file = () => join(server.dataDir, 'sample', 'sign-in.json');

beforeAll(async () => {
  server = await startServer();
  operator = clientOf(server, server.operatorToken);
});
afterAll(() => server.stop());

/** A machine of the organization, enrolled with a token of this label, with one failed logon sent. */
async function enrol(host: string, label: string, account: string): Promise<TestClient> {
  const { token } = await createTenantEnrolment(
    server.context.pool,
    { tenant_id: sample.tenantId, label },
    new Date(),
  );
  const { credential } = await clientOf(server).api.agentEnrol({
    token,
    machine_id: `m-${host}`,
    host,
    platform: 'linux',
    version: '0.1.0',
  });
  const agent = clientOf(server, credential);
  // All in one quarter hour, so that their counts share rows.
  expect(await ship(agent, 1, [line({ target_user_name: account, timestamp: quarter })])).toMatchObject({
    status: 200,
    body: { accepted: 1 },
  });
  return agent;
}
const quarter = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 900_000).toISOString();

const signIn = async ({ email, password }: { email: string; password: string }) => {
  const { session } = await clientOf(server).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  return clientOf(server, session.access_token);
};
const tenants = () => operator.api.operatorTenantsList({});
const counted = async () =>
  (
    await server.database.asOwner((client) =>
      client.query(
        `SELECT dimension, key, value_key, n::int FROM scout.rollups WHERE tenant_id = $1 ORDER BY 1, 2, 3`,
        [sample.tenantId],
      ),
    )
  ).rows;

const assessAll = () =>
  assess(
    { pool: server.context.pool, clock: { now: () => Date.now() + 2 * 3_600_000 }, memory: createMemory() },
    sample.tenantId,
  );
/** The parts read by the assessor, and its known accounts. */
const assessed = async () =>
  (
    await server.database.asOwner((client) =>
      client.query(
        `SELECT (SELECT count(*)::int FROM scout.activity_parts WHERE tenant_id = $1) AS parts,
          (SELECT array_agg(account_key ORDER BY account_key) FROM scout.service_accounts WHERE tenant_id = $1) AS accounts`,
        [sample.tenantId],
      ),
    )
  ).rows[0];

describe('removing a sample organization', () => {
  beforeEach(async () => {
    sample = await createSampleOrganization(server.context.pool, file(), new Date());
    await enrol('PRD-SQL01', SAMPLE_LABEL, 'svc.billing');
  });

  it('leaves nothing when all of it is sample data', async () => {
    expect(await removeSample(server.context.pool, server.dataDir)).toBeUndefined();
    expect(await tenants()).toEqual([]);
    await expect(signIn(sample.admin)).rejects.toMatchObject({ code: 'invalid_login' });
    await expect(access(join(server.dataDir, 'sample'))).rejects.toThrow();
  });

  it('keeps a real agent, its events and a real admin, and removes all sample data among them', async () => {
    const own = { email: 'kim@alder.example', password: 'correct horse battery' };
    await operator.api.operatorUsersCreate({ tenant_id: sample.tenantId, ...own, admin: true });
    const agent = await enrol('MY-LAPTOP', 'laptops', 'svc.backup');
    await enrol('PROD-LEDGER-02', SAMPLE_LABEL, 'svc.backup');
    await assessAll();
    const made = SAMPLE_ACCOUNTS.map(({ name }) => name).sort();
    expect(await assessed()).toEqual({ parts: 3, accounts: made });
    await (await signIn(own)).api.accountsUpdate({ account: 'svc.hr', owner: 'Kim' });

    expect(await removeSample(server.context.pool, server.dataDir)).toEqual({
      company: 'Northwind Bank',
      agents: 1,
      members: 1,
      admins: 1,
    });

    expect(await tenants()).toMatchObject([
      { tenant_id: sample.tenantId, is_sample: false, is_subscribed: true },
    ]);
    const { api } = await signIn(own);
    expect(await api.agents({})).toMatchObject([{ host: 'MY-LAPTOP', events_accepted: 1 }]);
    const { rows } = await server.database.asOwner((client) =>
      client.query(
        `SELECT (SELECT array_agg(target_user_name) FROM scout.tenant_events) AS events,
          (SELECT array_agg(DISTINCT service_account) FROM scout.incidents) AS incidents,
          (SELECT count(*)::int FROM scout.batch_bodies) AS bodies`,
      ),
    );
    expect(rows).toEqual([{ events: ['svc.backup'], incidents: ['svc.backup'], bodies: 1 }]);
    await assessAll();
    // The sample's register is removed, and a person's entries stay.
    expect(await assessed()).toEqual({ parts: 1, accounts: ['svc.backup', 'svc.hr'] });
    // Recounted: the sample's machine had failed logons of the same account in the same quarter hour.
    expect(await counted()).toContainEqual({ dimension: 'account', key: 'svc.backup', value_key: '', n: 1 });
    expect(await counted()).not.toContainEqual(expect.objectContaining({ key: 'svc.billing' }));
    await expect(signIn(sample.admin)).rejects.toMatchObject({ code: 'invalid_login' });
    await expect(signIn(sample.member)).rejects.toMatchObject({ code: 'invalid_login' });
    // The agent continues.
    expect(
      await ship(agent, 2, [line({ target_user_name: 'svc.backup', timestamp: quarter })]),
    ).toMatchObject({
      status: 200,
    });
    expect(await counted()).toContainEqual({ dimension: 'account', key: 'svc.backup', value_key: '', n: 2 });

    // Nothing is left to remove, and the next sample gets another name.
    expect(await removeSample(server.context.pool, server.dataDir)).toBeUndefined();
    const next = await createSampleOrganization(server.context.pool, file(), new Date());
    expect(next.company).toBe('Northwind Bank (sample)');
    expect((await tenants()).map(({ company_name, is_sample }) => [company_name, is_sample])).toEqual([
      ['Northwind Bank', false],
      ['Northwind Bank (sample)', true],
    ]);
  });
});
