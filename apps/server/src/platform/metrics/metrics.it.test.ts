import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { createScratchFolder } from '@scout/testkit/scratch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTool, hasTool } from '../../../../../scripts/testTools.mjs';
import { noteBackup } from '../../modules/operator/sql/backup/noteBackup.ts';
import { newSecret } from '../crypto/secretText.ts';
import { enrolSender } from '../database/testing/sender.ts';

const promtool = hasTool('promtool') ? findTool('promtool') : undefined;
const path = (name: string) =>
  fileURLToPath(new URL(`../../../../../docs/monitoring/${name}`, import.meta.url));
const token = 'a-token-of-more-than-twenty-characters';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** A server with metrics, and their address. */
async function startWithMetrics(of = database) {
  const operatorToken = newSecret('operator');
  const server = await spawnServer({
    env: {
      DATABASE_URL: of.ownerUrl,
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_METRICS_ADDRESS: '127.0.0.1:0',
      SCOUT_METRICS_TOKEN: token,
    },
  });
  const said = Promise.withResolvers<string>();
  let text = '';
  server.process.stdout!.on('data', (chunk: string) => {
    text += chunk;
    const found = /Metrics are at (http:[^\s"]+)/.exec(text)?.[1];
    if (found) said.resolve(found);
  });
  const url = await server.ready;
  const metricsUrl = await said.promise;
  const read = async () => {
    const answer = await fetch(metricsUrl, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    return answer.text();
  };
  return { server, url, operatorToken, metricsUrl, read };
}

const sampleOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};

describe('metrics', () => {
  test('cover requests, ingest, agents, jobs, the pool and partitions, and every name that the rules and the dashboard use', async () => {
    const { server, url, operatorToken, metricsUrl, read } = await startWithMetrics();
    await using _server = server;
    expect((await fetch(metricsUrl)).status).toBe(401);
    expect((await fetch(metricsUrl, { headers: { authorization: 'Bearer another' } })).status).toBe(401);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);

    expect(await read()).not.toContain('scout_backup_age_seconds');
    await noteBackup(database.ownerUrl, {
      made_at: new Date(Date.now() - 3_600_000).toISOString(),
      bytes: 1,
    });
    await expect.poll(async () => sampleOf(await read(), 'scout_backup_age_seconds')).toBeGreaterThan(3_500);

    const { send } = await enrolSender(url, operatorToken);
    expect(await send(1, 60_000)).toBe(200);
    await expect.poll(async () => sampleOf(await read(), 'scout_ingest_events_total')).toBe(1);
    await expect.poll(async () => sampleOf(await read(), 'scout_agent_events_accepted')).toBe(1);
    const text = await read();
    const ingest =
      'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/api/ingest/v1/events",http_response_status_code="200"}';
    expect(sampleOf(text, ingest)).toBe(1);
    expect(sampleOf(text, 'scout_database_up')).toBe(1);
    expect(sampleOf(text, 'scout_partitions_ahead_seconds{table="tenant_events"}')).toBeGreaterThanOrEqual(
      86_400,
    );
    expect(sampleOf(text, 'scout_database_connections_max{pool="main"}')).toBeGreaterThan(1);
    expect(sampleOf(text, 'scout_jobs{queue="mail",state="failed"}')).toBe(0);
    expect(sampleOf(text, 'scout_channel_deliveries{outcome="failed"}')).toBe(0);
    // Contains no person's name or address.
    expect(text).not.toMatch(/northwind|ws-1042|svc\.billing/i);

    const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    // Reported only if the database's disk is on this machine.
    for (const name of ['scout_disk_free_bytes', 'scout_disk_reserve_bytes']) exposed.add(name);
    // With TLS in the server, which this one does not have.
    exposed.add('scout_certificate_remaining_seconds');
    const queried = ['alerts.yml', 'dashboard.json'].flatMap((name) => [
      ...readFileSync(path(name), 'utf8').matchAll(
        /\b(?:scout|http_server|process|nodejs)_[a-z_]+(?=[{}\s)[])/g,
      ),
    ]);
    const names = new Set(queried.map(([name]) => name.replace(/_(bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(15);
    expect([...names].filter((name) => !exposed.has(name))).toEqual([]);

    if (promtool !== undefined) {
      const checked = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect(checked.stderr + checked.stdout).toBe('');
    }
  });

  test('report a missing database, and nothing of it', async () => {
    await using own = await createDatabase();
    const server = await spawnServer({
      env: { DATABASE_URL: own.ownerUrl, SCOUT_METRICS_ADDRESS: '127.0.0.1:0' },
    });
    await using _server = server;
    let text = '';
    server.process.stdout!.on('data', (chunk: string) => {
      text += chunk;
    });
    await server.ready;
    await expect.poll(() => text).toContain('Metrics are at');
    const metricsUrl = /Metrics are at (http:[^\s"]+)/.exec(text)![1]!;
    await own.drop();
    const read = async () => (await fetch(metricsUrl)).text();
    await expect.poll(async () => sampleOf(await read(), 'scout_database_up'), { timeout: 120_000 }).toBe(0);
    expect(await read()).toContain('process_resident_memory_bytes');
  });

  test.skipIf(promtool === undefined)('the rules are valid for Prometheus', () => {
    const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'rules', path('alerts.yml')], {
      encoding: 'utf8',
    });
    const alerts = readFileSync(path('alerts.yml'), 'utf8').match(/^ +- alert: /gm)!.length;
    expect(stdout + stderr).toContain(`${alerts} rules found`);
    expect(status).toBe(0);
  });

  test.skipIf(!hasTool('prometheus'))('a real Prometheus reads them and evaluates every rule', async () => {
    await using own = await createDatabase();
    const { server, url, operatorToken, metricsUrl } = await startWithMetrics(own);
    await using _server = server;
    const { send } = await enrolSender(url, operatorToken);
    expect(await send(1, 60_000)).toBe(200);
    const folder = await createScratchFolder();
    const config = join(folder, 'prometheus.yml');
    await writeFile(join(folder, 'token'), token);
    await writeFile(
      config,
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${path('alerts.yml')}']
scrape_configs:
  - job_name: scout
    static_configs: [{ targets: ['${new URL(metricsUrl).host}'] }]
    authorization: { credentials_file: ${join(folder, 'token')} }
`,
    );
    const listen = `127.0.0.1:${await freePort()}`;
    const prometheus = spawn(
      findTool('prometheus')!,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${listen}`,
      ],
      { stdio: 'ignore' },
    );
    const ended = once(prometheus, 'exit');
    const ask = async (query: string) => {
      const answer = await fetch(`http://${listen}/api/v1/${query}`).catch(() => undefined);
      return answer?.ok ? ((await answer.json()) as { data: unknown }).data : undefined;
    };
    const patience = { timeout: 120_000, interval: 500 };
    try {
      const value = (query: string) => ask(`query?query=${encodeURIComponent(query)}`);
      const result = (text: string) => ({ result: [{ value: [expect.any(Number), text] }] });
      await expect.poll(() => value('up{job="scout"}'), patience).toMatchObject(result('1'));
      await expect.poll(() => value('scout_ingest_events_total'), patience).toMatchObject(result('1'));
      const health = async () => {
        const found = (await ask('rules')) as { groups: { rules: { health: string }[] }[] } | undefined;
        return found?.groups.flatMap(({ rules }) => rules.map((rule) => rule.health));
      };
      await expect.poll(health, patience).toEqual(Array(18).fill('ok'));
    } finally {
      prometheus.kill('SIGTERM');
      await ended;
    }
  });
});
