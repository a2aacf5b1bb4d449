import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  clientOf,
  createDatabase,
  createOrganization,
  createScratchFolder,
  type SpawnedServer,
  spawnServer,
  type TestDatabase,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { newSecret } from '../crypto/secretText.ts';
import { createFrontProxy } from './testing/frontProxy.ts';

const EVENTS = '/api/ingest/v1/events';
const UPDATES = '/api/v1/updates';
const TENANTS = '/rest/v1/tenants';

/** Timeout for tests that start servers. */
const patient = { timeout: 600_000 };
/** Of each sender; the long form sends as much as the machine takes. */
const BETWEEN_BATCHES_MS = lengthOf(20, 0);

const operatorToken = newSecret('operator');
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  folder = await createScratchFolder();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let servers = 0;
/** One more server on the database, with a data directory of its own. */
function replica(env: Readonly<Record<string, string>> = {}): Promise<SpawnedServer> {
  servers += 1;
  return spawnServer({
    dataDir: `${folder}/${servers}`,
    env: {
      DATABASE_URL: database.ownerUrl,
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_SAMPLE: 'off',
      ...env,
    },
  });
}

const batchOf = (bearer: string, number: number, events: number) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'scout-batch': String(number),
  },
  body: gzipSync(
    Array.from({ length: events }, (_, index) =>
      JSON.stringify({
        timestamp: new Date().toISOString(),
        event_type: 'WINDOWS_SECURITY_4625',
        target_user_name: 'svc.billing',
        record_id: String(1000 * number + index),
      }),
    ).join('\n'),
  ),
});

const kills = lengthOf(1, 3);
test(
  `two servers behind a proxy store what they acknowledge exactly once while one is killed (${kills}) and replaced`,
  patient,
  async () => {
    await using proxy = await createFrontProxy();
    await using stays = await replica();
    const first = await stays.ready;
    let other = await replica();
    proxy.use([first, await other.ready]);
    const bank = await createOrganization({ url: first, operatorToken }, 'Northwind Bank');
    const operator = clientOf({ url: first }, operatorToken);
    const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId });
    const enrol = async (index: number) => {
      const machine = { machine_id: `ws-${index}`, host: `WS-${index}`, version: '0.1.0' };
      const { credential } = await clientOf({ url: first }).api.agentEnrol({
        token,
        platform: 'windows',
        ...machine,
      });
      return credential;
    };
    const senders = await Promise.all(Array.from({ length: 6 }, (_, index) => enrol(index)));

    let going = true;
    let acknowledged = 0;
    const refused: string[] = [];
    const sendOne = async (batch: ReturnType<typeof batchOf>): Promise<boolean> => {
      const answer = await fetch(proxy.url + EVENTS, { ...batch, signal: AbortSignal.timeout(20_000) });
      const said = await answer.text();
      // A request that the killed server had taken: whether it was stored is unknown.
      if (answer.status !== 200 && answer.status !== 502) refused.push(`${answer.status} ${said}`);
      return answer.status === 200;
    };
    const sending = senders.map(async (bearer) => {
      for (let number = 1; going; number += 1) {
        // Repeats the same bytes until they are acknowledged, like an agent: other bytes with the number are a conflict.
        const batch = batchOf(bearer, number, 10);
        while (!(await sendOne(batch)));
        acknowledged += 10;
        await pause(BETWEEN_BATCHES_MS);
      }
    });
    const goesOn = async () => {
      const before = acknowledged;
      await expect.poll(() => acknowledged, patient).toBeGreaterThan(before + 240);
    };

    for (let killed = 1; killed <= kills; killed += 1) {
      await goesOn();
      await other.end('SIGKILL');
      await goesOn();
      other = await replica();
      const url = await other.ready;
      proxy.use([first, url]);
      await expect.poll(() => proxy.answered(url), patient).toBeGreaterThan(0);
    }
    going = false;
    await Promise.all(sending);
    await other[Symbol.asyncDispose]();

    expect(refused).toEqual([]);
    const { rows } = await database.asOwner((owner) =>
      owner.query(
        'SELECT count(*)::int AS stored, count(DISTINCT (agent_id, record_id))::int AS different FROM scout.tenant_events WHERE tenant_id = $1',
        [bank.tenantId],
      ),
    );
    expect(rows[0]).toEqual({ stored: acknowledged, different: acknowledged });
  },
);

describe('two servers on one database', () => {
  let both: SpawnedServer[] = [];
  let urls: string[] = [];
  beforeAll(async () => {
    const env = { SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: '1' };
    both = [await replica(env)];
    await both[0]!.ready;
    both.push(await replica(env));
    urls = await Promise.all(both.map(({ ready }) => ready));
  }, patient.timeout);
  afterAll(async () => {
    for (const server of both) await server[Symbol.asyncDispose]();
  });

  test('know of each other who signed in and out, and tell all pages what one of them stored', async () => {
    const [here, there] = urls as [string, string];
    const bank = await createOrganization({ url: here, operatorToken }, 'Alder Health');
    await bank.as('member');
    const signedIn = await fetch(`${here}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: bank.emailOf('member'), password: bank.password }),
    });
    const { session } = (await signedIn.json()) as { session: { access_token: string } };
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0]!)
      .join('; ');
    const headers = { authorization: `Bearer ${session.access_token}` };
    const read = (url: string) => fetch(url + TENANTS, { headers }).then(({ status }) => status);
    expect([await read(here), await read(there)]).toEqual([200, 200]);

    const pages = await Promise.all(urls.map((url) => followNews(url + UPDATES, headers)));
    const { bearer } = await bank.as('agent');
    expect((await fetch(here + EVENTS, batchOf(bearer, 1, 1))).status).toBe(200);
    for (const page of pages) await expect.poll(page.heard).toContain('event: events');
    const signOut = await fetch(`${there}/auth/v1/logout`, { method: 'POST', headers: { cookie } });
    expect(signOut.status).toBe(200);
    // The streams of both servers end with the session.
    await Promise.all(pages.map((page) => page.ended));
    expect([await read(here), await read(there)]).toEqual([401, 401]);
  });

  test('hold quotas together', async () => {
    const [here, there] = urls as [string, string];
    const bank = await createOrganization({ url: here, operatorToken }, 'Meridian Defense');
    const { bearer } = await bank.as('agent');
    const send = async (url: string, number: number, events: number) =>
      (await fetch(url + EVENTS, batchOf(bearer, number, events))).status;
    expect(await send(here, 1, 2000)).toBe(200);
    // Each server writes its counts within a second, and reads the others'.
    const written = () =>
      database.asOwner(async (owner) => {
        const { rows } = await owner.query(
          'SELECT events FROM scout.ingest_usage WHERE tenant_id = $1 AND sender_id <> $1',
          [bank.tenantId],
        );
        return Number(rows[0]?.events);
      });
    await expect.poll(written).toBe(2000);
    await expect.poll(() => send(there, 2, 1)).toBe(429);
  });
});

/** Opens an update stream: the events received so far, and its end. */
async function followNews(
  url: string,
  headers: Record<string, string>,
): Promise<{ heard: () => string; ended: Promise<void> }> {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  let heard = '';
  const ended = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) heard += piece;
  })();
  return { heard: () => heard, ended };
}
