import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { isLongRun } from '../../../../../../scripts/testLength.mjs';
import { newSecret } from '../../../platform/crypto/secretText.ts';
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
/** Of the long form: how long the maximum rate is measured. */
const MEASURED_MS = 30_000;
const SHARE = 0.5;

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

/** Spaces batches to so many events a second; undefined: none. */
class Pace {
  rate: number | undefined;
  #next = 0;

  async turn(): Promise<void> {
    if (this.rate === undefined) return;
    const now = Date.now();
    const at = Math.max(now, this.#next);
    this.#next = at + (EVENTS / this.rate) * 1000;
    await pause(at - now);
  }
}

const rate = isLongRun ? 'at half the maximum rate' : 'all that the server takes';

test(`a backup taken while senders send ${rate} is one moment, and holds every event acknowledged before it`, {
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

  const pace = new Pace();
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
      await pace.turn();
      bodies[batch] ??= bodyOf(batch);
      while (!(await send(credential, batch)));
      acknowledged += EVENTS;
    }
  });
  // Heard at the end; until then no rejection may go unheard.
  const sent = Promise.all(sending);
  sent.catch(() => {});
  await expect.poll(() => acknowledged, { timeout: 300_000 }).toBeGreaterThanOrEqual(20 * EVENTS);

  if (isLongRun) {
    const [from, at] = [acknowledged, Date.now()];
    await pause(MEASURED_MS);
    const most = ((acknowledged - from) / (Date.now() - at)) * 1000;
    pace.rate = most * SHARE;
    console.log(`maximum ${Math.round(most)} events/s, from now on ${Math.round(pace.rate)}`);
  }
  const keyFile = join(folder, 'backup.key');
  await writeFile(keyFile, `${'k'.repeat(43)}\n`);
  const options = {
    path: join(folder, 'busy.backup'),
    keyFile,
    progress: new Progress(() => {}, new AbortController().signal),
  };
  const [before, began] = [acknowledged, Date.now()];
  const places = (directory: string) => ({
    SCOUT_DATA_DIR: directory,
    SCOUT_RELEASE_KEY_FILE: join(directory, 'release.pem'),
  });
  await backup({ env: places(dataDir), ...options });
  const during = acknowledged - before;
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${before} events before a backup of ${seconds.toFixed(1)} s, ${during} during it (${Math.round(during / seconds)} a second)`,
  );
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
