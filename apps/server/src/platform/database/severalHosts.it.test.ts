import { spawnServer } from '@scout/testkit';
import { type ReplicatedPair, startReplicatedPair } from '@scout/testkit/replicated';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
import { enrolSender } from './testing/sender.ts';

let pair: ReplicatedPair;
beforeAll(async () => {
  pair = await startReplicatedPair();
});
afterAll(() => pair.stop());

async function countOn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM scout.tenant_events');
    return rows[0]!.n;
  } finally {
    await client.end();
  }
}

test('a server finds the writable host: past a standby at its start, and after a promotion', async () => {
  const operatorToken = newSecret('operator');
  const env = { DATABASE_URL: pair.bothUrl, SCOUT_OPERATOR_TOKEN: operatorToken };
  await using server = await spawnServer({ env });
  const url = await server.ready;
  const { send } = await enrolSender(url, operatorToken);
  expect(await send(1, 60_000)).toBe(200);
  await expect.poll(() => countOn(pair.standbyUrl)).toBe(1);

  await pair.failOver();
  await expect.poll(() => send(2, 60_000), { timeout: 120_000 }).toBe(200);
  expect(await countOn(pair.standbyUrl)).toBe(2);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);

  // A start skips the unavailable host.
  await using another = await spawnServer({ env });
  expect((await fetch(`${await another.ready}/readyz`)).status).toBe(200);
});
