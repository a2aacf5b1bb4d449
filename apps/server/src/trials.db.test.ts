import { request } from 'node:http';
import { contract } from '@scout/contract';
import { STANDARD_SETTINGS } from '@scout/detection';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from './testing/fresh.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const settings = structuredClone(STANDARD_SETTINGS) as never;

/** A lock on the events makes every trial wait in the database until it is released. */
async function withHeldTrials(work: () => Promise<void>): Promise<void> {
  await server.database.asOwner(async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE scout.tenant_events IN ACCESS EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

/** Connections of trials that the database has. */
const running = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'scout trial' AND datname = current_database()",
    );
    return rows[0]!.n;
  });

const previewBody = JSON.stringify({ settings });

/** A preview whose caller can leave. */
function openPreview(bearer: string) {
  const outgoing = request(`${server.url}/functions/v1/preview-detection-settings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
  });
  const status = new Promise<number | 'gone'>((resolve) => {
    outgoing.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    outgoing.on('error', () => resolve('gone'));
  });
  outgoing.end(previewBody);
  return { status, leave: () => outgoing.destroy() };
}

describe('trials', () => {
  it('are these calls', () => {
    const names = Object.entries(contract).flatMap(([name, call]) => (call['~orpc'].meta.trial ? name : []));
    expect(names.sort()).toEqual([
      'accountContractPropose',
      'accountContractTry',
      'detectionSettingsPreview',
      'detectionSettingsTry',
      'exceptionsTry',
    ]);
  });

  it('run one at a time for an organization, while its other calls and another organization go on', async () => {
    const [bank, rival] = [
      await createOrganization(server, fresh('Northwind')),
      await createOrganization(server, fresh('Alder')),
    ];
    const [admin, neighbor] = [await bank.as('admin'), await rival.as('admin')];
    const previews: ReturnType<typeof openPreview>[] = [];
    await withHeldTrials(async () => {
      previews.push(openPreview(admin.bearer), openPreview(admin.bearer), openPreview(admin.bearer));
      await expect.poll(running).toBe(1);
      previews.push(openPreview(neighbor.bearer));
      await expect.poll(running).toBe(2);
      expect((await admin.request('/rest/v1/detection_settings')).status).toBe(200);
      expect((await neighbor.request('/rest/v1/detection_settings')).status).toBe(200);
      expect(await running()).toBe(2);
    });
    expect(await Promise.all(previews.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    await expect.poll(running).toBe(0);
  });

  it('beyond the queue are refused with a clear reason, and those of others are not', async () => {
    const [bank, rival] = [
      await createOrganization(server, fresh('Northwind')),
      await createOrganization(server, fresh('Alder')),
    ];
    const [admin, neighbor] = [await bank.as('admin'), await rival.as('admin')];
    await withHeldTrials(async () => {
      const open = Array.from({ length: 9 }, () => openPreview(admin.bearer));
      // Nothing else can end: the other eight run and wait.
      expect(await Promise.race(open.map(({ status }) => status))).toBe(429);
      await expect.poll(running).toBe(1);
      const refused = await admin.request('/functions/v1/preview-detection-settings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: previewBody,
      });
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({
        code: 'rate_limited',
        message: 'Other tests in your organization are waiting. Please try again after they finish.',
      });
      const invalid = await admin.request('/functions/v1/preview-detection-settings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(invalid.status, 'it waits for nothing').toBe(400);
      open.push(openPreview(neighbor.bearer));
      await expect.poll(running).toBe(2);
      for (const { leave } of open) leave();
      await expect.poll(running).toBe(0);
    });
  });

  it('end with their caller, whether they wait or run', async () => {
    const bank = await createOrganization(server, fresh('Northwind'));
    const admin = await bank.as('admin');
    await withHeldTrials(async () => {
      const [first, second] = [openPreview(admin.bearer), openPreview(admin.bearer)];
      await expect.poll(running).toBe(1);
      second.leave();
      first.leave();
      expect(await Promise.all([first.status, second.status])).toEqual(['gone', 'gone']);
      await expect.poll(running).toBe(0);
    });
    expect(await openPreview(admin.bearer).status).toBe(200);
  });
});
