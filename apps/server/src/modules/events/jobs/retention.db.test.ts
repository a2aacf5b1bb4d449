import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { clientOf, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { maintainPartitions } from './partitions.ts';

const { auditLogDays, requestDays, mailingListDays } = limits.retention;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const owner = (sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows);
const ago = (days: number) => new Date(Date.now() - days * DAY);
const verify = (tenantId: string) =>
  clientOf(server, server.operatorToken).api.operatorAuditVerify({ tenant_id: tenantId });

/** Writes audit entries of these ages, oldest first, linked in the hash chain like other entries. */
async function audited(name: string, ages: readonly number[]): Promise<string> {
  const { tenantId } = await createOrganization(server, fresh(name));
  await owner('DELETE FROM scout.audit_logs WHERE tenant_id = $1', [tenantId]);
  await owner('DELETE FROM scout.audit_heads WHERE tenant_id = $1', [tenantId]);
  for (const age of ages)
    await owner(
      `INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action) VALUES ($1, $2, $3, 'operator', 'noted')`,
      [tenantId, randomUUID(), ago(age)],
    );
  return tenantId;
}
const entriesOf = async (tenantId: string) =>
  (
    await owner('SELECT sequence FROM scout.audit_logs WHERE tenant_id = $1 ORDER BY sequence', [tenantId])
  ).map(({ sequence }) => Number(sequence));

it('audit entries are deleted after two years, from the start of the chain on, and the rest stays valid', async () => {
  const old = auditLogDays + 2;
  const bank = await audited('Northwind', [old + 2, old + 1, old, 10, 5]);
  const rival = await audited('Rival', [20, 10]);
  const allOld = await audited('Quiet', [old, old]);
  const headOf = async (tenantId: string) => (await verify(tenantId)).head;
  const heads = [await headOf(bank), await headOf(rival), await headOf(allOld)];
  await maintainPartitions(server.context);
  expect(await entriesOf(bank)).toEqual([4, 5]);
  expect(await entriesOf(rival)).toEqual([1, 2]);
  expect(await entriesOf(allOld)).toEqual([]);
  for (const tenantId of [bank, rival, allOld]) expect((await verify(tenantId)).first_fault).toBeNull();
  expect([await headOf(bank), await headOf(rival), await headOf(allOld)]).toEqual(heads);

  await owner(
    `INSERT INTO scout.audit_logs (tenant_id, id, actor, action) SELECT t, gen_random_uuid(), 'operator', 'noted'
     FROM unnest($1::uuid[]) t`,
    [[bank, allOld]],
  );
  expect(await entriesOf(allOld)).toEqual([3]);
  for (const tenantId of [bank, allOld]) expect((await verify(tenantId)).first_fault).toBeNull();
  await maintainPartitions(server.context);
  expect(await entriesOf(bank)).toEqual([4, 5, 6]);

  await owner('DELETE FROM scout.audit_logs WHERE tenant_id = $1 AND sequence = 4', [bank]);
  expect((await verify(bank)).first_fault).toBe(4);
});

it('an entry that is old but comes after one that is kept stays', async () => {
  const bank = await audited('Late', [10, auditLogDays + 5, 3]);
  await maintainPartitions(server.context);
  expect(await entriesOf(bank)).toEqual([1, 2, 3]);
});

it('incidents and rollups are deleted with the day of their events, and late ones stay as long as their event', async () => {
  const { tenantId } = await createOrganization(server, fresh('Daily'));
  const batchOf = (days: number) =>
    `${ago(days)
      .getTime()
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  await owner('SELECT scout.ensure_partitions($1, $2, $3)', [ago(366), ago(300), ago(0)]);
  const { retentionDays } = limits.events;
  const ages = [
    [retentionDays + 3, retentionDays + 3],
    [retentionDays + 3, 3],
    [retentionDays - 1.5, retentionDays - 1.5],
  ] as const;
  for (const [index, [occurred, received]] of ages.entries()) {
    const values = [tenantId, ago(occurred), batchOf(received), index, randomUUID()];
    await owner(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
       VALUES ($1, $2, $3, $4, $5, '4625')`,
      values,
    );
    await owner(
      `INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
         service_account_key) VALUES ($1, 'failed-logons', $2, $3, $4, $5, 'svc.backup', 'svc.backup')`,
      values,
    );
  }
  for (const age of [retentionDays + 3, retentionDays - 1.5])
    await owner(
      `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, n, label, first_at)
       VALUES ($1, 'failed-logons', 'account', $2, 'svc.backup', 1, 'svc.backup', $2)`,
      [tenantId, ago(age)],
    );
  await maintainPartitions(server.context);
  const left = async (table: string) =>
    (await owner(`SELECT batch_index FROM scout.${table} WHERE tenant_id = $1 ORDER BY 1`, [tenantId])).map(
      ({ batch_index }) => batch_index,
    );
  expect(await left('tenant_events')).toEqual([1, 2]);
  expect(await left('incidents')).toEqual(await left('tenant_events'));
  expect(await owner('SELECT bucket FROM scout.rollups WHERE tenant_id = $1', [tenantId])).toHaveLength(1);
});

it('visitors’ requests are deleted after a year, mailing list addresses after two', async () => {
  const request = (email: string, age: number) =>
    owner(
      `INSERT INTO scout.demo_requests (request_id, created_at, kind, first_name, last_name, email, company_name, suspected)
       VALUES ($1, $2, 'early_access', 'Ada', 'Berg', $3, 'Alder Health', false)`,
      [randomUUID(), ago(age), email],
    );
  const address = (email: string, age: number) =>
    owner('INSERT INTO scout.mailing_list (email, created_at, suspected) VALUES ($1, $2, false)', [
      email,
      ago(age),
    ]);
  await request('old@alder.example', requestDays + 2);
  await request('new@alder.example', requestDays - 2);
  await address('old@alder.example', mailingListDays + 2);
  await address('new@alder.example', mailingListDays - 2);
  await maintainPartitions(server.context);
  expect(await owner('SELECT email FROM scout.demo_requests')).toEqual([{ email: 'new@alder.example' }]);
  expect(await owner('SELECT email FROM scout.mailing_list')).toEqual([{ email: 'new@alder.example' }]);
});
