import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf, createScratchFolder, spawnServer } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { expect, it } from 'vitest';
import { SAMPLE_HOSTS } from './bank.ts';

/** Hosts of sample agents with a heartbeat since this start of the server. */
async function heardSince(url: string, operatorToken: string, since: number): Promise<string[]> {
  const { api } = clientOf({ url }, operatorToken);
  const [sample] = await api.operatorTenantsList({});
  const agents = await api.operatorAgentsList({ tenant_id: sample!.tenant_id });
  return agents
    .filter(({ last_seen_at }) => last_seen_at !== null && Date.parse(last_seen_at) >= since)
    .map(({ host }) => host)
    .sort();
}

it('the sample fleet follows its server to another port, without a restart', async () => {
  const dataDir = await createScratchFolder();
  await using _ = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const env = { SCOUT_SAMPLE: 'on', SCOUT_OPERATOR_TOKEN: `scout_operator_${crypto.randomUUID()}` };
  for (const PORT of [String(await freePort()), String(await freePort())]) {
    const since = Date.now();
    await using server = await spawnServer({ env: { ...env, PORT, SCOUT_LOG_LEVEL: 'warn' }, dataDir });
    const url = await server.ready;
    for (let heard: string[] = []; heard.length < SAMPLE_HOSTS.length; await sleep(200))
      heard = await heardSince(url, env.SCOUT_OPERATOR_TOKEN, since);
    const { output } = await server.end('SIGTERM');
    expect(output).not.toContain('starting it again');
  }
}, 300_000);
