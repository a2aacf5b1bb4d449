import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  clientOf,
  createDatabase,
  createOrganization,
  createScratchFolder,
  type SpawnedServer,
  spawnServer,
} from '@scout/testkit';
import { afterEach, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { spawnAgent } from '../../modules/ingest/testing/agentProcess.ts';
import { newSecret } from '../crypto/secretText.ts';
import { createFrontProxy } from './testing/frontProxy.ts';
import { makeRelease, type Release } from './testing/release.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const patient = { timeout: 600_000 };
/** Of each sender; the long form sends as much as the machine takes. */
const BETWEEN_REQUESTS_MS = lengthOf(20, 0);

const eventOf = (recordId: number): string =>
  JSON.stringify({
    timestamp: new Date().toISOString(),
    record_id: String(recordId),
    event_type: '4625',
    target_user_name: 'svc.billing',
  });

/** Repeats something until `end` is called. */
function repeatedly(work: (round: number) => Promise<void>): { end(): Promise<void> } {
  let going = true;
  const running = (async () => {
    for (let round = 1; going; round += 1) await work(round);
  })();
  // Reported by `end`; until then no rejection may go unheard.
  running.catch(() => {});
  return {
    end() {
      going = false;
      return running;
    },
  };
}

test('two servers behind a proxy are upgraded one after the other: nothing is lost, doubled or refused, and pages of both versions have their files', async () => {
  await using database = await createDatabase();
  const folder = await createScratchFolder();
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const former = await makeRelease(folder, 'former');
  const next = await makeRelease(folder, 'next', 'ALTER TABLE scout.agents ADD COLUMN next_release text;');
  const operatorToken = newSecret('operator');
  await using proxy = await createFrontProxy();

  const startOf = async ({ main }: Release): Promise<{ url: string; server: SpawnedServer }> => {
    const server = await spawnServer({
      main,
      env: {
        DATABASE_URL: database.ownerUrl,
        SCOUT_OPERATOR_TOKEN: operatorToken,
        PUBLIC_URL: proxy.url,
        SCOUT_DRAIN_SECONDS: lengthOf('5', '15'),
      },
    });
    undo.push(() => server[Symbol.asyncDispose]());
    await server.ready;
    return { url: await addressOf(server), server };
  };
  const servers = [await startOf(former), await startOf(former)];
  const useServers = async () => {
    const urls = servers.map(({ url }) => url);
    proxy.use(urls);
    await expect.poll(() => proxy.ready(), patient).toEqual(urls);
  };
  await useServers();

  const bank = await createOrganization({ url: proxy.url, operatorToken });
  const member = await bank.as('member');
  const { token } = await clientOf(proxy, operatorToken).api.operatorEnrolmentsCreate({
    tenant_id: bank.tenantId,
  });
  const enrol = async (index: number) => {
    const machine = { machine_id: `ws-${index}`, host: `WS-${index}`, platform: 'linux', version: '0.1.0' };
    return (await clientOf(proxy).api.agentEnrol({ token, ...machine })).credential;
  };
  const refused: string[] = [];
  const isTaken = async (answering: Promise<Response>): Promise<boolean> => {
    const answer = await answering;
    const said = await answer.text();
    if (answer.status !== 200) refused.push(`${answer.status} ${said}`);
    return answer.status === 200;
  };

  let acknowledged = 0;
  const credentials = await Promise.all([1, 2, 3].map(enrol));
  const senders = credentials.map((credential) =>
    repeatedly(async (batch) => {
      const lines = Array.from({ length: 10 }, (_, index) => eventOf(batch * 10 + index));
      const body = new Uint8Array(gzipSync(lines.join('\n')));
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
        'scout-batch': String(batch),
      };
      const send = () =>
        clientOf(proxy, credential).request('/api/ingest/v1/events', { method: 'POST', headers, body });
      while (!(await isTaken(send())));
      acknowledged += lines.length;
      await pause(BETWEEN_REQUESTS_MS);
    }),
  );
  let polls = 0;
  const page = repeatedly(async () => {
    if (await isTaken(member.request('/rest/v1/tenant_events?limit=1'))) polls += 1;
    await pause(BETWEEN_REQUESTS_MS);
  });
  const source = join(folder, 'events.ndjson');
  let written = 0;
  const log = repeatedly(async () => {
    written += 1;
    await appendFile(source, `${eventOf(written)}\n`);
    await pause(20);
  });
  const agent = spawnAgent(
    [
      ['--server', proxy.url],
      ['--token', token],
      ['--state', join(folder, 'agent')],
      ['--source', `file:${source}`],
    ].flat(),
  );
  undo.push(() => agent.process.kill('SIGKILL'));
  const storedOf = async (where: string) => {
    const { rows } = await database.asOwner((owner) =>
      owner.query<{ events: number; records: number }>(
        `SELECT count(*)::int AS events, count(DISTINCT (e.agent_id, e.record_id))::int AS records
         FROM scout.tenant_events e JOIN scout.agents a USING (tenant_id, agent_id) WHERE ${where}`,
      ),
    );
    return rows[0]!;
  };
  const OF_AGENT = `a.host NOT LIKE 'WS-_'`;

  /** Senders, page and agent each get further, and every server answers. */
  const goesOn = async () => {
    const before = { acknowledged, polls, stored: (await storedOf(OF_AGENT)).events };
    const answers = servers.map(({ url }) => proxy.answered(url));
    await expect.poll(() => acknowledged, patient).toBeGreaterThan(before.acknowledged + 100);
    await expect.poll(() => polls, patient).toBeGreaterThan(before.polls + 5);
    await expect.poll(async () => (await storedOf(OF_AGENT)).events, patient).toBeGreaterThan(before.stored);
    for (const [index, { url }] of servers.entries())
      await expect.poll(() => proxy.answered(url), patient).toBeGreaterThan(answers[index]!);
  };
  /** Each server has the scripts of the releases whose pages there are. */
  const expectScripts = async (releases: readonly Release[]) => {
    for (const { url } of servers) {
      for (const { script } of releases) {
        const answer = await fetch(url + script);
        expect([url, script, answer.status]).toEqual([url, script, 200]);
        expect(answer.headers.get('content-type')).toContain('javascript');
        expect(await answer.text()).toContain(`'${script.replace(/.*-|\.js$/g, '')}'`);
      }
    }
  };

  await goesOn();
  await expectScripts([former]);
  for (const index of [0, 1]) {
    expect(await servers[index]!.server.end('SIGTERM')).toMatchObject({ code: 0 });
    servers[index] = await startOf(next);
    await useServers();
    await goesOn();
    await expectScripts([former, next]);
  }
  await Promise.all([...senders, page, log].map((one) => one.end()));
  await expect.poll(async () => (await storedOf(OF_AGENT)).events, patient).toBe(written);

  expect(refused).toEqual([]);
  expect(await storedOf(`a.host LIKE 'WS-_'`)).toEqual({ events: acknowledged, records: acknowledged });
  expect(await storedOf(OF_AGENT)).toEqual({ events: written, records: written });
}, 1_800_000);

/** Address of the server itself; the one it prints is the proxy's. */
async function addressOf({ dataDir }: SpawnedServer): Promise<string> {
  return JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')).address;
}
