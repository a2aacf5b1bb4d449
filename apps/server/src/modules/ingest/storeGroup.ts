import type { IngestAnswer } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { withoutCopy } from '../../platform/database/distribution/layout.ts';
import type { Lanes } from '../../platform/database/lanes.ts';
import type { Result, Statement } from '../../platform/database/pipeline.ts';
import { type Actor, withRole } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { storedBytes } from './binaryRows.ts';
import { eventStaging } from './events.ts';
import type { Outcome } from './groups.ts';
import { incidentStaging } from './incidents.ts';
import { daysHeld, StaleNaming } from './naming.ts';
import type { ParsedBatch } from './parseBatch.ts';
import { RollupFold, UPSERT_ROLLUPS } from './rollups.ts';
import { partsInserted } from './sql/activityParts.ts';
import { agentsCounted, type CountedAgent } from './sql/agentCounts.ts';
import { byteas } from './sql/byteas.ts';
import { eventCountsAdded, sizeOfCounts } from './sql/eventCounts.ts';
import { batchesEntered, isNotNew, type LedgerBatch, outcomesFromLedger } from './sql/ledger.ts';
import { SUMS_DUE, sumsAmended, sumsDue } from './sql/rollupSums.ts';
import { MayBeSentBefore } from './sql/sentBefore.ts';
import { rowsStored } from './sql/staging.ts';
import type { BodyEncoding } from './unpack.ts';

/** A parsed batch, ready to be written. */
export interface BatchToStore extends LedgerBatch {
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
  const stored =
    storedBytes(events, eventStaging.fields) +
    (incidents ? storedBytes(incidents, incidentStaging.fields) : 0);
  const rows = stored + parts + rejected.length * REJECTION_BYTES;
  return { rows: rows + sizeOfCounts(counts) + rollups + body.length, rollups };
}

export interface StoreContext {
  readonly pool: pg.Pool;
  readonly lanes: Lanes;
  readonly clock: Clock;
}

