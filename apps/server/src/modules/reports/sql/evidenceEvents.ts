import { hash } from 'node:crypto';
import { type EvidenceEntry, limits } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type Mark, marksOf, readEvidence } from '../../cases/index.ts';
import { placeOf, readBody } from '../../events/index.ts';
import { linesOf } from '../../ingest/index.ts';

const { findings, events: eventsMost, eventBytes } = limits.evidence;

type EventEntry = Extract<EvidenceEntry, { type: 'event' }>;

/** A line of a batch, and the time of its receipt. */
interface StoredLine {
  readonly raw: string;
  readonly receivedAt: Date;
}

/**
 * The events that support the findings of a case, the newest ones, with their raw lines; fewer if the lines exceed their limit.
 * `total` is the number of all events.
 */
export async function readEvidenceEvents(
  tx: Transaction,
  tenantId: string,
  number: number,
): Promise<{ rows: EventEntry[]; total: number }> {
  const marks = await readMarks(tx, tenantId, number);
  const chosen = marks.slice(0, eventsMost);
  const details = await readEvidence(tx, tenantId, chosen);
  const rows: EventEntry[] = [];
  let bytes = 0;
  for (const ofBatch of byBatch(chosen)) {
    const lines = await readLines(tx, tenantId, ofBatch);
    for (const { id } of ofBatch) {
      const line = lines.get(id);
      bytes += line === undefined ? 0 : Buffer.byteLength(line.raw);
      if (bytes > eventBytes) return { rows, total: marks.length };
      const { time, ...event } = details.get(id)!;
      rows.push({
        type: 'event',
        at: new Date(time).toISOString(),
        ...event,
        received_at: line?.receivedAt.toISOString() ?? null,
        raw: line?.raw ?? null,
        raw_sha256: line === undefined ? null : hash('sha256', line.raw),
      });
    }
  }
  return { rows, total: marks.length };
}

/** Newest first, each event once. */
async function readMarks(tx: Transaction, tenantId: string, number: number): Promise<Mark[]> {
  const { rows } = await sql<{ events: unknown }>`
    SELECT f.events FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
    WHERE f.tenant_id = ${tenantId} AND c.number = ${number}
    ORDER BY f.occurred_at DESC, f.finding_id LIMIT ${sql.lit(findings)}`.execute(tx);
  const marks = new Map(rows.flatMap(({ events }) => marksOf(events)).map((mark) => [mark.id, mark]));
  return [...marks.values()].sort(
    (a, b) => Date.parse(b.time) - Date.parse(a.time) || (a.id < b.id ? 1 : -1),
  );
}

/** The marks of each batch, so that its body is read once. */
function byBatch(marks: readonly Mark[]): Iterable<Mark[]> {
  return Map.groupBy(marks, ({ id }) => placeOf(id).batchId).values();
}

async function readLines(
  tx: Transaction,
  tenantId: string,
  marks: readonly Mark[],
): Promise<ReadonlyMap<string, StoredLine>> {
  const stored = await readBody(tx, tenantId, placeOf(marks[0]!.id).batchId);
  if (stored === undefined) return new Map();
  const { body, encoding, received_at: receivedAt, first_line: firstLine } = stored;
  const indexOf = ({ id }: Mark) => firstLine + placeOf(id).batchIndex;
  const lines = await linesOf(body, encoding, marks.map(indexOf), limits.ingest);
  return new Map(
    marks.flatMap((mark) => {
      const raw = lines.get(indexOf(mark));
      return raw === undefined ? [] : [[mark.id, { raw, receivedAt }]];
    }),
  );
}
