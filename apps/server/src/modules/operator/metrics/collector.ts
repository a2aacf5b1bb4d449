import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { certificateFamilies } from '../../../platform/metrics/certificateMetrics.ts';
import type { Family } from '../../../platform/metrics/exposition.ts';
import { watchProcess } from '../../../platform/metrics/processMetrics.ts';
import type { RequestMetrics } from '../../../platform/metrics/requestMetrics.ts';
import type { AuthStore } from '../../auth/index.ts';
import type { Gate, IngestMetrics } from '../../ingest/index.ts';
import type { OperatorServices } from '../services.ts';
import { readDatabase } from '../sql/databaseMetrics.ts';

/** Metrics of one server. */
export interface Collector {
  /** Metrics of the installation, the same from each of its servers, and of this one. */
  families(): Promise<Family[]>;
  stop(): void;
}

interface CollectorContext {
  readonly context: OperatorServices & { readonly authStore: AuthStore; readonly log: FastifyBaseLogger };
  readonly requests: RequestMetrics;
  readonly ingest: IngestMetrics;
  readonly gate: Gate;
}

/** Maximum age of cached database results. */
const KEPT_MS = 5_000;
/** Database timeout, after which the rest is returned; Prometheus waits for 10 s. */
const DATABASE_MS = 5_000;

/** Starts monitoring this process. */
export function createCollector({ context, requests, ingest, gate }: CollectorContext): Collector {
  const watch = watchProcess();
  let read: { at: number; families: Promise<Family[]> } | undefined;

  function databaseFamilies(): Promise<Family[]> {
    const now = performance.now();
    if (!read || now - read.at > KEPT_MS) {
      read = { at: now, families: readDatabase(context) };
      read.families.catch(() => {});
    }
    return read.families;
  }

  return {
    async families() {
      const given = new AbortController();
      const late = pause(DATABASE_MS, undefined, { signal: given.signal }).catch(() => undefined);
      const families = await Promise.race([
        databaseFamilies().catch((error: unknown) => {
          context.log.warn({ err: error }, 'metrics of the database could not be read');
          return undefined;
        }),
        late,
      ]);
      given.abort();
      const space = await context.storage.freeSpace().catch(() => null);
      const { tls } = context.config;
      return [
        gauge('scout_database_up', 'Whether the database answered for these metrics.', families ? 1 : 0),
        ...(families ?? []),
        ...(space ? diskFamilies(space) : []),
        ...(tls ? await certificateFamilies(tls.certificate, context.clock.now()) : []),
        requests.family(),
        ...ingest.families(),
        gauge(
          'scout_ingest_batches_held',
          'Batches between their first byte and their answer.',
          gate.held.batches,
        ),
        gauge('scout_ingest_bytes_held', 'Bytes of bodies held.', gate.held.bytes),
        gauge(
          'scout_ingest_batches_working',
          'Batches being unpacked, parsed or written.',
          gate.held.working,
        ),
        ...pools({ main: context.pool, sign_in: context.authStore.pool }),
        ...watch.families(),
      ];
    },
    stop: watch.stop,
  };
}

const diskFamilies = (space: { freeBytes: number; reserveBytes: number }): Family[] => [
  gauge('scout_disk_free_bytes', 'Free space on the disk of the embedded database.', space.freeBytes),
  gauge('scout_disk_reserve_bytes', 'Free space below which ingest accepts no events.', space.reserveBytes),
];

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

function pools(all: Readonly<Record<string, pg.Pool>>): Family[] {
  const by = (value: (pool: pg.Pool) => number) =>
    Object.entries(all).map(([pool, one]) => ({ labels: { pool }, value: value(one) }));
  return [
    {
      name: 'scout_database_connections',
      help: 'Open connections of a pool.',
      type: 'gauge',
      samples: by(({ totalCount }) => totalCount),
    },
    {
      name: 'scout_database_connections_idle',
      help: 'Idle connections of a pool.',
      type: 'gauge',
      samples: by(({ idleCount }) => idleCount),
    },
    {
      name: 'scout_database_connections_max',
      help: 'Connections that a pool may have.',
      type: 'gauge',
      samples: by(({ options }) => options.max),
    },
    {
      name: 'scout_database_requests_waiting',
      help: 'Requests that wait for a connection of a pool.',
      type: 'gauge',
      samples: by(({ waitingCount }) => waitingCount),
    },
  ];
}
