import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, auth, expectClosed, run } from './support.ts';

const TABLE = 'scout.sso_identities';
const CONNECT = `INSERT INTO scout.sso_connections (tenant_id, connection_id, issuer, client_id, created_at, created_by, state, tested_at)
  VALUES ($1, $1, 'https://login.example', 'scout', now(), 'ada@northwind.example', 'on', now())`;
const VERIFY = `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at)
  VALUES ($1, $2, 'verified', 'dns', now())`;
const JOIN = `SELECT FROM scout.sso_join($1, $1, $2, $3, $4, $5, '', '', 10, now()) WHERE outcome = $6`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await a.db.asOwner(async (owner) => {
    for (const [{ tenantId }, domain] of [
      [a.northwind, 'northwind.example'],
      [a.alder, 'alder.example'],
    ] as const) {
      await owner.query(CONNECT, [tenantId]);
      await owner.query(VERIFY, [tenantId, domain]);
    }
  });
});
afterAll(() => a.db.drop());

test('a provider links the members of its own organization and verified domains alone', async () => {
  const { tenantId, userId, email } = a.northwind;
  const join = (organization: string, domain: string, outcome: string, subject = 's1') =>
    run(a.db, auth, JOIN, [organization, subject, userId, email, domain, outcome]);
  expect(await join(tenantId, 'alder.example', 'domain')).toBe(1);
  expect(await join(a.alder.tenantId, 'alder.example', 'other_organization')).toBe(1);
  expect(await join(tenantId, 'northwind.example', 'member')).toBe(1);
  expect(await join(tenantId, 'northwind.example', 'identity', 's2')).toBe(1);
  await a.db.asOwner((owner) => owner.query(`UPDATE scout.sso_connections SET state = 'off'`));
  expect(await join(tenantId, 'northwind.example', 'off')).toBe(1);
});

test('a link goes with the membership', async () => {
  const count = async () => (await a.db.asOwner((owner) => owner.query(`SELECT FROM ${TABLE}`))).rowCount;
  expect(await count()).toBe(1);
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.memberships WHERE email = $1', [
    a.northwind.email,
  ]);
  expect(await count()).toBe(0);
});

test('no role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_operator',
    'scout_visitor',
  ]));
