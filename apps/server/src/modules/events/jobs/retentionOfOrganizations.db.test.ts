import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { DAY, HOUR } from '@scout/detection/time';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { advanceSubscription } from '../../billing/subscriptions/advance.ts';
import { deleteRequested } from '../../billing/subscriptions/deleteRequested.ts';
import { packStep } from '../../ingest/index.ts';
import { maintainPartitions } from './partitions.ts';

const { daysMin, daysMax, shorteningDelayDays, auditLogDays } = limits.retention;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const owner = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[]);
const ago = (days: number) => new Date(Date.now() - days * DAY);

/** A UUID of version 7 of that time. */
const batchOf = (time: Date) =>
  `${time
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${randomUUID().slice(24)}`;

const dayName = (time: Date) => time.toISOString().slice(0, 10).replaceAll('-', '');
const partitionOf = (days: number, parent = 'tenant_events') => `scout.${parent}_p${dayName(ago(days))}`;

/** The partitions of a day, also of one that is too old to be made on arrival. */
async function ensurePartitions(days: number): Promise<void> {
  const day = ago(days).toISOString().slice(0, 10);
  const next = ago(days - 1)
    .toISOString()
    .slice(0, 10);
  const bounds = `FOR VALUES FROM ('${day} 00:00:00+00') TO ('${next} 00:00:00+00')`;
  for (const parent of ['tenant_events', 'batch_bodies'])
    await owner(
      `CREATE TABLE IF NOT EXISTS ${partitionOf(days, parent)} PARTITION OF scout.${parent} ${bounds}`,
    );
}

/** An event with its count, its batch and its body, of that many days ago. */
async function addEvent(organization: TestOrganization, days: number): Promise<void> {
  await ensurePartitions(days);
  const { tenantId } = organization;
  const time = ago(days);
  const values = [tenantId, time, batchOf(time)];
  await owner(
    `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
     VALUES ($1, $2, $3, 0, gen_random_uuid(), '4625')`,
    values,
  );
  await owner(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     VALUES ($1, to_timestamp(floor(extract(epoch FROM $2::timestamptz) / 3600) * 3600), '4625', '4625', 1)`,
    values.slice(0, 2),
  );
  await owner(
    `INSERT INTO scout.batch_bodies (tenant_id, received_at, batch_id, encoding, body) VALUES ($1, $2, $3, 'identity', '')`,
    values,
  );
  await owner(
    `INSERT INTO scout.batches (tenant_id, received_at, batch_id, agent_id, batch_no, body_sha256, accepted, rejected)
     SELECT $1, $2, $3, $4, coalesce(max(batch_no), 0) + 1, sha256(''), 1, 0 FROM scout.batches WHERE tenant_id = $1`,
    [...values, await organization.agentId()],
  );
}

/** Ages in days of an organization's rows. */
async function agesOf(tenantId: string, table = 'tenant_events', column = 'occurred_at'): Promise<number[]> {
  const rows = await owner<{ time: Date }>(
    `SELECT ${column} AS time FROM scout.${table} WHERE tenant_id = $1 ORDER BY 1 DESC`,
    [tenantId],
  );
  return rows.map(({ time }) => Math.round((Date.now() - time.getTime()) / DAY));
}
const partitions = async (parent = 'tenant_events') =>
  (
    await owner<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass`,
      [`scout.${parent}`],
    )
  ).map(({ name }) => name);

const setDays = (tenantId: string, days: number) =>
  owner('UPDATE scout.tenants SET retention_days = $2 WHERE tenant_id = $1', [tenantId, days]);
const hold = (tenantId: string, held: boolean) =>
  owner(`UPDATE scout.tenants SET hold_since = $2, hold_reason = $3, hold_set_by = $3 WHERE tenant_id = $1`, [
    tenantId,
    held ? new Date() : null,
    held ? 'Case 12' : null,
  ]);
const retain = () => maintainPartitions(server.context);

