import { createHmac, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseKey } from '@scout/agent-release/signing/signer';
import { writeTestRelease } from '@scout/agent-release/testing';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginNameOf } from '../../platform/database/login.ts';
import { decryptSigningKey } from './sql/signingKey.ts';

/** Typical weak passwords, and the password of the database under test. */
const wordlist = ['password', 'scout', 'postgres', 'letmein', 'changeme', 'throw-away', 'P@ssw0rd'];

const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An authentication secret as it could be derived from the owner's password. */
const authSecretOf = (password: string) =>
  createHmac('sha256', password).update('scout auth secret').digest('base64url');

/** A release key as it could be derived from the owner's password. */
function releaseKeyOf(password: string): string {
  const seed = Buffer.from(hkdfSync('sha256', authSecretOf(password), '', 'scout release key', 32));
  const key = createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;
}

describe('an attacker with a password list and no access', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createDatabase();
    folder = await mkdtemp(join(tmpdir(), 'scout-wordlist-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('learns nothing about the database password from the release public key', async () => {
    const releases = join(folder, 'releases');
    const { signer } = await openReleaseKey(join(folder, 'release.pem'));
    await writeTestRelease(releases, '0.1.0', Buffer.from('agent'), signer);
    await using server = await spawnServer({
      env: { DATABASE_URL: database.ownerUrl, SCOUT_RELEASES_DIR: releases },
    });
    const url = await server.ready;
    expect(wordlist).toContain(new URL(database.ownerUrl).password);
    const published = await (await fetch(`${url}/releases/release-key.pem`)).text();
    expect(published).toContain('BEGIN PUBLIC KEY');
    expect(wordlist.filter((word) => releaseKeyOf(word) === published)).toEqual([]);
  });

  it('derives no key from the database password: neither the login’s nor the token key', async () => {
    await using server = await spawnServer({ env: { DATABASE_URL: database.ownerUrl } });
    await server.ready;
    const login = new URL(database.ownerUrl);
    const password = decodeURIComponent(login.password);
    login.username = loginNameOf(login.pathname.slice(1));
    login.password = createHmac('sha256', password).update(login.username).digest('base64url');
    const client = new pg.Client({ connectionString: login.href });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });

    const { rows } = await database.asOwner((owner) => owner.query('SELECT private_key FROM auth.jwks'));
    expect(rows).toHaveLength(1);
    for (const key of [password, authSecretOf(password)])
      expect(() => decryptSigningKey(key, rows[0].private_key)).toThrow();
  });
});
