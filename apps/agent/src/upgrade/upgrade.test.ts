import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { deflateProgram } from '@scout/agent-release/formats/gzip';
import { read } from '@scout/agent-release/formats/part';
import { announcementOf, type KeyChain } from '@scout/agent-release/keys';
import { buildTarball } from '@scout/agent-release/packages/tarball';
import { indexText, parseIndex } from '@scout/agent-release/programBlocks';
import type { ReleaseProgram } from '@scout/contract/releases';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../test/silentLog.ts';
import type { Layout } from '../installation/layout.ts';
import { provision } from '../installation/provision.ts';
import { version } from '../runtime/version.ts';
import { Network } from '../transport/network.ts';
import { applyUpgrade } from './applyUpgrade.ts';
import { fetchUpgrade } from './fetchUpgrade.ts';
import { type Health, healthText } from './health.ts';
import { upgradeIn, verifiedManifest } from './manifest.ts';
import { readUpgradeReport } from './report.ts';
import { stagingOf } from './staging.ts';
import { readTrustedKey } from './trustedKey.ts';
import { Upgrader } from './upgrader.ts';

const keys = generateKeyPairSync('ed25519');
const releaseKey = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const platform = process.platform === 'darwin' ? 'macos' : 'linux';
const never = new AbortController().signal;

/** A server's releases, to be damaged by a test. */
interface Offer {
  manifest: Buffer;
  signature: Buffer;
  package: Buffer;
  keys: Buffer;
  /** True if packages are sent as zstd to agents that take it. */
  packed?: boolean;
  /** Absent for a server that has none. */
  index?: Buffer | undefined;
}

async function tarballOf(version: string, program: string | Buffer) {
  const content = await deflateProgram(Buffer.from(program));
  const { parts, program: inside } = await buildTarball({ version, mtime: 0 }, platform, content);
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(parts)) chunks.push(chunk);
  return { body: Buffer.concat(chunks), index: indexText(inside!.index) };
}

/** A release whose program comes with an index. */
async function indexedOfferOf(version: string, program: Buffer): Promise<Offer> {
  const { body, index } = await tarballOf(version, program);
  const content = (data: Buffer) => ({
    bytes: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
  });
  const offer = await offerOf(version, undefined, body, { ...content(program), index: content(index) });
  return { ...offer, index };
}

async function offerOf(
  version: string,
  program = '#!/bin/sh\n',
  tarball?: Buffer,
  inside?: ReleaseProgram,
): Promise<Offer> {
  const body = tarball ?? (await tarballOf(version, program)).body;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const path = `${platform}/scout-agent-latest.tar.gz`;
  const file = {
    platform,
    arch: process.arch,
    kind: 'tar.gz',
    path,
    bytes: body.length,
    sha256,
    program: inside,
  };
  const manifest = Buffer.from(
    JSON.stringify({ version, built_at: '2026-11-21T00:00:00.000Z', files: [file] }),
  );
  const chain = Buffer.from(JSON.stringify({ keys: [{ key: releaseKey, signature: null }] }));
  return { manifest, signature: sign(null, manifest, keys.privateKey), package: body, keys: chain };
}

