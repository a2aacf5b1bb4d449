import { type AgentState, agentStates } from '@scout/contract';
import { MINUTE } from '@scout/detection/time';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import type { Family, Sample } from '../../../platform/metrics/exposition.ts';
import { type FleetSummary, type FleetView, fleetView, summarizeFleets } from '../../agents/index.ts';
import { readAssessments } from '../../cases/index.ts';
import { dayText } from '../../ingest/index.ts';

type App = Parameters<typeof fleetView>[0] & { readonly pool: pg.Pool };

/** Reads metrics of the whole installation from its database; all its servers report the same. */
export async function readDatabase(app: App): Promise<Family[]> {
  return [
    ...(await readAsOperator(app.pool, fleetView(app))),
    ...(await readQueue(app.pool)),
    ...(await readDeliveries(app.pool)),
  ];
}

interface Numbers {
  readonly database_bytes: string;
  readonly accepted: string;
  readonly rejected: string;
  readonly ahead: string;
  readonly gaps: string;
  readonly missing: string;
  readonly waiting: string;
  readonly lags: number[] | null;
  readonly backed_up_at: Date | null;
}

const DAY_SECONDS = 86_400;
const LAG_PERCENTILES = [50, 95, 99];
/** An agent that has sent nothing for longer has no current lag. */
const LAG_OF_MS = 10 * MINUTE;

async function readAsOperator(pool: pg.Pool, view: FleetView): Promise<Family[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    const { rows } = await client.query<Numbers>(
      `SELECT pg_database_size(current_database()) AS database_bytes, coalesce(sum(events_accepted), 0) AS accepted,
         coalesce(sum(events_rejected), 0) AS rejected, coalesce(sum(events_ahead), 0) AS ahead, coalesce(sum(gaps), 0) AS gaps,
         coalesce(sum(events_missing), 0) AS missing, coalesce(sum(queue_depth) FILTER (WHERE revoked_at IS NULL), 0) AS waiting,
         percentile_cont($1::float8[]) WITHIN GROUP (ORDER BY lag_seconds) FILTER (WHERE last_batch_at > $2) AS lags,
         (SELECT max(made_at) FROM scout.backups) AS backed_up_at
       FROM scout.agents`,
      [LAG_PERCENTILES.map((percentile) => percentile / 100), new Date(view.now - LAG_OF_MS)],
    );
    const numbers = rows[0]!;
    const behind = [...(await readAssessments(tx, view.now)).values()].map(({ lag_seconds }) => lag_seconds);
    const fleets = [...(await summarizeFleets(tx, view)).values()];
    return [
      gauge('scout_database_size_bytes', 'Size of the database.', [
        { value: Number(numbers.database_bytes) },
      ]),
      gauge(
        'scout_backup_age_seconds',
        'Time since the last scout backup.',
        numbers.backed_up_at === null ? [] : [{ value: (view.now - numbers.backed_up_at.getTime()) / 1000 }],
      ),
      gauge('scout_agent_events_accepted', 'Events of all agents that were stored.', [
        { value: Number(numbers.accepted) },
      ]),
      gauge('scout_agent_events_rejected', 'Lines of all agents that were rejected.', [
        { value: Number(numbers.rejected) },
      ]),
      gauge('scout_agent_events_ahead', 'Stored events that were dated more than a day ahead.', [
        { value: Number(numbers.ahead) },
      ]),
      gauge('scout_agent_gaps', 'Gaps that agents reported.', [{ value: Number(numbers.gaps) }]),
      gauge('scout_agent_events_missing', 'Events known to be missing in gaps.', [
        { value: Number(numbers.missing) },
      ]),
      gauge('scout_agent_events_waiting', 'Events waiting on machines, as last reported by agents.', [
        { value: Number(numbers.waiting) },
      ]),
      gauge(
        'scout_ingest_lag_seconds',
        'From an event to its commit, over the last batches of the agents that sent in the last ten minutes.',
        (numbers.lags ?? []).map((value, index) => ({
          labels: { percentile: LAG_PERCENTILES[index]! },
          value,
        })),
      ),
      gauge('scout_assessor_lag_seconds', 'Case lag of the organization that is furthest behind.', [
        { value: Math.max(0, ...behind) },
      ]),
      gauge('scout_agents', 'Agents by state.', agentStates.map(stateSample(fleets))),
      ...(await readPartitions(client, view.now)),
    ];
  });
}

