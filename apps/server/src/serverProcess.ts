import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './platform/config/config.ts';
import { loadSecrets } from './platform/config/dataDirectory.ts';
import { endWithin } from './platform/processes/endWithin.ts';
import { openServerDatabase } from './platform/processes/installation.ts';
import type { FromProcess, ToProcess, WayToStop } from './platform/processes/messages.ts';
import { type Server, startServer } from './server.ts';

/**
 * Runs this process as one of several under a supervisor, until it is stopped by the supervisor or a signal. If the supervisor
 * exits unexpectedly, node:cluster ends this process immediately, because the listening socket is gone.
 */
export async function runServerProcess(config: Config, log: FastifyBaseLogger): Promise<void> {
  const stop = Promise.withResolvers<WayToStop>();
  const begun = Promise.withResolvers<Extract<ToProcess, { kind: 'begin' }>>();
  let server: Server | undefined;
  process.on('message', (message: ToProcess) => {
    switch (message.kind) {
      case 'begin':
        begun.resolve(message);
        return;
      case 'stop':
        stop.resolve(message.way);
        return;
      case 'tell':
        void tell(server, message.of).catch((error) =>
          log.error({ err: error }, 'metrics could not be served'),
        );
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.resolve('drain'));
  // A signal to the whole process group is handled by the supervisor.
  process.on('SIGHUP', () => {});

  const { grounds, advises } = await begun.promise;
  await using started = new AsyncDisposableStack();
  const secrets = await loadSecrets(grounds.directory, config);
  const database = await openServerDatabase(grounds.ownerUrl, secrets.authSecret, log);
  started.defer(() => database.close());
  const { databaseDirectory } = grounds;
  server = started.use(await startServer({ config, log, database, secrets, databaseDirectory, advises }));
  const { localUrl, inboxUrl, cutDatabase } = server;
  send({ kind: 'ready', localUrl, inboxUrl });

  const way = await stop.promise;
  if (way === 'hand-over') await server.handOver();
  else {
    server.announceStop();
    await pause(config.drainSeconds * 1000);
  }
  const running = started.move();
  await endWithin(() => running.disposeAsync(), cutDatabase);
}

/** Reports to the supervisor why this process cannot start. */
export function refuseToStart(reason: string): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send({ kind: 'refused', reason } satisfies FromProcess, undefined, undefined, () => resolve());
  });
}

async function tell(server: Server | undefined, of: 'process' | 'installation'): Promise<void> {
  const metrics = server?.metrics;
  const families = (of === 'process' ? metrics?.own() : await metrics?.shared()) ?? [];
  send({ kind: 'metrics', of, families });
}

function send(message: FromProcess): void {
  process.send?.(message);
}
