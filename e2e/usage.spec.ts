import { gzipSync } from 'node:zlib';
import { clientOf } from '@scout/testkit/as';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolmentToken } from './support/machine.ts';
import { panel } from './support/table.ts';

test('shows what was stored beside the quota, and says when agents have to wait', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await page.goto('/settings/agent');
  const usage = panel(page, 'Usage');
  await expect(usage.getByText('0 B of 500 GB (0 %)')).toBeVisible();
  await expect(usage.getByText('up to 20,000 events a second', { exact: true })).toBeVisible();

  const { api } = clientOf(scout, scout.operatorToken);
  await api.operatorQuotasUpdate({ tenant_id: organization.tenantId, agent_events_per_second: 1 });
  const { credential } = await clientOf(scout).api.agentEnrol({
    token: await enrolmentToken(scout, organization),
    machine_id: crypto.randomUUID(),
    host: 'PRD-SQL01',
    platform: 'windows',
    version: '0.1.0',
  });
  const lines = Array.from({ length: 400 }, (_, index) =>
    JSON.stringify({
      timestamp: new Date().toISOString(),
      record_id: String(index),
      event_type: '4625',
      target_user_name: 'svc.billing',
    }),
  );
  const stored = await clientOf(scout, credential).request('/api/ingest/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'scout-batch': '1' },
    body: gzipSync(lines.join('\n')),
  });
  expect(stored.status).toBe(200);
  await expect
    .poll(async () => {
      await page.reload();
      await expect(usage.getByText('Events today')).toBeVisible();
      return usage.textContent();
    })
    .toContain('PRD-SQL01 has reached the quota of an agent. It sends again in');
  await expect(usage.getByText(/^[\d.]+ kB of 500 GB \(under 1 %\)$/)).toBeVisible();
  expect(await describeFaults(axeOn(page).include('main'))).toEqual([]);
});
