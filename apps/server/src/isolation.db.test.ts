import { type CallName, contract } from '@scout/contract';
import {
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestOrganization,
} from '@scout/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exceptionOf, requests } from './testing/requests.ts';
import { batchRequest, createWorld, type World } from './testing/world.ts';

/** Operator calls see every organization by design; all others are tested. */
const tenantCalls = (Object.keys(contract) as CallName[]).filter(
  (name) => contract[name]['~orpc'].meta.access !== 'operator',
);

let world: World;
let rival: TestOrganization;
/** Texts that occur only in the rival's rows. */
let secrets: readonly string[];
let owner: pg.Client;
let rivalReads: string;

beforeAll(async () => {
  world = await createWorld(await startServer());
  owner = new pg.Client({ connectionString: world.server.database.ownerUrl });
  await owner.connect();
  rivalReads = await readsOfTenant();
  rival = await createOrganization(world.server, 'Rivalry Trust');
  const admin = await rival.as('admin');
  await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@rivalry-trust.example'] });
  await admin.api.membersAdd({ email: 'invited@rivalry-trust.example' });
  await admin.api.sendMemberInvitation({ to: 'invited@rivalry-trust.example' });
  const agent = await rival.as('agent');
  const stored = await agent.request('/api/ingest/v1/events', batchRequest('svc.rivalry', 'PRD-RIVAL01'));
  expect(await stored.json()).toMatchObject({ accepted: 1 });
  // Events are counted a second after sending, for the agent and its organization.
  await vi.waitFor(async () => expect(await rivalUsage()).toEqual(['1', '1']), { timeout: 30_000 });
  await world.server.database.asOwner((owner) =>
    seedCase((sql, values) => owner.query(sql, values), rival.tenantId, {
      account: 'svc.rivalry',
      destinations: ['PRD-RIVAL01'],
    }),
  );
  await world.server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), rival.tenantId, 'svc.rivalry', [
      { time: new Date(), destination: 'PRD-RIVAL01' },
    ]),
  );
  await admin.api.exceptionsCreate(exceptionOf('svc.rivalry'));
  await admin.api.accountsUpdate({ account: 'svc.rivalry', owner: rival.emailOf('admin') });
  await admin.api.ownerReviewsStart({});
  await admin.api.channelsCreate({ name: 'Rivalry SIEM', url: 'https://siem.rivalry-trust.example/scout' });
  // Not due, so that nothing changes it meanwhile.
  await world.server.database.asOwner((owner) =>
    owner.query(
      `WITH made AS (
         INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at)
         VALUES ($1, 'Rivalry domain', 'ldaps://dc1.rivalry-trust.example', 'reader', $2, 'operator', $3)
         RETURNING tenant_id, directory_id)
       INSERT INTO scout.directory_secrets (tenant_id, directory_id, sealed, created_at)
       SELECT tenant_id, directory_id, 'k.sealed', $2 FROM made`,
      [rival.tenantId, new Date(), new Date(Date.now() + 86_400_000)],
    ),
  );
  await world.server.database.asOwner((owner) =>
    owner.query(
      `WITH made AS (
         INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
         VALUES ($1, 'https://login.rivalry-trust.example', 'scout', $2, 'admin') RETURNING tenant_id)
       INSERT INTO scout.sso_secrets (tenant_id, sealed, created_at) SELECT tenant_id, 'k.sealed', $2 FROM made`,
      [rival.tenantId, new Date()],
    ),
  );
  secrets = [
    rival.tenantId,
    await rival.agentId(),
    'Rivalry Trust',
    'svc.rivalry',
    'PRD-RIVAL01',
    rival.emailOf('admin'),
    'soc@rivalry-trust.example',
    'invited@rivalry-trust.example',
    'siem.rivalry-trust.example',
    'dc1.rivalry-trust.example',
    'login.rivalry-trust.example',
  ];
});
afterAll(async () => {
  await owner.end();
  await world.server.stop();
});

/** Events counted for the rival's senders. */
async function rivalUsage(): Promise<string[]> {
  return world.server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ events: string }>(
      'SELECT events FROM scout.ingest_usage WHERE tenant_id = $1',
      [rival.tenantId],
    );
    return rows.map(({ events }) => events);
  });
}

/** Number of rows of the rival in each table, and a digest of them. */
async function rivalRows(): Promise<Record<string, unknown>> {
  const { rows } = await owner.query<{ name: string }>({
    name: 'rival rows',
    text: rivalReads,
    values: [rival.tenantId],
  });
  return Object.fromEntries(rows.map(({ name, ...found }) => [name, found]));
}

