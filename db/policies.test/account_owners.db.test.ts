import type { Actor } from '@scout/server/platform/database/pool';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { seedMember } from '@scout/testkit/seed';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../rows.ts';
import { denied, run } from './support.ts';

const tenantId = '00000000-0000-4000-8000-000000000001';
const agentId = '00000000-0000-4000-8000-0000000000a1';
const email = 'olga@northwind.example';

/** Tables that say nothing of accounts: the organization itself, bookkeeping, and machines with an agent. */
const ofOrganization = ['activity_parts', 'agents', 'assessment_requests', 'assessments', 'tenants'];
/** Tables of which an owner of accounts sees rows about their accounts or themselves alone. */
const ofOwner = [
  'account_activity',
  'account_days',
  'account_names',
  'account_postures',
  'account_uses',
  'api_tokens',
  'audit_logs',
  'case_changes',
  'case_comments',
  'case_exceptions',
  'cases',
  'channels',
  'directories',
  'directory_accounts',
  'findings',
  'memberships',
  'owner_review_accounts',
  'owner_reviews',
  'profiles',
  'rc4_uses',
  'saved_views',
  'seen_names',
  'service_accounts',
  'tenant_events',
  'tickets',
  'unsummed_days',
];
/** Tables with many accounts in a row, of which an owner of accounts sees none. */
const ofNobody = ['packed_events'];

let db: TestDatabase;
let owner: Actor;

beforeAll(async () => {
  db = await createDatabase();
  await db.asOwner((client) => client.query(`${rows}; UPDATE scout.assessments SET last_case_number = 100`));
  const olga = await seedMember(db, tenantId, { email, role: 'owner' });
  owner = { role: 'scout_account_owner', tenantId, userId: olga.userId };
  await db.asOwner(async (client) => {
    const query: Query = (sql, values) => client.query(sql, values);
    await query(
      `INSERT INTO scout.owner_reviews (tenant_id, number, started_at, started_by, due_at)
       VALUES ($1, 99, now(), 'ada', now() + interval '30 days')`,
      [tenantId],
    );
    for (const [account, of] of [
      ['svc.mine', ` ${email.toUpperCase()} `],
      ['svc.also', email],
      ['svc.named', 'Olga'],
      ['svc.foreign', 'carla@northwind.example'],
      ['svc.nobody', null],
    ] as const)
      await addAccount(query, account, of, olga.userId);
    for (const otherAccounts of [['svc.also'], ['svc.foreign'], ['svc.also', 'svc.foreign']])
      await seedCase(query, tenantId, { account: 'svc.mine', otherAccounts });
    await seedCase(query, tenantId, { account: 'svc.foreign', otherAccounts: ['svc.mine'] });
  });
});
afterAll(() => db.drop());

type Query = (sql: string, values: unknown[]) => Promise<pg.QueryResult<Record<string, unknown>>>;

/** An account with a row in every table that knows accounts. */
async function addAccount(query: Query, account: string, of: string | null, userId: string): Promise<void> {
  const values = [tenantId, account];
  await seedAccount(query, tenantId, account, [{ time: new Date(), source: `app-${account}` }]);
  await query('UPDATE scout.service_accounts SET owner = $3 WHERE tenant_id = $1 AND account_key = $2', [
    ...values,
    of,
  ]);
  const number = await seedCase(query, tenantId, { account });
  const statements = [
    `INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body)
     SELECT tenant_id, gen_random_uuid(), case_id, 'ada', $2 FROM scout.cases WHERE tenant_id = $1 AND number = ${number}`,
    `INSERT INTO scout.case_changes (tenant_id, change_id, case_id, kind, author, reason)
     SELECT tenant_id, gen_random_uuid(), case_id, 'acknowledged', 'ada', $2 FROM scout.cases WHERE tenant_id = $1 AND number = ${number}`,
    `WITH made AS (INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
       VALUES ($1, gen_random_uuid(), $2, now(), now() + interval '1 day', 'test', 'ada') RETURNING *)
     UPDATE scout.findings f SET excused_by = made.exception_id FROM made WHERE f.tenant_id = $1 AND f.account_key = $2`,
    `INSERT INTO scout.account_days (tenant_id, account_key, day, place, use, source, destination, program, hours, through, last_at)
     VALUES ($1, $2, '2026-01-01', 1, 'signed-in', $2, '', '', '{3}', '{2}', '2026-01-01T03:30:00Z')`,
    `INSERT INTO scout.unsummed_days (tenant_id, account_key, day) VALUES ($1, $2, '2026-01-02')`,
    `INSERT INTO scout.account_postures (tenant_id, account_key, posture, since) VALUES ($1, $2, 'privileged', now())`,
    `INSERT INTO scout.rc4_uses (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at)
     VALUES ($1, $2, gen_random_uuid(), 'svc.etl', 'app1', 'no-key', 1, now(), now())`,
    `INSERT INTO scout.directory_accounts (tenant_id, directory_id, object_guid, account_key, name, kind, dn, spns, is_enabled,
       password_never_expires, without_preauthentication) SELECT tenant_id, directory_id, gen_random_uuid(), $2, $2, 'user', 'CN=' || $2,
       '{}', true, false, false FROM scout.directories WHERE tenant_id = $1 ORDER BY directory_id LIMIT 1`,
    `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, target_user_name, subject_user_name)
     SELECT $1, now(), gen_random_uuid(), 0, '${agentId}', 'WINDOWS_SECURITY_4625', name, 'svc.mine'
     FROM unnest(ARRAY[$2, upper('northwind\\' || $2), $2 || '@northwind.example']) name`,
    `INSERT INTO scout.owner_review_accounts (tenant_id, number, account_key, account, owner, asked_email, asked_user_id)
     VALUES ($1, 99, $2, $2, 'x', '${email}', '${userId}')`,
  ];
  for (const sql of statements) await query(sql, values);
  await addTicket(query, account, number);
}

