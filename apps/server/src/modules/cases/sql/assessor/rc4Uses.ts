import { hash } from 'node:crypto';
import type { WeakUse } from '@scout/cases';
import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { HourRange } from '../../assessor/range.ts';

/** Replaces the uses of RC4 of which the last is in a range of hours; older ones stay until the assessor forgets them. */
export async function storeRc4Uses(
  client: pg.ClientBase,
  tenantId: string,
  { uses, range }: { uses: readonly WeakUse[]; range: HourRange },
): Promise<void> {
  if (range.from === null) return;
  const from = range.from * HOUR;
  const rows = uses
    .filter(({ last }) => last >= from)
    .map(({ account, requester, client: machine, weakness, count, first, last, mark }) => ({
      account,
      cell: hash('sha256', JSON.stringify([requester, machine, weakness]), 'hex').slice(0, 32),
      requester: requester ?? '',
      client: machine,
      cause: weakness,
      n: count,
      first,
      last,
      event: mark?.event ?? null,
    }));
  const kept = JSON.stringify(rows);
  const oldest = uses.reduce((least, { last }) => Math.min(least, last), from);
  await client.query(
    `DELETE FROM scout.rc4_uses u WHERE u.tenant_id = $1 AND u.last_at < to_timestamp($2::float8 / 1000)`,
    [tenantId, oldest],
  );
  // Alone, so that it is one join and not a look through all uses for each row.
  await client.query(
    `DELETE FROM scout.rc4_uses u WHERE u.tenant_id = $1 AND u.last_at >= to_timestamp($3::float8 / 1000) AND NOT EXISTS (
       SELECT FROM json_to_recordset($2::json) AS g (account text, cell uuid) WHERE g.account = u.account_key AND g.cell = u.cell)`,
    [tenantId, kept, from],
  );
  await client.query(
    `INSERT INTO scout.rc4_uses AS u (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at, event)
     SELECT $1, account, cell, requester, client, cause, n, to_timestamp(first / 1000), to_timestamp(last / 1000), event
     FROM json_to_recordset($2::json) AS g (account text, cell uuid, requester text, client text, cause text, n bigint, first float8,
       last float8, event text)
     ORDER BY account, cell
     ON CONFLICT (tenant_id, account_key, cell) DO UPDATE
       SET n = excluded.n, first_at = excluded.first_at, last_at = excluded.last_at, event = excluded.event
       WHERE (u.n, u.first_at, u.last_at) IS DISTINCT FROM (excluded.n, excluded.first_at, excluded.last_at)`,
    [tenantId, kept],
  );
}
