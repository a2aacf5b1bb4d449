import { once } from 'node:events';
import { DETAIL_FIELDS, normaliseLine } from '@scout/detection';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** The columns of tenant_events in the order of {@link copyLine}. */
const COLUMNS = ['event_type', 'event_id', 'record_id', ...DETAIL_FIELDS] as const;

export interface Origin {
  readonly tenantId: string;
  readonly batchId: string;
  readonly agentId: string;
}

/** A line of the benchmark as the row made by ingest, in COPY's text format, as sent by `psql \copy` from a file. */
export function copyLine(line: string, index: number, { tenantId, batchId, agentId }: Origin): string {
  const result = normaliseLine(line, Date.now());
  if (!result.ok) throw new Error(`line ${index}: ${result.message}`);
  const { row } = result;
  const fields = [
    tenantId,
    row.timestamp,
    batchId,
    index % 1000,
    agentId,
    ...COLUMNS.map((column) => row[column]),
  ];
  return `${fields.map(escaped).join('\t')}\n`;
}

function escaped(value: string | number | null): string {
  if (value === null) return '\\N';
  return String(value).replace(
    /[\\\t\n\r]/g,
    (char) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[char]!,
  );
}

/**
 * Seconds of COPY for prepared rows: one COPY per connection, as owner.
 * @param parts data of each connection, in chunks
 */
export async function timeCopy(url: string, parts: readonly (readonly Buffer[])[]): Promise<number> {
  const clients = parts.map(() => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const start = performance.now();
  await Promise.all(
    parts.map(async (pieces, index) => {
      const sql = `COPY scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, ${COLUMNS.join(', ')}) FROM STDIN`;
      const stream = clients[index]!.query(copyFrom(sql));
      const done = once(stream, 'finish');
      for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
      stream.end();
      await done;
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return seconds;
}
