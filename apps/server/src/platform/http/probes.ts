import type { FastifyInstance } from 'fastify';
import type { DatabaseState } from '../database/availability.ts';
import type { MigrationState } from '../database/migrationState.ts';

/** Dependencies of the server's readiness, and further reported state. */
export interface ProbeContext {
  /** Whether the database takes writes; answers within this time. */
  databaseState(withinMs: number): Promise<DatabaseState>;
  /** The database's migrations; answers within this time. */
  migrationState(withinMs: number): Promise<MigrationState>;
  /** Free space on the database's disk; null if unknown to this server. */
  freeSpace(): Promise<FreeSpace | null>;
  /** State of ingest: `ok`, or what is wrong with its writes or its space for batches. */
  ingestState(): string;
  /** State of the workers of queued mail: `ok`, or what is wrong with them. */
  queueState(): string;
  /** True once the server was asked to stop. */
  isStopping(): boolean;
}

export interface FreeSpace {
  readonly freeBytes: number;
  /** Ingest is refused below this value. */
  readonly reserveBytes: number;
}

/** Timeout of each question to the database. */
const DATABASE_MS = 3_000;

/**
 * `/livez`: this process responds; otherwise it should be restarted. `/readyz`: ready for requests, otherwise 503. A database that
 * lacks migrations of this version, as after a restore of an older state, is not ready. A full disk, failing writes, a full ingest and
 * stalled workers are reported without affecting readiness: sign-in and reading continue. Probes respond only after the migrations.
 */
export function registerProbes(app: FastifyInstance, context: ProbeContext): void {
  const headers = { 'cache-control': 'no-store' };

  app.get('/livez', { config: { open: 'whether the process answers' } }, async (_request, reply) =>
    reply.headers(headers).send({ status: 'ok' }),
  );

  app.get(
    '/readyz',
    { config: { open: 'whether requests are worth sending here' } },
    async (_request, reply) => {
      const [state, migrations, disk] = await Promise.all([
        context.databaseState(DATABASE_MS),
        context.migrationState(DATABASE_MS),
        diskState(context),
      ]);
      const stopping = context.isStopping();
      const isReady = state === 'ok' && migrations.state !== 'behind' && !stopping;
      const status = stopping ? 'stopping' : isReady ? 'ok' : 'unavailable';
      return reply
        .headers(headers)
        .code(isReady ? 200 : 503)
        .send({
          status,
          database: state,
          migrations: migrations.state,
          ...(migrations.missing.length > 0 && { missing_migrations: migrations.missing }),
          disk,
          ingest: context.ingestState(),
          queue: context.queueState(),
        });
    },
  );
}

async function diskState(context: Pick<ProbeContext, 'freeSpace'>): Promise<'ok' | 'low' | 'unknown'> {
  const space = await context.freeSpace().catch(() => null);
  if (space === null) return 'unknown';
  return space.freeBytes < space.reserveBytes ? 'low' : 'ok';
}
