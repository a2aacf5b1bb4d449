import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { hasTool } from '../../../../../scripts/testTools.mjs';
import { syncNext } from './jobs/syncs.ts';
import { makeAuthority, makeCertificate } from './testing/certificates.ts';
import { type FloodOptions, floodServer } from './testing/ldapServer.ts';

const MANY = lengthOf(20_000, 100_000);

/** A number as the bytes of a GUID. */
function guidOf(n: number): Buffer {
  const bytes = Buffer.alloc(16, 1);
  bytes.writeUInt32LE(n);
  return bytes;
}

const plain: FloodOptions['user'] = (n) => ({
  dn: `CN=svc${n},DC=flood,DC=test`,
  values: {
    objectClass: ['top', 'person', 'user'],
    objectGUID: [guidOf(n)],
    sAMAccountName: [`svc${n}`],
    servicePrincipalName: [`HTTP/app${n}.flood.test`],
    userAccountControl: ['512'],
    description: [`job ${n}`],
  },
});

/** Values that no controller should send. */
const hostile: readonly Record<string, (string | Buffer)[]>[] = [
  { description: ['x'.repeat(1_000_000)] },
  { description: [Buffer.from('ff00fe8000', 'hex')] },
  { description: ['\0\u202e</script><img src=x onerror=alert(1)>'] },
  { servicePrincipalName: Array.from({ length: 5_000 }, (_, n) => `HTTP/app${n}`) },
  { pwdLastSet: ['99999999999999999999999'], userAccountControl: ['-1e9', 'NaN'] },
  { whenCreated: ['20261399999999.0Z'], lastLogonTimestamp: ['-5'] },
  { objectSid: [Buffer.alloc(3)] },
  { 'msDS-AllowedToActOnBehalfOfOtherIdentity': [Buffer.alloc(4_096, 0xff)] },
  { objectClass: ['user', '__proto__', 'constructor'] },
  { sAMAccountName: ["'; DROP TABLE scout.tenants; --"] },
  { sAMAccountName: [Buffer.from('eda080eda08024', 'hex')] },
  { sAMAccountName: ['n'.repeat(2_000)] },
];

describe.skipIf(!hasTool('openssl'))('a server that finds what a test wants', () => {
  let server: TestServer;
  let organization: TestOrganization;
  let folder = '';
  let ca = '';
  beforeAll(async () => {
    server = await startServer({ config: { directoryNetworks: ['127.0.0.0/8'] } });
    organization = await createOrganization(server);
    folder = await mkdtemp(join(tmpdir(), 'scout-flood-'));
    ca = await makeAuthority(join(folder, 'ca'));
    await makeCertificate(join(folder, 'dc'), join(folder, 'ca'), '127.0.0.1');
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Reads a directory with these users, and what the list then says. */
  async function read(entries: number, user: FloodOptions['user']) {
    const [key, certificate] = await Promise.all(
      ['key', 'pem'].map((kind) => readFile(join(folder, `dc.${kind}`), 'utf8')),
    );
    await using flood = await floodServer({ key: key!, certificate: certificate!, entries, user });
    const { api } = await organization.as('admin');
    const { directory_id } = await api.directoriesCreate({
      name: 'Flood',
      url: `ldaps://127.0.0.1:${flood.port}`,
      bind_name: 'reader',
      password: 'a password of a test',
      ca,
    });
    const begun = performance.now();
    await syncNext(server.context, new AbortController().signal);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const found = (await api.directories({})).find((each) => each.directory_id === directory_id)!;
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT name, spns, description FROM scout.directory_accounts WHERE directory_id = $1', [
        directory_id,
      ]),
    );
    await api.directoriesRemove({ directory_id });
    return { ...found, seconds, rows };
  }

  test(`${MANY} accounts are read`, { timeout: 600_000 }, async () => {
    const { problem, accounts, seconds } = await read(MANY, plain);
    expect({ problem, accounts }).toEqual({ problem: null, accounts: MANY });
    console.log(`${accounts} accounts in ${seconds} s`);
  });

  test('beyond the limit a sentence says so, and nothing is stored', { timeout: 600_000 }, async () => {
    const { problem, accounts, rows } = await read(200_001, plain);
    expect(problem).toBe('The search found more than 200,000 entries. Narrow the base or the filter.');
    expect([accounts, rows.length]).toEqual([0, 0]);
  });

  test('no account at all is a problem', async () => {
    expect((await read(0, plain)).problem).toMatch(/found no account/);
  });

  test('hostile values are stored as bounded texts, and an account without a readable name is left out', async () => {
    const { problem, accounts, rows } = await read(200, (n) => {
      const { dn, values } = plain(n);
      return { dn, values: { ...values, ...hostile[n] } };
    });
    expect({ problem, accounts }).toEqual({ problem: null, accounts: 199 });
    expect(Math.max(...rows.map(({ description }) => String(description ?? '').length))).toBe(1_024);
    expect(Math.max(...rows.map(({ spns }) => spns.length))).toBe(100);
    expect(rows.map(({ name }) => name)).toContain("'; DROP TABLE scout.tenants; --");
  });
});
