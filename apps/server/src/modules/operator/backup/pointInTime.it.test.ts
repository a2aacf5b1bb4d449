import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, spawnServer } from '@scout/testkit';
import { startArchivedCluster } from '@scout/testkit/archived';
import { afterEach, expect, test } from 'vitest';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { spawnAgent } from '../../ingest/testing/agentProcess.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

test('PostgreSQL brings the database back to a moment, a server starts from it, and the agent goes on with a gap reported', {
  timeout: 1_200_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scout-moment-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await using cluster = await startArchivedCluster();
  const operatorToken = newSecret('operator');
  const env = { SCOUT_OPERATOR_TOKEN: operatorToken, SCOUT_LOG_LEVEL: 'error' };
  const first = await spawnServer({ env: { ...env, DATABASE_URL: cluster.url } });
  undo.push(() => first[Symbol.asyncDispose]());
  const operatorOf = (url: string) => clientOf({ url }, operatorToken).api;
  const operator = operatorOf(await first.ready);
  const { tenant_id } = await operator.operatorTenantsCreate({
    company_name: 'Northwind Bank',
    is_subscribed: true,
  });
  const { token } = await operator.operatorEnrolmentsCreate({ tenant_id });
  const source = join(folder, 'events.ndjson');
  let written = 0;
  /** Writes events and ships them. */
  const ship = async (url: string, count: number) => {
    const lines = Array.from({ length: count }, () => {
      written += 1;
      return JSON.stringify({
        timestamp: new Date().toISOString(),
        record_id: String(written),
        event_type: '4625',
        target_user_name: 'svc.billing',
      });
    });
    await appendFile(source, `${lines.join('\n')}\n`);
    const args = [
      ['--server', url],
      ['--token', token],
      ['--state', join(folder, 'agent')],
      ['--source', `file:${source}`],
      ['--once'],
    ];
    const { code, stderr } = await spawnAgent(args.flat()).ended;
    expect(code, stderr).toBe(0);
  };

  await ship(await first.ready, 30);
  await cluster.backUp();
  await ship(await first.ready, 20);
  await cluster.mark('before_the_mistake');
  await ship(await first.ready, 10);
  await operator.operatorTenantsCreate({ company_name: 'A mistake', is_subscribed: true });
  await first.end('SIGTERM');

  const DATABASE_URL = await cluster.restoreTo('before_the_mistake');
  const second = await spawnServer({ env: { ...env, DATABASE_URL } });
  undo.push(() => second[Symbol.asyncDispose]());
  const restored = operatorOf(await second.ready);
  const names = (await restored.operatorTenantsList({})).map(({ company_name }) => company_name);
  expect(names).toEqual(['Northwind Bank']);
  const agentOf = async () => (await restored.operatorAgentsList({ tenant_id }))[0]!;
  expect((await agentOf()).events_accepted).toBe(50);
  await ship(await second.ready, 5);
  await ship(await second.ready, 5);
  expect(await agentOf()).toMatchObject({ events_accepted: 60, gaps: { count: 1 } });
});
