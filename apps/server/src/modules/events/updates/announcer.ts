import type { FastifyBaseLogger } from 'fastify';

/** Notifies every server process of an organization's new events. */
export interface Announcer {
  /** Returns immediately; repeated calls within the interval are sent once. */
  eventsStored(tenantId: string): void;
  /** Sends pending notices. */
  close(): Promise<void>;
}

/**
 * Collects organizations with new events and sends them together, immediately or `everyMs` after the last time. A failure is
 * logged and ignored: browsers poll as well.
 */
export function createAnnouncer(
  send: (tenantIds: readonly string[]) => Promise<void>,
  { everyMs, log }: { everyMs: number; log: Pick<FastifyBaseLogger, 'warn'> },
): Announcer {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;

  async function flush(): Promise<void> {
    timer = undefined;
    const tenantIds = [...waiting];
    waiting.clear();
    sentAt = performance.now();
    sending = send(tenantIds).catch((error: unknown) => {
      log.warn({ err: error }, 'browsers get new events only with their next poll');
    });
    await sending;
    sending = undefined;
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    if (timer !== undefined || sending !== undefined) return;
    timer = setTimeout(() => void flush(), Math.max(0, sentAt + everyMs - performance.now()));
  }

  return {
    eventsStored(tenantId) {
      waiting.add(tenantId);
      schedule();
    },
    async close() {
      await sending;
      clearTimeout(timer);
      if (waiting.size > 0) await flush();
    },
  };
}
