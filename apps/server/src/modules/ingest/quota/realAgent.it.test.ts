import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, createOrganization, startServer } from '@scout/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { spawnAgent } from '../testing/agentProcess.ts';
import { counts, line } from '../testing/ship.ts';

/** Twice or three times the immediate allowance: a pause of ten seconds does not make it sufficient. */
const EVENTS = lengthOf(1_600, 2_400);

it('the real agent waits as long as it is told and loses nothing', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { tenantId } = await createOrganization(server);
  const { api } = clientOf(server, server.operatorToken);
  await api.operatorQuotasUpdate({ tenant_id: tenantId, agent_events_per_second: 40 });
  const { token } = await api.operatorEnrolmentsCreate({ tenant_id: tenantId });
  const folder = await mkdtemp(join(tmpdir(), 'scout-quota-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'events.ndjson');
  const lines = Array.from({ length: EVENTS }, (_, index) => line({ record_id: String(index + 1) }));
  await writeFile(log, `${lines.join('\n')}\n`);

  const state = ['--server', server.url, '--state', join(folder, 'state'), '--token', token];
  const agent = spawnAgent([...state, '--source', `file:${log}`, '--once']);
  const { code, stdout, stderr } = await agent.ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/HTTP 429 quota_exceeded: This agent sent more than 40 events a second/);
  expect(stdout).toContain(String(EVENTS));
  expect(await counts(server.database, tenantId)).toMatchObject({ events: EVENTS, accepted: EVENTS });
});
