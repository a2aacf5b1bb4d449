import { DAY } from '@scout/detection/time';
import {
  clientOf,
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAbout } from '../../auth/testing/browser.ts';
import { counts, line, ship } from '../../ingest/testing/ship.ts';
import { awaitingDeletion, deleteRequested } from './deleteRequested.ts';

const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;
beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ clock, inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

/** Advances time and deletes what is due, like the job. */
async function pass(days: number): Promise<string[]> {
  clock.advance(days * DAY);
  const due = await awaitingDeletion(server.context.pool, clock.now());
  for (const tenantId of due) await deleteRequested(server.context, tenantId);
  return due;
}

/** An organization with an admin, events and a case. */
async function filled(name: string) {
  const organization = await createOrganization(server, name);
  const { agent, admin } = { agent: await organization.as('agent'), admin: await organization.as('admin') };
  expect(await ship(agent, 1, [line(), line()])).toMatchObject({ status: 200 });
  await server.database.asOwner((owner) =>
    seedCase((sql, values) => owner.query(sql, values), organization.tenantId),
  );
  const signIn = async () => {
    const { session } = await clientOf(server).api.authToken({
      query: { grant_type: 'password' },
      body: { email: organization.emailOf('admin'), password: organization.password },
    });
    return clientOf(server, session.access_token);
  };
  const request = (change: object = {}) =>
    admin.api.organizationDeletionRequest({ company_name: name, password: organization.password, ...change });
  return { ...organization, agent, admin, signIn, request };
}

/** Tables with rows of an organization. */
async function tablesOf(tenantId: string): Promise<string[]> {
  return server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const holding: string[] = [];
    for (const { name } of rows) {
      const found = await owner.query(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [tenantId]);
      if (found.rowCount === 1) holding.push(name);
    }
    return holding;
  });
}

describe('the deletion of an organization', () => {
  it('removes all its data after seven days, and nothing of another; users stay, agents are refused', async () => {
    const bank = await filled('Ash Bank');
    const rival = await filled('Beech Trust');
    const { deletion_due_at } = await bank.request();
    expect(Date.parse(deletion_due_at) - clock.now()).toBe(7 * DAY);
    expect((await bank.admin.api.tenants({}))[0]).toMatchObject({ deletion_due_at });
    const notice = await mailAbout(inbox, bank.emailOf('admin'), /will be deleted/);
    expect(notice.text.replaceAll(/\s+/g, ' ')).toContain('any admin can undo this');
    const before = await tablesOf(rival.tenantId);
    expect(await tablesOf(bank.tenantId)).toEqual(
      expect.arrayContaining(['scout.tenant_events', 'scout.cases']),
    );

    expect(await pass(6.9)).toEqual([]);
    expect(await ship(bank.agent, 2, [line()])).toMatchObject({ status: 200 });
    expect(await pass(0.2)).toEqual([bank.tenantId]);
    expect(await tablesOf(bank.tenantId)).toEqual([]);
    expect(await tablesOf(rival.tenantId)).toEqual(before);
    expect(await counts(server.database, rival.tenantId)).toMatchObject({ batches: 1, events: 2 });
    await mailAbout(inbox, bank.emailOf('admin'), /was deleted/);
    expect(await ship(bank.agent, 3, [line()])).toMatchObject({ status: 401 });
    expect(await (await bank.signIn()).api.tenants({})).toEqual([]);
    expect(await pass(100)).toEqual([]);
    expect(await (await rival.signIn()).api.tenants({})).toHaveLength(1);
  });

  it('can be canceled until then, by any admin, and is audited', async () => {
    const bank = await filled('Cork Bank');
    await bank.request();
    await pass(6);
    const admin = await bank.signIn();
    expect(await admin.api.organizationDeletionWithdraw({})).toEqual({ withdrawn: true });
    expect(await admin.api.organizationDeletionWithdraw({})).toEqual({ withdrawn: false });
    await mailAbout(inbox, bank.emailOf('admin'), /organization stays/);
    expect(await pass(30)).toEqual([]);
    const again = await bank.signIn();
    expect((await again.api.tenants({}))[0]).toMatchObject({ deletion_due_at: null });
    const log = await again.api.auditLogs({});
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization_deletion_requested', 'organization_deletion_withdrawn']),
    );
    expect(await counts(server.database, bank.tenantId)).toMatchObject({ events: 2 });
  });

  it('requires the password and the exact name, and keeps the day when requested again', async () => {
    const bank = await filled('Date Bank');
    const { admin } = bank;
    await expect(bank.request({ password: 'another password' })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await expect(bank.request({ company_name: 'date bank' })).rejects.toMatchObject({
      code: 'wrong_organization_name',
    });
    expect((await admin.api.tenants({}))[0]).toMatchObject({ deletion_due_at: null });
    const { deletion_due_at } = await bank.request();
    clock.advance(60_000);
    expect(await bank.request()).toEqual({ deletion_due_at });
    await admin.api.organizationDeletionWithdraw({});
  });

  it('can be neither requested nor canceled by a member', async () => {
    const bank = await filled('Elder Bank');
    const { api } = await bank.as('member');
    const body = { company_name: 'Elder Bank', password: bank.password };
    await expect(api.organizationDeletionRequest(body)).rejects.toMatchObject({ code: 'admin_required' });
    await expect(api.organizationDeletionWithdraw({})).rejects.toMatchObject({ code: 'admin_required' });
  });

  it('is done once by several servers, and not for an organization that is not due', async () => {
    const bank = await filled('Fig Bank');
    expect(await deleteRequested(server.context, bank.tenantId)).toBe(false);
    await bank.request();
    clock.advance(8 * DAY);
    const done = await Promise.allSettled(
      Array.from({ length: 4 }, () => deleteRequested(server.context, bank.tenantId)),
    );
    expect(done.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(1);
    await mailAbout(inbox, bank.emailOf('admin'), /was deleted/);
    expect(
      inbox.mails.filter(({ subject }) => subject === 'Your organization was deleted: Fig Bank'),
    ).toHaveLength(1);
  });
});
