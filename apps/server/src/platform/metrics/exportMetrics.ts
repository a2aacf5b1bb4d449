import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Family } from './exposition.ts';
import { otlpOf } from './otlp.ts';

/** Receiver of metrics by OTLP. */
export interface OtlpSettings {
  /** URL of the collector, without `/v1/metrics`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
  readonly serviceName: string;
}

const ANSWER_MS = 10_000;

/** Sends metrics to a collector (OTLP over HTTP, in JSON) until `stop` is called. A collector that fails is logged once until it answers. */
export function exportMetrics(
  { endpoint, headers, everyMs, serviceName }: OtlpSettings,
  read: () => Promise<readonly Family[]>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const startedAt = Date.now();
  let fails = false;

  async function send(): Promise<void> {
    const body = JSON.stringify(otlpOf(await read(), serviceName, { startedAt, at: Date.now() }));
    const answer = await fetch(`${endpoint.replace(/\/$/, '')}/v1/metrics`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}`);
  }

  async function round(): Promise<void> {
    try {
      await send();
      if (fails) log.info('metrics are exported again');
      fails = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!fails) log.warn({ err: error }, 'metrics were not exported; it is retried');
      fails = true;
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await round();
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
