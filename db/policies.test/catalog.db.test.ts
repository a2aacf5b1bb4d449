import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loginNameOf } from '@scout/server/platform/database/login';
import { templateName } from '@scout/testkit/cluster';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Rules for every existing and future table: read from the catalogs instead of a list. */

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const ours = `c.relnamespace IN ('scout'::regnamespace, 'auth'::regnamespace) AND c.relkind IN ('r', 'p')`;
/** pg-boss creates the queue's schema: our additions in it are checked as well. */
const queue = `c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p')`;

async function names(sql: string): Promise<string[]> {
  return await db.asOwner(async (client) => {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
    return rows.map(([name]) => name);
  });
}

const tables = (condition: string) =>
  names(`SELECT c.oid::regclass::text FROM pg_class c WHERE ${ours} AND ${condition} ORDER BY 1`);

test('there are tables and partitions to check', async () => {
  expect((await tables('NOT c.relispartition')).length).toBeGreaterThan(15);
  expect((await tables('c.relispartition')).length).toBeGreaterThan(8);
});

test('row-level security is enabled and forced on every table and partition', async () => {
  expect(await tables('NOT (c.relrowsecurity AND c.relforcerowsecurity)')).toEqual([]);
});

test('every table has a policy', async () => {
  const without = await tables(
    'NOT c.relispartition AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)',
  );
  expect(without).toEqual([]);
});

test('the tables of the queue have row-level security and a policy, and only scout_jobs has rights on them', async () => {
  const of = (condition: string) =>
    names(`SELECT c.oid::regclass::text FROM pg_class c WHERE ${queue} AND ${condition} ORDER BY 1`);
  expect((await of('true')).length).toBeGreaterThan(8);
  expect(await of('NOT (c.relrowsecurity AND c.relforcerowsecurity)')).toEqual([]);
  expect(await of('NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)')).toEqual([]);
  const others = await names(`
    SELECT c.oid::regclass || ' ' || a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a
    WHERE ${queue} AND a.grantee NOT IN (c.relowner, 'scout_jobs'::regrole)`);
  expect(others).toEqual([]);
});

test('partitions have neither policies nor grants: their rows are reached through the table only', async () => {
  const open = await tables(
    `c.relispartition AND (EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) OR c.relacl IS NOT NULL
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL))`,
  );
  expect(open).toEqual([]);
});

test('every table has its policy test', async () => {
  const without = (await tables('NOT c.relispartition')).filter((name) => {
    const file = `${name.replace(/^scout\./, '').replaceAll('"', '')}.db.test.ts`;
    return !existsSync(fileURLToPath(new URL(file, import.meta.url)));
  });
  expect(without).toEqual([]);
});

test('primary and unique keys of schema scout contain tenant_id', async () => {
  // Distributed by tenant_id; tenants itself is a reference table, schema_migrations holds nobody's data, and what visitors
  // leave for sales, what deleted organizations leave to cancel, the web application and the operator's notes belong to no tenant.
  const without = await names(`
    SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'scout'::regnamespace AND i.indisunique
      AND c.relname NOT IN ('tenants', 'schema_migrations', 'demo_requests', 'mailing_list',
        'payment_cancellations', 'former_organizations', 'web_files', 'operator_troubles', 'backups')
      AND NOT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND a.attnum = ANY (i.indkey))`);
  expect(without).toEqual([]);
});

// An owner of accounts is no agent and no assessor: a query of the register for each statement costs a page nothing, and no row is written by it.
test('no policy queries another table, but those of owners of accounts', async () => {
  const asking = await names(`
    SELECT p.polrelid::regclass || '.' || p.polname FROM pg_policy p
    WHERE coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
      ~* 'select' AND p.polroles <> ARRAY['scout_account_owner'::regrole::oid]`);
  expect(asking).toEqual([]);
});

test('there are no triggers but those of foreign keys, and the one that links the audit log, which is never distributed', async () => {
  const triggers = await names(
    `SELECT t.tgname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${ours} AND NOT t.tgisinternal`,
  );
  expect(triggers).toEqual(['link_audit_entry']);
});

