import type pg from 'pg';

/**
 * Prints the result of the migrations, from the catalogs, as SQL for review and comparison: roles, tables, policies, grants and
 * functions, always in the same order. Omits the logins of databases. Partitions other than DEFAULT are summarized, because they
 * follow the calendar, and the owner is called "owner", because its name is the installation's. Written for PostgreSQL 18, whose
 * notation of expressions db/schema.sql uses.
 */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  const parts = [
    '-- What db/migrations make of an empty database. Written by `npm run db:schema`; do not edit.',
    ...(await roles(client)),
  ];
  for (const schema of ['auth', 'pgboss', 'scout']) {
    parts.push(`-- Schema ${schema}`, ...(await grantsOnSchema(client, schema)));
    for (const table of await tables(client, schema)) parts.push(await describe(client, table));
    parts.push(...(await functions(client, schema)));
  }
  return `${parts.join('\n\n')}\n`;
}

async function column(client: pg.ClientBase, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, values, rowMode: 'array' });
  return rows.map(([value]) => value);
}

/** Logins of the cluster's databases: each start creates its own. */
const login = 'scout\\_app\\_%';

/** Grantee of a grant, or owner of an object. */
const roleName = (oid: string) => `
  CASE WHEN ${oid} = 0 THEN 'PUBLIC'
    WHEN pg_get_userbyid(${oid}) LIKE 'scout\\_%' AND pg_get_userbyid(${oid}) <> current_user THEN pg_get_userbyid(${oid})
    ELSE 'owner' END`;

async function roles(client: pg.ClientBase): Promise<string[]> {
  const made = await column(
    client,
    `SELECT 'CREATE ROLE ' || rolname || CASE WHEN rolcanlogin THEN ' LOGIN' ELSE ' NOLOGIN' END
       || CASE WHEN rolinherit THEN ' INHERIT' ELSE ' NOINHERIT' END
       || CASE WHEN rolbypassrls THEN ' BYPASSRLS' ELSE '' END || CASE WHEN rolsuper THEN ' SUPERUSER' ELSE '' END
       || CASE WHEN rolcreaterole THEN ' CREATEROLE' ELSE '' END || CASE WHEN rolcreatedb THEN ' CREATEDB' ELSE '' END || ';'
     FROM pg_roles WHERE rolname LIKE 'scout\\_%' AND rolname NOT LIKE '${login}' AND rolname <> current_user ORDER BY rolname`,
  );
  const granted = await column(
    client,
    `SELECT format('GRANT %s TO %s WITH INHERIT %s, SET %s;', pg_get_userbyid(m.roleid), pg_get_userbyid(m.member),
       CASE WHEN (to_jsonb(m) ->> 'inherit_option')::boolean THEN 'TRUE' ELSE 'FALSE' END,
       CASE WHEN (to_jsonb(m) ->> 'set_option')::boolean THEN 'TRUE' ELSE 'FALSE' END)
     FROM pg_auth_members m
     WHERE pg_get_userbyid(m.member) LIKE 'scout\\_%' AND pg_get_userbyid(m.member) NOT LIKE '${login}' AND pg_get_userbyid(m.member) <> current_user ORDER BY 1`,
  );
  return [made.join('\n'), granted.join('\n')];
}

async function grantsOnSchema(client: pg.ClientBase, schema: string): Promise<string[]> {
  const lines = await column(
    client,
    `SELECT format('GRANT %s ON SCHEMA %I TO %s;', string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type),
       n.nspname, ${roleName('a.grantee')})
     FROM pg_namespace n, aclexplode(n.nspacl) a
     WHERE n.nspname = $1 AND a.grantee <> n.nspowner GROUP BY n.nspname, a.grantee ORDER BY ${roleName('a.grantee')}`,
    [schema],
  );
  return [lines.join('\n')];
}

/** Oids by name of tables that are not partitions; the queue's one partition is a table for pg-boss, and here too. */
async function tables(client: pg.ClientBase, schema: string): Promise<string[]> {
  return await column(
    client,
    `SELECT c.oid::text FROM pg_class c
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p')
       AND (NOT c.relispartition OR $1 = 'pgboss') ORDER BY c.relname`,
    [schema],
  );
}

async function describe(client: pg.ClientBase, oid: string): Promise<string> {
  const [name] = await column(client, 'SELECT $1::oid::regclass::text', [oid]);
  const inside = [...(await columns(client, oid)), ...(await constraints(client, oid))];
  const [by] = await column(client, `SELECT coalesce(' PARTITION BY ' || pg_get_partkeydef($1), '')`, [oid]);
  return [
    `CREATE TABLE ${name} (\n  ${inside.join(',\n  ')}\n)${by};`,
    ...(await partitions(client, oid)),
    ...(await indexes(client, oid)),
    ...(await rowSecurity(client, oid)),
    ...(await grantsOnTable(client, oid)),
    ...(await grantsOnColumns(client, oid)),
  ].join('\n');
}

