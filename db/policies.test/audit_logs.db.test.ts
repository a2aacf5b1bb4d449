import { audit } from '@scout/server/platform/database/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  arrange,
  auth,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, member, email } of [a.northwind, a.alder]) {
    await a.db.withRole(member, (tx) => audit(tx, { tenantId, actor: email, action: 'member_removed' }));
    for (const actor of [auth, operator]) {
      await a.db.withRole(actor, (tx) =>
        audit(tx, { tenantId, actor: email, action: 'signed_in', details: { aal: 'aal2' } }),
      );
    }
  }
});
afterAll(() => a.db.drop());

test('a member sees only the log of their own organization', () => expectOwnRowsOnly(a, 'scout.audit_logs'));

test('nobody writes into the log of another organization', async () => {
  const { member } = a.northwind;
  const entry = { tenantId: a.alder.tenantId, actor: 'eve', action: 'forged' };
  await expect(a.db.withRole(member, (tx) => audit(tx, entry))).rejects.toEqual(denied);
});

test('no role of the server changes or removes an entry', async () => {
  for (const actor of [a.northwind.member, auth, operator, a.northwind.ingest]) {
    for (const sql of [
      `UPDATE scout.audit_logs SET actor = 'eve'`,
      'DELETE FROM scout.audit_logs',
      'TRUNCATE scout.audit_logs',
    ]) {
      await expect(run(a.db, actor, sql), `${actor.role}: ${sql}`).rejects.toEqual(denied);
    }
  }
});

test('agents have no access, and sign-in and the operator only add', async () => {
  await expectClosed(a.db, 'scout.audit_logs', ['scout_ingest']);
  for (const actor of [auth, operator]) {
    await expect(run(a.db, actor, 'SELECT count(*) FROM scout.audit_logs')).rejects.toEqual(denied);
  }
});
