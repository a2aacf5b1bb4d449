import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { writeTestRelease } from '@scout/agent-release/testing';
import { createDnsServer, type DnsServer } from '@scout/testkit/dns';
import { createInbox, type Inbox } from '@scout/testkit/inbox';
import { createScratchFolder } from '@scout/testkit/scratch';
import { ownerOf } from './owner.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** A running Scout: the real process with its own embedded database. */
export interface Scout extends AsyncDisposable {
  /** For example http://127.0.0.1:40123. */
  readonly url: string;
  readonly operatorToken: string;
  /** The folder that holds its data. */
  readonly dataDir: string;
  /** Every mail sent by it, over real SMTP. */
  readonly inbox: Inbox;
  /** The DNS server that it uses for domain records. */
  readonly dns: DnsServer;
  /**
   * Publishes a release of the agent: packages with random bytes, which install nothing. A version above 0.1.0 makes the agents
   * of other tests outdated.
   */
  publishRelease(version: string): Promise<void>;
  /** Runs one statement on its database as the owner: for setups and checks without a call. */
  asOwner(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops responding without closing a connection, like a hung machine. */
  pause(): void;
  resume(): void;
}

/** Sales addresses of the server under test. */
export const salesEmails = ['sales@scout.example', 'lead@scout.example'] as const;

/** Starts the server on a fresh data directory and a free port, without the sample organization. `env` overrides its environment. */
export async function startScout(env: Readonly<Record<string, string>> = {}): Promise<Scout> {
  const dataDir = await createScratchFolder();
  const releases = join(dataDir, 'releases');
  const inbox = await createInbox();
  const dns = await createDnsServer();
  const operatorToken = `scout_operator_${crypto.randomUUID()}`;
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      SCOUT_DATA_DIR: dataDir,
      SCOUT_SAMPLE: 'off',
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SMTP_URL: inbox.smtpUrl,
      SCOUT_DNS_SERVERS: dns.address,
      SCOUT_WEBHOOK_NETWORKS: '127.0.0.1',
      SCOUT_DIRECTORY_NETWORKS: '127.0.0.1',
      SCOUT_SSO_NETWORKS: '127.0.0.1',
      SCOUT_RELEASES_DIR: releases,
      SALES_EMAILS: salesEmails.join(','),
      SCOUT_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await inbox.stop();
    await dns.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return {
      url: await readyAt(child),
      operatorToken,
      dataDir,
      inbox,
      dns,
      publishRelease: async (version) => {
        await writeTestRelease(releases, version, randomBytes(200_000));
      },
      asOwner: ownerOf(dataDir),
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address printed by the server when it is ready. */
async function readyAt(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^Scout is ready at (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    // Later output is read and discarded, so that the pipe never fills.
    child.stdout!.resume();
    return url;
  }
  throw new Error('The server ended before it was ready.');
}
