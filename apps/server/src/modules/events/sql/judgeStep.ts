import {
  CHANGE_FIELDS,
  DETAIL_FIELDS,
  type DetectionSettings,
  matchRules,
  type Naming,
  QUARTER,
  type Row,
  RULE_IDS,
  RULES,
  type RuleMatch,
} from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type pg from 'pg';
import { withoutCopy } from '../../../platform/database/distribution/layout.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { StepResult } from '../../../platform/jobs/steps.ts';
import {
  boundedKey,
  eventBounds,
  forgetSums,
  lockDay,
  RollupFold,
  rollupArray,
  storedEvents,
  UPSERT_ROLLUPS,
  versionedNaming,
} from '../../ingest/index.ts';

/** Limits of a step. */
export interface StepLimits {
  /** Maximum events of a step, except for a quarter hour with more. */
  readonly events: number;
  /** Maximum events in memory. */
  readonly fetched: number;
}

const LIMITS: StepLimits = { events: 20_000, fetched: 2_000 };

/**
 * Judges some of an organization's stored events again by its current settings, newest first: replaces their incidents and
 * rollups, and records the progress, in one transaction. A step covers whole quarter hours of one UTC day; batches with incidents
 * of that day wait for its end. After an interruption the next step continues from the last commit.
 */
export function judgeStep(pool: pg.Pool, tenantId: string, limits = LIMITS): Promise<StepResult> {
  return withRole(pool, { role: 'scout_judge', tenantId }, async (tx, client) => {
    const settings = await lockProgress(client, tenantId);
    if (settings === undefined || settings.judged_version === settings.version) return 'idle';
    const range = rangeOf(settings) ?? (await storedRange(tx, tenantId));
    const slice = range && (await nextSlice({ tx, client }, tenantId, range, limits.events));
    if (!range || !slice) {
      await noteDone(client, tenantId);
      return 'done';
    }
    await judgeSlice({ tx, client }, tenantId, versionedNaming(settings).naming, slice, limits.fetched);
    await noteProgress(client, tenantId, { ...range, judgedFrom: slice.from });
    return 'more';
  });
}

interface Settings {
  version: number;
  settings: DetectionSettings;
  judged_version: number;
  judge_from: Date | null;
  judge_to: Date | null;
  judged_from: Date | null;
}

/** In epoch milliseconds; the ends are whole quarter hours. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly judgedFrom: number;
}

/** Half open, in epoch milliseconds. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/** A transaction in both forms. */
interface Connection {
  readonly tx: Transaction;
  readonly client: pg.ClientBase;
}

/** The settings, locked until the transaction's end; undefined while another transaction holds them. */
async function lockProgress(client: pg.ClientBase, tenantId: string): Promise<Settings | undefined> {
  const { rows } = await client.query<Settings>(
    `SELECT version, settings, judged_version, judge_from, judge_to, judged_from
     FROM scout.detection_settings WHERE tenant_id = $1 FOR UPDATE SKIP LOCKED`,
    [tenantId],
  );
  return rows[0];
}

const rangeOf = ({ judge_from, judge_to, judged_from }: Settings): Range | null =>
  judge_from && judge_to && judged_from
    ? { from: judge_from.getTime(), to: judge_to.getTime(), judgedFrom: judged_from.getTime() }
    : null;

/** Later than any event. */
const LAST = '9999-12-31T00:00:00.000Z';