const stateSample =
  (fleets: readonly FleetSummary[]) =>
  (state: AgentState): Sample => ({
    labels: { state },
    value: fleets.reduce((sum, { states }) => sum + states[state], 0),
  });

async function readPartitions(client: pg.ClientBase, now: number): Promise<Family[]> {
  const { rows } = await client.query<{
    table: string;
    partitions: number;
    ahead: number;
    default_bytes: string;
  }>(
    `SELECT p.relname AS table, count(*)::int AS partitions,
       coalesce(max(CASE length(s.stamp) WHEN 8 THEN to_date(s.stamp, 'YYYYMMDD')
         WHEN 6 THEN (to_date(s.stamp, 'YYYYMM') + interval '1 month - 1 day')::date END) - $1::date, 0) AS ahead,
       coalesce(sum(pg_relation_size(c.oid)) FILTER (WHERE s.stamp IS NULL), 0) AS default_bytes
     FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
       CROSS JOIN LATERAL (SELECT substring(c.relname FROM '_p(\\d{6,8})$') AS stamp) AS s
     WHERE p.relkind = 'p' AND p.relnamespace = 'scout'::regnamespace GROUP BY p.relname ORDER BY p.relname`,
    [dayText(now)],
  );
  const by = (value: (row: (typeof rows)[number]) => number): Sample[] =>
    rows.map((row) => ({ labels: { table: row.table }, value: value(row) }));
  return [
    gauge(
      'scout_partitions',
      'Partitions of a table.',
      by(({ partitions }) => partitions),
    ),
    gauge(
      'scout_partitions_ahead_seconds',
      'Time after today for which a table has partitions.',
      by(({ ahead }) => ahead * DAY_SECONDS),
    ),
    gauge(
      'scout_partition_default_bytes',
      'Size of the partition that takes the rows of days without one.',
      by(({ default_bytes }) => Number(default_bytes)),
    ),
  ];
}

async function readQueue(pool: pg.Pool): Promise<Family[]> {
  const { rows } = await withRole(pool, { role: 'scout_jobs' }, (_tx, client) =>
    client.query<{ name: string; state: string; jobs: number; oldest: number }>(
      `SELECT q.name, s.state, count(j.id)::int AS jobs, coalesce(extract(epoch FROM now() - min(greatest(j.created_on, j.start_after))), 0)::float8 AS oldest
       FROM pgboss.queue q CROSS JOIN (VALUES ('created'), ('retry'), ('active'), ('failed')) AS s (state)
         LEFT JOIN pgboss.job j ON j.name = q.name AND j.state::text = s.state
       WHERE q.name NOT LIKE '\\_\\_%' GROUP BY q.name, s.state ORDER BY 1, 2`,
    ),
  );
  const waiting = rows.filter(({ state }) => state === 'created' || state === 'retry');
  return [
    gauge(
      'scout_jobs',
      'Jobs by queue and state; the email queue is mail.',
      rows.map(({ name, state, jobs }) => ({ labels: { queue: name, state }, value: jobs })),
    ),
    gauge(
      'scout_job_oldest_seconds',
      'Waiting time of the oldest due job.',
      waiting.map(({ name, state, oldest }) => ({
        labels: { queue: name, state },
        value: Math.max(0, oldest),
      })),
    ),
  ];
}

async function readDeliveries(pool: pg.Pool): Promise<Family[]> {
  const { rows } = await withRole(pool, { role: 'scout_alerts' }, (_tx, client) =>
    client.query<{ outcome: string; deliveries: number }>(
      `SELECT o.outcome, count(d.delivery_id)::int AS deliveries
       FROM (VALUES ('waiting'), ('delivered'), ('failed'), ('dropped')) AS o (outcome)
         LEFT JOIN scout.channel_deliveries d ON coalesce(d.outcome, 'waiting') = o.outcome
       GROUP BY o.outcome ORDER BY 1`,
    ),
  );
  return [
    gauge(
      'scout_channel_deliveries',
      'Stored deliveries to channels, by outcome.',
      rows.map(({ outcome, deliveries }) => ({ labels: { outcome }, value: deliveries })),
    ),
  ];
}

/** All are gauges: a deleted organization must not look like a falling counter. */
const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
});
