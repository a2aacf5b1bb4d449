import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { STANDARD_NAMING } from '@scout/detection';
import { clientOf, createDatabase, createInbox, type SpawnedServer, spawnServer } from '@scout/testkit';
import { afterEach, expect, test } from 'vitest';
import { storeFindings } from '../assessor/findings.ts';
import { newSecret } from '../crypto/secretText.ts';
import { seededRandom } from '../sample/random.ts';
import { finding } from './testing/finding.ts';

/** The long form: SCOUT_TEST_KILLS=25. */
const KILLS = Number(process.env.SCOUT_TEST_KILLS ?? 3);
/** No more than the mails of an hour, so that each case has a mail of its own. */
const CASES = 60;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

test(`each step is mailed at least once after ${KILLS} kills of two servers, and copies have one Message-ID`, {
  timeout: 900_000,
}, async () => {
  const seed = process.env.SCOUT_TEST_SEED ?? String(randomInt(2 ** 32));
  console.log(`SCOUT_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const database = await createDatabase();
  undo.push(() => database.drop());
  const inbox = await createInbox();
  undo.push(() => inbox.stop());
  const operatorToken = newSecret('operator');
  const start = async (): Promise<SpawnedServer> => {
    const server = await spawnServer({
      env: {
        DATABASE_URL: database.ownerUrl,
        SCOUT_OPERATOR_TOKEN: operatorToken,
        SCOUT_SAMPLE: 'off',
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
  const email = 'soc@northwind.example';
  await database.asOwner(async (owner) => {
    await owner.query('INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES ($1, $2, 0)', [
      tenantId,
      email,
    ]);
    await owner.query(
      `INSERT INTO scout.alert_preferences (tenant_id, email, link_key, hourly_cap)
       VALUES ($1, $2, decode(repeat('0', 64), 'hex'), ${CASES})`,
      [tenantId, email],
    );
  });

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
  // A mail whose server died under it is taken up by another within about a minute and a half.
  await expect
    .poll(() => new Set(inbox.mails.map(({ subject }) => subject)).size, { timeout: 400_000, interval: 500 })
    .toBe(CASES);
  const ids = new Set(inbox.mails.map(({ messageId }) => messageId));
  expect(ids.size).toBe(CASES);
  console.log(`${inbox.mails.length - CASES} of ${CASES} mails came twice`);
});
