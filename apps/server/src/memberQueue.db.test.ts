import { randomUUID } from 'node:crypto';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('slow calls of one organization leave database connections to others', async () => {
  const bank = await createOrganization(server, 'Northwind Bank');
  const rival = await createOrganization(server, 'Alder');
  const [admin, neighbor] = [await bank.as('admin'), await rival.as('member')];
  await server.database.asOwner(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM scout.memberships WHERE tenant_id = $1 FOR UPDATE', [bank.tenantId]);
    // Each waits for the lock, in its transaction.
    const slow = Array.from({ length: 20 }, () =>
      admin.request(`/api/v1/agents/${randomUUID()}`, { method: 'DELETE' }),
    );
    const blocked = () =>
      server.database.asOwner(async (other) => {
        const { rows } = await other.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows.length;
      });
    await expect.poll(blocked).toBeGreaterThan(1);
    for (let count = 0; count < 10; count += 1)
      expect((await neighbor.request('/api/v1/agents')).status).toBe(200);
    expect(await blocked()).toBeLessThanOrEqual(3);
    await client.query('ROLLBACK');
    // 503 is for those whose turn did not come in time.
    for (const { status } of await Promise.all(slow)) expect([404, 503]).toContain(status);
  });
});