/**
 * Writes batches of one organization in one transaction: ledger, bodies, events, incidents, activity, rollups, counts of events,
 * the agents' counters. The ledger comes first, so that a repeated batch changes nothing; rows shared by a tenant's batches
 * (rollups, counts, agents) come last, so that groups wait for each other as briefly as possible. Rows that two groups may both
 * write are written in a fixed order, so that groups cannot deadlock. All statements are sent at once; their results decide whether the
 * transaction is committed.
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
  const outcomes: Outcomes = new Map();
  let left = batches;
  while (left.length > 0) {
    for (const [batch, outcome] of await attempt(context, tenantId, ofDifferentNumbers(left)))
      outcomes.set(batch, outcome);
    left = left.filter((batch) => !outcomes.has(batch));
  }
  return batches.map((batch) => outcomes.get(batch)!);
}

type Outcomes = Map<BatchToStore, Outcome<IngestAnswer>>;

const actorOf = (tenantId: string): Actor => ({ role: 'scout_ingest', tenantId });

/** The first batch of each number: another one with it is told from the ledger afterwards. */
function ofDifferentNumbers(batches: readonly BatchToStore[]): readonly BatchToStore[] {
  const seen = new Set<string>();
  return batches.filter(({ agentId, batchNo }) => {
    const key = `${agentId} ${batchNo}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Attempts to write the batches; returns the outcomes of at least one of them. */
async function attempt(
  context: StoreContext,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<Outcomes> {
  try {
    return await write(context, tenantId, batches);
  } catch (error) {
    if (error instanceof Unstorable) return error.outcomes;
    if (isNotNew(error)) {
      const known = await withRole(context.pool, actorOf(tenantId), (_tx, client) =>
        outcomesFromLedger(client, tenantId, batches),
      );
      await noteConflicts(context, tenantId, known);
      if (known.size > 0) return known;
    }
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

async function write(
  { lanes, clock }: StoreContext,
  tenantId: string,
  batches: readonly BatchToStore[],
): Promise<Outcomes> {
  const found = batches.flatMap(({ parsed }) => (parsed.incidents ? [parsed] : []));
  const changed = {
    days: new Set(found.flatMap((parsed) => [...parsed.days])),
    from: Math.min(...found.map(({ earliest }) => earliest)),
  };
  const rollups = folded(found.flatMap((parsed) => parsed.rollups ?? []));
  /** Place of the statement that tells whether sums change. */
  let due = -1;
  await lanes.run({
    actor: actorOf(tenantId),
    statements(client) {
      const events = batches.map(({ parsed }) => parsed.events);
      const incidents = found.flatMap((parsed) => parsed.incidents ?? []);
      const now = clock.now();
      const statements = [
        daysHeld(tenantId, changed.days),
        batchesEntered(tenantId, batches, now),
        bodiesInserted(client, tenantId, batches, now),
        ...rowsStored(client, eventStaging, events),
        ...rowsStored(client, incidentStaging, incidents),
        ...partsOf(tenantId, batches, now),
        ...(rollups ? [sumsDue(tenantId, changed, rollups), rollupsAdded(tenantId, rollups)] : []),
        ...countsOf(tenantId, batches),
        agentsCounted(tenantId, batches, now),
      ];
      due = statements.findIndex(({ name }) => name === SUMS_DUE);
      return statements;
    },
    async decide(results, client) {
      refuseStale(batches, results[1]!);
      refuseUncounted(batches, results.at(-1)!);
      // Their row of progress is locked, so that they may be amended after rows that others lock later.
      const progress = results[due]?.rows[0] as { window_end: string } | undefined;
      if (progress && rollups)
        for (const amendment of sumsAmended(client, tenantId, changed, progress.window_end, rollups))
          await client.query(amendment);
    },
  });
  return new Map(
    batches.map((batch) => {
      const { accepted, repeated, rejected } = batch.parsed;
      return [batch, { answer: { accepted, duplicates: repeated, rejected: [...rejected] } }];
    }),
  );
}

/** @throws Unstorable with the batches that were judged by other settings */
function refuseStale(batches: readonly BatchToStore[], { rows }: Result): void {
  const stale = batches.filter(({ settingsVersion }) => settingsVersion !== rows[0].version);
  if (stale.length > 0) throw new Unstorable(stale, new StaleNaming('The detection settings have changed'));
}

/** @throws Unstorable with the batches of revoked agents, or with those that may repeat events */
function refuseUncounted(batches: readonly BatchToStore[], { rows }: Result): void {
  const begunAnew = new Map((rows as CountedAgent[]).map((row) => [row.agent_id, row.begun_anew_at]));
  const unsure = batches.filter(({ agentId, isCompared, parsed }) => {
    const begun = begunAnew.get(agentId);
    return begun && !isCompared && parsed.oldest !== undefined && parsed.oldest < begun.getTime() + DAY;
  });
  if (unsure.length > 0) throw new Unstorable(unsure, new MayBeSentBefore('The agent started over'));
  const revoked = batches.filter(({ agentId }) => !begunAnew.has(agentId));
  if (revoked.length > 0) throw new Unstorable(revoked, new Refusal('credential_revoked'));
}

function bodiesInserted(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly BatchToStore[],
  now: number,
): Statement {
  return {
    name: 'ingest-bodies',
    text: `INSERT INTO scout.batch_bodies (tenant_id, batch_id, received_at, encoding, body)
      SELECT $1, batch_id, $2, encoding, body FROM unnest($3::uuid[], $4::text[], $5::bytea[]) AS given (batch_id, encoding, body)
      ${withoutCopy(client)}`,
    values: [
      tenantId,
      new Date(now),
      batches.map(({ batchId }) => batchId),
      batches.map(({ encoding }) => encoding),
      byteas(batches.map(({ body }) => body)),
    ],
  };
}

function partsOf(tenantId: string, batches: readonly BatchToStore[], now: number): readonly Statement[] {
  const parts = batches.flatMap(({ batchId, parsed }) =>
    parsed.activity.map((part) => ({ ...part, batchId })),
  );
  return parts.length === 0 ? [] : [partsInserted(tenantId, parts, now)];
}

const rollupsAdded = (tenantId: string, rollups: Buffer): Statement => ({
  name: 'ingest-rollups',
  text: UPSERT_ROLLUPS,
  values: [tenantId, rollups],
});

/** @param rollups of each batch */
function folded(rollups: readonly Buffer[]): Buffer | undefined {
  if (rollups.length <= 1) return rollups[0];
  const fold = new RollupFold();
  for (const one of rollups) fold.addArray(one);
  return fold.array();
}

function countsOf(tenantId: string, batches: readonly BatchToStore[]): readonly Statement[] {
  const counts = batches.flatMap(({ parsed }) => parsed.counts);
  return counts.length === 0 ? [] : [eventCountsAdded(tenantId, counts)];
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
    await withRole(pool, actorOf(tenantId), (tx) =>
      tx
        .updateTable('agents')
        .set({ conflict_at: new Date(clock.now()) })
        .where('tenant_id', '=', tenantId)
        .where('agent_id', '=', agentId)
        .execute(),
    );
  }
}