/** From the oldest to the newest event. Events stored from now on are judged by the current settings. */
async function storedRange(tx: Transaction, tenantId: string): Promise<Range | null> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    SELECT oldest, newest FROM ${eventBounds({ tenantId, from: iso(0), to: LAST })} AS bounds`.execute(tx);
  const { oldest: first, newest: last } = rows[0]!;
  if (!first || !last) return null;
  const to = floor(last.getTime(), QUARTER) + QUARTER;
  return { from: floor(first.getTime(), QUARTER), to, judgedFrom: to };
}

/** The newest quarter hours with events of the last day with any, up to the limit; null if none is left. */
async function nextSlice(
  { tx, client }: Connection,
  tenantId: string,
  { from, judgedFrom }: Range,
  limit: number,
): Promise<Slice | null> {
  const newest = await timeOfNewest(tx, tenantId, from, judgedFrom);
  if (newest === null) return null;
  const day = floor(newest, DAY);
  // Before the events are read: pending batches are complete by then.
  await lockDay(client, tenantId, day / DAY);
  const start = Math.max(from, day);
  const to = Math.min(judgedFrom, day + DAY);
  const beyond = await timeBeyond(tx, tenantId, { from: start, to }, limit);
  if (beyond === null) return { from: start, to };
  return { from: Math.min(floor(beyond, QUARTER) + QUARTER, floor(newest, QUARTER)), to };
}

/** Epoch milliseconds of the newest event in a range. */
async function timeOfNewest(
  tx: Transaction,
  tenantId: string,
  from: number,
  to: number,
): Promise<number | null> {
  const range = { tenantId, from: iso(from), to: iso(to - 1) };
  const { rows } = await sql<{
    newest: Date | null;
  }>`SELECT newest FROM ${eventBounds(range)} AS bounds`.execute(tx);
  return rows[0]!.newest?.getTime() ?? null;
}

/** Epoch milliseconds of the event after so many newer ones in a range within a day. */
async function timeBeyond(
  tx: Transaction,
  tenantId: string,
  { from, to }: Slice,
  skipped: number,
): Promise<number | null> {
  const events = storedEvents({
    columns: ['occurred_at'],
    range: { tenantId, from: iso(from), to: iso(to - 1) },
  });
  const { rows } = await sql<{ occurred_at: Date }>`
    SELECT occurred_at FROM ${events} AS stored ORDER BY occurred_at DESC OFFSET ${skipped} LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.occurred_at.getTime() ?? null;
}

/** Columns read by rules, under the names of a row. */
const COLUMNS = ['event_type', 'event_id', ...DETAIL_FIELDS, ...CHANGE_FIELDS] as const;

interface StoredEvent extends Record<string, unknown> {
  occurred_at: Date;
  batch_id: string;
  batch_index: number;
  agent_id: string;
}

async function judgeSlice(
  { tx, client }: Connection,
  tenantId: string,
  naming: Naming,
  slice: Slice,
  fetched: number,
): Promise<void> {
  await forget(client, tenantId, slice);
  const time = (at: number) => sql`${sql.lit(iso(at))}::timestamptz`;
  const events = storedEvents({
    columns: ['occurred_at', 'batch_id', 'batch_index', 'agent_id', ...COLUMNS],
    // Times have whole milliseconds.
    range: { tenantId: sql.lit(tenantId), from: time(slice.from), to: time(slice.to - 1) },
  });
  await sql`DECLARE judged_events NO SCROLL CURSOR FOR SELECT * FROM ${events} AS judged`.execute(tx);
  for (;;) {
    const { rows } = await client.query<StoredEvent>(`FETCH ${fetched} FROM judged_events`);
    if (rows.length === 0) break;
    await store(client, tenantId, rows, naming);
  }
  await client.query('CLOSE judged_events');
  await foldDay(client, tenantId, floor(slice.from, DAY));
}

const PAIRS = [...new Set(Object.values(RULES).flatMap(({ pairs = [] }) => pairs))];
const DAY_DIMENSIONS = PAIRS.map((pair) => `${pair}-day`);
const QUARTER_DIMENSIONS = [...new Set(Object.values(RULES).flatMap(({ names }) => names)), ...PAIRS];

async function forget(client: pg.ClientBase, tenantId: string, { from, to }: Slice): Promise<void> {
  const day = floor(from, DAY);
  await forgetSums(client, tenantId, { days: [day / DAY], from });
  await client.query(
    `DELETE FROM scout.incidents
     WHERE tenant_id = $1 AND rule = ANY ($2) AND occurred_at >= $3 AND occurred_at < $4`,
    [tenantId, RULE_IDS, iso(from), iso(to)],
  );
  await client.query(
    `DELETE FROM scout.rollups
     WHERE tenant_id = $1 AND rule = ANY ($2) AND dimension = ANY ($3) AND bucket >= $4 AND bucket < $5`,
    [tenantId, RULE_IDS, QUARTER_DIMENSIONS, iso(from), iso(to)],
  );
  await client.query(
    `DELETE FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($2) AND dimension = ANY ($3) AND bucket = $4`,
    [tenantId, RULE_IDS, DAY_DIMENSIONS, iso(day)],
  );
}

