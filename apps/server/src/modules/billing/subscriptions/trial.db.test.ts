import { DAY } from '@scout/detection/time';
import {
  clientOf,
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  seedCase,
  startServer,
  type TestClient,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailAbout, openBrowser, register, signIn } from '../../auth/testing/browser.ts';
import { counts, line, ship } from '../../ingest/testing/ship.ts';
import { advanceSubscription, awaitingSteps } from './advance.ts';

const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;
let operator: TestClient;
beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ clock, inbox });
  operator = clientOf(server, server.operatorToken);
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

/** Advances time and applies the due steps, like the job. Returns those of one organization. */
async function pass(of: string, days: number): Promise<string[]> {
  clock.advance(days * DAY);
  const taken: string[] = [];
  for (;;) {
    const due = await awaitingSteps(server.context.pool, clock.now());
    if (due.length === 0) return taken;
    for (const tenantId of due) {
      const step = await advanceSubscription(server.context, tenantId);
      if (step !== null && tenantId === of) taken.push(step.kind);
    }
  }
}

/** An organization founded by a person, with an agent that has sent three events. */
async function found(company: string, domain: string) {
  const email = `ada@${domain}`;
  await register(server, inbox, email, company);
  /** The organization as read by its admin after a new sign-in. */
  const read = async () => {
    const browser = openBrowser(server);
    await signIn(browser, email);
    return (await clientOf(server, browser.token).api.tenants({}))[0]!;
  };
  const { tenant_id: tenantId } = await read();
  const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id: tenantId });
  const { credential } = await clientOf(server).api.agentEnrol({
    token,
    machine_id: domain,
    host: 'PRD-SQL01',
    platform: 'windows',
    version: '0.1.0',
  });
  const agent = clientOf(server, credential);
  expect(await ship(agent, 1, [line(), line(), line()])).toMatchObject({ status: 200 });
  return { tenantId, email, read, agent };
}

const heartbeat = (agent: TestClient) =>
  agent.api.agentHeartbeat({
    host: 'PRD-SQL01',
    platform: 'windows',
    version: '0.1.0',
    queue_depth: 0,
    events_read: 0,
    events_rejected: 0,
  });

const run = (sql: string, values: unknown[]) => server.database.asOwner((owner) => owner.query(sql, values));
const stored = { batches: 1, bodies: 1, events: 3, incidents: 6, rollups: 6 };

