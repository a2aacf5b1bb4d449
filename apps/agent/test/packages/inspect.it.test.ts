import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultOfSignature } from '@scout/agent-release/formats/machoSignature';
import { read } from '@scout/agent-release/formats/part';
import type { Enrolment } from '@scout/agent-release/packages/built';
import { configure, prepare, requireConfigurable } from '@scout/agent-release/packages/recipe';
import { partsOf, type Recipes } from '@scout/agent-release/pieces';
import { temporarySigner } from '@scout/agent-release/signing/signer';
import { readPackage } from '@scout/agent-release/testing';
import { readCabinet, readInstallerTables } from '@scout/agent-release/testingInstaller';
import { OLDEST_MACOS, type ReleasePackage } from '@scout/contract/releases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../../../../scripts/testLength.mjs';
import { hasTool } from '../../../../scripts/testTools.mjs';
import { buildRelease, type ReleaseResult } from '../../packaging/release.ts';
import { readServiceHost } from '../../packaging/serviceHost.ts';

const cache = join(import.meta.dirname, '../../../../build/runtimes');
const enrolment: Enrolment = {
  server: 'https://scout.northwind.example',
  token: `scout_enrol_${'A'.repeat(43)}`,
  allow_cleartext: false,
  release_key: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string,
};

let out: string;
let release: ReleaseResult;
let recipes: Recipes;
const signer = temporarySigner();
const options = { signer, cache, version: '0.1.0', mtime: 1_780_000_000, level: 1, progress: () => {} };
/** Packages that are built twice: in the short form one of each kind. */
const isRebuilt = ({ arch }: ReleasePackage) => isLongRun || arch !== 'arm64';

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'scout-inspect-'));
  release = await buildRelease({ ...options, out });
  recipes = JSON.parse(await readFile(join(release.folder, 'recipes.json'), 'utf8'));
  for (const path of Object.keys(recipes)) {
    await mkdir(dirname(plain(path)), { recursive: true });
    await writeFile(plain(path), await readPackage(release.folder, path));
  }
}, 600_000);
afterAll(() => rm(out, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'latin1', maxBuffer: 1e9 });
  return { status, text: `${stdout}${stderr}` };
};
/** The major version in a Mach-O program's LC_BUILD_VERSION: the oldest macOS that can start it. */
function oldestSystemOf(program: Buffer): number | undefined {
  let at = 32;
  for (let index = 0; index < program.readUInt32LE(16); index += 1) {
    if (program.readUInt32LE(at) === 0x32) return program.readUInt32LE(at + 12) >> 16;
    at += program.readUInt32LE(at + 4);
  }
  return undefined;
}

/** A package as it is downloaded. */
const plain = (path: string) => join(out, 'plain', path);
const configuredFiles = new Map<string, Promise<string>>();
/** The package with a configuration, made once. */
function configured(path: string): Promise<string> {
  const known = configuredFiles.get(path) ?? makeConfigured(path);
  configuredFiles.set(path, known);
  return known;
}
async function makeConfigured(path: string): Promise<string> {
  const file = join(out, `configured-${path.replaceAll('/', '-')}`);
  const recipe = requireConfigurable(recipes[path]!.recipe);
  const stored = partsOf(release.folder, recipes[path]!);
  const chunks: Uint8Array[] = [];
  const parts = await configure(recipe, stored, await prepare(recipe, stored), enrolment);
  for await (const chunk of read(parts)) chunks.push(chunk);
  await writeFile(file, Buffer.concat(chunks));
  return file;
}

describe('a release', () => {
  it('has every package, and a rebuild gives the same bytes', async () => {
    const again = await mkdtemp(join(tmpdir(), 'scout-inspect-'));
    try {
      const second = await buildRelease({ ...options, out: again, only: isRebuilt });
      expect(release.manifest.files).toHaveLength(10);
      expect(second.manifest.built_at).toBe(release.manifest.built_at);
      expect(second.manifest.files).toEqual(release.manifest.files.filter(isRebuilt));
      const theirs: Recipes = JSON.parse(await readFile(join(second.folder, 'recipes.json'), 'utf8'));
      expect(recipes).toMatchObject(theirs);
      expect(Object.keys(theirs)).toEqual(
        Object.keys(recipes).filter((path) => isLongRun || !path.includes('-arm64')),
      );
      for (const { path, sha256 } of second.manifest.files) {
        const bytes = await readPackage(second.folder, path);
        expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(sha256);
      }
    } finally {
      await rm(again, { recursive: true, force: true });
    }
  });
});

