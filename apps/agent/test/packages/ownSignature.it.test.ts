import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '@scout/agent-release/formats/part';
import { buildExe } from '@scout/agent-release/packages/exe';
import { buildMsi } from '@scout/agent-release/packages/msi';
import { readCabinet, readInstallerTables } from '@scout/agent-release/testingInstaller';
import { readTrailer } from '@scout/agent-release/trailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTool } from '../../../../scripts/testTools.mjs';
import { readServiceHost } from '../../packaging/serviceHost.ts';
import { signBy } from '../../packaging/sign.ts';

const SCRIPT = join(import.meta.dirname, '../../../../docs/rollout/scripts/sign-msi.sh');
const tools = ['openssl', 'osslsigncode'].map(hasTool).every(Boolean);

/** The service host stands for the agent, too: a real Windows program, but small. */
describe.skipIf(!tools)("the owner's certificate", () => {
  let folder: string;
  let host: Buffer;
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}` };
  };
  const variables = ['SCOUT_SIGN_PFX', 'SCOUT_SIGN_PASSWORD_FILE'] as const;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-sign-'));
    host = await readServiceHost();
    const [key, certificate, both, password] = ['key.pem', 'cert.pem', 'owner.pfx', 'password.txt'].map(
      (name) => join(folder, name),
    ) as [string, string, string, string];
    const subject = ['-subj', '/CN=Northwind Bank', '-addext', 'extendedKeyUsage=codeSigning', '-days', '2'];
    expect(
      run(
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        ...subject,
      ).status,
    ).toBe(0);
    await writeFile(password, 'secret\n');
    expect(
      run(
        'openssl',
        'pkcs12',
        '-export',
        '-inkey',
        key,
        '-in',
        certificate,
        '-out',
        both,
        '-passout',
        `file:${password}`,
      ).status,
    ).toBe(0);
    [process.env.SCOUT_SIGN_PFX, process.env.SCOUT_SIGN_PASSWORD_FILE] = [both, password];
  });
  afterAll(async () => {
    for (const name of variables) delete process.env[name];
    await rm(folder, { recursive: true });
  });

  const verify = (path: string) =>
    run('osslsigncode', 'verify', '-CAfile', join(folder, 'cert.pem'), '-in', path);

  it('signs the .msi by the documented script, and its tables and files stay', async () => {
    const { parts } = await buildMsi({ version: '0.1.0', mtime: 1_780_000_000 }, host, host);
    const signed = await signBy(SCRIPT, 'scout-agent.msi', parts, folder);
    const path = join(folder, 'signed.msi');
    await writeFile(path, signed);
    expect(verify(path)).toMatchObject({ status: 0, text: expect.stringContaining('Northwind Bank') });
    const plain = join(folder, 'plain.msi');
    await writeFile(plain, read(parts));
    expect(verify(plain).status).not.toBe(0);
    expect(readInstallerTables(signed)).toEqual(readInstallerTables(await readFile(plain)));
    expect(readCabinet(signed, 'scout.cab').get('ScoutAgent.exe')?.equals(host)).toBe(true);
    const spoilt = Buffer.from(signed);
    spoilt[spoilt.indexOf('MSCF') + 1000]! ^= 1;
    await writeFile(path, spoilt);
    expect(verify(path).status).not.toBe(0);
  });

  it('signs the .exe, which then still finds its parts', async () => {
    const plain = join(folder, 'plain.exe');
    await writeFile(plain, read(buildExe(host, host).parts));
    const signed = join(folder, 'signed.exe');
    await copyFile(plain, signed);
    expect(run(SCRIPT, signed).status).toBe(0);
    expect(verify(signed).status).toBe(0);
    expect(await readTrailer(signed)).toEqual(await readTrailer(plain));
    expect((await readTrailer(signed))?.host.equals(host)).toBe(true);
  });

  it('a program that does not sign fails the build with its words', async () => {
    await expect(signBy('openssl', 'scout-agent.msi', [host], folder)).rejects.toThrow(
      /openssl did not sign scout-agent\.msi: .+/,
    );
  });
});
