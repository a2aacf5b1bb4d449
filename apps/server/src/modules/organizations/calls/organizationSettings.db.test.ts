import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
let tenantId: string;
let domain: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, domain, admin } = await organizationWithAdmin(server));
});

const at = (name: string) => `${name}@${domain}`;

/** Sorted: entries of one change have the same time. */
async function changes(): Promise<(readonly [string, string | null])[]> {
  const entries = await admin.api.auditLogs({});
  return entries
    .filter(({ action, actor }) => !action.startsWith('sign') && actor !== 'operator')
    .map(({ action, target_email }) => [action, target_email] as const)
    .toSorted();
}

describe('alert recipients', () => {
  const save = (...alert_recipient_emails: string[]) => admin.api.tenantsUpdate({ alert_recipient_emails });

  it('are saved as a whole list, in its order', async () => {
    expect((await save('soc@b.example', ' Night@A.example ')).alert_recipient_emails).toEqual([
      'soc@b.example',
      'night@a.example',
    ]);
    await save('night@a.example', 'soc@b.example', 'new@c.example');
    await save('night@a.example', 'new@c.example');
    const [tenant] = await admin.api.tenants({});
    expect(tenant?.alert_recipient_emails).toEqual(['night@a.example', 'new@c.example']);
    expect(await changes()).toEqual([
      ['alert_recipient_added', 'new@c.example'],
      ['alert_recipient_added', 'night@a.example'],
      ['alert_recipient_added', 'soc@b.example'],
      ['alert_recipient_removed', 'soc@b.example'],
    ]);
  });

  it('contain an address once, whatever its case', async () => {
    await save('soc@b.example');
    await expect(save('soc@b.example', 'SOC@b.example')).rejects.toMatchObject({
      code: 'recipient_exists',
      status: 409,
      message: 'This email is already in your alert recipients list',
    });
    expect((await admin.api.tenants({}))[0]?.alert_recipient_emails).toEqual(['soc@b.example']);
  });

  it('cannot lose the last one', async () => {
    expect((await save()).alert_recipient_emails).toEqual([]);
    await save('soc@b.example');
    await expect(save()).rejects.toMatchObject({
      code: 'last_recipient',
      message: 'The last alert recipient cannot be removed.',
    });
  });

  it('are addresses, and no more than fifty', async () => {
    await expect(save('soc@b.example', 'nobody')).rejects.toMatchObject({
      message: 'Please enter a valid email address',
    });
    const many = Array.from({ length: 51 }, (_, n) => `soc${n}@b.example`);
    await expect(save(...many)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(save(...many.slice(1))).resolves.toMatchObject({ tenant_id: tenantId });
  });

  it('are neither visible to members nor changed by them', async () => {
    await save('soc@b.example');
    const bo = await signedIn(server, tenantId, at('bo'));
    expect((await bo.api.tenants({}))[0]?.alert_recipient_emails).toEqual([]);
    await expect(bo.api.tenantsUpdate({ alert_recipient_emails: ['bo@b.example'] })).rejects.toMatchObject({
      code: 'admin_required',
    });
  });

  it('of two admins who save at once are one of the two lists', async () => {
    const bo = await signedIn(server, tenantId, at('bo'), 'admin');
    await Promise.all(
      [admin, bo].flatMap((person, who) =>
        Array.from({ length: 10 }, (_, n) =>
          person.api.tenantsUpdate({
            alert_recipient_emails: [`a${who}${n}@b.example`, `z${who}${n}@b.example`],
          }),
        ),
      ),
    );
    const [tenant] = await admin.api.tenants({});
    const [first = '', second] = tenant?.alert_recipient_emails ?? [];
    expect(second).toBe(first.replace('a', 'z'));
  });
});

describe('switches', () => {
  it('of email alerts are open to members, with an audit entry; the others to admins', async () => {
    const bo = await signedIn(server, tenantId, at('alerts'));
    const [before] = await bo.api.tenants({});
    const wanted = !before?.receive_email_alerts;
    expect(await bo.api.tenantsUpdate({ receive_email_alerts: wanted })).toMatchObject({
      receive_email_alerts: wanted,
      alert_recipient_emails: [],
    });
    expect((await admin.api.tenants({}))[0]?.receive_email_alerts).toBe(wanted);
    expect((await admin.api.auditLogs({}))[0]).toMatchObject({
      actor: at('alerts'),
      action: 'email_alerts_changed',
      details: { enabled: wanted, former_enabled: !wanted },
    });
    for (const more of [{}, { receive_email_alerts: !wanted }]) {
      await expect(bo.api.tenantsUpdate({ requires_second_factor: true, ...more })).rejects.toMatchObject({
        code: 'admin_required',
      });
    }
    expect((await admin.api.tenants({}))[0]?.receive_email_alerts).toBe(wanted);
    await admin.api.tenantsUpdate({ receive_email_alerts: true });
  });

  it('change what is given, with an audit entry for the change', async () => {
    const stays = { requires_second_factor: false };
    const changed = await admin.api.tenantsUpdate({ receive_email_alerts: false, ...stays });
    expect(changed).toMatchObject({ receive_email_alerts: false, ...stays });
    expect(await admin.api.tenantsUpdate({ receive_email_alerts: true })).toMatchObject({
      receive_email_alerts: true,
      ...stays,
    });
    const entries = await admin.api.auditLogs({});
    expect(
      entries
        .filter(({ action }) => action.endsWith('_changed'))
        .map(({ action, details }) => [action, details]),
    ).toEqual([
      ['email_alerts_changed', { enabled: true, former_enabled: false }],
      ['email_alerts_changed', { enabled: false, former_enabled: true }],
    ]);
  });

  it('that require a second factor apply from the next request on', async () => {
    const bo = await signedIn(server, tenantId, at('bo'));
    expect(await admin.api.tenantsUpdate({ requires_second_factor: true })).toMatchObject({
      requires_second_factor: true,
    });
    for (const person of [bo, admin]) {
      await expect(person.api.tenants({})).rejects.toMatchObject({
        code: 'second_factor_enrolment_required',
      });
    }
  });

  it('without a change are refused', async () => {
    await expect(admin.api.tenantsUpdate({})).rejects.toMatchObject({ message: 'Nothing to change.' });
  });

  it('change neither subscription nor name', async () => {
    const response = await admin.request('/rest/v1/tenants', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receive_email_alerts: true, is_subscribed: false, company_name: 'Mine' }),
    });
    expect(await response.json()).toMatchObject({ is_subscribed: true });
  });
});

