import { createHash, randomBytes } from 'node:crypto';
import type { Actor, Role } from '@scout/server/platform/database/pool';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { seedAgent, seedEnrolmentToken, seedMember, seedTenant } from '@scout/testkit/seed';
import { expect } from 'vitest';

/** One organization with a row in every table. */
export interface Organization {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly agentId: string;
  readonly batchId: string;
  /** Its signed-in member. */
  readonly member: Actor;
  /** Its agent, storing a batch. */
  readonly ingest: Actor;
}

export interface Arrangement {
  readonly db: TestDatabase;
  readonly northwind: Organization;
  readonly alder: Organization;
}

export const operator: Actor = { role: 'scout_operator' };
export const auth: Actor = { role: 'scout_auth' };
/** An admin of the organization, in a call that changes it. */
export const admin = (tenantId: string): Actor => ({ role: 'scout_admin', tenantId });

/** A member of the organization, in a call that reads it. */
export const member = (tenantId: string): Actor => ({ role: 'scout_member', tenantId });

/** Two isolated organizations, created by the product's roles. */
export async function arrange(): Promise<Arrangement> {
  const db = await createDatabase();
  return {
    db,
    northwind: await organization(db, 'Northwind Bank'),
    alder: await organization(db, 'Alder Health'),
  };
}

async function organization(db: TestDatabase, name: string): Promise<Organization> {
  const { tenantId } = await seedTenant(db, name);
  const { userId, email } = await seedMember(db, tenantId, { role: 'admin' });
  await seedEnrolmentToken(db, tenantId);
  const { agentId } = await seedAgent(db, tenantId);
  const batchId = newBatchId();
  const ingest: Actor = { role: 'scout_ingest', tenantId };
  await db.withRole(ingest, async (tx) => {
    await tx
      .insertInto('batches')
      .values(batchRow(tenantId, agentId, 1, batchId))
      .execute();
    await tx.insertInto('batch_bodies').values(bodyRow(tenantId, batchId)).execute();
    await tx
      .insertInto('tenant_events')
      .values(eventRow(tenantId, agentId, batchId))
      .execute();
    await tx
      .insertInto('incidents')
      .values(incidentRow(tenantId, agentId, batchId))
      .execute();
    await tx.insertInto('rollups').values(rollupRow(tenantId)).execute();
  });
  return {
    tenantId,
    userId,
    email,
    agentId,
    batchId,
    ingest,
    member: { role: 'scout_member', tenantId, userId },
  };
}

/** A UUID version 7 of the current time. */
export function newBatchId(at = Date.now()): string {
  const hex = `${at.toString(16).padStart(12, '0')}7${randomBytes(10).toString('hex').slice(1, 4)}8${randomBytes(8).toString('hex').slice(1)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const batchRow = (tenant_id: string, agent_id: string, batch_no: number, batch_id = newBatchId()) => ({
  tenant_id,
  agent_id,
  batch_no,
  batch_id,
  body_sha256: createHash('sha256').update(batch_id).digest(),
  received_at: new Date(),
  accepted: 1,
  rejected: 0,
});

export const bodyRow = (tenant_id: string, batch_id: string) => ({
  tenant_id,
  batch_id,
  received_at: new Date(),
  encoding: 'identity' as const,
  body: Buffer.from('{}'),
});

export const eventRow = (
  tenant_id: string,
  agent_id: string,
  batch_id: string,
  occurred_at = new Date(),
) => ({
  tenant_id,
  agent_id,
  batch_id,
  batch_index: 0,
  occurred_at,
  event_type: 'WINDOWS_SECURITY_4625',
});

export const incidentRow = (
  tenant_id: string,
  agent_id: string,
  batch_id: string,
  occurred_at = new Date(),
) => ({
  tenant_id,
  agent_id,
  batch_id,
  batch_index: 0,
  occurred_at,
  rule: 'failed-logons',
  service_account: 'svc.billing',
  service_account_key: 'svc.billing',
});

export const rollupRow = (tenant_id: string, bucket = new Date()) => ({
  tenant_id,
  rule: 'failed-logons',
  dimension: 'account',
  bucket,
  key: 'svc.billing',
  n: 1,
  label: 'svc.billing',
  first_at: bucket,
});

/** The tenants of the rows visible to the actor, one entry per row; also counted, because counting could leak separately. */
export async function tenantsSeen(db: TestDatabase, actor: Actor, table: string): Promise<string[]> {
  return await db.withRole(actor, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(`SELECT tenant_id FROM ${table}`);
    const counted = await client.query<{ n: string }>(`SELECT count(tenant_id) AS n FROM ${table}`);
    expect(Number(counted.rows[0]?.n)).toBe(rows.length);
    return rows.map((row) => row.tenant_id);
  });
}

/** PostgreSQL's error for a statement without a grant, or a row that no policy permits. */
export const denied = expect.objectContaining({ code: '42501' });

/** Runs SQL as the actor and returns the number of affected rows. */
export async function run(
  db: TestDatabase,
  actor: Actor,
  sql: string,
  values: unknown[] = [],
): Promise<number> {
  return await db.withRole(actor, async (_tx, client) => (await client.query(sql, values)).rowCount ?? 0);
}

/** Every access to a table is closed for these roles, by the lack of a grant. */
export async function expectClosed(db: TestDatabase, table: string, roles: readonly Role[]): Promise<void> {
  for (const role of roles) {
    for (const sql of [
      `SELECT count(*) FROM ${table}`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `DELETE FROM ${table}`,
    ]) {
      await expect(run(db, { role }, sql), `${role}: ${sql}`).rejects.toEqual(denied);
    }
    await expect(
      db.withRole({ role }, (_tx, client) => client.query(`TRUNCATE ${table}`)),
      `${role}: TRUNCATE`,
    ).rejects.toEqual(denied);
  }
}

/** A member of one organization sees its rows; without a tenant no rows are visible. */
export async function expectOwnRowsOnly({ db, northwind, alder }: Arrangement, table: string): Promise<void> {
  for (const { tenantId, member } of [northwind, alder]) {
    const seen = await tenantsSeen(db, member, table);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([tenantId]));
  }
  expect(await tenantsSeen(db, { role: 'scout_member' }, table)).toEqual([]);
}