it('a release holds the program of each system once, and the .msi its own compression of it', async () => {
  const isMsi = (path: string): boolean => path.endsWith('.msi');
  const largePieces = async (paths: readonly string[]): Promise<number[]> => {
    const names = new Set(paths.flatMap((path) => recipes[path]!.pieces.map(({ sha256 }) => sha256)));
    const files = await Promise.all([...names].map((name) => stat(join(release.folder, 'pieces', name))));
    return files.map(({ size }) => size).filter((size) => size > 10_000_000);
  };
  const paths = Object.keys(recipes);
  const stored = await largePieces(paths.filter((path) => !isMsi(path)));
  // Windows, macOS for both processors, Linux for each.
  expect(stored).toHaveLength(4);
  const served = release.manifest.files
    .filter(({ path }) => !isMsi(path))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  expect(stored.reduce((sum, size) => sum + size, 0)).toBeLessThan(served * 0.45);
  expect(await largePieces(paths.filter(isMsi))).toHaveLength(1);
});

describe.each(['', '-arm64'])('for Linux%s', (suffix) => {
  it.skipIf(!hasTool('dpkg-deb'))('dpkg-deb reads the .deb, with and without a configuration', async () => {
    const path = `linux/scout-agent-latest${suffix}.deb`;
    for (const [file, carries] of [
      [plain(path), false],
      [await configured(path), true],
    ] as const) {
      expect(run('dpkg-deb', '-f', file, 'Package', 'Version', 'Architecture').text).toBe(
        `Package: scout-agent\nVersion: 0.1.0\nArchitecture: ${suffix ? 'arm64' : 'amd64'}\n`,
      );
      const { status, text } = run('dpkg-deb', '-c', file);
      expect(status).toBe(0);
      expect(text).toMatch(/-rwxr-xr-x root\/root +\d{8,} .* \.\/opt\/scout-agent\/packaged\/scout-agent\n/);
      expect(/-rw------- root\/root .* \.\/etc\/scout-agent\/enrolment\.json\n/.test(text)).toBe(carries);
    }
  });

  it.skipIf(!hasTool('rpm'))(
    'rpm -Kv verifies every digest of the .rpm, with and without a configuration',
    async () => {
      const path = `linux/scout-agent-latest${suffix}.rpm`;
      for (const file of [plain(path), await configured(path)]) {
        const { status, text } = run('rpm', '-Kv', file);
        expect(text.split('\n').filter((line) => line.includes('digest'))).toEqual([
          expect.stringMatching(/Header SHA256 digest: OK/),
          expect.stringMatching(/Header SHA1 digest: OK/),
          expect.stringMatching(/Payload SHA256 digest: OK/),
        ]);
        expect(status).toBe(0);
      }
      expect(run('rpm', '-qlp', await configured(path)).text).toContain('/etc/scout-agent/enrolment.json\n');
    },
  );

  it('tar reads the tarball, with and without a configuration', async () => {
    const path = `linux/scout-agent-latest${suffix}.tar.gz`;
    expect(run('tar', '-tzf', plain(path)).text).not.toContain('enrolment.json');
    const { status, text } = run('tar', '-tzf', await configured(path));
    expect([status, text.split('\n').slice(0, 2)]).toEqual([0, ['scout-agent/', 'scout-agent/scout-agent']]);
    expect(text).toContain('scout-agent/enrolment.json\n');
  });
});

describe('for macOS', () => {
  const path = 'macos/scout-agent-latest.pkg';

  it.skipIf(!hasTool('bsdtar') || !hasTool('cpio'))(
    'bsdtar reads the .pkg and checks its checksums, with and without a configuration',
    async () => {
      for (const [file, carries] of [
        [plain(path), false],
        [await configured(path), true],
      ] as const) {
        const into = await mkdtemp(join(out, 'pkg-'));
        // Fails for a wrong checksum of the table of contents.
        expect(run('bsdtar', '-xf', file, '-C', into)).toEqual({ status: 0, text: '' });
        const list = (name: string) => run('sh', '-c', `gzip -dc ${into}/${name} | cpio -t`).text;
        expect(list('Payload')).toContain('./opt/scout-agent/packaged/scout-agent\n');
        expect(list('Scripts').includes('./enrolment.json')).toBe(carries);
        expect((await readFile(join(into, 'Bom'))).toString('latin1', 0, 8)).toBe('BOMStore');
        expect(await readFile(join(into, 'PackageInfo'), 'utf8')).toContain('version="0.1.0"');
        await rm(into, { recursive: true });
      }
    },
  );

  it('the program is universal, and the signature of each half matches every page', async () => {
    const into = join(out, 'macos');
    await mkdir(into);
    expect(run('tar', '-xzf', plain('macos/scout-agent-latest.tar.gz'), '-C', into).status).toBe(0);
    const program = await readFile(join(into, 'scout-agent', 'scout-agent'));
    expect(program.readUInt32BE(0)).toBe(0xcafebabe);
    const cpus = [0, 1].map((index) => {
      const at = 8 + index * 20;
      const offset = program.readUInt32BE(at + 8);
      const half = program.subarray(offset, offset + program.readUInt32BE(at + 12));
      expect(faultOfSignature(half)).toBeNull();
      expect(oldestSystemOf(half)).toBe(OLDEST_MACOS);
      // A changed byte is detected.
      const spoilt = Buffer.from(half);
      spoilt[50_000]! ^= 1;
      expect(faultOfSignature(spoilt)).toMatch(/page \d+ does not fit/);
      return program.readUInt32BE(at);
    });
    expect(cpus).toEqual([0x01000007, 0x0100000c]);
  });
});

