import type { FastifyBaseLogger } from 'fastify';
import { Client } from '../../../platform/database/client.ts';
import { channel, type Notice, readNotice } from '../../../platform/database/notices.ts';
import { NOTICES_CONNECTION, SAY_READS_PACKED } from '../sql/readsPacked.ts';

/** A server process's connection for notices. */
export interface Listener {
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  onNotice(notice: Notice): void;
  /** Called when notices may have been missed, after a reconnect. */
  onGap(): void;
}

const retryMs = 1_000;
/** A half-open connection is silent; this is the interval of probes. */
const probeMs = 15_000;

/** Listens until closed; a broken connection is reopened. Resolves when it listens for the first time. */
export async function listen(url: string, { log, onNotice, onGap }: ListenerOptions): Promise<Listener> {
  let closed = false;
  let client = await connect();
  let retry: NodeJS.Timeout | undefined;
  const probe = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), probeMs);

  async function connect(): Promise<Client> {
    const next = new Client({
      connectionString: url,
      application_name: NOTICES_CONNECTION,
      connectionTimeoutMillis: 10_000,
      query_timeout: 5_000,
    });
    next.on('notification', ({ payload = '' }) => {
      const notice = readNotice(payload);
      if (notice) onNotice(notice);
    });
    next.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the notice connection broke; browsers poll until it returns');
    });
    await next.connect();
    try {
      await next.query(`LISTEN ${channel}`);
      await next.query(SAY_READS_PACKED);
    } catch (error) {
      await next.end();
      throw error;
    }
    next.once('end', () => reconnectLater());
    return next;
  }

  function reconnectLater(): void {
    if (closed) return;
    retry = setTimeout(() => void reconnect(), retryMs);
  }

  async function reconnect(): Promise<void> {
    try {
      const next = await connect();
      if (closed) return void (await next.end());
      client = next;
      log.info('The connection for notices is back.');
      onGap();
    } catch {
      reconnectLater();
    }
  }

  return {
    async close() {
      closed = true;
      clearInterval(probe);
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}