async function store(
  client: pg.ClientBase,
  tenantId: string,
  events: readonly StoredEvent[],
  naming: Naming,
): Promise<void> {
  const fold = new RollupFold();
  const incidents: object[] = [];
  for (const event of events) {
    const row: Row = { ...event, timestamp: event.occurred_at.toISOString() };
    for (const match of matchRules(row, naming)) {
      incidents.push(incidentRow(event, match));
      fold.add(match);
    }
  }
  if (incidents.length === 0) return;
  await client.query(`${INSERT_INCIDENTS} ${withoutCopy(client)}`, [tenantId, JSON.stringify(incidents)]);
  // Days are folded from their quarter hours at the end of the step.
  const quarters = fold.rows().filter(({ dimension }) => !dimension.endsWith('-day'));
  await client.query(UPSERT_ROLLUPS, [tenantId, rollupArray(quarters)]);
}

const incidentRow = (event: StoredEvent, match: RuleMatch) => ({
  rule: match.rule,
  occurred_at: event.occurred_at,
  batch_id: event.batch_id,
  batch_index: event.batch_index,
  agent_id: event.agent_id,
  service_account: match.serviceAccount,
  service_account_key: boundedKey(match.serviceAccountKey),
  computer: match.computer,
  computer_key: match.computerKey === null ? null : boundedKey(match.computerKey),
  server: match.server,
  server_key: match.serverKey === null ? null : boundedKey(match.serverKey),
  process: match.process,
  failure_reason: match.failureReason,
  source_hosts: match.sourceHosts,
  subject_user: match.subjectUser,
  subject_user_key: match.subjectUserKey === null ? null : boundedKey(match.subjectUserKey),
  change_type: match.change?.type ?? null,
  severity: match.change?.severity ?? null,
  description: match.change?.description ?? null,
});

const INCIDENT_COLUMNS = `rule, occurred_at, batch_id, batch_index, agent_id, service_account, service_account_key, computer,
  computer_key, server, server_key, process, failure_reason, source_hosts, subject_user, subject_user_key, change_type,
  severity, description`;

const INSERT_INCIDENTS = `
  INSERT INTO scout.incidents (tenant_id, ${INCIDENT_COLUMNS})
  SELECT $1, ${INCIDENT_COLUMNS} FROM jsonb_to_recordset($2::jsonb) AS i (
    rule text, occurred_at timestamptz, batch_id uuid, batch_index integer, agent_id uuid, service_account text,
    service_account_key text, computer text, computer_key text, server text, server_key text, process text,
    failure_reason text, source_hosts text[], subject_user text, subject_user_key text, change_type text, severity text,
    description text)`;

/** Each pair's day is the sum of its quarter hours, with the spelling of the earliest one. */
async function foldDay(client: pg.ClientBase, tenantId: string, day: number): Promise<void> {
  await client.query(
    `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
     SELECT tenant_id, rule, dimension || '-day', $4, key, value_key, sum(n),
       (array_agg(label ORDER BY first_at))[1], (array_agg(value_label ORDER BY first_at))[1], min(first_at)
     FROM scout.rollups
     WHERE tenant_id = $1 AND rule = ANY ($2) AND dimension = ANY ($3) AND bucket >= $4
       AND bucket < $4::timestamptz + interval '1 day'
     GROUP BY tenant_id, rule, dimension, key, value_key`,
    [tenantId, RULE_IDS, PAIRS, iso(day)],
  );
}

async function noteProgress(client: pg.ClientBase, tenantId: string, range: Range): Promise<void> {
  await client.query(
    `UPDATE scout.detection_settings SET judge_from = $2, judge_to = $3, judged_from = $4 WHERE tenant_id = $1`,
    [tenantId, iso(range.from), iso(range.to), iso(range.judgedFrom)],
  );
}

async function noteDone(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `UPDATE scout.detection_settings SET judged_version = version, judge_from = NULL, judge_to = NULL, judged_from = NULL
     WHERE tenant_id = $1`,
    [tenantId],
  );
}

const floor = (time: number, length: number): number => Math.floor(time / length) * length;
const iso = (time: number): string => new Date(time).toISOString();

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations with stored events judged by earlier settings. */
export function awaitingJudgement(pool: pg.Pool): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.detection_settings WHERE judged_version < version
       ORDER BY tenant_id LIMIT ${TAKEN_UP}`,
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