describe('for Windows', () => {
  const path = 'windows/scout-agent-latest.exe';
  const MSI = 'windows/scout-agent-latest.msi';
  it('the program names the agent and its version where Windows and its installer look', async () => {
    const bytes = await readFile(plain(path));
    const fixed = bytes.indexOf(Buffer.from([0xbd, 0x04, 0xef, 0xfe, 0, 0, 1, 0]));
    expect(bytes.readUInt32LE(fixed + 8)).toBe(1);
    expect(bytes.toString('utf16le', fixed, fixed + 1000)).toContain('Scout Agent');
  });

  it('the .msi holds the program as the .exe installs it, and is half as large', async () => {
    const [exe, msi] = [await readFile(plain(path)), await readFile(plain(MSI))];
    const files = readCabinet(msi, 'scout.cab');
    expect(files.get('ScoutAgent.exe')?.equals(exe)).toBe(true);
    expect(files.get('ScoutService.exe')?.equals(await readServiceHost())).toBe(true);
    // Of the fast compression of this test.
    expect(msi.length).toBeLessThan(exe.length * 0.52);
  });

  it.skipIf(!hasTool('msiinfo'))("msitools read the .msi's tables as they were written", async () => {
    const exported = (table: string) =>
      run('msiinfo', 'export', plain(MSI), table)
        .text.replaceAll('\r', '')
        .split('\n')
        .slice(3, -1)
        .map((line) => line.split('\t'));
    const written = readInstallerTables(await readFile(plain(MSI)));
    for (const [table, rows] of written) {
      const theirs = exported(table)
        .map((cells) => cells.join('|'))
        .sort();
      const ours = rows
        .map((row) =>
          Object.values(row)
            .map((cell) => cell ?? '')
            .join('|'),
        )
        .sort();
      expect(theirs, table).toEqual(ours);
    }
    expect(run('msiinfo', 'suminfo', plain(MSI)).text).toMatch(
      /Subject: Scout Agent 0\.1\.0\n(.*\n)*Template: x64;1033\n/,
    );
    const into = await mkdtemp(join(out, 'msi-'));
    expect(run('msiextract', '-C', into, plain(MSI)).status).toBe(0);
    expect((await readdir(join(into, 'Scout Agent'))).sort()).toEqual([
      'scout-agent.exe',
      'scout-service.exe',
      'windows-installer.txt',
    ]);
    await rm(into, { recursive: true });
  });

  it('the .exe is a 64-bit console program, and so is its service host', async () => {
    for (const file of [plain(path), await configured(path)]) {
      const bytes = await readFile(file);
      const pe = bytes.readUInt32LE(60);
      expect(bytes.toString('latin1', pe, pe + 4)).toBe('PE\0\0');
      expect(bytes.readUInt16LE(pe + 4)).toBe(0x8664);
      expect(bytes.readUInt16LE(pe + 24 + 68)).toBe(3);
      expect(bytes.toString('latin1', bytes.length - 8)).toBe('SCOUTEXE');
    }
  });
});

describe('a signature', () => {
  it.skipIf(!hasTool('openssl'))('is verified by openssl as documented', async () => {
    const file = plain('linux/scout-agent-latest.deb');
    const [key, signature] = [
      join(out, 'release-key.pem'),
      join(release.folder, 'linux/scout-agent-latest.deb.sig'),
    ];
    await writeFile(key, signer.chain.keys.at(-1)!.key);
    const check = (of: string) =>
      run(
        'openssl',
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        key,
        '-rawin',
        '-in',
        of,
        '-sigfile',
        signature,
      );
    expect(check(file)).toMatchObject({
      status: 0,
      text: expect.stringContaining('Verified Successfully'),
    });
    expect(check(plain('linux/scout-agent-latest.rpm')).status).not.toBe(0);
  });
});
