import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  clientOf,
  createDatabase,
  createOrganization,
  createScratchFolder,
  type TestDatabase,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { isAlive, onOwnConnection, type Several, startSeveral } from './testing/several.ts';

const EVENTS = '/api/ingest/v1/events';
const UPDATES = '/api/v1/updates';
const TENANTS = '/rest/v1/tenants';

/** Timeout for tests that start processes. */
const patient = { timeout: 600_000 };
/** Of each sender; the long form sends as much as the machine takes. */
const BETWEEN_BATCHES_MS = lengthOf(20, 0);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

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

describe('several server processes', () => {
  const kills = lengthOf(1, 3);
  test(`store what they acknowledge exactly once while one is killed (${kills}) and all are replaced, and refuse nobody`, async () => {
    await using several = await startSeveral({ DATABASE_URL: database.ownerUrl, SCOUT_PROCESSES: '3' });
    const bank = await createOrganization(several, 'Northwind Bank');
    const operator = clientOf(several, several.operatorToken);
    const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId });
    const enrol = async (index: number) => {
      const machine = {
        machine_id: `ws-${index}`,
        host: `WS-${index}`,
        platform: 'windows',
        version: '0.1.0',
      };
      return (await clientOf(several).api.agentEnrol({ token, ...machine })).credential;
    };
    const senders = await Promise.all(Array.from({ length: 6 }, (_, index) => enrol(index)));

    let going = true;
    let acknowledged = 0;
    const refused: string[] = [];
    const sendOne = async (batch: ReturnType<typeof batchOf>): Promise<boolean> => {
      try {
        // A request to a process killed before accepting the connection gets no response.
        const answer = await fetch(several.url + EVENTS, {
          ...batch,
          signal: AbortSignal.timeout(20_000),
        });
        const said = await answer.text();
        if (answer.status === 200) return true;
        refused.push(`${answer.status} ${said}`);
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } };
        if (cause?.code === 'ECONNREFUSED') refused.push(cause.code);
      }
      return false;
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
      await expect.poll(() => acknowledged).toBeGreaterThan(before + 240);
    };

    for (let killed = 1; killed <= kills; killed += 1) {
      await goesOn();
      process.kill(several.pids.find(isAlive)!, 'SIGKILL');
      await expect.poll(() => several.pids.length, patient).toBe(3 + killed);
    }
    const before = several.pids.filter(isAlive);
    several.server.process.kill('SIGHUP');
    await expect.poll(several.output, patient).toContain('The server processes were replaced');
    await goesOn();
    going = false;
    await Promise.all(sending);

    expect(refused).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
    expect(several.pids.filter(isAlive)).toHaveLength(3);
    const { rows } = await database.asOwner((owner) =>
      owner.query(
        'SELECT count(*)::int AS stored, count(DISTINCT (agent_id, record_id))::int AS different FROM scout.tenant_events WHERE tenant_id = $1',
        [bank.tenantId],
      ),
    );
    expect(rows[0]).toEqual({ stored: acknowledged, different: acknowledged });
    // Six processes start one after the other on a busy machine.
  }, 1_200_000);
});

describe('two server processes', () => {
  let several: Several;
  beforeAll(async () => {
    several = await startSeveral({
      DATABASE_URL: database.ownerUrl,
      SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: '1',
    });
  });
  afterAll(() => several?.[Symbol.asyncDispose]());

  test('know of each other who signed in and out, and tell all pages what one of them stored', async () => {
    const bank = await createOrganization(several, 'Alder Health');
    await bank.as('member');
    const signedIn = await fetch(`${several.url}/auth/v1/token?grant_type=password`, {
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
    const read = async () => (await onOwnConnection(several.url + TENANTS, { headers })).status;
    await several.untilBothAnswer(TENANTS, 200, read);

    // Connections are distributed in turns, so each process has some; the final counts verify this.
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => followNews(several.url + UPDATES, headers)),
    );
    const { bearer } = await bank.as('agent');
    expect(await onOwnConnection(several.url + EVENTS, batchOf(bearer, 1, 1))).toMatchObject({ status: 200 });
    for (const heard of pages) await expect.poll(heard).toContain('event: events');
    const signOut = await fetch(`${several.url}/auth/v1/logout`, { method: 'POST', headers: { cookie } });
    expect(signOut.status).toBe(200);
    // Their streams end with the session, and are counted by the process that held them.
    await expect.poll(async () => (await several.answers(UPDATES, 200)).size, patient).toBe(2);
    await several.untilBothAnswer(TENANTS, 401, read);
  });

  test('hold quotas together', async () => {
    const bank = await createOrganization(several, 'Meridian Defense');
    const { bearer } = await bank.as('agent');
    const send = async (number: number, events: number) =>
      (await onOwnConnection(several.url + EVENTS, batchOf(bearer, number, events))).status;
    expect(await send(1, 2000)).toBe(200);
    // Each process writes its counts within a second, and reads the others'.
    const written = () =>
      database.asOwner(async (owner) => {
        const { rows } = await owner.query(
          'SELECT events FROM scout.ingest_usage WHERE tenant_id = $1 AND sender_id <> $1',
          [bank.tenantId],
        );
        return Number(rows[0]?.events);
      });
    await expect.poll(written).toBe(2000);
    await several.untilBothAnswer(EVENTS, 429, () => send(2, 1));
  });
});

describe('the end of several server processes', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await createScratchFolder();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const databasePid = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);

  test('of the supervisor, however it ends, ends all processes and leaves its own database intact', async () => {
    {
      await using several = await startSeveral({}, dataDir);
      const all = [...several.pids, await databasePid()];
      expect(all.filter(isAlive)).toEqual(all);
      await createOrganization(several, 'Northwind Bank');
      // Like a signal to the whole process group.
      for (const pid of several.pids) process.kill(pid, 'SIGTERM');
      expect(await several.server.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
      expect(all.filter(isAlive)).toEqual([]);
    }
    {
      await using several = await startSeveral({}, dataDir);
      await createOrganization(several, 'Alder Health');
      await several.server.end('SIGKILL');
      await expect.poll(() => several.pids.filter(isAlive), patient).toEqual([]);
    }
    await using several = await startSeveral({}, dataDir);
    const tenants = await clientOf(several, several.operatorToken).api.operatorTenantsList({});
    expect(tenants.map(({ company_name }) => company_name).sort()).toEqual([
      'Alder Health',
      'Northwind Bank',
    ]);
    expect((await fetch(`${several.url}/readyz`)).status).toBe(200);
  });

  test('a process that cannot start ends the start, with its reason', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = startSeveral({ DATABASE_URL: database.ownerUrl, PORT: String(port) });
    await expect(taken).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program`);
    other.close();
  });
});

/** Opens an update stream. Returns the events received so far. */
async function followNews(url: string, headers: Record<string, string>): Promise<() => string> {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  let heard = '';
  const reading = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) heard += piece;
  })();
  reading.catch(() => {});
  return () => heard;
}