let folder: string;
let layout: Layout;
let server: Server;
let offer: Offer;
let running: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-upgrade-'));
  const programs = join(folder, 'programs');
  layout = {
    programs,
    current: join(programs, 'current'),
    proven: join(programs, 'proven'),
    pending: join(programs, 'pending.json'),
    packaged: join(programs, 'packaged', 'scout-agent'),
    config: join(folder, 'agent.json'),
    releaseKey: join(folder, 'release-key.pem'),
    followingKey: join(programs, 'release-key.pem'),
    enrolment: null,
    state: join(folder, 'state'),
  };
  await mkdir(join(programs, 'packaged'), { recursive: true });
  await mkdir(layout.state);
  await writeFile(layout.packaged, 'old');
  for (const path of [layout.current, layout.proven]) await symlink('packaged/scout-agent', path);
  await writeFile(layout.releaseKey, releaseKey);
  running = true;
  offer = await offerOf('0.2.0');
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('keys.json')) response.end(offer.keys);
    else if (path.endsWith('manifest.json')) response.end(offer.manifest);
    else if (path.endsWith('.sig')) response.end(offer.signature);
    else if (path.endsWith('.index')) response.writeHead(offer.index ? 200 : 404).end(offer.index);
    else if (request.headers.range && offer.index) {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range)!;
      const range = `bytes ${first}-${last}/${offer.package.length}`;
      response.writeHead(206, { 'content-range': range });
      response.end(offer.package.subarray(Number(first), Number(last) + 1));
    } else if (offer.packed && request.headers['accept-encoding']?.includes('zstd'))
      response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(offer.package));
    else response.end(offer.package);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const network = new Network();
const log = silentLog();
const offeredVersion = () => JSON.parse(offer.manifest.toString()).version as string;
const sourceOf = (present: string, now = new Date()) => ({
  now,
  offered: offeredVersion(),
  server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  network,
  state: layout.state,
  releaseKey,
  present,
  running: layout.current,
  log,
  signal: never,
});
const fetchNow = (present = '0.1.0', now = new Date()) => fetchUpgrade(sourceOf(present, now));

/** A service whose new version reports success, or progress up to `health`. */
function apply({
  healthy,
  health = healthy ? 'heard' : null,
  starts = true,
  present = '0.1.0',
  onStop = async () => {},
}: {
  healthy: boolean;
  health?: Health | null;
  starts?: boolean;
  present?: string;
  onStop?: () => Promise<void>;
}) {
  const control = {
    stop: async () => {
      running = false;
      await onStop();
    },
    start: async () => {
      running = true;
      const target = await readlink(layout.current);
      if (!starts && target.startsWith('releases')) throw new Error('no program of this system');
      const version = /releases\/([^/]+)\//.exec(target)?.[1];
      if (health !== null && version !== undefined)
        await writeFile(stagingOf(layout.state).health, healthText(version, health, new Date()));
    },
  };
  return applyUpgrade({ layout, control, log: silentLog(), present, patienceMs: 300 });
}

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;

/** The same release, signed by another key announced by `by`. */
function rotated(before: Offer, by: KeyObject = keys.privateKey) {
  const next = generateKeyPairSync('ed25519');
  const signature = sign(null, announcementOf(next.publicKey), by).toString('base64');
  const chain: KeyChain = {
    keys: [
      { key: releaseKey, signature: null },
      { key: pemOf(next.publicKey), signature },
    ],
  };
  const signed: Offer = {
    ...before,
    signature: sign(null, before.manifest, next.privateKey),
    keys: Buffer.from(JSON.stringify(chain)),
  };
  return { signed, pem: pemOf(next.publicKey) };
}