async function columns(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END
       || CASE WHEN a.attstorage <> t.typstorage THEN ' STORAGE '
         || CASE a.attstorage WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' WHEN 'p' THEN 'PLAIN' ELSE 'EXTENDED' END ELSE '' END
       || CASE WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END
       || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_collation l ON l.oid = a.attcollation
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [oid],
  );
}

/** Without NOT NULL, which is part of the columns, and a constraint only in PostgreSQL 18. */
async function constraints(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT 'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
     WHERE conrelid = $1 AND contype <> 'n' ORDER BY array_position('{p,u,f,c}'::"char"[], contype), conname`,
    [oid],
  );
}

async function partitions(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT DISTINCT '-- partitions: ' || CASE
         WHEN pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' THEN c.relname || ' DEFAULT'
         WHEN c.relname ~ '_p[0-9]{8}$' THEN 'one a day' WHEN c.relname ~ '_p[0-9]{6}$' THEN 'one a month'
         ELSE c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) END
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1 ORDER BY 1`,
    [oid],
  );
}

async function indexes(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT pg_get_indexdef(i.indexrelid) || ';' FROM pg_index i
     WHERE i.indrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = $1)
     ORDER BY i.indexrelid::regclass::text`,
    [oid],
  );
}

async function rowSecurity(client: pg.ClientBase, oid: string): Promise<string[]> {
  const state = await column(
    client,
    `SELECT 'ALTER TABLE ' || oid::regclass || CASE WHEN relrowsecurity THEN ' ENABLE' ELSE ' DISABLE' END
       || ' ROW LEVEL SECURITY,' || CASE WHEN relforcerowsecurity THEN ' FORCE' ELSE ' NO FORCE' END || ' ROW LEVEL SECURITY;'
     FROM pg_class WHERE oid = $1`,
    [oid],
  );
  const policies = await column(
    client,
    `SELECT format('CREATE POLICY %I ON %s%s FOR %s TO %s%s%s;', p.polname, p.polrelid::regclass,
       CASE WHEN p.polpermissive THEN '' ELSE ' AS RESTRICTIVE' END,
       CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
       (SELECT string_agg(${roleName('r.oid')}, ', ' ORDER BY ${roleName('r.oid')}) FROM unnest(p.polroles) r (oid)),
       E'\\n  USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
       E'\\n  WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
     FROM pg_policy p WHERE p.polrelid = $1 ORDER BY p.polname`,
    [oid],
  );
  return [...state, ...policies];
}

async function grantsOnTable(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT format('GRANT %s ON %s TO %s;', string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type), c.oid::regclass,
       ${roleName('a.grantee')})
     FROM pg_class c, aclexplode(c.relacl) a
     WHERE c.oid = $1 AND a.grantee <> c.relowner GROUP BY c.oid, a.grantee ORDER BY ${roleName('a.grantee')}`,
    [oid],
  );
}

async function grantsOnColumns(client: pg.ClientBase, oid: string): Promise<string[]> {
  return await column(
    client,
    `SELECT format('GRANT %s (%s) ON %s TO %s;', a.privilege_type, string_agg(quote_ident(c.attname), ', ' ORDER BY c.attnum),
       c.attrelid::regclass, ${roleName('a.grantee')})
     FROM pg_attribute c, aclexplode(c.attacl) a
     WHERE c.attrelid = $1 AND NOT c.attisdropped
     GROUP BY c.attrelid, a.privilege_type, a.grantee ORDER BY ${roleName('a.grantee')}, a.privilege_type`,
    [oid],
  );
}

async function functions(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string; owner: string; grants: string | null }>(
    `SELECT trim(E'\\n ' FROM pg_get_functiondef(p.oid)) || ';' AS definition,
       format('ALTER FUNCTION %s OWNER TO %s;', p.oid::regprocedure, ${roleName('p.proowner')}) AS owner,
       (SELECT string_agg(format('GRANT EXECUTE ON FUNCTION %s TO %s;', p.oid::regprocedure, ${roleName('a.grantee')}),
          E'\\n' ORDER BY ${roleName('a.grantee')})
        FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee <> p.proowner) AS grants
     FROM pg_proc p WHERE p.pronamespace = to_regnamespace($1) ORDER BY p.oid::regprocedure::text`,
    [schema],
  );
  return rows.map(({ definition, owner, grants }) => [definition, owner, grants].filter(Boolean).join('\n'));
}
