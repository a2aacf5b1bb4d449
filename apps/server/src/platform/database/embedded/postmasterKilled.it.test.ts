import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnServer } from '@scout/testkit';
import { expect, test } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { countStored } from '../../../modules/ingest/testing/countStored.ts';
import { sendSteadily } from '../../../modules/ingest/testing/steadySenders.ts';
import { newSecret } from '../../crypto/secretText.ts';
import { placeOf } from './place.ts';
import { livePostmaster } from './postmaster.ts';
import { runningClusterUrl } from './running.ts';

const operatorToken = newSecret('operator');
const KILLS = lengthOf(3, 20);

async function killPostmaster(data: string): Promise<void> {
  process.kill(Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
}

test('a server goes on after its database was killed, with every event stored once', {
  timeout: 600_000,
}, async () => {
  await using server = await spawnServer({
    env: { SCOUT_OPERATOR_TOKEN: operatorToken, SCOUT_SAMPLE: 'off' },
  });
  const url = await server.ready;
  const senders = await sendSteadily(url, operatorToken, 4);
  await senders.flow();
  const data = join((await placeOf(server.dataDir)).base, 'data');
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await killPostmaster(data);
    const before = performance.now();
    await Promise.race([senders.flow(), server.ended]);
    expect(server.process.exitCode, server.output()).toBeNull();
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    console.log(`kill ${kill}: every sender acknowledged again after ${seconds} s`);
  }
  const { sent, acknowledged, refusals } = await senders.finish();
  const stored = await countStored((await runningClusterUrl(server.dataDir))!);
  console.log(JSON.stringify({ sent, acknowledged, ...stored, refusals }));
  expect({ acknowledged, ...stored }).toEqual({
    acknowledged: sent,
    stored: sent,
    distinct: sent,
    ledger: sent,
  });
  expect(server.output()).toContain('The embedded database is back.');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  // A stop while it is started again leaves none running.
  await killPostmaster(data);
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await livePostmaster(data)).toBe('none');
});
