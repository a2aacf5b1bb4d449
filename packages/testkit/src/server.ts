import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppOptions, createApp } from '@scout/server/app';
import { loadSecrets } from '@scout/server/auth/dataDirectory';
import type { Rates } from '@scout/server/auth/rates';
import type { Clock } from '@scout/server/clock';
import { type Config, parseConfig } from '@scout/server/config/config';
import { type Context, createContext } from '@scout/server/context/context';
import { createLog } from '@scout/server/http/logging';
import { authSecret } from './authSecret.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import type { Inbox } from './inbox.ts';

export interface ServerOptions extends AppOptions {
  /** A database that is there already, which stop() then leaves alone. */
  readonly database?: TestDatabase;
  readonly clock?: Clock;
  /** Limits on attempts other than the product's. */
  readonly rates?: Rates;
  /** True: hashing a password costs what it costs in the product, 0.1 s, and not a hundredth of that. */
  readonly costlyPasswords?: boolean;
  readonly config?: Partial<Config>;
  /** 0, unless given: the system chooses. */
  readonly port?: number;
  /** Where this server's mail goes; without one it lands in the outbox of its data directory. */
  readonly inbox?: Inbox;
}

/** The server, in this process, on a port of its own. */
export interface TestServer extends AsyncDisposable {
  /** Such as http://127.0.0.1:40123, without a slash at the end. */
  readonly url: string;
  readonly database: TestDatabase;
  readonly context: Context;
  readonly operatorToken: string;
  readonly dataDir: string;
  /** Everything that was logged so far, a JSON text per line, at level debug. */
  readonly logLines: readonly string[];
  stop(): Promise<void>;
}

/** Most tests sign people in, and few are about how passwords are kept. */
const CHEAP = { N: 1024, r: 8, p: 1 };

/** Starts the real server in this process: on a fresh database, a folder of its own and a free port. */
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
