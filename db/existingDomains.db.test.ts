import { migrate, readMigrations, withMigrationLock } from '@scout/server/database/migrate';
import { createDatabase } from '@scout/testkit/database';
import { expect, test } from 'vitest';

test('rows from before 0700 are kept: the first admin’s domain is claimed, nobody else’s, and removals count', async () => {
  await using db = await createDatabase({ migrated: false });
  const files = await readMigrations();
  const before = files.filter(({ name }) => name < '0700');
  const rows = await db.asOwner(async (owner) => {
    await withMigrationLock(owner, () => migrate(owner, before));
    await owner.query(`
      INSERT INTO scout.tenants (tenant_id, company_name, company_key, requires_approval) VALUES
        ('00000000-0000-4000-8000-000000000001', 'Northwind Bank', 'northwind bank', true),
        ('00000000-0000-4000-8000-000000000002', 'Alder Health', 'alder health', false),
        ('00000000-0000-4000-8000-000000000003', 'Nobody Yet', 'nobody yet', false)`);
    await owner.query(`
      INSERT INTO scout.memberships (tenant_id, email, user_id, role, status, created_at) VALUES
        ('00000000-0000-4000-8000-000000000001', 'ada@northwind.example', 'u1', 'admin', 'active', '2026-01-01Z'),
        ('00000000-0000-4000-8000-000000000001', 'eve@consulting.example', 'u2', 'member', 'active', '2026-01-02Z'),
        ('00000000-0000-4000-8000-000000000001', 'bo@partner.example', 'u3', 'admin', 'active', '2026-01-03Z'),
        ('00000000-0000-4000-8000-000000000001', 'back@northwind.example', 'u4', 'member', 'active', '2026-01-03Z'),
        ('00000000-0000-4000-8000-000000000002', 'mira@alder.example', 'u5', 'admin', 'active', '2026-01-01Z')`);
    await owner.query(`
      INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action, target_email)
      SELECT '00000000-0000-4000-8000-000000000001', gen_random_uuid(), '2026-02-01Z', 'ada@northwind.example', a, t
      FROM (VALUES ('member_removed', 'gone@northwind.example'), ('member_rejected', 'gone@northwind.example'),
        ('member_removed', 'back@northwind.example'), ('member_added', 'new@northwind.example')) v (a, t)`);
    const applied = await withMigrationLock(owner, () => migrate(owner, files));
    expect(applied[0]).toBe('0700_domains.sql');
    const domains = await owner.query(
      'SELECT domain, state, admission, length(txt_value) AS length FROM scout.organization_domains ORDER BY domain',
    );
    const removed = await owner.query('SELECT email FROM scout.removed_addresses');
    return { domains: domains.rows, removed: removed.rows };
  });
  const claimed = { state: 'claimed', admission: 'pending', length: 83 };
  expect(rows).toEqual({
    domains: [
      { domain: 'alder.example', ...claimed },
      { domain: 'northwind.example', ...claimed },
    ],
    removed: [{ email: 'gone@northwind.example' }],
  });
});
