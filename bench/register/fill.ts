import { renewLastHours } from '@scout/testkit/renewLastHours';
import type pg from 'pg';

export const TENANT = '11111111-1111-4111-8111-111111111111';
const DIRECTORY = '22222222-2222-4222-8222-222222222222';
/** Accounts that events name, and their ways and hours of the last 30 days. */
const USED = 2_000;
const HOURS = 60;

/** An organization whose directory has so many accounts: each tenth is a person's, and a few have a posture. */
export async function fill(owner: pg.Client, accounts: number, now: Date): Promise<void> {
  await owner.query(
    `INSERT INTO scout.tenants (tenant_id, company_name, company_key, is_subscribed, created_at, updated_at)
     VALUES ($1, 'Northwind Bank', 'northwind bank', true, $2, $2)`,
    [TENANT, now],
  );
  await owner.query(
    `INSERT INTO scout.directories (tenant_id, directory_id, name, url, bind_name, created_at, created_by, due_at, domain, synced_at)
     VALUES ($1, $2, 'Corp', 'ldaps://dc1.corp.example', 'reader', $3, 'ada@corp.example', $3, 'corp.example', $3)`,
    [TENANT, DIRECTORY, now],
  );
  await owner.query(
    `INSERT INTO scout.directory_accounts (tenant_id, directory_id, object_guid, account_key, name, dn, kind, sid, spns,
       password_set_at, last_logon_at, created_at, is_enabled, password_never_expires, without_preauthentication, encryption_types,
       admin_count, privileged_groups, delegation, delegates_to, acted_for_by, password_readers, managed_by, description)
     SELECT $1, $2, gen_random_uuid(), name, name, format('CN=%s,OU=Services,DC=corp,DC=example', name), 'user', 'S-1-5-21-1-2-3-' || 1000 + i,
       CASE WHEN i % 4 = 0 AND i % 10 <> 0 THEN ARRAY['HTTP/' || name] ELSE '{}' END, $3::timestamptz - i % 900 * interval '1 day',
       CASE WHEN i % 3 = 0 THEN $3::timestamptz - i % 200 * interval '1 day' END, $3::timestamptz - interval '3 years',
       i % 20 <> 0, false, i % 500 = 0, CASE WHEN i % 50 = 0 THEN 28 ELSE 24 END, false,
       CASE WHEN i % 100 = 0 THEN ARRAY['Domain Admins'] ELSE '{}' END, CASE WHEN i % 300 = 0 THEN 'unconstrained' ELSE 'none' END,
       '{}', '{}', '{}', NULL, NULL
     FROM (SELECT i, CASE WHEN i % 10 = 0 THEN 'person' || i ELSE 'svc.job' || lpad(i::text, 6, '0') END AS name
       FROM generate_series(1, $4) i) each`,
    [TENANT, DIRECTORY, now, accounts],
  );
  await owner.query(
    `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, first_seen, last_seen, owner, created_at, updated_at)
     SELECT $1, name, name, 'name', $2::timestamptz - interval '300 days', $2::timestamptz - interval '1 hour',
       CASE WHEN i % 2 = 0 THEN 'Team ' || i % 40 END, $2, $2
     FROM (SELECT i, 'svc.job' || lpad(i::text, 6, '0') AS name FROM generate_series(1, $3) i WHERE i % 10 <> 0) each`,
    [TENANT, now, USED],
  );
  await owner.query(
    `INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, source, destination, program, actor, n, first_at, last_at)
     SELECT $1, account_key, hour, md5(way::text)::uuid, CASE WHEN way = 3 THEN 'refused:wrong password' ELSE 'logon:3' END,
       'app-' || way, 'prd-sql' || length(account_key) + way, '', CASE WHEN way = 2 AND right(account_key, 1) = '7' THEN 'm.keller' ELSE '' END,
       4, hour, hour
     FROM scout.service_accounts, generate_series(1, $3) h, generate_series(1, 2) way,
       LATERAL (SELECT date_trunc('hour', $2::timestamptz) - h * interval '11 hours' AS hour) at
     WHERE tenant_id = $1`,
    [TENANT, now, HOURS],
  );
  await renewLastHours((sql, values) => owner.query(sql, values), TENANT);
  await owner.query('VACUUM ANALYZE');
}
