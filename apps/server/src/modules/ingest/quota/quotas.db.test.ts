import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { clientOf, createOrganization, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useOrganizationEach } from '../testing/organizationEach.ts';
import { line, ship } from '../testing/ship.ts';

const here = useOrganizationEach();

/** The operator's quota for the organization under test. */
async function decide(quota: Record<string, number>): Promise<void> {
  const columns = Object.keys(quota);
  await here.server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.quotas (tenant_id, updated_at, ${columns.join(', ')})
       VALUES ($1, now(), ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
      [here.organization.tenantId, ...Object.values(quota)],
    ),
  );
}

/** Another process with the same database, with respect to counts. */
async function secondServer(): Promise<TestServer> {
  const second = await startServer({ database: here.server.database });
  onTestFinished(() => second.stop());
  return second;
}

const clientAt = (server: TestServer): TestClient => clientOf(server, here.agent.bearer);

/** Bytes of all tables and their indexes. */
const tableBytes = (): Promise<number> =>
  here.server.database.asOwner(async (owner) => {
    const { rows } = await owner.query(
      `SELECT sum(pg_total_relation_size(oid))::float AS bytes FROM pg_class
       WHERE relnamespace = 'scout'::regnamespace AND relkind = 'r'`,
    );
    return rows[0].bytes;
  });

const lines = (count: number) => Array.from({ length: count }, (_, index) => line({ record_id: `${index}` }));

