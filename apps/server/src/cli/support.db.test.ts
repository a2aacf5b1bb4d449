import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileInTar } from '@scout/agent-release/formats/tar';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run.ts';

/** Secrets and names that are put everywhere; none may be found in a bundle. Some are words that the program uses itself. */
const planted = {
  organization: 'Tangerine Trust',
  first: 'Philippa',
  last: 'Okonkwo',
  mail: 'p.okonkwo@tangerine-trust.example',
  account: 'svc.quarterly$',
  plainAccount: 'ledger',
  host: 'TGT-DC07',
  domain: 'corp.tangerine-trust.example',
  address: '203.0.113.77',
  address6: '2001:db8:77::1f',
  secret: 'kT7-wq2Zr9_pLm4xVb8Nc3Hd6Js1Gf5Y',
  password: 'Quince-Harbor-9271!',
  token: 'sct_op_9fK2mQ7xW4zR8tB1nV6cJ3hL5dG0sP',
};

let server: TestServer;
let folder = '';
beforeAll(async () => {
  server = await startServer();
  await writeFile(
    join(server.dataDir, 'server.json'),
    JSON.stringify({ pid: process.pid, address: server.url }),
  );
  folder = await mkdtemp(join(tmpdir(), 'scout-support-'));
  const { tenantId } = await createOrganization(server, planted.organization);
  await server.database.asOwner(async (client) => {
    await client.query(
      `INSERT INTO scout.profiles (tenant_id, user_id, first_name, last_name, email) VALUES ($1, $2, $3, $4, $5)`,
      [tenantId, randomUUID(), planted.first, planted.last, planted.mail],
    );
    for (const name of [planted.account, planted.plainAccount])
      await client.query(
        `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by) VALUES ($1, $2, $2, 'list')`,
        [tenantId, name],
      );
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const everything = Object.values(planted).join(' ');
const settings = () => ({
  SCOUT_DATA_DIR: server.dataDir,
  DATABASE_URL: server.database.ownerUrl,
  SCOUT_AUTH_SECRET: planted.secret,
  SMTP_URL: `smtps://${planted.account}:${encodeURIComponent(planted.password)}@mail.${planted.domain}`,
  SALES_EMAILS: planted.mail,
  SCOUT_OPERATOR_EMAILS: planted.mail,
  MAIL_FROM: `${planted.first} <${planted.mail}>`,
  PUBLIC_URL: `https://${planted.host}.${planted.domain}`,
  TRUSTED_PROXIES: `${planted.address},${planted.address6}`,
  SCOUT_FIRST_ORGANIZATION: planted.organization,
  SCOUT_TLS_CERT_FILE: `/home/${planted.last}/${planted.host}.pem`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://${planted.host}:4318`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${planted.token}`,
  AUDIT_FORWARD: `https://${planted.account}:${encodeURIComponent(planted.password)}@${planted.host}/audit`,
  // Pasted into the wrong variable, and into none that exists.
  SCOUT_DRAIN_SECONDS: planted.password,
  [`SCOUT_${planted.last.toUpperCase()}`]: planted.secret,
});

const log = [
  JSON.stringify({ level: 30, time: 1, hostname: planted.host, msg: 'The connection for notices is back.' }),
  JSON.stringify({
    level: 50,
    err: { message: `no ${everything}`, stack: `at x (/home/${planted.last}/a.ts:1:2)` },
  }),
  JSON.stringify({
    level: 30,
    address: planted.address6,
    req: { method: 'GET', path: `/api/v1/accounts/${planted.account}` },
  }),
  JSON.stringify({ [planted.account]: { password: planted.password, list: [planted.mail, planted.host] } }),
  `{"level":30,"msg":"cut off ${everything}`,
  `2026-11-26 02:55:57.123 UTC [77] ERROR:  duplicate key value violates unique constraint "memberships_pkey"`,
  `2026-11-26 02:55:57.123 UTC [77] DETAIL:  Key (email)=(${planted.mail}) already exists.`,
  `2026-11-26 02:55:57.123 UTC [77] STATEMENT:  SELECT '${everything}' FROM "${planted.account}"`,
].join('\n');

interface Answer {
  readonly file: string;
  readonly bytes: number;
  readonly files: string[];
  readonly missing: string[];
}

async function support(args: readonly string[], env: Record<string, string | undefined>, input = '') {
  const ran = { out: '', error: '' };
  const code = await run(['support', ...args], {
    env,
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => input,
  });
  return { code, ...ran };
}

/** The files of a bundle by their names. */
async function unpack({ file, files }: Answer): Promise<Record<string, string>> {
  const tar = gunzipSync(await readFile(file));
  const base = file.slice(file.lastIndexOf('/') + 1).replace(/\.tar\.gz$/, '');
  return Object.fromEntries(files.map((name) => [name, fileInTar(tar, `${base}/${name}`).toString('utf8')]));
}

function expectNothingPlanted(texts: Record<string, string>): void {
  const found = Object.entries(texts).flatMap(([name, text]) =>
    [
      ...Object.values(planted),
      'Tangerine',
      'tangerine-trust',
      'okonkwo',
      'quarterly',
      encodeURIComponent(planted.password),
      server.operatorToken,
    ]
      .filter((one) => text.toLowerCase().includes(one.toLowerCase()))
      .map((one) => `${one} in ${name}`),
  );
  expect(found).toEqual([]);
}

it('has settings, versions, health, sizes, queries and logs, and neither a secret nor a name of them', async () => {
  const logFile = join(folder, `${planted.host}.log`);
  await writeFile(logFile, log);
  const busy = new pg.Client({
    connectionString: server.database.ownerUrl,
    application_name: planted.account,
  });
  busy.on('error', () => {});
  await busy.connect();
  const sleeping = busy.query(`SELECT pg_sleep(60), '${everything}' AS "${planted.account}"`).catch(() => {});
  const output = join(folder, 'first.tar.gz');
  const { code, out, error } = await support(
    ['--json', '--output', output, '--log', logFile, '--log', '-'],
    settings(),
    log,
  );
  await server.database.asOwner((client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`, [
      planted.account,
    ]),
  );
  await sleeping;
  await busy.end().catch(() => {});

  expect({ code, error }).toEqual({ code: 0, error: '' });
  const answer: Answer = JSON.parse(out);
  expect(answer).toMatchObject({ file: output, missing: [] });
  expect((await stat(output)).mode & 0o777).toBe(0o600);
  expect((await stat(output)).size).toBe(answer.bytes);
  const files = await unpack(answer);
  expect(Object.keys(files)).toEqual([
    'README.txt',
    ...['settings', 'versions', 'machine', 'health', 'database', 'queries'].map((name) => `${name}.json`),
    'logs/server-1.log',
    'logs/server-2.log',
  ]);
  expectNothingPlanted(files);

  const parsed = (name: string) => JSON.parse(files[`${name}.json`]!);
  const setting = (wanted: string) =>
    parsed('settings').settings.find(({ name }: { name: string }) => name === wanted);
  expect(setting('SCOUT_AUTH_SECRET')).toEqual({
    name: 'SCOUT_AUTH_SECRET',
    from: 'environment',
    is_valid: true,
  });
  expect(setting('SCOUT_DRAIN_SECONDS')).toEqual({
    name: 'SCOUT_DRAIN_SECONDS',
    from: 'environment',
    is_valid: false,
  });
  expect(setting('PORT')).toEqual({ name: 'PORT', from: 'default', default: '`8080`' });
  expect(setting('PUBLIC_URL').value).toMatch(/^https:\/\/‹/);
  expect(parsed('settings').faults.join()).toContain(
    'SCOUT_DRAIN_SECONDS must be a whole number from 0 to 300',
  );
  expect(parsed('settings').unknown).toHaveLength(1);
  expect(parsed('health')).toMatchObject({
    readyz: { status: 200, body: { database: 'ok' } },
    status: { troubles: [], organizations: [{ company_name: expect.stringMatching(/^‹organization/) }] },
  });
  const { tables, migrations, version } = parsed('database');
  const events = tables.filter(
    ({ partition_of }: { partition_of: string }) => partition_of === 'scout.tenant_events',
  );
  expect(events.length).toBeGreaterThan(3);
  expect(events[0].table).toMatch(/^scout\.tenant_events_(p\d{8}|default)$/);
  expect(migrations[0].name).toBe('baseline');
  expect(version[0].version).toContain('PostgreSQL');
  expect(
    parsed('queries')
      .queries.map(({ query }: { query: string }) => query)
      .join(),
  ).toMatch(/^SELECT \S.*\(\?\), \? AS "‹account/);

  const lines = files['logs/server-1.log']!.split('\n');
  expect(lines).toHaveLength(8);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 30, msg: 'The connection for notices is back.' });
  expect(lines[5]).toBe(log.split('\n')[5]);
  const account = JSON.parse(lines[2]!).req.path.replace('/api/v1/accounts/', '');
  expect(account).toMatch(/^‹account [0-9a-f]{12}›$/);
  expect(lines[1]).toContain(account);
});

it('is written while the database and the server cannot be reached, and says so inside', async () => {
  const output = join(folder, 'unreachable.tar.gz');
  const env = {
    ...settings(),
    DATABASE_URL: `postgresql://${planted.account}:${encodeURIComponent(planted.password)}@127.0.0.1:1/scout`,
    SCOUT_DATA_DIR: join(folder, planted.host),
  };
  const { code, out } = await support(
    ['--json', '--output', output, '--log', '-'],
    env,
    log.replaceAll(planted.plainAccount, ''),
  );
  expect(code).toBe(0);
  const answer: Answer = JSON.parse(out);
  expect(answer.missing.map((problem) => problem.split(':')[0])).toEqual(['health', 'database', 'queries']);
  const files = await unpack(answer);
  expect(JSON.parse(files['database.json']!).problem).toContain('ECONNREFUSED');
  // Without a database a known name is an unknown word like others; one that the program uses itself would stay.
  expectNothingPlanted(files);
  expect(existsSync(env.SCOUT_DATA_DIR)).toBe(false);
});

it('replaces no file, and names a log that does not exist', async () => {
  const output = join(folder, 'twice.tar.gz');
  await writeFile(output, 'kept');
  const refused = await support(['--output', output], settings());
  expect(refused).toMatchObject({ code: 1, error: `${output} exists; a bundle never overwrites a file.\n` });
  expect(await readFile(output, 'utf8')).toBe('kept');
  expect(await support(['--log', join(folder, 'absent')], settings())).toMatchObject({ code: 1 });
});

it('says what it is for with --help', async () => {
  const { code, out } = await support(['--help'], {});
  expect(code).toBe(0);
  for (const option of ['--output <file>', '--log <file>', '--json', '--server <url>'])
    expect(out).toContain(option);
});
