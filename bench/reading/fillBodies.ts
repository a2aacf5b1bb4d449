import { zstdCompressSync } from 'node:zlib';
import { normaliseLine } from '@scout/detection';
import { eventXml, failedLogonData } from '@scout/detection/testing/eventXml';
import type pg from 'pg';
import { AGENT, type Filling, TENANT } from './fill.ts';

const LINES = 1_000;
/** Time from the arrival of the body to the end of all events. */
const AGE = 3_600_000;

/** The identity of an event of the body with lines. */
export const rawEventAt = (now: number): string => `${batchAt(now)}-000930`;

/** A UUID of version 7 of the body's time. */
const batchAt = (now: number): string =>
  `${(now - AGE)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;

/** Bodies of all batches, of which one has lines of XML; the others are empty, and there for their number. */
export async function fillBodies(owner: pg.Client, { now }: Filling): Promise<void> {
  await owner.query(
    `INSERT INTO scout.batch_bodies (tenant_id, batch_id, received_at, encoding, body)
     SELECT tenant_id, batch_id, received_at, 'identity', '' FROM scout.batches`,
  );
  const batchId = batchAt(now);
  const start = now - AGE;
  const lines = Array.from({ length: LINES }, (_, index) =>
    JSON.stringify({
      xml: eventXml({
        id: 4625,
        time: new Date(start + index).toISOString(),
        computer: `PRD-SQL${index % 50}.corp.example`,
        recordId: String(5_000_000_000 + index),
        data: failedLogonData({ TargetUserName: `svc.app${index % 7}`, IpAddress: `192.0.2.${index % 254}` }),
      }),
    }),
  );
  await owner.query(
    `INSERT INTO scout.batch_bodies (tenant_id, batch_id, received_at, encoding, body) VALUES ($1, $2, $3, 'zstd', $4)`,
    [TENANT, batchId, new Date(start), zstdCompressSync(lines.join('\n'))],
  );
  const rows = lines.flatMap((line) => {
    const read = normaliseLine(line, Number.MAX_SAFE_INTEGER);
    return read.ok ? [read.row] : [];
  });
  await owner.query(
    `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id)
     SELECT $1, at, $2, number - 1, $3, 'WINDOWS_SECURITY_4625', 4625
     FROM unnest($4::timestamptz[]) WITH ORDINALITY AS line (at, number)`,
    [TENANT, batchId, AGENT, rows.map(({ timestamp }) => timestamp)],
  );
}
