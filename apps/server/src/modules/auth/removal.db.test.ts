import { errors } from '@scout/contract';
import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Browser,
  mailAbout,
  openBrowser,
  openDomain,
  password,
  register,
  signIn,
} from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const refusal = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { code, message: errors[code].message },
});
const remove = (browser: Browser, body: object = { confirm: 'DELETE', password }) =>
  browser.post('/functions/v1/delete-account', body);
const rows = <T extends object>(sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query<T>(sql, values)).rows);

/** Tables of the schema with rows that hold this value in this column. */
async function tablesHolding(schema: string, column: string, value: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
     WHERE table_schema = $1 AND column_name = $2 ORDER BY 1`,
    [schema, column],
  );
  const holding = [];
  for (const { name } of tables) {
    const found = await rows(`SELECT FROM ${name} WHERE ${column}::text = $1 LIMIT 1`, [value]);
    if (found.length > 0) holding.push(name);
  }
  return holding;
}

describe('deleting a user', () => {
  it.each([
    [{ confirm: 'delete', password }],
    [{ confirm: 'DELETE' }],
    [{ password }],
    [{ confirm: 'DELETE', password: '' }],
  ])('is refused with %j', async (body) => {
    const browser = await register(
      server,
      inbox,
      `${crypto.randomUUID()}@careful.example`,
      'Careful Company',
    );
    expect(await remove(browser, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await remove(browser, { confirm: 'DELETE', password: 'another' })).toMatchObject(
      refusal('wrong_password'),
    );
    expect((await browser.get('/auth/v1/user')).status).toBe(200);
  });

  it('who is a member ends the membership, with an entry in the audit log', async () => {
    const admin = await register(server, inbox, 'ada@northwind.example', 'Northwind Bank');
    const email = 'bo@northwind.example';
    await openDomain(server, 'northwind.example');
    const member = await register(server, inbox, email, 'Northwind Bank');
    const { id } = (await member.get('/auth/v1/user')).body;
    expect((await remove(member)).body).toEqual({ organization_deleted: false });
    expect(member.cookies.has('scout.session_token')).toBe(false);
    const mail = await mailAbout(inbox, email, /account was deleted/);
    expect(mail.text).toContain('Firefox on Windows');
    expect(mail.text).not.toContain('only member');
    expect(await member.get('/auth/v1/user')).toMatchObject(refusal('session_ended'));
    expect(await signIn(openBrowser(server), email)).toMatchObject(refusal('invalid_login'));
    for (const schema of ['auth', 'scout']) {
      expect(await tablesHolding(schema, 'user_id', id), schema).toEqual([]);
    }
    expect(
      await rows(`SELECT action FROM scout.audit_logs WHERE actor = $1 ORDER BY id DESC LIMIT 1`, [email]),
    ).toEqual([{ action: 'account_deleted' }]);
    expect((await admin.get('/rest/v1/tenants')).body).toHaveLength(1);
    // The address is available again.
    await register(server, inbox, email, 'Northwind Bank');
  });

  it('who is the last admin is refused while others are active, and changes nothing', async () => {
    const admin = await register(server, inbox, 'ada@alder.example', 'Alder Health');
    await openDomain(server, 'alder.example');
    await register(server, inbox, 'bo@alder.example', 'Alder Health');
    expect(await remove(admin)).toMatchObject(refusal('last_admin'));
    expect(errors.last_admin.message).toBe('Cannot remove last admin');
    expect((await admin.get('/rest/v1/profiles')).body).toHaveLength(1);

    await rows(`UPDATE scout.memberships SET role = 'admin' WHERE email = 'bo@alder.example'`);
    expect((await remove(admin)).body).toEqual({ organization_deleted: false });
  });

  it('leaves an admin when all admins delete themselves at the same moment', async () => {
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@contended.example`);
    const browsers = [];
    for (const email of emails) {
      browsers.push(await register(server, inbox, email, 'Contended Company'));
      await openDomain(server, 'contended.example');
    }
    await register(server, inbox, 'member@contended.example', 'Contended Company');
    await rows(`UPDATE scout.memberships SET role = 'admin' WHERE email = ANY ($1)`, [emails]);
    const answers = await Promise.all(browsers.map((browser) => remove(browser)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    const left = await rows(
      `SELECT m.role FROM scout.memberships m JOIN scout.tenants t USING (tenant_id)
       WHERE t.company_key = 'contended company' ORDER BY 1`,
    );
    expect(left).toEqual([{ role: 'admin' }, { role: 'member' }]);
  });

  it('who is alone deletes the organization and all its data', async () => {
    const browser = await register(server, inbox, 'ada@meridian.example', 'Meridian Defense');
    const [{ tenant_id: tenantId }] = (await browser.get('/rest/v1/tenants')).body;
    const operator = { authorization: `Bearer ${server.operatorToken}`, 'content-type': 'application/json' };
    const enrolment = await fetch(`${server.url}/operator/v1/enrolments`, {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({ tenant_id: tenantId }),
    });
    const { token } = (await enrolment.json()) as { token: string };
    const machine = { machine_id: 'one', host: 'WS-1042', platform: 'windows', version: '1' };
    const agent = await openBrowser(server).post('/api/agents/v1/enrol', { ...machine, token });
    const sent = await fetch(`${server.url}/api/ingest/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agent.body.credential}`,
        'content-type': 'application/x-ndjson',
        'scout-batch': '1',
      },
      body: JSON.stringify({
        event_type: 'WINDOWS_SECURITY_4625',
        timestamp: new Date(Date.now() - 60_000).toISOString(),
        target_user_name: 'svc.billing',
        system_context_computer_name: 'PRD-SQL01',
      }),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1 });
    // An approved but unregistered member does not count as another member.
    const invited = 'invited@meridian.example';
    await browser.post('/rest/v1/members', { email: invited });
    await browser.post('/functions/v1/send-member-invitation', { to: invited });
    await browser.post('/rpc/approve_member', { p_tenant_id: tenantId, p_email: invited });
    await browser.send('PATCH', '/rest/v1/tenants', { alert_recipient_emails: [invited] });
    const holding = await tablesHolding('scout', 'tenant_id', tenantId);
    for (const table of [
      'agents',
      'alert_recipients',
      'invitations',
      'audit_logs',
      'batches',
      'incidents',
      'profiles',
      'rollups',
      'tenant_events',
    ]) {
      expect(holding).toContain(`scout.${table}`);
    }

    expect((await remove(browser)).body).toEqual({ organization_deleted: true });
    expect(await tablesHolding('scout', 'tenant_id', tenantId)).toEqual([]);
    const mail = await mailAbout(inbox, 'ada@meridian.example', /account was deleted/);
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('You were the only member of Meridian Defense');
    const refused = await openBrowser(server).post('/api/agents/v1/enrol', { ...machine, token });
    expect(refused).toMatchObject({ status: 401 });
  });

  it('can clear every table that belongs to an organization', async () => {
    const without = await rows(`
      SELECT c.oid::regclass::text AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
      WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT (has_table_privilege('scout_definer', c.oid, 'DELETE')
          AND has_column_privilege('scout_definer', c.oid, a.attnum, 'SELECT')
          AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'definer_all'))`);
    expect(without).toEqual([]);
  });
});
