import type { KnownAccount } from '@scout/cases';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { HourActivity } from './activity.ts';

const KNOWN_BY = { name: 'name', inventory: 'list', behaviour: 'behaviour' } as const;

/** True, in SQL, when a row keeps its origin: it is the same, or a list's; the inventory also has accounts of directories. */
const keeps = (row: string, found: string) =>
  `(${row}.known_by IN ('list', ${found}.known_by) OR ${row}.known_by = 'directory' AND ${found}.known_by = 'list')`;

/**
 * Adds service accounts to the register, and removes those no longer recognized, unless people described them or a
 * directory has them. First and last times seen only widen.
 */
export async function storeAccounts(
  client: pg.ClientBase,
  tenantId: string,
  {
    accounts,
    activity,
    now,
  }: { accounts: readonly KnownAccount[]; activity: readonly HourActivity[]; now: number },
): Promise<void> {
  const seen = new Map<string, { first: number; last: number }>();
  for (const { cells } of activity) {
    for (const { account, first, last } of cells) {
      const known = seen.get(account);
      seen.set(account, {
        first: Math.min(known?.first ?? first, first),
        last: Math.max(known?.last ?? last, last),
      });
    }
  }
  const rows = accounts.map(({ name, knownBy, first, last }) => ({
    name,
    known_by: KNOWN_BY[knownBy],
    seen: seen.has(name),
    first: seen.get(name)?.first ?? first * DAY,
    last: seen.get(name)?.last ?? last * DAY,
  }));
  await client.query(
    `INSERT INTO scout.service_accounts AS a (tenant_id, account_key, name, known_by, first_seen, last_seen, created_at, updated_at)
     SELECT $1, name, name, known_by, to_timestamp(first / 1000), to_timestamp(last / 1000), to_timestamp($3::float8 / 1000),
       to_timestamp($3::float8 / 1000)
     FROM json_to_recordset($2::json) AS g (name text, known_by text, seen boolean, first float8, last float8)
     WHERE seen OR NOT EXISTS (SELECT FROM scout.service_accounts s
       WHERE s.tenant_id = $1 AND s.account_key = g.name AND s.last_seen IS NOT NULL AND ${keeps('s', 'g')})
     ORDER BY name
     ON CONFLICT (tenant_id, account_key) DO UPDATE
       SET known_by = CASE WHEN ${keeps('a', 'excluded')} THEN a.known_by ELSE excluded.known_by END,
         first_seen = least(a.first_seen, excluded.first_seen), last_seen = greatest(a.last_seen, excluded.last_seen),
         updated_at = excluded.updated_at
       WHERE NOT ${keeps('a', 'excluded')} OR a.first_seen IS NULL OR a.last_seen IS NULL
         OR excluded.first_seen < a.first_seen OR excluded.last_seen > a.last_seen`,
    [tenantId, JSON.stringify(rows), now],
  );
  await client.query(
    `DELETE FROM scout.service_accounts WHERE tenant_id = $1 AND known_by <> 'list' AND NOT in_directory AND account_key <> ALL ($2::text[])
       AND owner IS NULL AND purpose IS NULL AND contract IS NULL AND contract_draft IS NULL AND decoy_since IS NULL`,
    [tenantId, accounts.map(({ name }) => name)],
  );
}
