import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { temporaryFolder } from '../temporaryFolder.ts';

const SERVER = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** A separate Scout in a temporary folder: its embedded PostgreSQL, with normal durability, or a given database, and a server process. */
export interface Installation extends AsyncDisposable {
  readonly url: string;
  readonly serverPid: number;
  /** 0 for a given database. */
  readonly postmasterPid: number;
  /** The database owner's connection string. */
  readonly ownerUrl: string;
  readonly tenantId: string;
  readonly operatorToken: string;
  /** Enrollment token for any number of machines. */
  readonly enrolmentToken: string;
  /** Makes another organization. */
  addOrganization(): Promise<{ tenantId: string; enrolmentToken: string; enrol(): Promise<string> }>;
  /** Enrolls a machine. */
  enrol(): Promise<{ agentId: string; credential: string }>;
}

/** For measuring the server's capacity, which exceeds one organization's quota. */
export const NO_QUOTA = {
  SCOUT_QUOTA_EVENTS_PER_SECOND: '10000000',
  SCOUT_QUOTA_GB_PER_DAY: '1000000',
  SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: '10000000',
  SCOUT_QUOTA_AGENT_GB_PER_DAY: '1000000',
};

/**
 * @param nodeOptions of the server process, such as --cpu-prof
 * @param environment of the server process, in addition to the required one; with a DATABASE_URL nothing is embedded
 */
export async function install(
  nodeOptions: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  await using made = new AsyncDisposableStack();
  const folder = await temporaryFolder('scout-bench-');
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const cluster = await databaseOf(environment.DATABASE_URL, folder, made);

  const operatorToken = `scout_operator_${randomBytes(32).toString('base64url')}`;
  const server = spawn(process.execPath, [...nodeOptions, SERVER], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: cluster.url,
      SCOUT_AUTH_SECRET: randomBytes(32).toString('base64url'),
      SCOUT_DATA_DIR: join(folder, 'server'),
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  made.defer(async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  const url = await addressOf(server.stdout);

  const call = async <T>(path: string, body: object, bearer?: string): Promise<T> => {
    const headers = {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const organization = async (company_name: string) => {
    const { tenant_id } = await call<{ tenant_id: string }>(
      '/operator/v1/tenants',
      { company_name, is_subscribed: true },
      operatorToken,
    );
    const { token } = await call<{ token: string }>('/operator/v1/enrolments', { tenant_id }, operatorToken);
    return { tenantId: tenant_id, token };
  };
  let machines = 0;
  const enrolWith = async (token: string) => {
    machines += 1;
    const { agent_id, credential } = await call<{ agent_id: string; credential: string }>(
      '/api/agents/v1/enrol',
      {
        token,
        machine_id: `bench-${machines}`,
        host: `WS-${1041 + machines}`,
        platform: 'windows',
        version: '0.1.0',
      },
    );
    return { agentId: agent_id, credential };
  };
  const { tenantId, token } = await organization('Northwind Bank');
  let others = 0;
  const running = made.move();
  return {
    url,
    serverPid: server.pid!,
    postmasterPid: cluster.pid,
    ownerUrl: cluster.url,
    tenantId,
    operatorToken,
    enrolmentToken: token,
    enrol: () => enrolWith(token),
    async addOrganization() {
      others += 1;
      const other = await organization(`Organization ${others}`);
      return {
        tenantId: other.tenantId,
        enrolmentToken: other.token,
        enrol: async () => (await enrolWith(other.token)).credential,
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A given database, or a new embedded one in the folder. */
async function databaseOf(url: string | undefined, folder: string, made: AsyncDisposableStack) {
  if (url !== undefined) return { url, pid: 0 };
  const lock = await lockDataDirectory(join(folder, 'database'));
  made.defer(() => lock.release());
  const cluster = await startEmbedded(lock);
  made.defer(() => cluster.stop());
  return cluster;
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /ready at (\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      output.resume();
      return address;
    }
  }
  throw new Error('The server ended before it was ready');
}