/** The ticket of a case, in a channel that has no other. */
async function addTicket(query: Query, account: string, number: number): Promise<void> {
  await query(
    `WITH added AS (INSERT INTO scout.channels (tenant_id, kind, format, name, url, min_severity, settings, created_at, created_by)
       VALUES ($1, 'jira', 'ticket', 'Tickets of ' || $2::text, 'https://northwind.atlassian.net', 'high', '{}', now(), 'ada') RETURNING channel_id)
     INSERT INTO scout.tickets (tenant_id, channel_id, case_id, case_number, remote_id, reference, state, state_at, created_at)
     SELECT $1, a.channel_id, c.case_id, c.number, $2, $2, 'open', now(), now()
     FROM added a, scout.cases c WHERE c.tenant_id = $1 AND c.number = $3`,
    [tenantId, account, number],
  );
}

/** The rows of a table that an actor sees, with the columns that it may read; null: none of the table's. */
async function seen(actor: Actor, table: string): Promise<Record<string, unknown>[] | null> {
  return db.withRole(actor, async (_tx, client) => {
    const { rows: columns } = await client.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND has_column_privilege($1::regclass, attnum, 'SELECT')`,
      [`scout.${table}`],
    );
    if (columns.length === 0) return null;
    return (await client.query(`SELECT ${columns.map(({ name }) => name)} FROM scout.${table}`)).rows;
  });
}

async function tables(): Promise<string[]> {
  const { rows: found } = await db.asOwner((client) =>
    client.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'scout'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    ),
  );
  return found.map(({ relname }) => relname);
}

test('an owner of accounts reads these tables, and no others', async () => {
  const open: string[] = [];
  for (const table of await tables()) {
    if ((await seen(owner, table)) !== null) open.push(table);
    else await expect(run(db, owner, `SELECT FROM scout.${table}`), table).rejects.toEqual(denied);
  }
  expect(open).toEqual([...ofOrganization, ...ofOwner, ...ofNobody].sort());
  for (const table of ofNobody) expect(await seen(owner, table), table).toEqual([]);
});

test('every statement, without any filter, shows rows of the own accounts alone', async () => {
  for (const table of ofOwner) {
    const visible = (await seen(owner, table))!;
    const text = JSON.stringify(visible);
    for (const other of ['svc.foreign', 'svc.named', 'svc.nobody', 'svc.backup', 'SVC.FOREIGN'])
      expect(text, table).not.toContain(other);
    if (['api_tokens', 'audit_logs', 'saved_views'].includes(table)) expect(visible, table).toEqual([]);
    else expect(visible.length, table).toBeGreaterThan(0);
  }
  const names = async (table: string, column: string) =>
    (await seen(owner, table))!.map((row) => row[column]).sort();
  expect(await names('service_accounts', 'account_key')).toEqual(['svc.also', 'svc.mine']);
  // Of the cases about several accounts, the one whose accounts are all theirs.
  expect(await names('cases', 'account_key')).toEqual(['svc.also', 'svc.mine', 'svc.mine']);
  expect(await names('tenant_events', 'target_user_name')).toEqual([
    'NORTHWIND\\SVC.ALSO',
    'NORTHWIND\\SVC.MINE',
    'svc.also',
    'svc.also@northwind.example',
    'svc.mine',
    'svc.mine@northwind.example',
  ]);
  expect(await names('tickets', 'reference')).toEqual(['svc.also', 'svc.mine']);
  expect(await names('channels', 'name')).toEqual(['Tickets of svc.also', 'Tickets of svc.mine']);
  expect(await names('memberships', 'email')).toEqual([email]);
  expect(await names('profiles', 'email')).toEqual([email]);
});

test('of packed events an owner of accounts sees those that were seen as rows, and only in that role', async () => {
  const columns = `occurred_at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name,
    system_context_computer_name, target_computer_name, source_info_workstation_name, source_host,
    process_information_new_process_name, process_information_command_line, process_name`;
  const packed = `SELECT ${columns} FROM scout.packed_events_of_owner(now() - interval '8 days', now() + interval '1 day') ORDER BY target_user_name`;
  const read = (actor: Actor, sql: string) =>
    db.withRole(actor, async (_tx, client) => (await client.query(sql)).rows);
  const before = await read(owner, `SELECT ${columns} FROM scout.tenant_events ORDER BY target_user_name`);
  expect(before).toHaveLength(6);
  await db.asOwner((client) =>
    client.query(`UPDATE scout.tenant_events SET occurred_at = occurred_at - interval '1 hour'`),
  );
  const { first } = (
    await db.asOwner((client) => client.query(`SELECT min(occurred_at) AS first FROM scout.tenant_events`))
  ).rows[0];
  await run(db, { role: 'scout_judge', tenantId }, 'SELECT scout.pack_events($1, $2, $2, 1000)', [
    first,
    new Date(first.getTime() + 2 * 86_400_000),
  ]);
  const rest = await read(owner, 'SELECT batch_id FROM scout.tenant_events');
  const moved = (rows: { occurred_at: Date }[]) =>
    rows.map((row) => ({ ...row, occurred_at: new Date(row.occurred_at.getTime() - 3_600_000) }));
  expect(rest).toEqual([]);
  expect(await read(owner, packed)).toEqual(moved(before));
  expect(await read({ ...owner, userId: 'u1' }, packed)).toEqual([]);
  expect(await read({ role: 'scout_member', tenantId, userId: owner.userId! }, packed)).toEqual([]);
  await expect(read({ role: 'scout_judge', tenantId }, packed)).rejects.toEqual(denied);
});

test('changes reach the contracts and decisions of own accounts alone', async () => {
  expect(
    await run(db, owner, `UPDATE scout.service_accounts SET contract_revision = contract_revision + 1`),
  ).toBe(2);
  expect(
    await run(
      db,
      owner,
      `UPDATE scout.owner_review_accounts SET decision = 'keep', decided_at = now(), decided_by = 'x'`,
    ),
  ).toBe(2);
  for (const sql of [
    `UPDATE scout.service_accounts SET owner = '${email}'`,
    `UPDATE scout.service_accounts SET purpose = 'mine'`,
    'UPDATE scout.owner_review_accounts SET asked_user_id = asked_user_id',
    `UPDATE scout.cases SET status = 'closed'`,
    `UPDATE scout.memberships SET role = 'admin'`,
    'DELETE FROM scout.service_accounts',
    'DELETE FROM scout.cases',
    'SELECT details FROM scout.audit_logs',
    'SELECT url FROM scout.channels',
    'SELECT settings FROM scout.channels',
    'SELECT problem FROM scout.tickets',
    'UPDATE scout.tickets SET due_at = NULL',
    'DELETE FROM scout.tickets',
  ])
    await expect(run(db, owner, sql), sql).rejects.toEqual(denied);
});

test('without the role, the person or the organization, nothing is seen', async () => {
  const count = async (actor: Actor) => (await seen(actor, 'service_accounts'))!.length;
  const { userId } = owner;
  expect(await count({ role: 'scout_account_owner', tenantId, userId: 'u1' })).toBe(0);
  expect(await count({ role: 'scout_account_owner', tenantId })).toBe(0);
  expect(await count({ role: 'scout_account_owner', userId: userId! })).toBe(0);
  const other = '00000000-0000-4000-8000-000000000002';
  expect(await count({ role: 'scout_account_owner', tenantId: other, userId: userId! })).toBe(0);
  const become = (set: string) =>
    db.asOwner((client) => client.query(`UPDATE scout.memberships SET ${set} WHERE email = $1`, [email]));
  for (const [set, back] of [
    [`role = 'member'`, `role = 'owner'`],
    [`status = 'pending'`, `status = 'active'`],
  ] as const) {
    await become(set);
    for (const table of ofOwner.filter((name) => !['memberships', 'profiles'].includes(name)))
      expect(await seen(owner, table), `${set}: ${table}`).toEqual([]);
    await become(back);
  }
  expect(await count(owner)).toBe(2);
});
