import type { Rc4Use, Rc4UsePage } from '@scout/contract';
import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

interface Row {
  readonly account_key: string;
  readonly cell: string;
  readonly requester: string;
  readonly client: string;
  readonly cause: Rc4Use['cause'];
  readonly n: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly event: string | null;
}

interface PageOfUses {
  readonly accountKey?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * A page of an organization's uses of RC4, by account. Transaction role: any that reads them.
 * @param now epoch milliseconds
 */
export async function readRc4Uses(
  tx: Transaction,
  tenantId: string,
  { accountKey, cursor, limit }: PageOfUses,
  now: number,
): Promise<Rc4UsePage> {
  const conditions = [
    sql`u.tenant_id = ${tenantId}`,
    sql`u.last_at >= ${new Date(now - limits.rc4.days * DAY)}`,
    ...(accountKey === undefined ? [] : [sql`u.account_key = ${accountKey}`]),
    ...afterCursor(cursor),
  ];
  const { rows } = await sql<Row>`
    SELECT u.account_key, u.cell, u.requester, u.client, u.cause, u.n, u.first_at, u.last_at, u.event
    FROM scout.rc4_uses u
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.account_key, u.cell LIMIT ${sql.lit(limit + 1)}`.execute(
    tx,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    uses: shown.map((row) => ({
      account: row.account_key,
      requester: row.requester === '' ? null : row.requester,
      client: row.client === '' ? null : row.client,
      cause: row.cause,
      tickets: Number(row.n),
      first_seen: row.first_at.toISOString(),
      last_seen: row.last_at.toISOString(),
      event: row.event,
    })),
    next:
      rows.length > limit && last !== undefined
        ? `${last.cell.replaceAll('-', '')}_${last.account_key}`
        : null,
  };
}

/** A cursor that this server did not make begins at the start. */
function afterCursor(cursor: string | undefined) {
  const [, cell, key] = /^([0-9a-f]{32})_(.+)$/s.exec(cursor ?? '') ?? [];
  return cell === undefined || key === undefined
    ? []
    : [sql`(u.account_key, u.cell) > (${key}, ${cell}::uuid)`];
}
