import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('no role of the server reads or moves the end of a chain', async () => {
  await expectClosed(a.db, 'scout.audit_heads', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
  ]);
  for (const actor of [a.northwind.member, a.northwind.ingest, auth, operator]) {
    for (const sql of [
      'SELECT hash FROM scout.audit_heads',
      'UPDATE scout.audit_heads SET sequence = 0',
      'DELETE FROM scout.audit_heads',
    ]) {
      await expect(run(a.db, actor, sql), `${actor.role}: ${sql}`).rejects.toEqual(denied);
    }
  }
});

test('no role of the server dates an entry, places it in the chain or says that it was forwarded', async () => {
  const { tenantId } = a.northwind;
  for (const actor of [a.northwind.member, auth, operator]) {
    for (const [column, value] of [
      ['occurred_at', "'2020-01-01'"],
      ['sequence', '1'],
      ['hash', "''"],
      ['forwarded_at', 'now()'],
    ]) {
      const sql = `INSERT INTO scout.audit_logs (tenant_id, id, actor, action, ${column})
        VALUES ('${tenantId}', gen_random_uuid(), 'eve', 'forged', ${value})`;
      await expect(run(a.db, actor, sql), `${actor.role}: ${column}`).rejects.toEqual(denied);
    }
  }
});