describe('a quota', () => {
  it('lets a burst through, then states the wait, and keeps what it took', async () => {
    await decide({ agent_events_per_second: 100 });
    expect(await ship(here.agent, 1, lines(limits.quota.burstSeconds * 100))).toMatchObject({ status: 200 });
    expect(await ship(here.agent, 2, lines(5_000))).toMatchObject({ status: 200 });
    const refused = await ship(here.agent, 3, lines(1));
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
    expect(refused.body.message).toMatch(/^This agent sent more than 100 events a second .* in \d+ s/);
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(50);
    expect(await here.stored()).toMatchObject({ events: limits.quota.burstSeconds * 100 + 5_000 });
  });

  it('of an organization counts all its agents and no others', async () => {
    await decide({ events_per_second: 10 });
    expect((await ship(here.agent, 1, lines(1_000))).status).toBe(200);
    const refused = await ship(here.agent, 2, lines(1));
    expect(refused.body).toMatchObject({ code: 'quota_exceeded' });
    expect(refused.body.message).toMatch(/^This organization sent more than 10 events a second/);
    const other = await createOrganization(here.server, `Organization ${randomUUID()}`);
    expect((await ship(await other.as('agent'), 1, lines(300))).status).toBe(200);
  });

  it('of bytes ends with the day', async () => {
    await decide({ agent_bytes_per_day: 10_000 });
    expect((await ship(here.agent, 1, lines(100))).status).toBe(200);
    const refused = await ship(here.agent, 2, lines(1));
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
    expect(refused.body.message).toContain('It can continue at 00:00 UTC');
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(86_400);
    await expect.poll(usedEvents).toBe(100);
    await here.server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.ingest_usage SET counted_at = counted_at - interval '24 hours' WHERE tenant_id = $1`,
        [here.organization.tenantId],
      ),
    );
    const next = await secondServer();
    expect((await ship(clientAt(next), 2, lines(1))).status).toBe(200);
  });

  it.each([
    ['many names', (n: number) => ({ target_user_name: `svc.a${n}`, workstation_name: `WS-${n}` })],
    ['one name', () => ({})],
  ])('of bytes counts what a batch of %s takes in the tables', async (_, fieldsOf) => {
    const before = await tableBytes();
    const sent = Array.from({ length: 6_000 }, (_, n) => line(fieldsOf(n)));
    for (const first of [0, 3_000])
      expect((await ship(here.agent, 1 + first, sent.slice(first, first + 3_000))).status).toBe(200);
    await expect.poll(usedEvents).toBe(6_000);
    const grown = (await tableBytes()) - before;
    const { organization } = await here.member.api.ingestUsage({});
    expect(organization.bytes_today).toBeGreaterThan(0.8 * grown);
    expect(organization.bytes_today).toBeLessThan(1.25 * grown);
  });

  it('is shown to members with the usage, and with agents that have to wait', async () => {
    await decide({ agent_events_per_second: 10, bytes_per_day: 1_000_000_000 });
    expect((await ship(here.agent, 1, lines(1_000))).status).toBe(200);
    await expect.poll(usedEvents).toBe(1000);
    const shown = await here.member.api.ingestUsage({});
    expect(shown).toMatchObject({
      organization: { events_today: 1000, bytes_per_day: 1_000_000_000, wait_seconds: 0 },
      agent: { events_per_second: 10 },
      agents: [{ agent_id: await here.organization.agentId(), host: 'WS-1042', events_today: 1000 }],
      storage_low: false,
    });
    expect(shown.organization.bytes_today).toBeGreaterThan(10_000);
    expect(shown.agents[0]?.wait_seconds).toBeGreaterThan(0);
  });

  it('holds across server processes', async () => {
    await decide({ agent_events_per_second: 10 });
    const second = await secondServer();
    expect((await ship(here.agent, 1, lines(1000))).status).toBe(200);
    // Each process writes its counts within a second.
    await expect.poll(usedEvents).toBe(1000);
    expect((await ship(clientAt(second), 2, lines(1))).status).toBe(429);
  });

  it('counts an unreadable body', async () => {
    await decide({ agent_events_per_second: 100 });
    const bad = () => ship(here.agent, 1, Buffer.from('not gzip'), { 'content-encoding': 'gzip' });
    expect(await bad()).toMatchObject({ status: 400, body: { code: 'not_gzip' } });
    expect(await bad()).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
  });

  it('counts processor time beside events', async () => {
    await decide({ events_per_second: 100 });
    const { quotas } = here.server.context;
    const sender = { tenantId: here.organization.tenantId, agentId: await here.organization.agentId() };
    const seconds = limits.quota.processor.least;
    const costly = (processorMs: number) =>
      quotas.charge(sender, { work: 10, events: 10, bytes: 1, processorMs });
    await quotas.admit(sender);
    costly(limits.quota.burstSeconds * seconds * 1000 - 1_000);
    await quotas.admit(sender);
    costly(10_000);
    const refusal = {
      code: 'quota_exceeded',
      message: expect.stringMatching(/needed more than 0.5 s of the server’s processor a second/),
    };
    await expect(quotas.admit(sender)).rejects.toMatchObject(refusal);
    const answer = await ship(here.agent, 1, lines(1));
    expect(answer).toMatchObject({ status: 429, body: refusal });
    expect(Number(answer.retryAfter)).toBeGreaterThan(10);
    expect(Number(answer.retryAfter)).toBeLessThanOrEqual(20);
  });

  it('counts a resent batch', async () => {
    await decide({ events_per_second: 2 });
    const begin = Date.now();
    const batch = lines(15);
    for (const duplicates of [0, 15])
      expect((await ship(here.agent, 1, batch)).body).toMatchObject({ duplicates });
    const busySeconds = async (): Promise<number> => ((await usage())?.busy_until.getTime() - begin) / 1000;
    await expect.poll(busySeconds).toBeGreaterThanOrEqual(15);
    expect(Number((await usage())?.events)).toBe(15);
  });

  it('is not reached by an agent that sends small batches all day', async () => {
    for (let batch = 1; batch <= 20; batch += 1) {
      expect((await ship(here.agent, batch, lines(5))).status).toBe(200);
    }
  });
});

describe('a disk with less space than the reserve', () => {
  it('accepts no events and says so, while users sign in and read', async () => {
    const full = await startServer({
      database: here.server.database,
      config: { diskReserveBytes: Number.MAX_SAFE_INTEGER },
    });
    onTestFinished(() => full.stop());
    const answer = await ship(clientAt(full), 1, lines(1));
    expect(answer).toMatchObject({ status: 503, retryAfter: '60', body: { code: 'storage_low' } });
    expect(answer.body.message).toContain('Nothing is lost');
    const member = await here.organization.as('member');
    const reading = await fetch(`${full.url}/rest/v1/tenants`, {
      headers: { authorization: `Bearer ${member.bearer}` },
    });
    expect(reading.status).toBe(200);
    const signIn = await fetch(`${full.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: here.organization.emailOf('member'),
        password: here.organization.password,
      }),
    });
    expect(signIn.status).toBe(200);
    expect((await ship(here.agent, 1, lines(1))).status).toBe(200);
  });
});

const usedEvents = async (): Promise<number> => Number((await usage())?.events);

/** The organization's usage across all processes. */
async function usage() {
  const { rows } = await here.server.database.asOwner((owner) =>
    owner.query('SELECT events, busy_until FROM scout.ingest_usage WHERE tenant_id = $1 AND sender_id = $1', [
      here.organization.tenantId,
    ]),
  );
  return rows[0];
}