test('the roles of the server own no table, are no superusers and inherit nothing', async () => {
  const login = loginNameOf(templateName);
  const roles = `(SELECT oid FROM pg_roles WHERE rolname IN
    ('${login}', 'scout_member', 'scout_admin', 'scout_account_owner', 'scout_ingest', 'scout_assessor', 'scout_auth', 'scout_operator', 'scout_jobs', 'scout_visitor', 'scout_definer'))`;
  expect(await names(`SELECT relname::text FROM pg_class WHERE relowner IN ${roles}`)).toEqual([]);
  expect(
    await names(`SELECT rolname::text FROM pg_roles WHERE oid IN ${roles}
      AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolinherit)`),
  ).toEqual([]);
  expect(await names(`SELECT rolname::text FROM pg_roles WHERE oid IN ${roles} AND rolcanlogin`)).toEqual([
    login,
  ]);
  expect(await names(`SELECT rolname::text FROM pg_roles WHERE oid IN ${roles} AND rolbypassrls`)).toEqual(
    [],
  );
});

test('the login role itself, before SET ROLE, reaches nothing', async () => {
  const queued = await names(`SELECT c.oid::regclass::text FROM pg_class c WHERE ${queue}`);
  for (const table of [...(await tables('NOT c.relispartition')), ...queued]) {
    await expect(db.pool.query(`SELECT count(*) FROM ${table}`), table).rejects.toMatchObject({
      code: '42501',
    });
  }
  await expect(db.pool.query('SET ROLE scout_definer')).rejects.toMatchObject({ code: '42501' });
  await expect(db.pool.query('SET ROLE scout_owner')).rejects.toMatchObject({ code: '42501' });
});

test('functions pin their search path and are granted to named roles, never to PUBLIC', async () => {
  const functions = `pg_proc p
    WHERE p.pronamespace IN ('scout'::regnamespace, 'auth'::regnamespace, 'pgboss'::regnamespace)`;
  const everyone = await names(
    `SELECT p.oid::regprocedure::text FROM ${functions} AND EXISTS (
       SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)`,
  );
  expect(everyone).toEqual([]);
  const unpinned = await names(
    `SELECT p.oid::regprocedure::text FROM ${functions} AND p.prosecdef
       AND NOT coalesce(p.proconfig @> '{"search_path=pg_catalog, pg_temp"}', false)`,
  );
  expect(unpinned).toEqual([]);
});

test('functions that act for others belong to scout_definer, whom the policies let see what it needs', async () => {
  // Only the owner of a table makes, empties and drops its partitions.
  const ownersOwn = [
    'scout.drop_expired_partitions(integer,timestamp with time zone)',
    'scout.ensure_partitions(date,date,timestamp with time zone)',
    'scout.shrink_packed_partition(date)',
  ];
  const others = await names(`
    SELECT p.oid::regprocedure::text FROM pg_proc p
    WHERE p.pronamespace IN ('scout'::regnamespace, 'auth'::regnamespace) AND p.prosecdef
      AND p.proowner <> 'scout_definer'::regrole ORDER BY 1`);
  expect(others).toEqual(ownersOwn);
});

test('no role of the server may create objects', async () => {
  const may = await names(`
    SELECT r.rolname || ' in ' || n.nspname FROM pg_roles r, pg_namespace n
    WHERE r.rolname LIKE 'scout\\_%' AND NOT r.rolsuper AND n.nspname IN ('scout', 'auth', 'pgboss', 'public')
      AND has_schema_privilege(r.oid, n.oid, 'CREATE')`);
  expect(may).toEqual([]);
});

test('text keys of counts are compared byte by byte', async () => {
  const others = await names(`
    SELECT a.attname::text FROM pg_attribute a JOIN pg_collation l ON l.oid = a.attcollation
    WHERE a.attrelid = 'scout.rollups'::regclass AND a.attname IN ('key', 'value_key', 'label', 'value_label')
      AND l.collname <> 'C'`);
  expect(others).toEqual([]);
});
