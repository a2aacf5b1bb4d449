import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, auth, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.sso_connections';
const ADD = `INSERT INTO ${TABLE} (tenant_id, issuer, client_id, created_at, created_by)
  VALUES ($1, 'https://login.example', 'scout', now(), 'ada@northwind.example')`;
const NOTE_TEST = `SELECT scout.sso_note_test($1, (SELECT connection_id FROM scout.sso_connection($1)), '{}', true, now())`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, admin(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('an admin sees and changes the own organization’s, and never its issuer, client or test', async () => {
  const { tenantId } = a.northwind;
  const own = admin(tenantId);
  expect(await tenantsSeen(a.db, own, TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, TABLE)).toEqual([]);
  await expect(run(a.db, own, ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const column of [
    'issuer',
    'client_id',
    'connection_id',
    'protocol',
    'certificate',
    'test',
    'tested_at',
  ])
    await expect(run(a.db, own, `UPDATE ${TABLE} SET ${column} = ${column}`), column).rejects.toEqual(denied);
  expect(await run(a.db, own, `UPDATE ${TABLE} SET admission = 'active'`)).toBe(1);
});

test('a connection has metadata of one kind with SAML alone', async () => {
  const own = admin(a.alder.tenantId);
  const broken = { code: '23514' };
  await expect(
    run(a.db, own, `UPDATE ${TABLE} SET metadata_url = 'https://a.example'`),
  ).rejects.toMatchObject(broken);
  await run(a.db, own, `DELETE FROM ${TABLE}`);
  const add = `INSERT INTO ${TABLE} (tenant_id, issuer, client_id, created_at, created_by, protocol, certificate, metadata_url, metadata)
    VALUES ($1, 'https://login.example', 'scout', now(), 'bo@alder.example', 'saml', 'c', $2, $3)`;
  for (const given of [
    [null, null],
    ['https://a.example', '{}'],
  ])
    await expect(run(a.db, own, add, [a.alder.tenantId, ...given])).rejects.toMatchObject(broken);
  expect(await run(a.db, own, add, [a.alder.tenantId, null, '{}'])).toBe(1);
  expect(
    await run(a.db, own, `UPDATE ${TABLE} SET metadata_url = 'https://a.example', metadata = NULL`),
  ).toBe(1);
});

test('what was never tested cannot be turned on', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, admin(tenantId), `UPDATE ${TABLE} SET state = 'on'`)).rejects.toMatchObject({
    code: '23514',
  });
  await a.db.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.sso_secrets (tenant_id, sealed, created_at) VALUES ($1, 'k.sealed', now())`,
      [tenantId],
    ),
  );
  await run(a.db, auth, NOTE_TEST, [tenantId]);
  expect(await run(a.db, admin(tenantId), `UPDATE ${TABLE} SET state = 'on'`)).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_operator',
    'scout_visitor',
  ]));