/** Reads a tenant's rows of every table with organizations, in one statement. */
async function readsOfTenant(): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
  const reads = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*)::int AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest
       FROM scout.${name} t WHERE tenant_id = $1`,
  );
  return reads.join(' UNION ALL ');
}

/** The same JSON body with the rival's ids and people. */
function aimedAtRival(body: RequestInit['body']): RequestInit['body'] {
  if (typeof body !== 'string' || !body.startsWith('{"') || body.endsWith('\n')) return body;
  const theirs = { tenant_id: rival.tenantId, p_tenant_id: rival.tenantId, p_email: rival.emailOf('admin') };
  const to = 'to' in JSON.parse(body) ? { to: 'invited@rivalry-trust.example' } : {};
  return JSON.stringify({ ...JSON.parse(body), ...theirs, ...to });
}

/** The text of a response; for an endless stream its first piece. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

describe('two organizations on one server', () => {
  it('has rows of the rival in every table that matters', async () => {
    const rows = await rivalRows();
    for (const name of [
      'tenants',
      'memberships',
      'profiles',
      'agents',
      'batches',
      'tenant_events',
      'incidents',
      'rollups',
      'alert_recipients',
      'invitations',
      'audit_logs',
      'cases',
      'findings',
      'service_accounts',
      'account_activity',
      'case_exceptions',
      'channels',
      'channel_secrets',
      'directories',
      'directory_secrets',
      'sso_connections',
      'sso_secrets',
      'owner_reviews',
      'owner_review_accounts',
    ]) {
      expect(rows[name], name).not.toMatchObject({ n: 0 });
    }
  });

  it.each(tenantCalls)("%s reads, counts and writes nothing of the other's", async (name) => {
    const before = await rivalRows();
    const { member, admin, pending, agent } = world.clients;
    for (const client of [member, admin, pending, agent]) {
      const { path, init } = await requests[name](world);
      // An attack: the other organization's id in every place a faulty server could read it from.
      const tried = `${path}${path.includes('?') ? '&' : '?'}tenant_id=${rival.tenantId}&p_tenant_id=${rival.tenantId}`;
      const headers = { ...init?.headers, 'x-tenant-id': rival.tenantId, 'scout-tenant': rival.tenantId };
      for (const body of new Set([init?.body, aimedAtRival(init?.body)])) {
        const response = await client.request(tried, { ...init, headers, ...(body != null && { body }) });
        const answer = await textOf(response);
        for (const secret of secrets) expect(answer).not.toContain(secret);
      }
    }
    expect(await rivalRows()).toEqual(before);
  });

  it('sees its own events, so the checks above could have seen the others', async () => {
    const agent = await rival.as('admin');
    const { body } = await agent.api.tenantEvents({});
    expect(body).toMatchObject([{ tenant_id: rival.tenantId, target_user_name: 'svc.rivalry' }]);
  });

  it('returns 404 for an event of the other, and finds no incident by its names', async () => {
    const own = await (await rival.as('admin')).api.incidents({ rule: 'failed-logons' });
    expect(own.incidents).toMatchObject([
      { service_account: 'svc.rivalry', server: 'PRD-RIVAL01', subject_user: 'by-svc.rivalry' },
    ]);
    const { id } = own.incidents[0]!;
    expect((await (await rival.as('admin')).api.event({ id })).event.id).toBe(id);
    const { admin } = world.clients;
    await expect(admin.api.event({ id })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    for (const names of [{ account: 'svc.rivalry' }, { server: 'PRD-RIVAL01' }, { user: 'by-svc.rivalry' }]) {
      expect(await admin.api.incidents({ rule: 'failed-logons', ...names })).toEqual({
        incidents: [],
        next: null,
      });
    }
  });

  it('numbers the cases of each separately, and finds none by the names of the other', async () => {
    const own = await (await rival.as('admin')).api.cases({});
    expect(own.cases).toMatchObject([{ number: 1, account: 'svc.rivalry', destinations: ['PRD-RIVAL01'] }]);
    expect((await world.clients.admin.api.cases({ account: 'svc.rivalry' })).cases).toEqual([]);
    const number = await world.server.database.asOwner((owner) =>
      seedCase((sql, values) => owner.query(sql, values), world.bank.tenantId),
    );
    const tried = world.clients.admin.api.casesAssign({ number, assignee: rival.emailOf('admin') });
    await expect(tried).rejects.toMatchObject({ code: 'not_assignable' });
  });

  it('returns 404 for an agent of the other, also for the operator who names the wrong organization', async () => {
    const { operator } = world.clients;
    const agent_id = await rival.agentId();
    await expect(
      operator.api.operatorAgentsRevoke({ params: { agent_id }, query: { tenant_id: world.bank.tenantId } }),
    ).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const [agent] = await operator.api.operatorAgentsList({ tenant_id: rival.tenantId });
    expect(agent?.revoked_at).toBeNull();
  });

  it('does not accept a claim as a membership', async () => {
    const { server, bank } = world;
    // The token names an organization that the person has left for another one.
    const admin = await bank.as('admin');
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.memberships SET tenant_id = $1 WHERE tenant_id = $2 AND email = $3', [
        rival.tenantId,
        bank.tenantId,
        bank.emailOf('admin'),
      ]),
    );
    await expect(admin.api.agents({})).rejects.toMatchObject({ code: 'no_organization' });
    expect(await admin.api.tenants({})).toEqual([]);
  });
});
