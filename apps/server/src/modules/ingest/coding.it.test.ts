import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, createOrganization, startServer } from '@scout/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { spawnAgent } from './testing/agentProcess.ts';
import { line } from './testing/ship.ts';

it('the real agent seals batches as zstd after the first answer', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { tenantId } = await createOrganization(server);
  const { api } = clientOf(server, server.operatorToken);
  const { token } = await api.operatorEnrolmentsCreate({ tenant_id: tenantId });
  const folder = await mkdtemp(join(tmpdir(), 'scout-coding-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'events.ndjson');
  const append = (from: number) =>
    appendFile(
      log,
      Array.from({ length: 50 }, (_, index) => `${line({ record_id: String(from + index) })}\n`).join(''),
    );
  await append(1);
  const state = ['--server', server.url, '--state', join(folder, 'state'), '--token', token];
  const agent = spawnAgent([...state, '--source', `file:${log}`]);
  onTestFinished(async () => {
    agent.process.kill();
    await agent.ended;
  });
  const stored = async () => {
    const { rows } = await server.database.asOwner((client) =>
      client.query(
        `SELECT encoding, sum(accepted)::int AS events FROM scout.batches JOIN scout.batch_bodies USING (tenant_id, batch_id)
         WHERE tenant_id = $1 GROUP BY encoding ORDER BY encoding`,
        [tenantId],
      ),
    );
    return rows;
  };
  await expect.poll(stored, { timeout: 120_000 }).toEqual([{ encoding: 'gzip', events: 50 }]);
  await append(51);
  await expect.poll(stored, { timeout: 120_000 }).toEqual([
    { encoding: 'gzip', events: 50 },
    { encoding: 'zstd', events: 50 },
  ]);
});
