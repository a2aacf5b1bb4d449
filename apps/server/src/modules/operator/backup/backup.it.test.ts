import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@scout/detection/simulation/random';
import { clientOf, createDatabase, createScratchFolder, spawnServer } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { run } from '../../../cli/run.ts';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { runningClusterUrl } from '../../../platform/database/embedded/running.ts';
import { spawnAgent } from '../../ingest/testing/agentProcess.ts';
import { growFile } from '../../ingest/testing/growingFile.ts';
import { restore } from './commands.ts';
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
const scratch = () => folderOf(createScratchFolder);
const temporary = () => folderOf(() => mkdtemp(join(tmpdir(), 'scout-backup-')));

/** Runs one command line; fails if it fails. */
async function scout(args: readonly string[], env: Record<string, string>) {
  const ran = { out: '', error: '' };
  const code = await run([...args, '--json'], {
    env,
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return { code, error: ran.error, answer: ran.out === '' ? undefined : JSON.parse(ran.out) };
}

interface Stored {
  readonly events: number;
  readonly ledger: number;
  readonly bodies: number;
  readonly batches: number;
  readonly counted: number;
}

/** Stored rows, as seen by the owner of the database. */
async function storedIn(url: string): Promise<Stored> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const { rows } =
      await owner.query<Stored>(`SELECT (SELECT count(*)::int FROM scout.tenant_events) AS events,
      (SELECT coalesce(sum(accepted), 0)::int FROM scout.batches) AS ledger, (SELECT count(*)::int FROM scout.batches) AS batches,
      (SELECT count(*)::int FROM scout.batch_bodies) AS bodies,
      (SELECT coalesce(sum(events_accepted), 0)::int FROM scout.agents) AS counted`);
    return rows[0]!;
  } finally {
    await owner.end();
  }
}

const operatorToken = newSecret('operator');
const serverEnv = (port: number) => ({
  PORT: String(port),
  SCOUT_OPERATOR_TOKEN: operatorToken,
  SCOUT_SAMPLE: 'off',
  SCOUT_LOG_LEVEL: 'error',
});

test('a backup taken while an agent ships is one consistent moment, and servers start from it', {
  timeout: 1_200_000,
}, async () => {
  const port = await freePort();
  const [dataDir, folder] = [await scratch(), await temporary()];
  const server = await spawnServer({ dataDir, env: serverEnv(port) });
  undo.push(() => server.end('SIGTERM'));
  const operator = clientOf({ url: await server.ready }, operatorToken);
  const { tenant_id } = await operator.api.operatorTenantsCreate({
    company_name: 'Northwind Bank',
    is_subscribed: true,
  });
  const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id });
  const source = join(folder, 'events.ndjson');
  const log = growFile(source, createRandom('backup'));
  undo.push(() => log.finish());
  const agent = spawnAgent(
    [
      ['--server', `http://127.0.0.1:${port}`],
      ['--token', token],
      ['--state', join(folder, 'agent')],
      ['--source', `file:${source}`],
    ].flat(),
  );
  undo.push(async () => {
    agent.process.kill('SIGKILL');
    await agent.ended;
  });
  const url = (await runningClusterUrl(dataDir))!;
  await expect.poll(async () => (await storedIn(url)).events, { timeout: 300_000 }).toBeGreaterThan(1000);

  const commands = commandsOf(await readFile(join(root, 'docs/operations.md'), 'utf8'));
  expect(commands.map(({ args }) => args[0])).toEqual([
    'backup',
    'verify-backup',
    'restore',
    'backup',
    'restore',
  ]);
  await writeFile(join(folder, 'backup.key'), `${'k'.repeat(43)}\n`);
  await using own = await createDatabase({ migrated: false });
  const places: Record<string, string> = { './restored': await scratch(), './moved': await scratch() };
  const made: { made_at: string; bytes: number; tables: { table: string; rows: number }[] }[] = [];
  for (const { args, env } of commands) {
    const isFile = (word: string) => word.endsWith('.backup') || word.endsWith('.key');
    const { code, error, answer } = await scout(
      args.map((word) => (isFile(word) ? join(folder, word) : word)),
      {
        SCOUT_DATA_DIR: places[env.SCOUT_DATA_DIR ?? ''] ?? dataDir,
        SCOUT_RELEASE_KEY_FILE: join(places[env.SCOUT_DATA_DIR ?? ''] ?? dataDir, 'release.pem'),
        ...(env.DATABASE_URL && { DATABASE_URL: own.ownerUrl }),
      },
    );
    expect([args[0], code, error.replace(/^(Reading|Writing|Comparing) .*\n/gm, '')]).toEqual([
      args[0],
      0,
      '',
    ]);
    if (args[0] === 'backup') made.push(answer);
    else expect(answer.tables).toEqual(made.at(-1)!.tables.map(({ ...sum }) => sum));
  }
  const { made_at, bytes } = made.at(-1)!;
  expect((await operator.api.operatorStatus({})).backup.last).toEqual({ made_at, bytes });
  const rowsOf = (backup: (typeof made)[number], name: string) =>
    backup.tables.find(({ table }) => table === `scout.${name}`)!.rows;
  // Events, ledger, bodies and counters come from one snapshot, at any rate of batches.
  const isOneMoment = ({ events, ledger, bodies, batches, counted }: Stored) =>
    events > 1000 && ledger === events && counted === events && bodies === batches;
  const moved = await storedIn(own.ownerUrl);
  expect(isOneMoment(moved), JSON.stringify(moved)).toBe(true);
  expect(moved.events).toBe(rowsOf(made[1]!, 'tenant_events'));

  const restored = await spawnServer({ dataDir: places['./restored']!, env: serverEnv(0) });
  undo.push(() => restored.end('SIGTERM'));
  const agents = await clientOf({ url: await restored.ready }, operatorToken).api.operatorAgentsList({
    tenant_id,
  });
  const found = await storedIn((await runningClusterUrl(places['./restored']!))!);
  expect(isOneMoment(found), JSON.stringify(found)).toBe(true);
  expect(found.events).toBe(rowsOf(made[0]!, 'tenant_events'));
  expect(agents[0]!.events_accepted).toBe(found.events);
  const secret = (path: string) => readFile(join(path, 'auth-secret'), 'utf8');
  expect(await secret(places['./restored']!)).toBe(await secret(dataDir));
});

