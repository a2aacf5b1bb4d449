import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, createScratchFolder, spawnServer } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { afterEach, expect, test } from 'vitest';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { spawnAgent } from '../../ingest/testing/agentProcess.ts';
import { backup, restore } from './commands.ts';
import { Progress } from './progress.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

async function folderOf(make: () => Promise<string>): Promise<string> {
  const folder = await make();
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('after an older state is restored, the agent sends what it still has and the fleet shows a gap for the rest', {
  timeout: 1_200_000,
}, async () => {
  const folder = await folderOf(() => mkdtemp(join(tmpdir(), 'scout-older-')));
  const dataDir = await folderOf(createScratchFolder);
  const port = await freePort();
  const operatorToken = newSecret('operator');
  const env = {
    PORT: String(port),
    SCOUT_OPERATOR_TOKEN: operatorToken,
    SCOUT_SAMPLE: 'off',
    SCOUT_LOG_LEVEL: 'error',
  };
  const first = await spawnServer({ dataDir, env });
  undo.push(() => first.end('SIGTERM'));
  const operator = clientOf({ url: await first.ready }, operatorToken);
  const { tenant_id } = await operator.api.operatorTenantsCreate({
    company_name: 'Northwind Bank',
    is_subscribed: true,
  });
  const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id });

  const source = join(folder, 'events.ndjson');
  let written = 0;
  const write = async (count: number) => {
    const lines = Array.from({ length: count }, () =>
      JSON.stringify({
        timestamp: new Date().toISOString(),
        record_id: String(++written),
        event_type: '4625',
        target_user_name: 'svc.billing',
      }),
    );
    await appendFile(source, `${lines.join('\n')}\n`);
  };
  /** Reads and sends all available events. */
  const shipAll = async () => {
    const agent = spawnAgent(
      [
        ['--server', `http://127.0.0.1:${port}`],
        ['--token', token],
        ['--state', join(folder, 'agent')],
        ['--source', `file:${source}`],
        ['--once'],
      ].flat(),
    );
    const { code, stderr } = await agent.ended;
    expect(code, stderr).toBe(0);
  };
  const agentOf = async (url: string) =>
    (await clientOf({ url }, operatorToken).api.operatorAgentsList({ tenant_id }))[0]!;

  await writeFile(source, '');
  await write(30);
  await shipAll();
  const path = join(folder, 'x.backup');
  const options = {
    path,
    keyFile: undefined,
    progress: new Progress(() => {}, new AbortController().signal),
  };
  await backup({ env: { SCOUT_DATA_DIR: dataDir }, ...options });
  for (let round = 0; round < 3; round++) {
    await write(20);
    await shipAll();
  }
  expect(await agentOf(await first.ready)).toMatchObject({ events_accepted: 90, gaps: { count: 0 } });
  await first.end('SIGTERM');

  const restored = await folderOf(createScratchFolder);
  await restore({
    env: { SCOUT_DATA_DIR: restored, SCOUT_RELEASE_KEY_FILE: join(restored, 'release.pem') },
    ...options,
  });
  const second = await spawnServer({ dataDir: restored, env });
  undo.push(() => second.end('SIGTERM'));
  const url = await second.ready;
  expect((await agentOf(url)).events_accepted).toBe(30);
  // Not acknowledged by the restored server.
  await write(10);
  await shipAll();
  await shipAll();
  const agent = await agentOf(url);
  expect(agent.events_accepted).toBe(40);
  expect(agent.gaps.count).toBe(1);
  expect(agent.reasons).toContain('gaps');
  const state = await readFile(join(folder, 'agent', 'checkpoint.json'), 'utf8');
  expect(JSON.parse(state.slice(state.indexOf('\n'))).gaps).toEqual([]);
});
