import { clientOf, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
let operator: TestClient;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
  operator = clientOf(server, server.operatorToken);
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
});

const verify = () => operator.api.operatorAuditVerify({ tenant_id: tenantId });
const asOwner = (sql: string) => server.database.asOwner((owner) => owner.query(sql, [tenantId]));
const rename = (name: string) =>
  admin.api.tenantsUpdate({ alert_recipient_emails: [`${name}@bank.example`] });

describe('the chain of an audit log', () => {
  it('stays valid with concurrent commits', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => rename(`n${index}`).catch(() => {})));
    const entries = await admin.api.auditLogs({});
    const chain = await verify();
    expect(chain).toMatchObject({ entries: entries.length, first_fault: null });
    expect(chain.head).toMatch(/^[0-9a-f]{64}$/);
    expect(entries.length).toBeGreaterThan(12);
  });

  it.each([
    [
      'an entry that was changed',
      `UPDATE scout.audit_logs SET actor = 'eve' WHERE tenant_id = $1 AND sequence = 2`,
      2,
    ],
    [
      'details that were changed',
      `UPDATE scout.audit_logs SET details = '{"a":1}' WHERE tenant_id = $1 AND sequence = 1`,
      1,
    ],
    [
      'an entry that was dated back',
      `UPDATE scout.audit_logs SET occurred_at = occurred_at - interval '1 ms' WHERE tenant_id = $1 AND sequence = 2`,
      2,
    ],
    ['an entry that was removed', 'DELETE FROM scout.audit_logs WHERE tenant_id = $1 AND sequence = 2', 2],
  ])('detects %s', async (_, sql, place) => {
    await rename('one');
    await rename('two');
    await asOwner(sql);
    expect((await verify()).first_fault).toBe(place);
  });

  it('detects that its last entry is missing', async () => {
    await rename('one');
    const { entries } = await verify();
    await server.database.asOwner((owner) =>
      owner.query('DELETE FROM scout.audit_logs WHERE tenant_id = $1 AND sequence = $2', [tenantId, entries]),
    );
    expect(await verify()).toMatchObject({ entries: entries - 1, first_fault: entries });
  });

  it('is deleted with its organization', async () => {
    await admin.api.deleteAccount({ confirm: 'DELETE', password: 'a password of the test' });
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT count(*)::int AS left FROM scout.audit_heads WHERE tenant_id = $1', [tenantId]),
    );
    expect(rows).toEqual([{ left: 0 }]);
    await expect(verify()).rejects.toMatchObject({ status: 404 });
  });
});

describe('the audit log in pages', () => {
  it('continues after an entry', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await rename(name);
    const all = await admin.api.auditLogs({});
    const first = await admin.api.auditLogs({ limit: 3 });
    const next = await admin.api.auditLogs({ limit: 3, before: first[2]!.id });
    expect([...first, ...next]).toEqual(all.slice(0, 6));
  });
});