describe('a user’s own name', () => {
  it('is changed by the user, trimmed, in parts or as a whole', async () => {
    const bo = await signedIn(server, tenantId, at('bo'));
    expect(await bo.api.profilesUpdate({ first_name: ' Bo ', last_name: 'Lind' })).toMatchObject({
      full_name: 'Bo Lind',
    });
    expect(await bo.api.profilesUpdate({ last_name: 'Lindqvist' })).toMatchObject({
      full_name: 'Bo Lindqvist',
    });
    expect((await admin.api.members({})).map(({ full_name }) => full_name)).toEqual(['', 'Bo Lindqvist']);
  });

  it('is created where there is no profile', async () => {
    const bo = await signedIn(server, tenantId, at('bo'));
    await server.database.asOwner((owner) =>
      owner.query('DELETE FROM scout.profiles WHERE email = $1', [bo.email]),
    );
    expect(await bo.api.profilesUpdate({ first_name: 'Bo', last_name: 'Lind' })).toMatchObject({
      email: at('bo'),
      full_name: 'Bo Lind',
    });
  });

  it('has at least two characters', async () => {
    await expect(admin.api.profilesUpdate({ first_name: ' B ' })).rejects.toMatchObject({
      message: 'First name must be at least 2 characters long',
    });
  });
});

describe('audit log', () => {
  it('shows the newest hundred, including authentication, with address and device', async () => {
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action, device)
         SELECT $1, gen_random_uuid(), now() - n * interval '1 minute', 'bo@b.example', 'signed_in', 'Safari on macOS'
         FROM generate_series(1, 150) n`,
        [tenantId],
      ),
    );
    const entries = await admin.api.auditLogs({});
    expect(entries).toHaveLength(100);
    expect(entries[0]).toMatchObject({ actor: at('admin'), action: 'signed_in', address: '127.0.0.1' });
    const times = entries.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await admin.api.auditLogs({ limit: 3 })).toHaveLength(3);
  });

  it('is filtered by action, actor, text and time, before the limit', async () => {
    const insert = `INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action, target_email, details, device)
      VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7)`;
    const rows = [
      ['2026-01-01T00:00:00Z', 'ada@b.example', 'member_removed', 'x@b.example', '{"role":"admin"}', null],
      [
        '2026-01-02T00:00:00Z',
        'ada@b.example',
        'admin_promoted',
        'y_z@b.example',
        '{}',
        'Firefox on Windows',
      ],
      ['2026-01-03T00:00:00Z', 'BO@b.example', 'member_removed', 'yaz@b.example', '{"rate":"100%"}', null],
    ];
    await server.database.asOwner(async (owner) => {
      for (const row of rows) await owner.query(insert, [tenantId, ...row]);
    });
    const targets = async (filter: Parameters<typeof admin.api.auditLogs>[0]) =>
      (await admin.api.auditLogs({ to: '2026-01-31', ...filter })).map(
        ({ target_email }) => target_email?.[0],
      );
    expect(await targets({})).toEqual(['y', 'y', 'x']);
    expect(await targets({ action: 'member_removed' })).toEqual(['y', 'x']);
    expect(await targets({ actor: 'bo@' })).toEqual(['y']);
    expect(await targets({ text: 'FIREFOX' })).toEqual(['y']);
    expect(await targets({ text: 'admin' })).toEqual(['y', 'x']);
    expect(await targets({ text: 'y_z' })).toEqual(['y']);
    expect(await targets({ text: '0%' })).toEqual(['y']);
    expect(await targets({ text: '%' })).toHaveLength(1);
    expect(await targets({ from: '2026-01-02', to: '2026-01-02T12:00:00+01:00' })).toEqual(['y']);
    expect(await targets({ limit: 1 })).toEqual(['y']);
  });

  it('is for admins', async () => {
    const bo = await signedIn(server, tenantId, at('bo'));
    await expect(bo.api.auditLogs({})).rejects.toMatchObject({ code: 'admin_required', status: 403 });
  });
});