/** An organization with events of these ages; of others in the same database nothing is looked at. */
async function organizationWith(name: string, ages: readonly number[]): Promise<TestOrganization> {
  const organization = await createOrganization(server, fresh(name));
  for (const age of ages) await addEvent(organization, age);
  return organization;
}

test('each organization keeps its own days, also in a partition that several share', async () => {
  const ages = [10, 60, 200, 380];
  const [usual, shorter, longer] = [
    await organizationWith('Usual', ages),
    await organizationWith('Shorter', ages),
    await organizationWith('Longer', [...ages, 750]),
  ];
  await setDays(shorter.tenantId, 40);
  await setDays(longer.tenantId, 730);
  await retain();
  expect(await agesOf(usual.tenantId)).toEqual([10, 60, 200]);
  expect(await agesOf(shorter.tenantId)).toEqual([10]);
  expect(await agesOf(longer.tenantId)).toEqual(ages);
  for (const [table, column] of [
    ['event_counts', 'hour'],
    ['batch_bodies', 'received_at'],
  ] as const) {
    expect(await agesOf(usual.tenantId, table, column)).toHaveLength(3);
    expect(await agesOf(shorter.tenantId, table, column)).toHaveLength(1);
    expect(await agesOf(longer.tenantId, table, column)).toHaveLength(4);
  }
  // A partition stays for the one that needs it, and goes when none does.
  expect(await partitions()).toEqual(expect.arrayContaining([partitionOf(60), partitionOf(380)]));
  expect(await partitions()).not.toContain(partitionOf(750));
  expect(await partitions('batch_bodies')).toContain(partitionOf(380, 'batch_bodies'));
  expect(await partitions('batch_bodies')).not.toContain(partitionOf(750, 'batch_bodies'));
  await setDays(longer.tenantId, 365);
  await retain();
  expect(await agesOf(longer.tenantId)).toEqual([10, 60, 200]);
  expect(await partitions()).not.toContain(partitionOf(380));
  expect(await partitions()).toContain(partitionOf(200));
});

test('packed events end as rows do, also those that were old on arrival', async () => {
  const ages = [10, 60, 200];
  const [rows, packed, held] = [
    await organizationWith('Rows', ages),
    await organizationWith('Packed', ages),
    await organizationWith('Held', ages),
  ];
  // Arrived five days ago.
  const late = `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
    VALUES ($1, $2, $3, 0, gen_random_uuid(), '4625')`;
  for (const { tenantId } of [rows, packed]) await owner(late, [tenantId, ago(60), batchOf(ago(5))]);
  const context = { pool: server.context.database.pool, clock: server.context.clock };
  const limits = { step: 10, chunk: 10 };
  for (const { tenantId } of [packed, held]) while ((await packStep(context, tenantId, limits)) === 'more');
  for (const { tenantId } of [packed, held]) expect(await agesOf(tenantId)).toEqual([]);
  const packedAges = (tenantId: string) => agesOf(tenantId, 'packed_events', 'first_at');
  expect(await packedAges(packed.tenantId)).toEqual([10, 60, 60, 200]);
  for (const { tenantId } of [rows, packed, held]) await setDays(tenantId, 40);
  await hold(held.tenantId, true);
  await retain();
  expect(await agesOf(rows.tenantId)).toEqual([10, 60]);
  expect(await packedAges(packed.tenantId)).toEqual([10, 60]);
  expect(await packedAges(held.tenantId)).toEqual(ages);
});

test('an event from before the counts that are left keeps its partition, too', async () => {
  const { tenantId } = await organizationWith('Late', [400]);
  await owner('DELETE FROM scout.event_counts WHERE tenant_id = $1', [tenantId]);
  await owner('UPDATE scout.tenants SET counted_from = $2, retention_days = 730 WHERE tenant_id = $1', [
    tenantId,
    ago(100),
  ]);
  await retain();
  expect(await agesOf(tenantId)).toEqual([400]);
  expect(await partitions()).toContain(partitionOf(400));
});

