import { setTimeout as pause } from 'node:timers/promises';
import { STANDARD_NAMING } from '@scout/detection';
import { createRandom } from '@scout/detection/simulation/random';
import {
  clientOf,
  createDatabase,
  createInbox,
  type Inbox,
  type SpawnedServer,
  spawnServer,
  type TestDatabase,
} from '@scout/testkit';
import pino from 'pino';
import { isLongRun, lengthOf, rotatingSeeds } from '../../../../../../scripts/testLength.mjs';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { startBoss } from '../../../platform/jobs/boss.ts';
import { mailQueue } from '../../../platform/mail/mail.ts';
import { storeFindings } from '../../cases/sql/assessor/findings.ts';
import { finding } from './finding.ts';

/** Number of kills of a sender; the long form covers all steps. */
export const KILLS = lengthOf(3, 25);
/** Cases opened during the test, one step each: within the hourly mail limit, so that each case has its own mail. */
export const CASES = 60;
/** Timeout of a test that kills senders and waits for others to take over their work. */
export const KILLED_TIMEOUT_MS = lengthOf(900_000, 3_600_000);
export const TAKEN_OVER_MS = 400_000;

/** Two servers of one organization without people, whose mail goes to the inbox. */
export interface KilledSenders {
  readonly database: TestDatabase;
  readonly inbox: Inbox;
  readonly tenantId: string;
  readonly random: () => number;
  /** Opens the cases one by one, and kills either server at random times; both run at the end. */
  killWhileCasesOpen(): Promise<void>;
  /**
   * In the short form: what killed servers began is due for others now, as after a minute, and the queue is looked through as it is every
   * half a minute.
   */
  takeOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two servers on their own database. SCOUT_TEST_SEED reproduces the times of the kills. */
export async function startSenders(env: Record<string, string> = {}): Promise<KilledSenders> {
  const seed = String(rotatingSeeds(1)[0]);
  console.log(`SCOUT_TEST_SEED=${seed}`);
  const random = createRandom(seed);
  const database = await createDatabase();
  const inbox = await createInbox();
  const operatorToken = newSecret('operator');
  const start = async (): Promise<SpawnedServer> => {
    const server = await spawnServer({
      env: {
        DATABASE_URL: database.ownerUrl,
        SCOUT_OPERATOR_TOKEN: operatorToken,
        SCOUT_SAMPLE: 'off',
        SMTP_URL: inbox.smtpUrl,
        ...env,
      },
    });
    server.ready.catch(() => {});
    return server;
  };
  const servers = [await start(), await start()];
  const operator = clientOf({ url: await servers[0]!.ready }, operatorToken);
  const { tenant_id: tenantId } = await operator.api.operatorTenantsCreate({
    company_name: 'Northwind Bank',
    is_subscribed: true,
  });

  async function openCases(): Promise<void> {
    const findings = Array.from({ length: CASES }, (_, n) =>
      finding({ account: `svc.job${n}`, time: Date.now() }),
    );
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
      // Spread over all kills, so that none of them hits idle servers.
      await pause(random() * 130 * KILLS);
    }
  }

  async function kill(): Promise<void> {
    for (let killed = 0; killed < KILLS; killed += 1) {
      const victim = Math.floor(random() * 2);
      await servers[victim]!.ready;
      await pause(random() * 2_000);
      await servers[victim]!.end('SIGKILL');
      servers[victim] = await start();
    }
  }

  return {
    database,
    inbox,
    tenantId,
    random,
    killWhileCasesOpen: async () => {
      await Promise.all([openCases(), kill()]);
    },
    async takeOver() {
      if (isLongRun) return;
      await database.asOwner((owner) =>
        owner.query(
          `UPDATE pgboss.job SET started_on = started_on - interval '1 minute' WHERE name = '${mailQueue}' AND state = 'active';
           UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL WHERE name = '${mailQueue}';
           UPDATE scout.channel_deliveries SET due_at = due_at - interval '2 minutes' WHERE settled_at IS NULL`,
        ),
      );
      const boss = await startBoss(database.url, pino({ level: 'silent' }));
      await boss.supervise(mailQueue);
      await boss.stop();
    },
    async stop() {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await inbox.stop();
      await database.drop();
    },
  };
}
