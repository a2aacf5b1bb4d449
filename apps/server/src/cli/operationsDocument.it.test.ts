import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratchFolder, spawnServer } from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { startThrowAwayCluster, type TestCluster, withDatabase } from '@scout/testkit/cluster';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../platform/crypto/secretText.ts';
import { installedBinaries } from '../platform/database/embedded/binaries.ts';
import { sameEverywhere } from '../platform/database/embedded/options.ts';

const document = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
const commandLine = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Indented lines in their order, and the commands that the section on the status has in its text. */
const lines = document.split('\n').flatMap((line) => {
  if (/^ {4}\S/.test(line)) return [line.trim()];
  return /^`scout operator status`/.test(line)
    ? ['npm run -s scout -- operator status', 'npm run -s scout -- operator status --check']
    : [];
});

/** Lines that do not run here, by their beginning, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm run build:release': 'builds a release: scripts/release/release.it.test.ts does',
  'openssl pkeyutl': 'needs that release: scripts/release/release.it.test.ts verifies it',
  'tar -xzf': 'unpacks that release into /opt: scripts/release/release.it.test.ts unpacks it elsewhere',
  useradd: 'changes the users of the machine',
  'runuser ': 'needs that user: scripts/release/release.it.test.ts starts the release as another one',
  'npm start': 'installs and builds; the server that it starts is the one of this test',
  'HOST=': 'are settings: http/tlsFiles.it.test.ts starts a server with them',
  SCOUT_TLS_CERT_FILE: 'are settings: http/tlsFiles.it.test.ts starts a server with them',
  'scrape_configs:': 'configures Prometheus: metrics/metrics.it.test.ts scrapes with it',
  'npm run -s scout -- keys rotate':
    'waits two minutes: auth/rotation.db.test.ts rotates by a clock of its own',
};

let cluster: TestCluster;
let folder = '';
beforeAll(async () => {
  cluster = await startThrowAwayCluster(await installedBinaries(), sameEverywhere, 'admin');
  folder = await mkdtemp(join(tmpdir(), 'scout-document-'));
  // The program of `npm run -s scout --`, which would leave this folder.
  await mkdir(join(folder, 'bin'));
  const shim = `#!/bin/sh\n[ "$1 $2 $3 $4" = "run -s scout --" ] || exit 64\nshift 4\nexec "${process.execPath}" "${commandLine}" "$@"\n`;
  await writeFile(join(folder, 'bin/npm'), shim);
  await chmod(join(folder, 'bin/npm'), 0o755);
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A database owned by a role that may create roles, as the document asks for. */
async function createOwned(admin: pg.Client, name: string): Promise<string> {
  await admin.query(`CREATE DATABASE ${name} OWNER scout`);
  const url = new URL(withDatabase(cluster.url, name));
  url.username = 'scout';
  url.password = 'PASSWORD';
  return url.href;
}

test('every command of the document works, in the order of the document', { timeout: 600_000 }, async () => {
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await using _admin = { [Symbol.asyncDispose]: () => admin.end() };
  await admin.query(`CREATE ROLE scout LOGIN CREATEROLE PASSWORD 'PASSWORD'`);
  const own = await createOwned(admin, 'scout');
  const moved = await createOwned(admin, 'moved');
  const operatorToken = newSecret('operator');
  const dataDir = await createScratchFolder();
  const settings = {
    DATABASE_URL: own,
    SCOUT_AUTH_SECRET: authSecret,
    SCOUT_OPERATOR_TOKEN: operatorToken,
    SCOUT_DATA_DIR: dataDir,
    SCOUT_RELEASE_KEY_FILE: join(dataDir, 'release.pem'),
  };
  await using server = await spawnServer({ dataDir, env: settings });
  const url = await server.ready;

  const tenantIds = async (): Promise<string[]> => {
    const answer = await fetch(`${url}/operator/v1/tenants`, {
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    return ((await answer.json()) as { tenant_id: string }[]).map(({ tenant_id }) => tenant_id);
  };
  const ran: string[] = [];
  const left: string[] = [];
  for (const line of lines) {
    if (Object.keys(elsewhere).some((beginning) => line.startsWith(beginning))) {
      left.push(line);
      continue;
    }
    ran.push(line);
    if (/^(GRANT|REVOKE) /.test(line)) {
      await admin.query(line);
      continue;
    }
    // A restore needs a place of its own; the first one of the document is into an embedded database.
    const isRestored = line.startsWith('SCOUT_DATA_DIR=./restored');
    const { DATABASE_URL, ...embedded } = settings;
    const command = line
      .replace('--tenant ID', `--tenant ${(await tenantIds()).at(-1)}`)
      .replace('--password PASSWORD', "--password 'plum-harbor-lantern-93'")
      .replace('postgresql://scout:PASSWORD@db.example/scout', `'${moved}'`)
      .replace(
        /SCOUT_DATA_DIR=\.\/(\w+)/,
        (_all, name) =>
          `SCOUT_DATA_DIR='${join(folder, name)}' SCOUT_RELEASE_KEY_FILE='${join(folder, name)}/release.pem'`,
      );
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        ...(isRestored ? embedded : { ...embedded, DATABASE_URL }),
      },
    });
    expect({ line, status, stderr: status === 0 ? '' : stderr + stdout }).toEqual({
      line,
      status: 0,
      stderr: '',
    });
  }
  expect(ran.length).toBeGreaterThan(20);
  // A reason without a line is out of date.
  const unused = Object.keys(elsewhere).filter(
    (beginning) => !left.some((line) => line.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});