test('a failed backup or restore is reported in a sentence, with an exit code', async () => {
  const folder = await temporary();
  const env = { SCOUT_DATA_DIR: join(folder, 'data') };
  const key = join(folder, 'backup.key');
  await writeFile(key, `${'k'.repeat(43)}\n`);
  const file = join(folder, 'x.backup');
  const said = async (...args: string[]) => {
    const { code, error } = await scout(args, env);
    return [code, JSON.parse(error).message];
  };
  expect(await said('backup', file)).toEqual([
    2,
    expect.stringContaining('give --key-file FILE, or --unencrypted'),
  ]);
  expect(await said('backup', file, '--key-file', key, '--unencrypted')).toEqual([2, expect.any(String)]);
  expect(await said('backup', file, '--key-file', key)).toEqual([
    1,
    expect.stringContaining('There is no database in'),
  ]);
  expect(await said('restore', file, '--key-file', key)).toEqual([1, `${file} cannot be read.`]);
  await writeFile(file, 'something else');
  expect(await said('restore', file, '--key-file', key)).toEqual([1, `${file} is not a Scout backup.`]);
  expect(await said('backup', file, '--unencrypted')).toEqual([1, expect.any(String)]);
  const unreachable = await scout(['backup', file, '--unencrypted'], {
    ...env,
    DATABASE_URL: 'postgresql://scout@127.0.0.1:1/scout',
    SCOUT_AUTH_SECRET: 'k'.repeat(43),
  });
  expect(unreachable.code).toBe(1);
  expect(await said('verify-backup', file, '--key-file', file)).toEqual([
    1,
    expect.stringContaining('is too short for a key'),
  ]);
  await mkdir(env.SCOUT_DATA_DIR, { recursive: true });
  await expect(stat(join(env.SCOUT_DATA_DIR, 'postgres'))).rejects.toThrow('ENOENT');
});

test('a restore over a running server, and a start after a cut-off restore, change nothing and say what to do', async () => {
  const folder = await temporary();
  const dataDir = await scratch();
  const server = await spawnServer({ dataDir, env: serverEnv(0) });
  undo.push(() => server.end('SIGTERM'));
  const url = await server.ready;
  const [key, file] = [join(folder, 'backup.key'), join(folder, 'x.backup')];
  await writeFile(key, `${'k'.repeat(43)}\n`);
  const envOf = (place: string) => ({
    SCOUT_DATA_DIR: place,
    SCOUT_RELEASE_KEY_FILE: join(place, 'release.pem'),
  });
  expect((await scout(['backup', file, '--key-file', key], envOf(dataDir))).code).toBe(0);
  const files = async (place: string) => (await readdir(place)).filter((name) => !name.startsWith('server.'));

  const before = await files(dataDir);
  const over = await scout(['restore', file, '--key-file', key], envOf(dataDir));
  expect([over.code, JSON.parse(over.error)]).toEqual([
    1,
    {
      code: 'refused',
      message: expect.stringMatching(
        /^A Scout server \(process \d+, at http.+\) uses the data directory .+ already\. Stop it first, .+ Nothing was changed\.$/,
      ),
    },
  ]);
  expect(await files(dataDir)).toEqual(before);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const place = await scratch();
  const cut = restore({
    env: envOf(place),
    path: file,
    keyFile: key,
    progress: new Progress(() => {}, AbortSignal.abort()),
  });
  await expect(cut).rejects.toThrow('Stopped before the end.');
  const left = await files(place);
  for (const _start of [1, 2]) {
    await using refused = await spawnServer({ dataDir: place, env: serverEnv(0) });
    const { code, output } = await refused.ended;
    expect([code, output]).toEqual([1, expect.stringContaining('restore')]);
    expect(await files(place)).toEqual(left);
  }
  expect(await scout(['restore', file, '--key-file', key], envOf(place))).toMatchObject({ code: 0 });
  await using restored = await spawnServer({ dataDir: place, env: serverEnv(0) });
  expect((await fetch(`${await restored.ready}/readyz`)).status).toBe(200);
});

const root = fileURLToPath(new URL('../../../../../..', import.meta.url));

/** Backup command lines in a document: their words, and their environment variables. */
function commandsOf(text: string): { args: string[]; env: Record<string, string> }[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .flatMap((line) => line.trim().split(' && '))
    .flatMap((command) => {
      const [before, after] = command.split('npm run -s scout -- ');
      const args = after?.split(' ') ?? [];
      if (!['backup', 'restore', 'verify-backup'].includes(args[0] ?? '')) return [];
      const env = Object.fromEntries(
        before!
          .trim()
          .split(' ')
          .map((word) => word.split('=') as [string, string]),
      );
      return [{ args, env }];
    });
}
