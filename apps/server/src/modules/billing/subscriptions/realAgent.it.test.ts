import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@scout/detection/time';
import { clientOf, createClock, createOrganization, startServer } from '@scout/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { spawnAgent } from '../../ingest/testing/agentProcess.ts';
import { counts, line } from '../../ingest/testing/ship.ts';
import { advanceSubscription } from './advance.ts';

const patience = { timeout: 60_000, interval: 50 };

it('the real agent stops when the trial has ended, says so, and sends everything, once, with a subscription', async () => {
  const clock = createClock(new Date().toISOString());
  const server = await startServer({ clock });
  onTestFinished(() => server.stop());
  const { tenantId } = await createOrganization(server);
  const { api } = clientOf(server, server.operatorToken);
  await server.database.asOwner((owner) =>
    owner.query('UPDATE scout.tenants SET trial_ends_at = $2 WHERE tenant_id = $1', [
      tenantId,
      new Date(clock.now() + DAY),
    ]),
  );
  const { token } = await api.operatorEnrolmentsCreate({ tenant_id: tenantId });
  const folder = await mkdtemp(join(tmpdir(), 'scout-trial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'events.ndjson');
  let written = 0;
  const write = async (events: number) => {
    const lines = Array.from({ length: events }, () => {
      written += 1;
      return line({ record_id: String(written) });
    });
    await appendFile(log, `${lines.join('\n')}\n`);
  };
  const stored = async () => (await counts(server.database, tenantId)).events;

  await write(20);
  const state = join(folder, 'state');
  const options = ['--server', server.url, '--state', state, '--token', token, '--heartbeat', '0.05'];
  const agent = spawnAgent([...options, '--source', `file:${log}`]);
  onTestFinished(() => void agent.process.kill('SIGKILL'));
  await vi.waitFor(async () => expect(await stored()).toBe(20), patience);

  clock.advance(DAY);
  expect(await advanceSubscription(server.context, tenantId)).toEqual({ kind: 'end_trial' });
  await write(30);
  const standing = () => readFile(join(state, 'standing.json'), 'utf8');
  await vi.waitFor(async () => expect(await standing()).toContain('has no subscription'), patience);
  // It has tried to send newer events, and was refused.
  await vi.waitFor(
    () =>
      expect(
        server.logLines.some((text) => text.includes('/api/ingest/v1/events') && text.includes('403')),
      ).toBe(true),
    patience,
  );
  expect(await stored()).toBe(20);

  await api.operatorTenantsUpdate({ tenant_id: tenantId, is_subscribed: true });
  await vi.waitFor(async () => expect(await stored()).toBe(50), patience);
  await vi.waitFor(() => expect(standing()).rejects.toMatchObject({ code: 'ENOENT' }), patience);
  agent.process.kill('SIGTERM');
  expect(await agent.ended).toMatchObject({ code: 0 });
  expect(await counts(server.database, tenantId)).toMatchObject({ events: 50, accepted: 50, rejected: 0 });
});
