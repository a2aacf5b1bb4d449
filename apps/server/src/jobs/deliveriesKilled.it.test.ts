import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { STANDARD_NAMING } from '@scout/detection';
import { clientOf, createDatabase, createInbox, type SpawnedServer, spawnServer } from '@scout/testkit';
import { afterEach, expect, test } from 'vitest';
import { finding } from '../alerts/testing/finding.ts';
import { storeFindings } from '../assessor/findings.ts';
import { newSecret } from '../crypto/secretText.ts';
import { seededRandom } from '../sample/random.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';

/** The long form: SCOUT_TEST_KILLS=25. */
const KILLS = Number(process.env.SCOUT_TEST_KILLS ?? 3);
const CASES = 60;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

test(`a channel is told each step at least once after ${KILLS} kills of two servers, and copies have one id`, {
  timeout: 900_000,
}, async () => {
  const seed = process.env.SCOUT_TEST_SEED ?? String(randomInt(2 ** 32));
  console.log(`SCOUT_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const database = await createDatabase();
  undo.push(() => database.drop());
  const inbox = await createInbox();
  undo.push(() => inbox.stop());
  const receiver = await startReceiver();
  undo.push(async () => receiver[Symbol.asyncDispose]());
  // Slow enough that kills hit attempts that are under way.
  receiver.answerBy((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), random() * 100);
  });
  const operatorToken = newSecret('operator');
  const start = async (): Promise<SpawnedServer> => {
    const server = await spawnServer({
      env: {
        DATABASE_URL: database.ownerUrl,
        SCOUT_OPERATOR_TOKEN: operatorToken,
        SCOUT_SAMPLE: 'off',
        SCOUT_WEBHOOK_NETWORKS: '127.0.0.1',
        SMTP_URL: inbox.smtpUrl,
      },
    });
    server.ready.catch(() => {});
    return server;
  };
  const servers = [await start(), await start()];
  undo.push(() => Promise.all(servers.map((server) => server.end('SIGTERM'))));
  const operator = clientOf({ url: await servers[0]!.ready }, operatorToken);
  const { tenant_id: tenantId } = await operator.api.operatorTenantsCreate({
    company_name: 'Northwind Bank',
    is_subscribed: true,
  });
  // Without a secret nothing is signed; the id of a message is in its body, too.
  await database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.channels (tenant_id, format, name, url, min_severity, created_at, created_by)
       VALUES ($1, 'ecs', 'SIEM', $2, 'low', now(), 'ada@northwind.example')`,
      [tenantId, receiver.url],
    ),
  );

  const findings = Array.from({ length: CASES }, (_, n) =>
    finding({ account: `svc.job${n}`, time: Date.now() }),
  );
  const storing = (async () => {
    let lastCaseNumber = 0;
    for (let n = 1; n <= CASES; n += 1) {
      lastCaseNumber = await database.withRole({ role: 'scout_assessor', tenantId }, (_tx, client) =>
        storeFindings(client, tenantId, {
          findings: findings.slice(0, n),
          exceptions: [],
          range: { from: 0, to: null },
          now: Date.now(),
          lastCaseNumber,
          alerts: { from: 0, naming: STANDARD_NAMING },
        }),
      );
      await pause(random() * 150);
    }
  })();
  for (let killed = 0; killed < KILLS; killed += 1) {
    const victim = Math.floor(random() * 2);
    await servers[victim]!.ready;
    await pause(random() * 2_000);
    await servers[victim]!.end('SIGKILL');
    servers[victim] = await start();
  }
  await storing;
  const told = () =>
    receiver.received.map(({ body }) => {
      const { event, user } = JSON.parse(body) as { event: { id: string }; user: { name: string } };
      return { id: event.id, account: user.name };
    });
  // An attempt whose server died is made again a minute after it began.
  await expect
    .poll(() => new Set(told().map(({ account }) => account)).size, { timeout: 400_000, interval: 500 })
    .toBe(CASES);
  const settled = async () => {
    const { rows } = await database.asOwner((owner) =>
      owner.query<{ outcome: string; n: number }>(
        'SELECT outcome, count(*)::int AS n FROM scout.channel_deliveries GROUP BY outcome',
      ),
    );
    return rows;
  };
  await expect
    .poll(settled, { timeout: 400_000, interval: 500 })
    .toEqual([{ outcome: 'delivered', n: CASES }]);
  const ids = new Set(told().map(({ id }) => id));
  expect(ids.size).toBe(CASES);
  console.log(`${receiver.received.length - CASES} of ${CASES} messages came twice`);
});
