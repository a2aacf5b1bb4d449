import { type IngestAnswer, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { withRole } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { eventStaging } from './events.ts';
import type { Outcome } from './groups.ts';
import { incidentStaging } from './incidents.ts';
import { holdVersion, StaleNaming } from './naming.ts';
import type { BatchIdentity, ParsedBatch, RejectedLine } from './parseBatch.ts';
import { RollupFold, UPSERT_ROLLUPS } from './rollups.ts';
import { insertParts } from './sql/activityParts.ts';
import { addEventCounts, sizeOfCounts } from './sql/eventCounts.ts';
import { amendSums, type Changed } from './sql/rollupSums.ts';
import { MayBeSentBefore } from './sql/sentBefore.ts';
import { storeRows } from './sql/staging.ts';
import type { BodyEncoding } from './unpack.ts';

/** A parsed batch, ready to be written. */
export interface BatchToStore extends BatchIdentity {
  /** The agent's number of the batch: its key in the ledger. */
  readonly batchNo: number;
  /** SHA-256 of the unpacked body, so that recompressed lines are the same batch. */
  readonly sha256: Buffer;
  readonly encoding: BodyEncoding;
  /** As received, without secrets in lines. */
  readonly body: Buffer;
  readonly parsed: ParsedBatch;
  /** Version of the detection settings used. */
  readonly settingsVersion: number;
  /** True if its events were compared with those sent before by its agent. */
  readonly isCompared?: boolean;
}

/** Approximate bytes of a rejection in addition to its message. */
const REJECTION_BYTES = 200;

/** Approximate bytes written by a batch, and the part of its rollups. */
export function sizeOf({ body, parsed }: BatchToStore): { rows: number; rollups: number } {
  const { events, counts, incidents, activity, rejected } = parsed;
  const rollups = parsed.rollups?.length ?? 0;
  const parts = activity.reduce((sum, part) => sum + part.body.length, 0);
  const rows = events.length + (incidents?.length ?? 0) + parts + rejected.length * REJECTION_BYTES;
  return { rows: rows + sizeOfCounts(counts) + rollups + body.length, rollups };
}

type StoreContext = { readonly pool: pg.Pool; readonly clock: Clock };

/**
 * Writes batches of one organization in one transaction: ledger, bodies, events, incidents, activity, rollups, counts of events,
 * the agents' counters. The ledger comes first, so that a repeated batch changes nothing; rows shared by a tenant's batches
 * (rollups, counts, agents) come last, so that groups wait for each other as briefly as possible. Rows that two groups may both
 * write are written in a fixed order, so that groups cannot deadlock.
 *
 * A batch that cannot be stored does not affect the others: they are written without it.
 * @returns in the order of `batches`, after the commit: an answer, or Refusal `batch_conflict`, `invalid_batch_number`,
 * `credential_revoked`; StaleNaming when the detection settings have changed meanwhile; MayBeSentBefore for a batch to be
 * compared with stored events; or the database's error
 */
export async function storeGroup(
  context: StoreContext,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<readonly Outcome<IngestAnswer>[]> {
  const outcomes = new Map<BatchToStore, Outcome<IngestAnswer>>();
  let left = batches;
  while (left.length > 0) {
    for (const [batch, outcome] of await attempt(context, tenantId, left)) outcomes.set(batch, outcome);
    left = left.filter((batch) => !outcomes.has(batch));
  }
  return batches.map((batch) => outcomes.get(batch)!);
}

type Outcomes = Map<BatchToStore, Outcome<IngestAnswer>>;

/** Attempts to write the batches; returns the outcomes of at least one of them. */
async function attempt(
  context: StoreContext,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<Outcomes> {
  try {
    const outcomes = await write(context, tenantId, batches);
    await noteConflicts(context, tenantId, outcomes);
    return outcomes;
  } catch (error) {
    if (error instanceof Unstorable) return error.outcomes;
    if (batches.length === 1 || !mayBeOfOne(error)) {
      return new Map(batches.map((batch) => [batch, { error }]));
    }
    const outcomes: Outcomes = new Map();
    for (const batch of batches) {
      for (const [one, outcome] of await attempt(context, tenantId, [batch])) outcomes.set(one, outcome);
    }
    return outcomes;
  }
}

/** Thrown to roll back a group with batches that must not be stored. */
class Unstorable extends Error {
  readonly outcomes: Outcomes;

  constructor(batches: readonly BatchToStore[], error: Error) {
    super(error.message);
    this.outcomes = new Map(batches.map((batch) => [batch, { error }]));
  }
}

/** SQLSTATE classes caused by a statement's input instead of the server's state: data, constraints, program limits. */
const OF_ONE = new Set(['22', '23', '54']);

/** True when the error may come from one batch's content, so that the others could be written without it. */
const mayBeOfOne = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? OF_ONE.has(error.code?.slice(0, 2) ?? '')
    : error instanceof TypeError || error instanceof RangeError;

function write(
  { pool, clock }: StoreContext,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<Outcomes> {
  const now = clock.now();
  return withRole(pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
    const entered = await enterLedger(client, tenantId, batches, now);
    const outcomes = await answersFromLedger(
      client,
      tenantId,
      batches.filter((batch) => !entered.has(batch.batchId)),
    );
    const fresh = batches.filter((batch) => entered.has(batch.batchId));
    if (fresh.length === 0) return outcomes;
    const found = fresh.flatMap(({ parsed }) => (parsed.incidents ? [parsed] : []));
    const days = new Set(found.flatMap((parsed) => [...parsed.days]));
    const version = await holdVersion(client, { tenantId, days });
    const stale = fresh.filter(({ settingsVersion }) => settingsVersion !== version);
    if (stale.length > 0) throw new Unstorable(stale, new StaleNaming('The detection settings have changed'));

    await insertBodies(client, tenantId, fresh, now);
    await storeRows(
      client,
      eventStaging,
      fresh.map(({ parsed }) => parsed.events),
    );
    await storeRows(
      client,
      incidentStaging,
      fresh.flatMap(({ parsed }) => parsed.incidents ?? []),
    );
    await insertParts(
      client,
      tenantId,
      fresh.flatMap(({ batchId, parsed }) => parsed.activity.map((part) => ({ ...part, batchId }))),
      now,
    );
    await addRollups(
      client,
      tenantId,
      { days, from: Math.min(...found.map(({ earliest }) => earliest)) },
      fresh.flatMap(({ parsed }) => parsed.rollups ?? []),
    );
    await addEventCounts(
      client,
      tenantId,
      fresh.flatMap(({ parsed }) => parsed.counts),
    );
    await countForAgents(client, tenantId, fresh, clock.now());
    for (const batch of fresh) {
      const { accepted, repeated, rejected } = batch.parsed;
      outcomes.set(batch, { answer: { accepted, duplicates: repeated, rejected: [...rejected] } });
    }
    return outcomes;
  });
}

const { batchNumberReach } = limits.ingest;

/**
 * Ids of the new batches. A batch is not new when its number is too far ahead of the last one, or already in the ledger, also if
 * the same batch is being written concurrently: that transaction is waited for.
 */
async function enterLedger(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly BatchToStore[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await client.query<{ batch_id: string }>({
    name: 'ingest-ledger',
    text: `
      INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected, rejections)
      SELECT $1::uuid, agent_id, batch_no, batch_id, $9::timestamptz, body_sha256, accepted, rejected, rejections
      FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bytea[], $6::integer[], $7::integer[], $8::jsonb[])
        AS batch (agent_id, batch_no, batch_id, body_sha256, accepted, rejected, rejections)
      WHERE batch_no <= ${batchNumberReach} + (SELECT coalesce(max(last.batch_no), 0) FROM scout.batches AS last
        WHERE last.tenant_id = $1 AND last.agent_id = batch.agent_id)
      ORDER BY agent_id, batch_no
      ON CONFLICT (tenant_id, agent_id, batch_no) DO NOTHING
      RETURNING batch_id`,
    values: [
      tenantId,
      batches.map(({ agentId }) => agentId),
      batches.map(({ batchNo }) => batchNo),
      batches.map(({ batchId }) => batchId),
      batches.map(({ sha256 }) => sha256),
      batches.map(({ parsed }) => parsed.accepted),
      batches.map(({ parsed }) => parsed.rejected.length),
      batches.map(({ parsed }) => JSON.stringify(parsed.rejected)),
      new Date(now),
    ],
  });
  return new Set(rows.map(({ batch_id }) => batch_id));
}

interface LedgerRow {
  readonly agent_id: string;
  readonly batch_no: string;
  readonly body_sha256: Buffer;
  readonly rejections: RejectedLine[];
}

async function answersFromLedger(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<Outcomes> {
  if (batches.length === 0) return new Map();
  const { rows } = await client.query<LedgerRow>(
    `SELECT agent_id, batch_no, body_sha256, rejections FROM scout.batches
     WHERE tenant_id = $1 AND (agent_id, batch_no) IN (SELECT * FROM unnest($2::uuid[], $3::bigint[]))`,
    [tenantId, batches.map(({ agentId }) => agentId), batches.map(({ batchNo }) => batchNo)],
  );
  return new Map(
    batches.map((batch) => {
      const first = rows.find(
        ({ agent_id, batch_no }) => agent_id === batch.agentId && Number(batch_no) === batch.batchNo,
      );
      return [batch, repeated(batch, first)];
    }),
  );
}

function repeated(batch: BatchToStore, first: LedgerRow | undefined): Outcome<IngestAnswer> {
  // One batch with such a number would leave the agent without a next one.
  if (!first) {
    const message = `Batch ${batch.batchNo} is too far ahead of the last one; the heartbeat response has the next number.`;
    return { error: new Refusal('invalid_batch_number', { message }) };
  }
  if (!first.body_sha256.equals(batch.sha256)) {
    const message = `Batch ${batch.batchNo} was already stored with another body; give this one a new number and send it again.`;
    return { error: new Refusal('batch_conflict', { message }) };
  }
  const { accepted, repeated: known, rejected } = batch.parsed;
  // All lines except those rejected the first time.
  const duplicates = accepted + known + rejected.length - first.rejections.length;
  return { answer: { accepted: 0, duplicates, rejected: first.rejections } };
}

/** An agent numbers its batches once: two different ones with the same number come from two senders. */
async function noteConflicts(
  { pool, clock }: StoreContext,
  tenantId: string,
  outcomes: Outcomes,
): Promise<void> {
  const agents = [...outcomes].flatMap(([{ agentId }, outcome]) =>
    'error' in outcome && outcome.error instanceof Refusal && outcome.error.code === 'batch_conflict'
      ? [agentId]
      : [],
  );
  for (const agentId of new Set(agents)) {
    await withRole(pool, { role: 'scout_ingest', tenantId }, (tx) =>
      tx
        .updateTable('agents')
        .set({ conflict_at: new Date(clock.now()) })
        .where('tenant_id', '=', tenantId)
        .where('agent_id', '=', agentId)
        .execute(),
    );
  }
}

async function insertBodies(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly BatchToStore[],
  now: number,
): Promise<void> {
  const rows = batches.map((_, row) => `($1, $${3 * row + 3}, $2, $${3 * row + 4}, $${3 * row + 5})`);
  await client.query({
    // One statement per group size would be too many to cache.
    ...(batches.length === 1 ? { name: 'ingest-body' } : {}),
    text: `INSERT INTO scout.batch_bodies (tenant_id, batch_id, received_at, encoding, body) VALUES ${rows.join()}`,
    values: [
      tenantId,
      new Date(now),
      ...batches.flatMap(({ batchId, encoding, body }) => [batchId, encoding, body]),
    ],
  });
}

/** @param rollups of each batch, in JSON */
async function addRollups(
  client: pg.ClientBase,
  tenantId: string,
  changed: Changed,
  rollups: readonly string[],
): Promise<void> {
  const text = rollups.length > 1 ? folded(rollups) : rollups[0];
  if (text === undefined) return;
  await amendSums(client, tenantId, changed, text);
  await client.query({ name: 'ingest-rollups', text: UPSERT_ROLLUPS, values: [tenantId, text] });
}

function folded(rollups: readonly string[]): string | undefined {
  const fold = new RollupFold();
  for (const one of rollups) fold.addJson(one);
  return fold.toJson();
}

/** Counts over the batches of one agent. */
interface Counted {
  accepted: number;
  rejected: number;
  ahead: number;
  old: number;
  repeated: number;
  /** Epoch seconds of the earliest event of its last batch with any. */
  oldest: number | null;
}

/**
 * Counts the batches for their agents with their lag, from the earliest event's time by the server's clock until now, which
 * excludes only the commit. Locking the agents' rows detects revocations during reading: uncommitted batches are then not stored.
 * @throws Unstorable with the batches of revoked agents, or with those that may repeat events
 */
async function countForAgents(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly BatchToStore[],
  now: number,
): Promise<void> {
  const agents = new Map<string, Counted>();
  for (const { agentId, parsed } of batches) {
    const counted = agents.get(agentId) ?? {
      accepted: 0,
      rejected: 0,
      ahead: 0,
      old: 0,
      repeated: 0,
      oldest: null,
    };
    counted.accepted += parsed.accepted;
    counted.rejected += parsed.rejected.length;
    counted.ahead += parsed.ahead;
    counted.old += parsed.old;
    counted.repeated += parsed.repeated;
    if (parsed.oldest !== undefined) counted.oldest = parsed.oldest / 1000;
    agents.set(agentId, counted);
  }
  const counts = [...agents.values()];
  const { rows } = await client.query<{ agent_id: string; begun_anew_at: Date | null }>({
    name: 'ingest-agents',
    text: `
      WITH counted AS (
        SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::float8[], $6::bigint[], $7::bigint[], $8::bigint[])
          AS agent (agent_id, accepted, rejected, oldest, ahead, old, repeated)
      ), locked AS (
        SELECT agent_id FROM scout.agents
        WHERE tenant_id = $1 AND agent_id = ANY ($2::uuid[]) AND revoked_at IS NULL
        ORDER BY agent_id FOR NO KEY UPDATE
      )
      UPDATE scout.agents AS kept SET
        events_accepted = least(events_accepted::numeric + accepted, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_rejected = least(events_rejected::numeric + rejected, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_ahead = least(events_ahead::numeric + ahead, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_old = least(events_old::numeric + old, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_repeated = least(events_repeated::numeric + repeated, ${Number.MAX_SAFE_INTEGER})::bigint,
        last_batch_at = $9::timestamptz, last_seen_at = $9::timestamptz,
        last_ahead_at = CASE WHEN ahead > 0 THEN $9::timestamptz ELSE last_ahead_at END,
        last_old_at = CASE WHEN old > 0 THEN $9::timestamptz ELSE last_old_at END,
        last_rejected_at = CASE WHEN rejected > 0 THEN $9::timestamptz ELSE last_rejected_at END,
        lag_seconds = CASE WHEN oldest IS NULL THEN lag_seconds
          ELSE greatest(0, extract(epoch FROM $9::timestamptz) - oldest + coalesce(clock_skew_seconds, 0)) END
      FROM counted JOIN locked USING (agent_id)
      WHERE kept.tenant_id = $1 AND kept.agent_id = counted.agent_id AND kept.revoked_at IS NULL
      RETURNING kept.agent_id, kept.begun_anew_at`,
    values: [
      tenantId,
      [...agents.keys()],
      counts.map(({ accepted }) => accepted),
      counts.map(({ rejected }) => rejected),
      counts.map(({ oldest }) => oldest),
      counts.map(({ ahead }) => ahead),
      counts.map(({ old }) => old),
      counts.map(({ repeated }) => repeated),
      new Date(now),
    ],
  });
  const begunAnew = new Map(rows.map((row) => [row.agent_id, row.begun_anew_at]));
  const unsure = batches.filter(({ agentId, isCompared, parsed }) => {
    const begun = begunAnew.get(agentId);
    return begun && !isCompared && parsed.oldest !== undefined && parsed.oldest < begun.getTime() + DAY;
  });
  if (unsure.length > 0) throw new Unstorable(unsure, new MayBeSentBefore('The agent started over'));
  if (rows.length === agents.size) return;
  const there = new Set(rows.map(({ agent_id }) => agent_id));
  const revoked = batches.filter(({ agentId }) => !there.has(agentId));
  throw new Unstorable(revoked, new Refusal('credential_revoked'));
}
