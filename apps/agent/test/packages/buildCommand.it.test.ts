import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newestKey } from '@scout/agent-release/keys';
import { readPackage } from '@scout/agent-release/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readServiceHost } from '../../packaging/serviceHost.ts';
import { verifiedManifest } from '../../src/upgrade/manifest.ts';

const root = join(import.meta.dirname, '../../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `npm run build:agents` for Windows, whose package is not compressed, with its key in `keyFile`. */
function build(
  keyFile: string,
  more: readonly string[],
  { releases = 'releases', path = process.env.PATH } = {},
) {
  const out = join(folder, releases);
  const args = ['--only', 'windows', '--out', out, '--json', ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/agent/packaging/build.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: path,
      SCOUT_RELEASE_KEY_FILE: join(folder, keyFile),
    },
  });
  return { status, stderr, folder: status === 0 ? (JSON.parse(stdout).folder as string) : '' };
}

it('a build uses the key that is there, and rotates it when told to', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder, 'release.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });

  const first = build('release.pem', ['--version', '0.2.0']);
  expect(first, first.stderr).toMatchObject({ status: 0 });
  const read = (release: { folder: string }, name: string) => readFile(join(release.folder, name));
  const manifest = await read(first, 'manifest.json');
  expect(verify(null, manifest, publicKey, await read(first, 'manifest.json.sig'))).toBe(true);
  const exe = 'windows/scout-agent-latest.exe';
  expect(verify(null, await readPackage(first.folder, exe), publicKey, await read(first, `${exe}.sig`))).toBe(
    true,
  );

  const second = build('release.pem', ['--version', '0.3.0', '--new-key']);
  expect(second, second.stderr).toMatchObject({ status: 0 });
  const [text, signature] = [await read(second, 'manifest.json'), await read(second, 'manifest.json.sig')];
  const trusted = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  expect(() => verifiedManifest(text, signature, trusted)).toThrow(/not signed by this agent's trusted key/);
  const next = newestKey(await read(second, 'keys.json'), trusted);
  expect(verifiedManifest(text, signature, next).version).toBe('0.3.0');
  expect(createPublicKey(await readFile(join(folder, 'release.pem'))).equals(createPublicKey(next))).toBe(
    true,
  );

  const foreign = build('other.pem', ['--version', '0.4.0']);
  expect(foreign).toMatchObject({ status: 1, stderr: expect.stringContaining('signed by another key') });
  expect(build('release.pem', ['--new-key', '--adopt-key', 'x']).status).toBe(2);
});

/** A PATH with every program of this machine except compilers. */
async function pathWithoutCompilers(): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    for (const program of await readdir(place).catch(() => [])) {
      // Programs found earlier on the PATH stay.
      if (!/gcc|cc$|clang|mingw/.test(program))
        await symlink(join(place, program), join(bin, program)).catch(() => {});
    }
  }
  return bin;
}

it('a build without any compiler has the Windows package, with the committed service host in it', async () => {
  const path = await pathWithoutCompilers();
  expect(spawnSync('x86_64-w64-mingw32-gcc', ['--version'], { env: { PATH: path } }).error).toMatchObject({
    code: 'ENOENT',
  });
  const built = build('another.pem', [], { releases: 'without-compiler', path });
  expect(built, built.stderr).toMatchObject({ status: 0 });
  const exe = await readPackage(built.folder, 'windows/scout-agent-latest.exe');
  expect(exe.includes(await readServiceHost())).toBe(true);
}, 300_000);
