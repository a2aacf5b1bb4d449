import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { clientOf, createClock, createOrganization } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type EnrolledAgent,
  enrolIn,
  type Fleet,
  machine,
  quiet,
  startFleet,
} from '../../../testing/fleet.ts';
import { fresh } from '../../../testing/fresh.ts';
import { maintainPartitions } from '../../events/jobs/partitions.ts';
import { makeDownloadTicket } from '../sql/downloadTickets.ts';

const clock = createClock(new Date().toISOString());
let first: Fleet;
/** An organization of its own for each test. */
let fleet: Fleet;

beforeAll(async () => {
  first = await startFleet(clock);
});
afterAll(() => first.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  const bank = await createOrganization(first.server, fresh('Northwind'));
  fleet = { ...first, bank, admin: await bank.as('admin') };
});

const owner = (sql: string, values: unknown[] = []) =>
  first.server.database.asOwner(async (client) => (await client.query(sql, values)).rows);

/** The token in a download by somebody who is not an admin. */
async function tokenOf(createdBy: string, maxUses = 25): Promise<string> {
  const token = `scout_enrol_${randomUUID()}`;
  const expires = new Date(Date.now() + 3_600_000);
  const { tenantId } = fleet.bank;
  await first.server.database.withRole({ role: 'scout_member', tenantId }, (tx) =>
    makeDownloadTicket(tx, {
      ticket: randomUUID(),
      token,
      path: 'linux/scout-agent-latest.deb',
      label: 'Download for linux',
      createdBy,
      now: new Date(),
      ticketExpires: expires,
      tokenExpires: expires,
      maxUses,
      needsApproval: true,
    }),
  );
  return token;
}
const member = () => fleet.bank.emailOf('member');

/** Adds rows like those of enrolled machines, with the given token if any. */
async function fill(count: number, { host = 'AAA', token = null as string | null } = {}): Promise<void> {
  await owner(
    `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at,
       awaiting_approval, enrolled_with)
     SELECT $1, 'filled ' || n || gen_random_uuid(), $3, 'linux', '0.1.0', sha256(gen_random_uuid()::text::bytea), now(), now(), $4::bytea IS NOT NULL,
       (SELECT token_id FROM scout.enrolment_tokens WHERE tenant_id = $1 AND token_hash = $4) FROM generate_series(1, $2::int) n`,
    [fleet.bank.tenantId, count, host, token && (await hashOf(token))],
  );
}
const hashOf = async (token: string) =>
  (await owner('SELECT sha256(convert_to($1, $2)) AS hash', [token, 'UTF8']))[0].hash;
const enrol = (token: string) =>
  clientOf(first.server).api.agentEnrol({ ...machine, token, machine_id: fresh('machine') });

it('machines that await approval and revoked ones hide no approved one', async () => {
  const real = await enrolIn(fleet);
  await fill(limits.agent.listed, { token: await tokenOf(member()) });
  const listed = await fleet.admin.api.agents({});
  expect(listed).toHaveLength(limits.agent.listed);
  expect(listed[0]).toMatchObject({ agent_id: real.id, awaiting_approval: false });
  await owner('UPDATE scout.agents SET revoked_at = now(), awaiting_approval = false WHERE host = $1', [
    'AAA',
  ]);
  expect((await fleet.admin.api.agents({}))[0]).toMatchObject({ agent_id: real.id });
});

it('one person’s downloads bring a limited number of machines that await approval', async () => {
  const [token, others] = [await tokenOf(member(), 200), await tokenOf('other@northwind.example', 200)];
  await fill(limits.agent.awaitingOfPerson - 1, { token });
  expect(await enrol(token)).toMatchObject({ awaiting_approval: true });
  await expect(enrol(token)).rejects.toMatchObject({ code: 'approval_limit', status: 409 });
  await expect(enrol(await tokenOf(member()))).rejects.toMatchObject({ code: 'approval_limit' });
  expect(await enrol(others)).toMatchObject({ awaiting_approval: true });

  const [waiting] = (await fleet.admin.api.agents({})).filter(({ awaiting_approval }) => awaiting_approval);
  await fleet.admin.api.agentsApprove({ agent_id: waiting!.agent_id });
  expect(await enrol(token)).toMatchObject({ awaiting_approval: true });
});

it('an organization has a limited number of machines that await approval, counted under concurrency', async () => {
  const people = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@northwind.example`);
  const tokens = await Promise.all(people.map((person) => tokenOf(person, 200)));
  for (const token of tokens.slice(0, 5)) await fill(limits.agent.awaitingOfPerson - 1, { token });
  const outcomes = await Promise.allSettled([...tokens, ...tokens].map(enrol));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'approval_limit' });
  expect(await enrolIn(fleet), 'without approval').toBeDefined();
});

it('an organization has as many agents as are listed', async () => {
  await fill(limits.agent.most - 1);
  const { id } = await enrolIn(fleet);
  await expect(enrolIn(fleet)).rejects.toMatchObject({ code: 'machine_limit', status: 409 });
  await fleet.admin.api.agentsRevoke({ agent_id: id });
  await enrolIn(fleet);
});

it('a machine that nobody approves is removed after some days, and the audit log says so', async () => {
  const connect = (credential: string): EnrolledAgent =>
    ({ ...clientOf(first.server, credential) }) as EnrolledAgent;
  const token = await tokenOf(member());
  const [expired, recent, rejected] = [await enrol(token), await enrol(token), await enrol(token)];
  const approved = await enrolIn(fleet);
  const gap = {
    gap_id: randomUUID(),
    source: 'Security',
    reason: 'record_gap' as const,
    from_record: null,
    to_record: null,
    missing: 1,
    happened_at: new Date().toISOString(),
  };
  await connect(expired.credential).api.agentHeartbeat({ ...quiet, gaps: [gap] });
  await fleet.admin.api.agentsReject({ agent_id: rejected.agent_id });
  const before = `now() - interval '${limits.agent.awaitingDays} days 1 minute'`;
  await owner(`UPDATE scout.agents SET enrolled_at = ${before} WHERE agent_id = ANY ($1)`, [
    [expired.agent_id, rejected.agent_id, approved.id],
  ]);
  await maintainPartitions(first.server.context);
  const left = (await fleet.admin.api.agents({})).map(({ agent_id }) => agent_id);
  expect(left.toSorted()).toEqual([recent.agent_id, rejected.agent_id, approved.id].toSorted());
  const entries = await fleet.admin.api.auditLogs({ text: expired.agent_id });
  expect(entries.map(({ action }) => action)).toContain('agent_expired');
  await expect(connect(expired.credential).api.agentHeartbeat(quiet)).rejects.toMatchObject({
    code: 'invalid_credential',
  });
});