it('starts with the organization, is announced before its end, ends by itself, and a subscription restores everything', async () => {
  const { tenantId, email, read, agent } = await found('Alder Health', 'alder.example');
  const other = await found('Birch Insurance', 'birch.example');
  await operator.api.operatorTenantsUpdate({ tenant_id: other.tenantId, is_subscribed: true });
  const endsAt = new Date(Date.parse((await read()).trial_ends_at!));
  expect(endsAt.getTime() - clock.now()).toBeGreaterThan(14.9 * DAY);
  expect(await read()).toMatchObject({ is_subscribed: true, data_until: null });
  expect((await heartbeat(agent)).subscribed).toBe(true);

  expect(await pass(tenantId, 11.9)).toEqual([]);
  expect(await pass(tenantId, 0.2)).toEqual(['remind']);
  expect((await mailAbout(inbox, email, /trial ends soon/)).text).toContain('Alder Health');
  expect(await pass(tenantId, 1)).toEqual([]);
  expect(await pass(tenantId, 1)).toEqual(['remind']);
  await mailAbout(inbox, email, /trial ends soon/);
  expect(await pass(tenantId, 0.8)).toEqual([]);
  expect((await read()).is_subscribed).toBe(true);

  expect(await pass(tenantId, 0.2)).toEqual(['end_trial']);
  const ended = await read();
  expect(ended).toMatchObject({ is_subscribed: false, trial_ends_at: null });
  expect(Date.parse(ended.data_until!) - clock.now()).toBe(30 * DAY);
  const said = await mailAbout(inbox, email, /trial has ended/);
  expect(said.text).toMatch(/Data kept until +\d+ \w+ \d{4}, \d\d:\d\d UTC/);
  expect((await heartbeat(agent)).subscribed).toBe(false);
  expect(await ship(agent, 2, [line()])).toMatchObject({
    status: 403,
    retryAfter: '900',
    body: { code: 'subscription_ended' },
  });
  expect(await counts(server.database, tenantId)).toMatchObject(stored);

  expect(await pass(tenantId, 29.9)).toEqual([]);
  await operator.api.operatorTenantsUpdate({ tenant_id: tenantId, is_subscribed: true });
  expect(await read()).toMatchObject({ is_subscribed: true, trial_ends_at: null, data_until: null });
  expect(await pass(tenantId, 100)).toEqual([]);
  expect(await counts(server.database, tenantId)).toMatchObject(stored);
  expect(await ship(agent, 2, [line()])).toMatchObject({ status: 200, body: { accepted: 1 } });
  // The other one is unaffected.
  expect(await counts(server.database, other.tenantId)).toMatchObject(stored);
  expect(inbox.mails.filter(({ to, subject }) => to === other.email && /trial/.test(subject))).toEqual([]);

  const log = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT action FROM scout.audit_logs WHERE tenant_id = $1 AND action ~ '^(trial|subscription)' ORDER BY sequence`,
      [tenantId],
    ),
  );
  expect(log.rows.map(({ action }) => action)).toEqual([
    'trial_started',
    'trial_ended',
    'subscription_changed',
  ]);
});

it('loses its data thirty days after its end, and nobody else does; its users sign in, and its agents resume', async () => {
  const { tenantId, email, read, agent } = await found('Cedar Bank', 'cedar.example');
  const other = await found('Dogwood Energy', 'dogwood.example');
  await seedCase(run, tenantId);
  await seedCase(run, other.tenantId);
  await operator.api.operatorTenantsUpdate({ tenant_id: other.tenantId, is_subscribed: true });
  expect(await pass(tenantId, 15)).toEqual(['end_trial']);
  expect(await pass(tenantId, 29.9)).toEqual([]);
  expect(await counts(server.database, tenantId)).toMatchObject(stored);

  expect(await pass(tenantId, 0.2)).toEqual(['remove_data']);
  expect(await pass(tenantId, 1)).toEqual([]);
  const kept = await counts(server.database, tenantId);
  expect(kept).toMatchObject({ batches: 1, bodies: 0, events: 0, incidents: 0, rollups: 0 });
  expect(await counts(server.database, other.tenantId)).toMatchObject(stored);
  const cases = await server.database.asOwner((owner) =>
    owner.query('SELECT tenant_id FROM scout.cases WHERE tenant_id = ANY ($1)', [[tenantId, other.tenantId]]),
  );
  expect(cases.rows).toEqual([{ tenant_id: other.tenantId }]);
  expect(await read()).toMatchObject({ is_subscribed: false, data_until: null, members: [[email, '1']] });

  await operator.api.operatorTenantsUpdate({ tenant_id: tenantId, is_subscribed: true });
  // The number used before the removal is still known.
  expect(await ship(agent, 1, [line({ target_user_name: 'svc.other' })])).toMatchObject({ status: 409 });
  expect(await ship(agent, 2, [line()])).toMatchObject({ status: 200 });
});

it('also ends for an organization that the operator unsubscribes, with one mail to its admins', async () => {
  const bank = await createOrganization(server, 'Elm Trust');
  const admin = await bank.as('admin');
  await bank.as('member');
  for (const is_subscribed of [false, false])
    await operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed });
  await mailAbout(inbox, bank.emailOf('admin'), /subscription has ended/);
  const [tenant] = await admin.api.tenants({});
  expect(Date.parse(tenant!.data_until!) - clock.now()).toBe(30 * DAY);
  const notices = inbox.mails.filter(({ subject }) => subject === 'Your subscription has ended: Elm Trust');
  expect(notices.map(({ to }) => to)).toEqual([bank.emailOf('admin')]);
});

it('never has steps due for an organization without a subscription', async () => {
  const { tenantId } = await createOrganization(server, 'Fir Foods', { isSubscribed: false });
  expect(await pass(tenantId, 1000)).toEqual([]);
});

it('takes each step once, with ten servers', async () => {
  const { tenantId, email } = await found('Gum Logistics', 'gum.example');
  clock.advance(15 * DAY);
  const steps = await Promise.all(
    Array.from({ length: 10 }, () => advanceSubscription(server.context, tenantId)),
  );
  expect(steps.filter((step) => step !== null)).toEqual([{ kind: 'end_trial' }]);
  await mailAbout(inbox, email, /trial has ended/);
  expect(inbox.mails.filter(({ subject }) => subject === 'Your trial has ended: Gum Logistics')).toHaveLength(
    1,
  );
});

it('every table with data of organizations is either deleted after the end or kept on purpose', async () => {
  /** People, settings, agents, directories and history; batches keep their numbers. */
  const kept = [
    'account_postures',
    'agent_configuration_keys',
    'agent_group_rings',
    'agent_group_versions',
    'agent_groups',
    'agent_upgrade_rings',
    'agent_upgrades',
    'agents',
    'alert_preferences',
    'alert_recipients',
    'api_tokens',
    'assessment_requests',
    'assessments',
    'audit_heads',
    'audit_logs',
    'batches',
    'case_exceptions',
    'channel_secrets',
    'channels',
    'detection_settings',
    'directories',
    'directory_accounts',
    'directory_computers',
    'directory_pieces',
    'directory_secrets',
    'directory_snapshots',
    'download_tickets',
    'enrolment_tokens',
    'group_roles',
    'invitations',
    'memberships',
    'organization_domains',
    'owner_review_accounts',
    'owner_reviews',
    'payments',
    'posture_changes',
    'profiles',
    'quotas',
    'removed_addresses',
    'report_subscriptions',
    'saved_views',
    'scim_group_members',
    'scim_groups',
    'scim_users',
    'service_accounts',
    'sso_break_glass',
    'sso_connections',
    'sso_identities',
    'sso_secrets',
    'tenants',
    // Deleted with their cases.
    'tickets',
  ];
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ name: string; removes: boolean }>(
      `SELECT c.relname AS name, pg_get_functiondef('scout.remove_ended_data'::regproc) ~ ('''' || c.relname || '''') AS removes
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    ),
  );
  expect(rows.filter(({ removes }) => !removes).map(({ name }) => name)).toEqual(kept);
});
