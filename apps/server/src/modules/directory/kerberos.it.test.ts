import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { credentialIn, DirectoryProblem } from '@scout/directory';
import { connectDirectory } from '@scout/directory/connection';
import { keytabOf } from '@scout/directory/testing/keytab';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { agentCommand } from '../ingest/testing/agentProcess.ts';
import { syncNext } from './jobs/syncs.ts';
import { commandFor } from './testing/command.ts';
import { type Controller, canRunController, createController } from './testing/controller.ts';

const READER = 'scout-reader';
const ACCOUNT = `${READER}@SCOUT.TEST`;
const MINUTE = 60_000;

describe.skipIf(!canRunController)('a sign-in by keytab at a Samba domain controller', () => {
  let controller: Controller;
  let server: TestServer;
  let organization: TestOrganization;
  let folder = '';
  let keytab: Buffer;
  let proxy: Server | undefined;

  beforeAll(async () => {
    controller = await createController();
    await controller.setPassword(READER, 'First.password.of.a.test1');
    keytab = await controller.keytab(READER);
    await controller.start();
    server = await startServer({ config: { directoryNetworks: ['127.0.0.0/8'] } });
    organization = await createOrganization(server);
    folder = await mkdtemp(join(tmpdir(), 'scout-keytab-'));
    await writeFile(join(folder, 'ca.pem'), controller.ca);
  }, 300_000);
  afterEach(() => proxy?.close());
  afterAll(async () => {
    await server?.stop();
    await controller?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const scout = (...args: string[]) => commandFor(server, organization.tenantId)(...args);
  /** Adds a directory by the command, with these bytes as its keytab. */
  async function add(bytes: Buffer, more: Readonly<Record<string, string>> = {}) {
    await writeFile(join(folder, 'keytab'), bytes);
    return scout(
      ...['directory', 'add', '--json', '--name', 'Corp'],
      ...Object.entries({
        '--url': `ldaps://${controller.address}`,
        '--bind': ACCOUNT,
        '--keytab': join(folder, 'keytab'),
        '--ca': join(folder, 'ca.pem'),
        ...more,
      }).flat(),
    );
  }
  const sync = () => syncNext(server.context, new AbortController().signal);
  const state = async () => (await (await organization.as('admin')).api.directories({}))[0]!;
  /** Why the directory cannot be read; it is removed afterward. */
  async function problem(bytes: Buffer, more?: Readonly<Record<string, string>>): Promise<string | null> {
    expect((await add(bytes, more)).error).toBe('');
    await sync();
    const { problem: reason } = await state();
    await scout('directory', 'remove', '--directory', 'Corp');
    return reason;
  }
  /** Signs in without the server. */
  const signIn = (more: { now?: () => number; kdc?: string } = {}) =>
    connectDirectory(
      {
        url: `ldaps://${controller.address}`,
        ca: controller.ca,
        credential: credentialIn(keytab, ACCOUNT),
        kdc: more.kdc ?? null,
      },
      { bytes: 1e7, signInMs: 5_000, ...(more.now && { now: more.now }) },
    );

  test('an agent signs in with a keytab of its machine, too', async () => {
    const config = join(folder, 'agent.json');
    const corp = {
      name: 'Corp',
      url: `ldaps://${controller.address}`,
      bind: ACCOUNT,
      keytab_file: join(folder, 'agent.keytab'),
      ca_file: join(folder, 'ca.pem'),
    };
    await writeFile(corp.keytab_file, keytab);
    await writeFile(config, JSON.stringify({ server: server.url, directories: [corp] }));
    const check = agentCommand(['directory', 'check', '--name', 'Corp', '--config', config]);
    const { stdout } = await promisify(execFile)(...check);
    expect(stdout).toMatch(/^Corp can be read: scout\.test, \d+ accounts/);
  });

  test.each(['ldaps', 'ldap'])('reads every account over %s', async (scheme) => {
    const added = await add(keytab, {
      '--url': `${scheme}://${controller.address}`,
      '--kdc': controller.address,
    });
    expect(added.error).toBe('');
    expect(await sync()).toBe('stored');
    const independent = await controller.values(
      '(&(objectClass=user)(!(objectClass=computer)))',
      'sAMAccountName',
    );
    expect(await state()).toMatchObject({
      problem: null,
      sign_in: 'keytab',
      kdc: controller.address,
      accounts: independent.length,
    });
    await scout('directory', 'remove', '--directory', 'Corp');
  });

  test('signs in with AES of 128 bits alone', async () => {
    const { keys, ...rest } = credentialIn(keytab, ACCOUNT);
    const target = { url: `ldaps://${controller.address}`, ca: controller.ca, kdc: null };
    const credential = { ...rest, keys: keys.filter(({ type }) => type === 17) };
    expect(credential.keys).toHaveLength(1);
    await using connection = await connectDirectory({ ...target, credential }, { bytes: 1e7 });
    expect(await connection.read('DC=scout,DC=test', ['objectSid'])).toBeDefined();
  });

  test('the keys are in no log, answer, audit entry or row in cleartext', async () => {
    const added = await add(keytab);
    await sync();
    const secrets = credentialIn(keytab, ACCOUNT).keys.flatMap(({ key }) => [
      key,
      Buffer.from(key, 'base64').toString('hex'),
    ]);
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        `SELECT t::text AS row FROM scout.directories t UNION ALL SELECT t::text FROM scout.directory_secrets t
         UNION ALL SELECT t::text FROM scout.audit_logs t`,
      ),
    );
    const listed = await scout('directory', 'list', '--json');
    const texts = [...rows.map(({ row }) => row), ...server.logLines, added.out, listed.out];
    expect(texts.some((text) => text.includes('directory_added') && text.includes('keytab'))).toBe(true);
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
    await scout('directory', 'remove', '--directory', 'Corp');
  });

  test.each([
    ['of another account', keytabOf([{ account: 'other@SCOUT.TEST' }]), 'no key of this account'],
    ['with RC4 alone', keytabOf([{ account: ACCOUNT, type: 23, key: Buffer.alloc(16) }]), 'no AES key'],
    ['that is none', Buffer.from('no keytab'), 'This is not a keytab (version 2)'],
  ])('a keytab %s is refused when the directory is added', async (_case, bytes, reason) => {
    const added = await add(bytes);
    expect(added.code).not.toBe(0);
    expect(added.error).toContain(reason);
  });

  test('an account that the controller does not know is told', async () => {
    const account = 'nobody@SCOUT.TEST';
    expect(await problem(keytabOf([{ account }]), { '--bind': account })).toBe(
      'The controller does not know the account that signs in.',
    );
  });

  test('a clock that differs is told with its minutes', async () => {
    await expect(signIn({ now: () => Date.now() - 12 * MINUTE })).rejects.toThrow(
      'The clocks of Scout and the controller differ by 12 minutes: Kerberos permits 5.',
    );
    await using connection = await signIn({ now: () => Date.now() + 3 * MINUTE });
    expect(connection).toBeDefined();
  });

  test('a Kerberos service that is gone or not permitted is told', async () => {
    expect(await problem(keytab, { '--kdc': `${controller.address}:9` })).toBe(
      'The Kerberos service of the controller could not be reached (ECONNREFUSED).',
    );
    const refused = await add(keytab, { '--kdc': '192.168.1.1' });
    expect(refused.error).toContain('This address is not allowed');
  });

  /** A Kerberos service in between that changes what the controller responds. */
  async function between(change: (response: Buffer, round: number) => Buffer): Promise<string> {
    let round = 0;
    proxy = createServer((client) => {
      const upstream = connect({ host: controller.address, port: 88 });
      for (const socket of [client, upstream] as Socket[]) socket.on('error', () => socket.destroy());
      client.pipe(upstream);
      upstream.on('data', (chunk: Buffer) => {
        round += 1;
        const changed = change(chunk, round);
        if (changed.length < chunk.length) client.end(changed);
        else client.write(changed);
      });
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }

  test('responses that were changed in between end with a sentence', { timeout: 300_000 }, async () => {
    const direct = await between((response) => response);
    await using connection = await signIn({ kdc: direct });
    expect(connection).toBeDefined();
    proxy!.close();
    const lengths: number[] = [];
    for (let n = 0; n < lengthOf(24, 400); n += 1) {
      const kdc = await between((response, round) => {
        lengths[round] = response.length;
        if (round !== 1 + (n % 2)) return response;
        const at = 4 + ((n * 37) % (response.length - 4));
        const changed = Buffer.from(response);
        if (n % 3 === 0) return changed.subarray(0, at);
        if (n % 3 === 1) changed[at]! ^= 1 << (n % 8);
        else changed.fill(n & 0xff, at);
        return changed;
      });
      // A changed ticket is only seen by the controller, and its sentence is another one.
      const outcome = await signIn({ kdc }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DirectoryProblem);
      else await (outcome as AsyncDisposable)[Symbol.asyncDispose]();
      proxy!.close();
    }
    expect(lengths.length).toBeGreaterThan(1);
  });

  test('a keytab of an earlier password is told, and one of the new password reads again', async () => {
    await controller.setPassword(READER, 'Second.password.of.a.test2');
    expect(await problem(keytab)).toBe(
      'The controller refused the keytab: the password was changed after it was exported.',
    );
    const next = await controller.keytab(READER);
    expect(credentialIn(next, ACCOUNT).version).toBeGreaterThan(credentialIn(keytab, ACCOUNT).version);
    expect(await problem(next)).toBeNull();
  });

  test('a disabled account is told', async () => {
    await controller.modify(
      `dn: CN=${READER},CN=Users,DC=scout,DC=test\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: 514\n\n`,
    );
    expect(await problem(await controller.keytab(READER))).toBe(
      'The account that signs in is disabled, locked or expired.',
    );
  });
});
