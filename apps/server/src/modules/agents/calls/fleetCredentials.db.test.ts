import {
  clientOf,
  createClock,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, rowOf, startFleet } from '../../../testing/fleet.ts';
import { batchRequest, fresh } from '../../../testing/world.ts';

const DAY_MS = 86_400_000;

/** The database uses the real clock, so this one is set to it before each test. */
const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let server: TestServer;
let bank: TestOrganization;
let admin: TestClient;
let agent: EnrolledAgent;

beforeAll(async () => {
  fleet = await startFleet(clock);
  ({ server, bank, admin } = fleet);
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  agent = await enrolIn(fleet);
});

const row = (id = agent.id) => rowOf(fleet, id);

describe('the credential', () => {
  it('is due for rotation when it is old', async () => {
    clock.advance(90 * DAY_MS + 60_000);
    expect(await agent.api.agentHeartbeat(quiet)).toMatchObject({ rotate_credential: true });
  });

  it('is valid until the next one is first used, and void afterwards', async () => {
    const { credential } = await agent.api.agentRotate({});
    expect(await agent.api.agentHeartbeat(quiet)).toMatchObject({ next_batch: 1 });

    const next = clientOf(server, credential);
    await next.api.agentHeartbeat(quiet);
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({
      code: 'invalid_credential',
      status: 401,
    });
    await next.request('/api/ingest/v1/events', batchRequest());
    expect(await row()).toMatchObject({ events_accepted: 1 });
  });

  it('that was issued and never used is void when another is requested', async () => {
    const lost = await agent.api.agentRotate({});
    const kept = await agent.api.agentRotate({});
    await expect(clientOf(server, lost.credential).api.agentHeartbeat(quiet)).rejects.toMatchObject({
      code: 'invalid_credential',
    });
    await clientOf(server, kept.credential).api.agentHeartbeat(quiet);
  });

  it('is stored as a hash only', async () => {
    const { credential } = await agent.api.agentRotate({});
    const { rows } = await server.database.asOwner((owner) =>
      owner.query(
        'SELECT next_credential_hash, a::text AS everything FROM scout.agents a WHERE agent_id = $1',
        [agent.id],
      ),
    );
    expect(rows[0].next_credential_hash).toEqual(hashSecret(credential));
    expect(rows[0].everything).not.toContain(credential);
  });

  it('ends with the next request after an admin revoked the agent, including the next one of a rotation', async () => {
    const { credential } = await agent.api.agentRotate({});
    const revoked = await admin.api.agentsRevoke({ agent_id: agent.id });
    expect(revoked).toMatchObject({ state: 'revoked', reasons: [] });
    for (const one of [agent, clientOf(server, credential)]) {
      await expect(one.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'credential_revoked' });
      await expect(one.api.agentRotate({})).rejects.toMatchObject({ code: 'credential_revoked' });
      const shipped = await one.request('/api/ingest/v1/events', batchRequest());
      expect([shipped.status, await shipped.json()]).toMatchObject([401, { code: 'credential_revoked' }]);
    }
    clock.advance(5000);
    expect((await admin.api.agentsRevoke({ agent_id: agent.id })).revoked_at).toBe(revoked.revoked_at);
    const entries = await admin.api.auditLogs({ action: 'agent_revoked' });
    expect(entries.filter(({ details }) => details.agent_id === agent.id)).toMatchObject([
      { actor: bank.emailOf('admin'), details: { host: 'PRD-SQL01' } },
    ]);
  });
});

describe('enrollment tokens', () => {
  it('are created by an admin, shown once, listed without the secret, and refer to the agents they enrolled', async () => {
    const made = await admin.api.enrolmentsCreate({ label: 'Laptops', max_uses: 2, expires_in_hours: 48 });
    expect(made).toMatchObject({
      label: 'Laptops',
      created_by: bank.emailOf('admin'),
      expires_at: new Date(clock.now() + 48 * 3_600_000).toISOString(),
      max_uses: 2,
      uses: 0,
      revoked_at: null,
    });
    const enrolled = await enrolIn(fleet, fresh('machine'), made.token);
    const answer = await admin.request('/api/v1/enrolments');
    const text = await answer.text();
    expect(text).not.toContain(made.token);
    const { token: _, ...listed } = made;
    expect(JSON.parse(text)).toContainEqual({ ...listed, uses: 1 });
    expect((await row(enrolled.id)).enrolled_with).toBe(made.token_id);
  });

  it('admit nobody once revoked; enrolled agents stay', async () => {
    const { token, token_id } = await admin.api.enrolmentsCreate({});
    const inside = await enrolIn(fleet, fresh('machine'), token);
    const revoked = await admin.api.enrolmentsRevoke({ token_id });
    expect(revoked.revoked_at).not.toBeNull();
    await expect(enrolIn(fleet, fresh('machine'), token)).rejects.toMatchObject({
      code: 'invalid_enrolment_token',
    });
    await inside.api.agentHeartbeat(quiet);
    clock.advance(5000);
    expect((await admin.api.enrolmentsRevoke({ token_id })).revoked_at).toBe(revoked.revoked_at);
  });

  it('are audited without the secret', async () => {
    const { token, token_id } = await admin.api.enrolmentsCreate({ label: 'Servers' });
    await admin.api.enrolmentsRevoke({ token_id });
    const entries = await admin.api.auditLogs({ text: token_id });
    expect(entries.map(({ action }) => action)).toEqual(['enrolment_revoked', 'enrolment_created']);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it.each([
    ['no use', { max_uses: 0 }],
    ['too long', { expires_in_hours: 8761 }],
    ['a long label', { label: 'x'.repeat(201) }],
    ['a NUL', { label: 'a\u0000' }],
  ])('with %s are refused', async (_name, input) => {
    await expect(admin.api.enrolmentsCreate(input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