describe.skipIf(process.platform === 'win32')('a release of another key', () => {
  it('is installed when the trusted key announced it; the old key is no longer trusted', async () => {
    const { signed, pem } = rotated(offer);
    offer = signed;
    expect(await fetchNow()).toBe('0.2.0');
    expect(await apply({ healthy: true })).toBe('0.2.0');
    expect(await readTrustedKey(layout)).toBe(pem);
    expect((await stat(layout.followingKey)).mode & 0o777).toBe(0o644);
    // The old key is not trusted from here on.
    offer = await offerOf('0.3.0');
    expect(await fetchNow('0.2.0')).toBe('0.3.0');
    await expect(apply({ healthy: true, present: '0.2.0' })).rejects.toThrow(
      /not signed by this agent's trusted key/,
    );
    await expect(
      fetchUpgrade({ ...sourceOf('0.2.0'), releaseKey: await readTrustedKey(layout) }),
    ).rejects.toThrow(/not signed by this agent's trusted key/);
  });

  it('is refused when another key announced it, by the agent and by root', async () => {
    const { signed } = rotated(offer, generateKeyPairSync('ed25519').privateKey);
    await fetchNow();
    offer = signed;
    await expect(fetchNow('0.1.0')).rejects.toThrow(/not announced/);
    const staging = stagingOf(layout.state);
    await writeFile(staging.keys, signed.keys!);
    await writeFile(staging.signature, signed.signature);
    await expect(apply({ healthy: true })).rejects.toThrow(/not announced/);
    expect(await readTrustedKey(layout)).toBe(releaseKey);
  });

  it('is not followed for a release that does not match its signature', async () => {
    offer = rotated(offer).signed;
    await fetchNow();
    await writeFile(stagingOf(layout.state).package, 'evil');
    await expect(apply({ healthy: true })).rejects.toThrow(/does not match the manifest/);
    expect(await readTrustedKey(layout)).toBe(releaseKey);
  });

  it('an installation trusts the key it is given, whatever was trusted before', async () => {
    offer = rotated(offer).signed;
    await fetchNow();
    await apply({ healthy: true });
    const again = { server: 'https://scout.northwind.example', token: null, allowCleartext: false };
    await provision(layout, { ...again, releaseKey });
    expect(await readTrustedKey(layout)).toBe(releaseKey);
  });
});

describe.skipIf(process.platform === 'win32')('an upgrade', () => {
  it('is fetched, checked and installed', async () => {
    // Many chunks during transfer, none of which ends at a block boundary of the archive.
    const program = '#!/bin/sh\n'.repeat(100_003);
    offer = await offerOf('0.2.0', program);
    expect(await fetchNow()).toBe('0.2.0');
    expect(await apply({ healthy: true })).toBe('0.2.0');
    expect(await readlink(layout.current)).toBe('releases/0.2.0/scout-agent');
    expect(await readFile(layout.current, 'utf8')).toBe(program);
    expect((await stat(layout.current)).mode & 0o777).toBe(0o755);
    expect(await readlink(layout.proven)).toBe('releases/0.2.0/scout-agent');
    expect(existsSync(layout.pending)).toBe(false);
  });

  it('is fetched only in the version that was offered to this machine', async () => {
    offer = await offerOf('0.3.0');
    await expect(fetchUpgrade({ ...sourceOf('0.1.0'), offered: '0.2.0' })).rejects.toThrow(
      /release is 0\.3\.0, not 0\.2\.0/,
    );
    expect(existsSync(stagingOf(layout.state).ready)).toBe(false);
  });

  it('is the same when its package is compressed on the way', async () => {
    offer.packed = true;
    expect(await fetchNow()).toBe('0.2.0');
    expect((await readFile(stagingOf(layout.state).package)).equals(offer.package)).toBe(true);
    await rm(stagingOf(layout.state).ready);
    offer.package = Buffer.concat([offer.package.subarray(1), Buffer.from([0])]);
    await expect(fetchNow()).rejects.toThrow(/does not match the manifest/);
  });

  it('fetches only what changed, and root installs the same program', async () => {
    const before = randomBytes(4_000_000);
    await writeFile(layout.packaged, before);
    const after = Buffer.concat([before, Buffer.from('0.2.0')]);
    offer = await indexedOfferOf('0.2.0', after);
    expect(await fetchNow()).toBe('0.2.0');
    expect(log.lines.at(-1)).toMatch(/^fetched \d{4,6} bytes of version 0\.2\.0; the rest is as in 0\.1\.0$/);
    expect(await apply({ healthy: true })).toBe('0.2.0');
    expect((await readFile(layout.current)).equals(after)).toBe(true);
    // An index that the release does not have, and a program that root does not take.
    offer = { ...(await indexedOfferOf('0.3.0', Buffer.concat([after, before]))), index: undefined };
    expect(await fetchNow('0.2.0')).toBe('0.3.0');
    expect(log.lines.at(-1)).toMatch(/^version 0\.3\.0 is fetched as a whole: .*\.index answers HTTP 404$/);
    expect((await readFile(stagingOf(layout.state).package)).equals(offer.package)).toBe(true);
    await writeFile(stagingOf(layout.state).package, after);
    await expect(apply({ healthy: true, present: '0.2.0' })).rejects.toThrow(/does not match the manifest/);
  });

  it('fetches the whole package when a block is wrong', async () => {
    const before = randomBytes(4_000_000);
    await writeFile(layout.packaged, before);
    offer = await indexedOfferOf('0.2.0', Buffer.concat([before, Buffer.from('0.2.0')]));
    const whole = offer.package;
    const { at, blocks } = parseIndex(offer.index!, before.length + 5);
    const last = at + blocks.slice(0, -1).reduce((sum, { stored }) => sum + stored, 0);
    offer.package = Buffer.from(whole).fill(0, last + 10, last + 20);
    await expect(fetchNow()).rejects.toThrow(/does not match the manifest/);
    expect(existsSync(stagingOf(layout.state).package), 'nothing of it stays').toBe(false);
    offer.package = whole;
    expect(await fetchNow()).toBe('0.2.0');
  });

  it("comes from a copy of the releases, if one is named, and needs the server's key there, too", async () => {
    const source = sourceOf('0.1.0');
    const copy = { ...source, server: 'https://scout.invalid', releaseUrl: `${source.server}/copies/scout` };
    offer.signature[0]! ^= 1;
    await expect(fetchUpgrade(copy)).rejects.toThrow(/signed/);
    offer.signature[0]! ^= 1;
    expect(await fetchUpgrade(copy)).toBe('0.2.0');
  });

  it('that failed is reported until another one succeeds', async () => {
    const upgradeReport = () => readUpgradeReport(stagingOf(layout.state), '0.1.0');
    expect(upgradeReport()).toBeNull();
    await fetchNow();
    await apply({ healthy: false });
    expect(upgradeReport()).toMatchObject({ version: '0.2.0', outcome: 'rolled_back' });
    offer = await offerOf('0.3.0');
    await fetchNow();
    await writeFile(stagingOf(layout.state).package, 'evil');
    await expect(apply({ healthy: true })).rejects.toThrow();
    expect(upgradeReport()).toEqual({
      version: '0.3.0',
      outcome: 'failed',
      message: 'the download does not match the manifest',
    });
    await fetchNow();
    expect(await apply({ healthy: true })).toBe('0.3.0');
    expect(readUpgradeReport(stagingOf(layout.state), '0.3.0')).toBeNull();
  });

  it('that waits to be installed is not fetched again; a newer one is', async () => {
    await fetchNow();
    expect(await fetchNow()).toBeNull();
    offer = await offerOf('0.3.0');
    expect(await fetchNow()).toBe('0.3.0');
  });

  it('is rolled back when the new version does not reach the server in time, and not fetched again', async () => {
    await fetchNow();
    expect(await apply({ healthy: false })).toBe('0.1.0');
    expect(await readlink(layout.current)).toBe('packaged/scout-agent');
    expect(await fetchNow()).toBeNull();
    offer = await offerOf('0.3.0');
    expect(await fetchNow()).toBe('0.3.0');
  });

  it('is rolled back and retried later when the server was away, up to three times', async () => {
    const inAnHour = () => new Date(Date.now() + 61 * 60_000);
    for (const again of [true, true, false]) {
      expect(await fetchNow('0.1.0', inAnHour())).toBe('0.2.0');
      expect(await apply({ healthy: false, health: 'reading' })).toBe('0.1.0');
      expect(await readlink(layout.current)).toBe('packaged/scout-agent');
      expect(await fetchNow(), 'not at once').toBeNull();
      const { refused } = stagingOf(layout.state);
      expect(JSON.parse(await readFile(refused, 'utf8')).again !== null).toBe(again);
    }
    expect(await fetchNow('0.1.0', inAnHour())).toBeNull();
    offer = await offerOf('0.3.0');
    expect(await fetchNow()).toBe('0.3.0');
  });

  it('is not judged healthy by a report from an earlier attempt', async () => {
    await writeFile(stagingOf(layout.state).health, healthText('0.2.0', 'heard', new Date()));
    await fetchNow();
    expect(await apply({ healthy: false })).toBe('0.1.0');
  });

  it('is rolled back when the new version cannot be started', async () => {
    await fetchNow();
    expect(await apply({ healthy: true, starts: false })).toBe('0.1.0');
    expect(await readlink(layout.current)).toBe('packaged/scout-agent');
  });

  it('that fails while the service is stopped leaves the current program running', async () => {
    await fetchNow();
    const fullDisk = () => rm(join(layout.programs, '.incoming', 'after'));
    await expect(apply({ healthy: true, onStop: fullDisk })).rejects.toThrow(/ENOENT/);
    expect(await readlink(layout.current)).toBe('packaged/scout-agent');
    expect(running).toBe(true);
    expect(existsSync(layout.pending)).toBe(false);
    expect(await fetchNow(), 'it is retried').toBe('0.2.0');
  });

  it('that cannot be unpacked does not stop the service', async () => {
    offer = await offerOf('0.2.0', undefined, Buffer.from('no tarball'));
    await fetchNow();
    const stopped = vi.fn(async () => {});
    await expect(apply({ healthy: true, onStop: stopped })).rejects.toThrow(/incorrect header check/);
    expect(stopped).not.toHaveBeenCalled();
  });

  describe('interrupted by a power failure', () => {
    /** Up to the stop or the start of the service, and nothing after it. */
    async function cutAt(moment: 'stop' | 'start'): Promise<void> {
      await fetchNow();
      await new Promise<void>((reached) => {
        const end = () => {
          reached();
          return new Promise<void>(() => {});
        };
        const control = { stop: async () => {}, start: async () => {}, [moment]: end };
        void applyUpgrade({ layout, control, log: silentLog(), present: '0.1.0', patienceMs: 300 });
      });
      // Its holder has exited.
      await rm(join(layout.programs, 'lock'));
    }

    it('before its verdict is judged by the previous version and rolled back', async () => {
      await cutAt('start');
      expect(await readlink(layout.current)).toBe('releases/0.2.0/scout-agent');
      expect(await readlink(layout.proven)).toBe('packaged/scout-agent');
      expect(existsSync(layout.pending)).toBe(true);
      expect(await apply({ healthy: false })).toBe('0.1.0');
      expect(await readlink(layout.current)).toBe('packaged/scout-agent');
      expect(existsSync(layout.pending)).toBe(false);
      expect(await fetchNow()).toBeNull();
    });

    it('before its verdict stays when it is healthy', async () => {
      await cutAt('start');
      expect(await apply({ healthy: true })).toBe('0.2.0');
      expect(await readlink(layout.proven)).toBe('releases/0.2.0/scout-agent');
      expect(existsSync(layout.pending)).toBe(false);
    });

    it('before it was installed is tried again', async () => {
      await cutAt('stop');
      running = false;
      expect(await apply({ healthy: true })).toBe('0.1.0');
      expect(running).toBe(true);
      expect(await fetchNow()).toBe('0.2.0');
      expect(await apply({ healthy: true })).toBe('0.2.0');
    });
  });

  it('that finds no program folder is not left ready to be retried forever', async () => {
    await fetchNow();
    await rm(layout.programs, { recursive: true });
    await expect(apply({ healthy: true })).rejects.toThrow();
    expect(existsSync(stagingOf(layout.state).ready)).toBe(false);
  });

  it('is installed by one process only', async () => {
    await fetchNow();
    await expect(
      apply({ healthy: true, onStop: () => expect(apply({ healthy: true })).rejects.toThrow(/uses/) }),
    ).resolves.toBe('0.2.0');
  });

  it('removes what an interrupted upgrade left', async () => {
    const left = join(layout.programs, '.incoming');
    await mkdir(left);
    await writeFile(join(left, 'scout-agent'), 'half');
    await fetchNow();
    expect(await apply({ healthy: true })).toBe('0.2.0');
    expect(existsSync(left)).toBe(false);
  });

  it.each([
    ['another signature', () => ({ signature: Buffer.alloc(64) }), /not signed by this agent's trusted key/],
    [
      'a changed manifest',
      ({ manifest }: Offer) => ({ manifest: Buffer.from(manifest.toString().replace('0.2.0', '9.9.9')) }),
      /not signed by this agent's trusted key/,
    ],
    [
      'a changed package',
      (o: Offer) => ({ package: Buffer.alloc(o.package.length) }),
      /does not match the manifest/,
    ],
    ['a longer package', (o: Offer) => ({ package: Buffer.concat([o.package, o.package]) }), /longer than/],
    ['an older release', () => offerOf('0.0.9'), /not newer than 0.1.0/],
    ['the same release', () => offerOf('0.1.0'), /not newer than 0.1.0/],
  ])('with %s is not even fetched', async (_name, spoil, reason) => {
    Object.assign(offer, await spoil(offer));
    await expect(fetchNow()).rejects.toThrow(reason);
    expect(existsSync(stagingOf(layout.state).package), 'nothing of it stays').toBe(false);
  });

  it.each([
    [
      'a package that was exchanged',
      (at: ReturnType<typeof stagingOf>) => writeFile(at.package, 'evil'),
      /does not match the manifest/,
    ],
    [
      'a manifest of another key',
      async (at: ReturnType<typeof stagingOf>) => {
        const other = generateKeyPairSync('ed25519').privateKey;
        await writeFile(at.signature, sign(null, offer.manifest, other));
      },
      /not signed by this agent's trusted key/,
    ],
    [
      'a link to a secret',
      async (at: ReturnType<typeof stagingOf>) => {
        await rm(at.manifest);
        await symlink('/etc/shadow', at.manifest);
      },
      /cannot be read/,
    ],
  ])('that the agent left with %s is not installed', async (_name, spoil, reason) => {
    await fetchNow();
    await spoil(stagingOf(layout.state));
    await expect(apply({ healthy: true })).rejects.toThrow(reason);
    expect(await readlink(layout.current)).toBe('packaged/scout-agent');
    // It is not restarted in a loop.
    await expect(readFile(stagingOf(layout.state).ready)).rejects.toThrow();
  });

  it('is refused by the newer program itself when it is older', async () => {
    await fetchNow();
    await expect(apply({ healthy: true, present: '0.2.0' })).rejects.toThrow(/not newer/);
  });

  it('does not happen without a trusted key', async () => {
    await fetchNow();
    await rm(layout.releaseKey);
    await expect(apply({ healthy: true })).rejects.toThrow(/no release is trusted/);
  });
});

it('applies to this system and architecture only', async () => {
  const manifest = verifiedManifest(offer.manifest, offer.signature, releaseKey);
  expect(() => upgradeIn(manifest, '0.1.0', 'win32', 'x64')).toThrow(/no program for win32/);
});

it('an agent reports that it reads while the server is unreachable, and later that the server answered', async () => {
  const options = { layout, network, enabled: true, log: silentLog(), signal: never };
  const upgrader = new Upgrader(options);
  const said = async () => JSON.parse(await readFile(stagingOf(layout.state).health, 'utf8'));
  upgrader.reading();
  await expect.poll(said).toMatchObject({ version, health: 'reading' });
  upgrader.heard({ upgrade: null, from: 'http://127.0.0.1:1' });
  upgrader.reading();
  await expect.poll(said).toMatchObject({ version, health: 'heard' });
});
