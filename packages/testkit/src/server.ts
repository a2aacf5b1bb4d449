import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppOptions, createApp } from '@scout/server/app';
import { type Context, createContext } from '@scout/server/context';
import type { Rates } from '@scout/server/modules/auth/rates';
import type { Clock } from '@scout/server/platform/clock';
import { type Config, parseConfig } from '@scout/server/platform/config/config';
import { loadSecrets } from '@scout/server/platform/config/dataDirectory';
import { createLog } from '@scout/server/platform/http/logging';
import { authSecret } from './authSecret.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import type { Inbox } from './inbox.ts';

export interface ServerOptions extends AppOptions {
  /** An existing database, which stop() leaves running. */
  readonly database?: TestDatabase;
  readonly clock?: Clock;
  /** Limits on attempts instead of the product's. */
  readonly rates?: Rates;
  /** True: hashing a password has the product's cost, 0.1 s, instead of a hundredth of it. */
  readonly costlyPasswords?: boolean;
  readonly config?: Partial<Config>;
  /** 0 by default: chosen by the system. */
  readonly port?: number;
  /** Destination of this server's mail; by default the outbox of its data directory. */
  readonly inbox?: Inbox;
}

/** The server in this process, on its own port. */
export interface TestServer extends AsyncDisposable {
  /** For example http://127.0.0.1:40123, without a trailing slash. */
  readonly url: string;
  readonly database: TestDatabase;
  readonly context: Context;
  readonly operatorToken: string;
  readonly dataDir: string;
  /** All log lines so far as JSON texts, at level debug. */
  readonly logLines: readonly string[];
  stop(): Promise<void>;
}

/** Most tests sign people in, and few are about password storage. */
const CHEAP = { N: 1024, r: 8, p: 1 };

/** Starts the real server in this process: with a fresh database, its own folder and a free port. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  await using started = new AsyncDisposableStack();
  const database = options.database ?? started.use(await createDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'scout-server-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config: Config = {
    ...parseConfig({ SCOUT_DATA_DIR: dataDir, SCOUT_SAMPLE: 'off', SCOUT_LOG_LEVEL: 'debug' }),
    authSecret,
    releasesRoot: join(dataDir, 'releases'),
    smtpUrl: options.inbox?.smtpUrl,
    ...options.config,
  };
  const logLines: string[] = [];
  const log = createLog(config, { write: (line) => void logLines.push(line) });
  const secrets = await loadSecrets(dataDir, config);
  const context = await createContext({
    config,
    log,
    database,
    secrets,
    databaseDirectory: dataDir,
    ...(options.clock && { clock: options.clock }),
    ...(options.rates && { rates: options.rates }),
    ...(!options.costlyPasswords && { passwordCost: CHEAP }),
  });
  started.defer(() => context.close());
  const app = await createApp(context, options);
  started.defer(() => app.close());
  await app.listen({ host: config.host, port: options.port ?? 0 });

  const running = started.move();
  const { port } = app.server.address() as AddressInfo;
  const stop = () => running.disposeAsync();
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    context,
    operatorToken: secrets.operatorToken,
    dataDir,
    logLines,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