test('rows of a shorter time go day by day, the oldest first', async () => {
  const { tenantId } = await organizationWith('Slices', [35, 50, 90, 91]);
  await setDays(tenantId, daysMin);
  const slice = () =>
    server.context.database.withRole({ role: 'scout_operator' }, async (_tx, client) => {
      const { rows } = await client.query('SELECT * FROM scout.delete_expired_rows($1, $2)', [
        tenantId,
        new Date(),
      ]);
      return rows[0];
    });
  for (const left of [[35, 50, 90], [35, 50], [35]]) {
    expect(await slice()).toEqual({ events: '1', more: true });
    expect(await agesOf(tenantId)).toEqual(left);
  }
  expect(await slice()).toEqual({ events: '1', more: true });
  expect(await slice()).toEqual({ events: '0', more: false });
  expect(await agesOf(tenantId)).toEqual([]);
});

describe('a legal hold', () => {
  it('keeps everything that retention would delete, and what it kept goes after it', async () => {
    const bank = await organizationWith('Held', [10, 60, 400, 900]);
    const { tenantId } = bank;
    await setDays(tenantId, daysMin);
    await owner(
      `INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action) VALUES ($1, gen_random_uuid(), $2, 'operator', 'noted')`,
      [tenantId, ago(auditLogDays + 5)],
    );
    await hold(tenantId, true);
    await retain();
    expect(await agesOf(tenantId)).toEqual([10, 60, 400, 900]);
    expect(await partitions()).toEqual(expect.arrayContaining([partitionOf(400), partitionOf(900)]));
    expect(Math.max(...(await agesOf(tenantId, 'audit_logs')))).toBe(auditLogDays + 5);

    await hold(tenantId, false);
    await retain();
    expect(await agesOf(tenantId)).toEqual([10]);
    expect(await partitions()).not.toContain(partitionOf(900));
  });

  it('keeps an organization whose deletion is due, whose subscription ended, and whose last person goes', async () => {
    const name = fresh('Leaving');
    const bank = await createOrganization(server, name);
    const { tenantId } = bank;
    await addEvent(bank, 10);
    const admin = await bank.as('admin');
    await owner(
      `UPDATE scout.tenants SET deletion_due_at = $2, deletion_requested_by = 'x', is_subscribed = false, data_until = $2
       WHERE tenant_id = $1`,
      [tenantId, ago(1)],
    );
    await hold(tenantId, true);
    expect(await deleteRequested(server.context, tenantId)).toBe(false);
    expect(await advanceSubscription(server.context, tenantId)).toBeNull();
    await expect(owner('SELECT scout.delete_organization($1, now())', [tenantId])).rejects.toThrow(
      'A legal hold keeps this organization',
    );
    await expect(
      admin.api.deleteAccount({ confirm: 'DELETE', password: bank.password }),
    ).rejects.toMatchObject({ code: 'legal_hold' });
    await expect(
      admin.api.organizationDeletionRequest({ company_name: name, password: bank.password }),
    ).rejects.toMatchObject({ code: 'legal_hold' });
    expect(await agesOf(tenantId)).toEqual([10]);

    await hold(tenantId, false);
    expect(await advanceSubscription(server.context, tenantId)).toEqual({ kind: 'remove_data' });
    expect(await agesOf(tenantId)).toEqual([]);
    expect(await deleteRequested(server.context, tenantId)).toBe(true);
  });

  it('that is set while rows are deleted waits for them, and keeps all that is left', async () => {
    const bank = await organizationWith('Running', [60, 90]);
    const { tenantId } = bank;
    const admin = await bank.as('admin');
    await setDays(tenantId, daysMin);
    const order: string[] = [];
    let setting: Promise<unknown> | undefined;
    await server.context.database.withRole({ role: 'scout_operator' }, async (_tx, client) => {
      await client.query('SELECT scout.delete_expired_rows($1, $2)', [tenantId, new Date()]);
      setting = admin.api.organizationHold({ held: true, reason: 'Case 12' }).then(() => order.push('held'));
      await waitingForLock();
      order.push('deleted');
    });
    await setting;
    expect(order).toEqual(['deleted', 'held']);
    await retain();
    expect(await agesOf(tenantId)).toEqual([60]);
  });

  it('that is being set is waited for by a partition that would be dropped, which stays', async () => {
    const { tenantId } = await organizationWith('Setting', [420]);
    await server.database.asOwner(async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('scout legal holds', 0))`);
      await client.query(
        `UPDATE scout.tenants SET hold_since = now(), hold_reason = 'x', hold_set_by = 'x' WHERE tenant_id = $1`,
        [tenantId],
      );
      const retaining = maintainPartitions(server.context, { tries: 100, everyMs: 50 });
      await waitingForLock();
      await client.query('COMMIT');
      await retaining;
    });
    expect(await agesOf(tenantId)).toEqual([420]);
    expect(await partitions()).toContain(partitionOf(420));
  });
});

/** Until another session waits for the lock of holds. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const rows = await owner(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows.length > 0) return;
    await new Promise((done) => setTimeout(done, 10));
  }
}

describe('an admin', () => {
  it('chooses the days within bounds; fewer apply a week later, and each change is in the audit log', async () => {
    const bank = await createOrganization(server, fresh('Choosing'));
    const { api } = await bank.as('admin');
    const { api: member } = await bank.as('member');
    expect(await api.organizationRetention({})).toEqual({
      retention_days: 365,
      until_then: null,
      legal_hold: null,
    });
    for (const retention_days of [daysMin - 1, daysMax + 1, 100.5])
      await expect(api.organizationRetentionSet({ retention_days })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    expect(await api.organizationRetentionSet({ retention_days: 730 })).toMatchObject({
      retention_days: 730,
      until_then: null,
    });
    const shorter = await api.organizationRetentionSet({ retention_days: 90 });
    expect(shorter).toMatchObject({ retention_days: 90, until_then: { days: 730 } });
    const wait = Date.parse(shorter.until_then!.at) - Date.now();
    expect(Math.round(wait / HOUR)).toBe(shorteningDelayDays * 24);
    expect((await member.tenants({}))[0]!.retention_days).toBe(730);
    const daysAt = async (time: Date) =>
      (await owner('SELECT days FROM scout.retention($2) WHERE tenant_id = $1', [bank.tenantId, time]))[0]!
        .days;
    expect(await daysAt(ago(0))).toBe(730);
    expect(await daysAt(ago(-shorteningDelayDays - 1))).toBe(90);
    // Taken back in time, nothing was deleted.
    expect(await api.organizationRetentionSet({ retention_days: 730 })).toMatchObject({ until_then: null });
    expect(await actionsOf(bank)).toEqual(['retention_changed', 'retention_changed', 'retention_changed']);
  });

  it('sets and lifts a legal hold with a reason, once; members neither see nor change it', async () => {
    const bank = await createOrganization(server, fresh('Holding'));
    const { api } = await bank.as('admin');
    const { api: member } = await bank.as('member');
    await expect(api.organizationHold({ held: true, reason: ' ' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const set = await api.organizationHold({ held: true, reason: 'Case 12' });
    expect(set.legal_hold).toMatchObject({ reason: 'Case 12', set_by: bank.emailOf('admin') });
    expect(await api.organizationHold({ held: true, reason: 'Another' })).toEqual(set);
    for (const refused of [
      () => member.organizationRetention({}),
      () => member.organizationHold({ held: false, reason: 'x' }),
      () => member.organizationRetentionSet({ retention_days: 40 }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'admin_required' });
    expect(await api.organizationHold({ held: false, reason: 'Closed' })).toMatchObject({ legal_hold: null });
    expect(await actionsOf(bank)).toEqual(['legal_hold_set', 'legal_hold_lifted']);
  });
});

async function actionsOf({ tenantId }: TestOrganization): Promise<unknown[]> {
  const rows = await owner(
    `SELECT action FROM scout.audit_logs WHERE tenant_id = $1 AND action ~ 'retention|hold' ORDER BY sequence`,
    [tenantId],
  );
  return rows.map(({ action }) => action);
}
