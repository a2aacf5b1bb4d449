import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  clientOf,
  createDatabase,
  createOrganization,
  createScratchFolder,
  spawnServer,
} from '@scout/testkit';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
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

const SENDERS = 4;
const EVENTS = 1000;

const bodyOf = (batch: number): Uint8Array<ArrayBuffer> => {
  const lines = Array.from({ length: EVENTS }, (_, index) =>
    JSON.stringify({
      timestamp: new Date().toISOString(),
      record_id: String(batch * EVENTS + index),
      event_type: '4625',
      target_user_name: `svc.batch${index % 37}`,
      system_context_computer_name: `PRD-SQL${index % 11}`,
    }),
  );
  return new Uint8Array(gzipSync(lines.join('\n')));
};

test('a backup taken while senders send all that the server takes is one moment, and holds every event acknowledged before it', {
  timeout: 1_800_000,
}, async () => {
  const dataDir = await folderOf(createScratchFolder);
  const folder = await folderOf(() => mkdtemp(join(tmpdir(), 'scout-busy-')));
  const operatorToken = newSecret('operator');
  await using server = await spawnServer({
    dataDir,
    env: {
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_SAMPLE: 'off',
      SCOUT_LOG_LEVEL: 'error',
      SCOUT_QUOTA_EVENTS_PER_SECOND: '10000000',
      SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: '10000000',
    },
  });
  const url = await server.ready;
  const bank = await createOrganization({ url, operatorToken });
  const { token } = await clientOf({ url }, operatorToken).api.operatorEnrolmentsCreate({
    tenant_id: bank.tenantId,
  });
  const enrol = async (index: number) => {
    const machine = { machine_id: `ws-${index}`, host: `WS-${index}`, platform: 'linux', version: '0.1.0' };
    return (await clientOf({ url }).api.agentEnrol({ token, ...machine })).credential;
  };

  let going = true;
  let acknowledged = 0;
  const send = async (credential: string, batch: number): Promise<boolean> => {
    const headers = {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'scout-batch': String(batch),
    };
    const answer = await clientOf({ url }, credential).request('/api/ingest/v1/events', {
      method: 'POST',
      headers,
      body: bodies[batch]!,
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  };
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const credentials = await Promise.all(Array.from({ length: SENDERS }, (_, index) => enrol(index)));
  const sending = credentials.map(async (credential) => {
    for (let batch = 1; going; batch += 1) {
      bodies[batch] ??= bodyOf(batch);
      while (!(await send(credential, batch)));
      acknowledged += EVENTS;
    }
  });
  // Heard at the end; until then no rejection may go unheard.
  const sent = Promise.all(sending);
  sent.catch(() => {});
  await expect.poll(() => acknowledged, { timeout: 300_000 }).toBeGreaterThanOrEqual(20 * EVENTS);

  const keyFile = join(folder, 'backup.key');
  await writeFile(keyFile, `${'k'.repeat(43)}\n`);
  const options = {
    path: join(folder, 'busy.backup'),
    keyFile,
    progress: new Progress(() => {}, new AbortController().signal),
  };
  const before = acknowledged;
  const places = (directory: string) => ({
    SCOUT_DATA_DIR: directory,
    SCOUT_RELEASE_KEY_FILE: join(directory, 'release.pem'),
  });
  await backup({ env: places(dataDir), ...options });
  const during = acknowledged - before;
  going = false;
  await sent;
  expect(during).toBeGreaterThan(0);

  await using own = await createDatabase({ migrated: false });
  const restored = await restore({
    env: { DATABASE_URL: own.ownerUrl, ...places(await folderOf(createScratchFolder)) },
    ...options,
  });
  const owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM scout.tenant_events) AS events,
       (SELECT count(DISTINCT (agent_id, record_id))::int FROM scout.tenant_events) AS records,
       (SELECT sum(accepted)::int FROM scout.batches) AS ledger, (SELECT count(*)::int * ${EVENTS} FROM scout.batch_bodies) AS bodies,
       (SELECT sum(events_accepted)::int FROM scout.agents) AS counted, (SELECT sum(n)::int FROM scout.event_counts) AS hours,
       (SELECT sum(n)::int FROM scout.rollups WHERE dimension = 'account' AND rule = 'failed-logons') AS rollups`,
  );
  await owner.end();
  const events = restored.tables.find(({ table }) => table === 'scout.tenant_events')!.rows;
  expect(rows[0]).toEqual({
    events,
    records: events,
    ledger: events,
    bodies: events,
    counted: events,
    hours: events,
    rollups: events,
  });
  expect(events).toBeGreaterThanOrEqual(before);
  expect(events).toBeLessThanOrEqual(acknowledged);
});
